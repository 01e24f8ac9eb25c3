/// The square of ground that a crop of a map shows, north up, with the place in its middle.
package struct MapFrame: Hashable, Sendable {
  /// Pixels of a side.
  package let side: Int
  /// Metres of ground for a pixel.
  package let metresPerPixel: Double

  /// The largest side, and the least on which marks can be read.
  package static let largestSide = 1400, smallestSide = 600
  /// The greatest enlargement of a map.
  package static let mostEnlargement = 2.0

  /// Metres from the middle to each edge.
  package var radius: Double { Double(side) * metresPerPixel / 2 }

  /// The frame around a place for a radius and a map's resolution there.
  ///
  /// A map that is finer than the largest frame is reduced. A coarse one is enlarged up to
  /// ``mostEnlargement``; beyond that, the frame shows more ground than requested. The result is
  /// `nil` unless both numbers are positive.
  ///
  /// - Parameters:
  ///   - radius: the distance from the middle to each edge, in metres.
  ///   - resolution: Metres of ground for a pixel of the map.
  package init?(radius: Double, resolution: Double) {
    guard radius.isFinite, resolution.isFinite, radius > 0, resolution > 0 else { return nil }
    let natural = 2 * radius / resolution
    side = min(Self.largestSide, max(Self.smallestSide, Int(min(natural, 1e6).rounded())))
    metresPerPixel = max(2 * radius / Double(side), resolution / Self.mostEnlargement)
  }
}

extension MapFrame {
  /// A frame that several maps share, for overlays; `nil` unless both numbers are positive.
  ///
  /// - Parameters:
  ///   - side: Pixels of a side.
  ///   - radius: Metres from the middle to each edge.
  package init?(side: Int, radius: Double) {
    guard side > 0, radius.isFinite, radius > 0 else { return nil }
    self.side = side
    metresPerPixel = 2 * radius / Double(side)
  }
}

/// The positions of a frame's pixels in a map's picture, for every sixteenth pixel of the frame.
package struct MapGrid: Sendable {
  /// The frame.
  package let frame: MapFrame
  /// The positions of the nodes: pixels of the whole upright picture from its top left corner; NaN
  /// outside the map.
  private let places: [SIMD2<Double>]
  private let columns: Int

  /// Computes the position of each node.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - place: The position of a spot in the picture, given in metres east and north of the
  ///     frame's middle. It is in pixels of the whole upright picture from its top left corner; the
  ///     first pixel's middle is at 0.5, 0.5. `nil` outside the picture.
  package init(
    _ frame: MapFrame, place: (_ east: Double, _ north: Double) -> SIMD2<Double>?
  ) {
    self.frame = frame
    let middle = Double(frame.side - 1) / 2
    let net = SamplingNet(width: frame.side, height: frame.side) { _ in .zero }
    columns = net.columns
    var places: [SIMD2<Double>] = []
    places.reserveCapacity(net.places.count / 2)
    for node in 0..<net.places.count / 2 {
      let x = Double(node % net.columns * SamplingNet.step)
      let y = Double(node / net.columns * SamplingNet.step)
      let found = place(
        (x - middle) * frame.metresPerPixel, (middle - y) * frame.metresPerPixel)
      places.append(found ?? SIMD2(.nan, .nan))
    }
    self.places = places
  }

  /// The part of the picture that the frame needs, and its scale; `nil` if the map shows nothing of
  /// it.
  package var question: PartQuestion? {
    let known = places.filter { Self.isPlace($0) }
    guard var least = known.first, var most = known.first else { return nil }
    for place in known {
      least = pointwiseMin(least, place)
      most = pointwiseMax(most, place)
    }
    // A margin for the filters.
    let margin = SIMD2(repeating: 4 * step + 2)
    least -= margin
    most += margin
    return PartQuestion(
      region: PixelRegion(
        x: Int(least.x.rounded(.down)), y: Int(least.y.rounded(.down)),
        width: Int((most.x - least.x).rounded(.up)) + 1,
        height: Int((most.y - least.y).rounded(.up)) + 1),
      step: max(1, step))
  }

  /// A number that a picture's side could be; a spline may go anywhere beyond its points.
  private static func isPlace(_ place: SIMD2<Double>) -> Bool {
    abs(place.x) <= 1_000_000 && abs(place.y) <= 1_000_000
  }

  /// The number of the picture's pixels for one of the frame along a side.
  ///
  /// It is the median over the frame, or nearly the 95th percentile; 1 if unknown. A map that is
  /// finer than that may alias a little; coarser parts are not blurred for it.
  var step: Double {
    var steps: [Double] = []
    for node in places.indices where node % columns + 1 < columns {
      for next in [node + 1, node + columns] where next < places.count {
        guard Self.isPlace(places[node]), Self.isPlace(places[next]) else { continue }
        let move = places[next] - places[node]
        steps.append((move * move).sum().squareRoot() / Double(SamplingNet.step))
      }
    }
    guard !steps.isEmpty else { return 1 }
    steps.sort()
    return max(steps[steps.count / 2], steps[steps.count * 19 / 20] / 1.4)
  }

  /// The net that samples a part's plane, in its pixels.
  func net(of place: PartPlace) -> SamplingNet {
    var node = 0
    return SamplingNet(width: frame.side, height: frame.side) { _ in
      defer { node += 1 }
      guard Self.isPlace(places[node]) else { return SIMD2(.nan, .nan) }
      return (places[node] - place.corner) / place.step - 0.5
    }
  }
}
