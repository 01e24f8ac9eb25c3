import TimeWalkCore

/// A map's placement: its transformation and outline, if any, and the findings.
package struct MapPlacement: Sendable {
  /// The transformation from its pixels to the ground; `nil` if a finding prevents that.
  package private(set) var transformation: MapTransformation?
  /// The ground that it shows; `nil` if a finding prevents that.
  package private(set) var outline: Outline?
  /// The findings, in the order of the work.
  package private(set) var findings: [MapFinding] = []

  /// Places a map.
  ///
  /// If the control points don't determine the requested transformation, a simpler one is used: a
  /// polynomial of the first order, then a Helmert transformation. A finding reports it.
  package init(of georeference: Georeference) {
    var map = georeference
    map.controlPoints = unrepeated(map.controlPoints)
    if let plane = map.plane,
      let point = map.controlPoints.firstIndex(where: { plane.point(of: $0.coordinate) == nil })
    {
      findings.append(.outsidePlane(point))
      map.plane = nil
    }
    let mask = checkedMask(of: map)
    guard let fit = fitted(map) else { return }
    transformation = fit
    guard let mask else { return }
    let pixels = toCheck(mask)
    checkSides(of: fit, at: pixels + map.controlPoints.map(\.pixel))
    do {
      outline = try Outline(showing: mask, by: fit)
    } catch {
      findings.append(.outline(error))
    }
  }

  private mutating func unrepeated(_ points: [ControlPoint]) -> [ControlPoint] {
    var pixels: [PixelPoint: Int] = [:]
    var places: [Coordinate: Int] = [:]
    var kept: [ControlPoint] = []
    for (index, point) in points.enumerated() {
      let place = point.coordinate.with(horizontalAccuracy: nil)
      let (pixel, same) = (pixels[point.pixel], places[place])
      if let pixel, points[pixel].coordinate.with(horizontalAccuracy: nil) == place {
        findings.append(.repeated(pixel, index))
        continue
      }
      if let other = pixel ?? same { findings.append(.samePlace(other, index)) }
      pixels[point.pixel] = pixel ?? index
      places[place] = same ?? index
      kept.append(point)
    }
    return kept
  }

  private mutating func fitted(_ map: Georeference) -> MapTransformation? {
    var methods: [TransformationMethod] = [.polynomial(order: 1), .helmert]
    if map.method == .helmert { methods.removeFirst() }
    if !methods.contains(map.method) { methods.insert(map.method, at: 0) }
    var failure: FitFailure?
    for method in methods {
      do {
        let fit = try MapTransformation(
          method, fitting: map.controlPoints, in: map.plane, isMeasured: map.isMeasured)
        if let failure { findings.append(finding(failure, of: map, used: method)) }
        return fit
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { findings.append(finding(failure, of: map, used: nil)) }
    return nil
  }

  private func finding(
    _ failure: FitFailure, of map: Georeference, used: TransformationMethod?
  ) -> MapFinding {
    switch failure {
    case .tooFewPoints:
      .tooFewPoints(map.method, count: map.controlPoints.count, used: used)
    case .degenerate, .samePlace: .degenerate(map.method, used: used)
    }
  }

  /// The mask without repeated points; `nil` if it is invalid.
  private mutating func checkedMask(of map: Georeference) -> [PixelPoint]? {
    guard
      let given = map.mask
        ?? map.size.map({ size in
          let (width, height) = (Double(size.width), Double(size.height))
          return [(0, 0), (width, 0), (width, height), (0, height)].map {
            PixelPoint(x: $0.0, y: $0.1)
          }
        })
    else {
      findings.append(.sizeUnknown)
      return nil
    }
    var mask: [PixelPoint] = []
    for point in given where point != mask.last { mask.append(point) }
    if mask.count > 1, mask.first == mask.last { mask.removeLast() }
    guard mask.count >= 3 else {
      findings.append(.maskTooSmall)
      return nil
    }
    guard mask.count <= Outline.mostCorners else {
      findings.append(.maskTooLarge)
      return nil
    }
    if let crossing = EdgeCrossing(in: [mask.map(\.upright)]) {
      findings.append(.maskCrosses(crossing.first.index, crossing.second.index))
      return nil
    }
    if let size = map.size,
      let corner = mask.firstIndex(where: {
        !(-1...Double(size.width) + 1).contains($0.x)
          || !(-1...Double(size.height) + 1).contains($0.y)
      })
    {
      findings.append(.maskOutsidePicture(corner))
    }
    return mask
  }

  /// Spots within a mask: its corners, and a grid.
  private func toCheck(_ mask: [PixelPoint]) -> [PixelPoint] {
    let ring = mask.map(\.upright)
    let (xs, ys) = (mask.map(\.x).sorted(), mask.map(\.y).sorted())
    guard let west = xs.first, let east = xs.last, let top = ys.first, let bottom = ys.last else {
      return []
    }
    let steps = (0..<24).map { (Double($0) + 0.5) / 24 }
    let grid = steps.flatMap { row in
      steps.map { PixelPoint(x: west + $0 * (east - west), y: top + row * (bottom - top)) }
    }
    return mask + grid.filter { ring.holds($0.upright) }
  }

  /// Looks whether the map is turned over as a whole, or folds somewhere.
  private mutating func checkSides(of map: MapTransformation, at pixels: [PixelPoint]) {
    let starts = map.controlPoints.map(\.pixel.upright)
    let ends = map.controlPoints.compactMap { map.plane.point(of: $0.coordinate) }
    guard
      let plain = try? PlaneTransformation(.polynomial(order: 1), from: starts, to: ends)
    else { return }
    let side = plain.jacobian(at: starts[0]).determinant
    if side < 0 { findings.append(.mirrored) }
    guard map.method != .helmert,
      let fold = pixels.first(where: {
        map.toPlane.jacobian(at: $0.upright).determinant * side <= 0
      })
    else { return }
    findings.append(.folds(fold))
  }
}
