package import TimeWalkCore

/// The position of a picture's pixels in any plane.
package enum PixelLayout: Hashable, Sendable {
  /// Evenly, by the numbers of a world file.
  case even(WorldFile)
  /// Some pixels and their measured points.
  case tied([TiedPixel])

  /// A pixel and its point.
  package struct TiedPixel: Hashable, Sendable {
    /// The spot on the picture.
    package var pixel: PixelPoint
    /// The point of the plane.
    package var point: PlanePoint
  }

  /// The number of spots along a side that `samples` takes of an evenly placed picture.
  private static let side = 33
  /// The greatest permitted error of a transformation that replaces a plane's, in pixels.
  private static let tolerance = 0.1

  /// Sample spots of a picture, whose coordinates determine its position.
  ///
  /// They are inside the picture, because the sides of a world map are the same meridian.
  package func samples(of size: PixelSize) -> [TiedPixel] {
    switch self {
    case .tied(let pairs): return pairs
    case .even(let world):
      let shares = (0..<PixelLayout.side).map {
        (Double($0) + 0.5) / Double(PixelLayout.side)
      }
      return shares.flatMap { v in
        shares.map { u in
          let pixel = PixelPoint(x: u * Double(size.width), y: v * Double(size.height))
          return TiedPixel(pixel: pixel, point: world.point(of: pixel))
        }
      }
    }
  }

  /// The placement of a picture of a size, from the coordinates of its `samples`.
  ///
  /// Evenly laid pictures get the simplest transformation with an error below a tenth of a pixel
  /// everywhere. Candidates are a polynomial in a known plane, then a thin plate spline; if none is
  /// exact, the nearest. Its control points are computed and show no errors. Measured points get a
  /// polynomial of the second order from six points on, as in GDAL.
  ///
  /// - Parameters:
  ///   - size: the picture's size.
  ///   - plane: the plane, if it is known.
  ///   - places: the places of the samples; `nil` outside the plane.
  /// - Returns: the place, and how far it is from the plane at worst, pixels; 0 for measured
  ///   points.
  /// - Throws: `.outsideWorld` where a sample has no place.
  package func georeference(
    size: PixelSize, plane: GroundPlane?, places: [Coordinate?]
  ) throws(WorldFileFault) -> (Georeference, deviation: Double) {
    let known = places.compactMap(\.self)
    let samples = samples(of: size)
    guard known.count == samples.count, !known.isEmpty else { throw .outsideWorld }
    let points = zip(samples, known).map { ControlPoint(pixel: $0.pixel, coordinate: $1) }
    guard case .even = self else {
      return (
        Georeference(
          controlPoints: points, size: size, method: .polynomial(order: points.count < 6 ? 1 : 2),
          plane: plane), 0
      )
    }
    var best: (Georeference, deviation: Double)?
    let exact = plane.map { (TransformationMethod.polynomial(order: 1), Optional($0), step: 16) }
    let others = PixelLayout.candidates(around: known[known.count / 2])
    for (method, plane, step) in [exact].compactMap(\.self) + others {
      let chosen = points.indices.filter {
        ($0 / PixelLayout.side) % step == 0 && ($0 % PixelLayout.side) % step == 0
      }.map { points[$0] }
      guard
        let fit = try? MapTransformation(
          method, fitting: chosen, in: plane, isMeasured: false),
        let deviation = PixelLayout.deviation(of: fit, from: points),
        deviation < best?.1 ?? .infinity
      else { continue }
      best = (
        Georeference(
          controlPoints: chosen, size: size, method: method, plane: plane, isMeasured: false),
        deviation
      )
      if deviation <= PixelLayout.tolerance { break }
    }
    guard let best else { throw .outsideWorld }
    return best
  }

  /// Transformations from the simplest on, each with its plane and which of the samples it takes.
  private static func candidates(
    around middle: Coordinate
  ) -> [(TransformationMethod, GroundPlane?, step: Int)] {
    let zone = min(max(Int(((middle.longitude + 180) / 6).rounded(.down)) + 1, 1), 60)
    let local = GroundPlane.transverseMercator(zone: zone, isNorthern: middle.latitude >= 0)
    let web = GroundPlane.mercator(centralMeridian: 0)
    return [
      (.polynomial(order: 1), web, 16), (.polynomial(order: 1), .degrees(centralMeridian: 0), 16),
      (.polynomial(order: 1), local, 16), (.polynomial(order: 2), local, 8),
      (.polynomial(order: 2), web, 8), (.polynomial(order: 3), local, 8),
      (.polynomial(order: 3), web, 8), (.thinPlateSpline, nil, 4), (.thinPlateSpline, nil, 2),
    ]
  }

  /// The greatest error of a transformation at some points, in pixels; `nil` if it doesn't hold
  /// one.
  private static func deviation(
    of fit: MapTransformation, from points: [ControlPoint]
  ) -> Double? {
    var worst = 0.0
    for point in points {
      guard let pixel = fit.pixel(at: point.coordinate),
        let place = fit.coordinate(at: point.pixel),
        let back = fit.pixel(at: place)
      else { return nil }
      worst = max(
        worst, (pixel.upright - point.pixel.upright).length,
        (back.upright - point.pixel.upright).length)
    }
    return worst.isFinite ? worst : nil
  }
}

extension GroundPlane {
  /// The places of points; `nil` for those outside the plane, where its formulas give something,
  /// too, but not the same point back.
  package func places(of points: [PlanePoint]) -> [Coordinate?] {
    points.map { point in
      guard let place = coordinate(of: point), let back = self.point(of: place),
        (back - point).length <= 1e-9 * (abs(point.x) + abs(point.y) + 1)
      else { return nil }
      return place
    }
  }
}
