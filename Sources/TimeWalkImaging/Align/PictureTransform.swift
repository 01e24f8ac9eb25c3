/// The way from one picture's pixels to another's, counted from the middle of the top left one.
package enum PictureTransform: Hashable, Sendable {
  /// Both cameras are in one place and look in their directions.
  case views(then: PictureView, now: PictureView)
  /// Straight lines stay straight.
  case homography(Homography)

  /// The new picture's pixel for one of the old; NaN if there is none.
  package func place(of pixel: SIMD2<Double>) -> SIMD2<Double> {
    switch self {
    case .homography(let way): way.place(of: pixel)
    case .views(let then, let now):
      ViewRays(now).pixel(in: ViewRays(then).direction(of: pixel))
    }
  }

  /// The inverse, as a function for many pixels; `nil` if there is none.
  var back: ((SIMD2<Double>) -> SIMD2<Double>)? {
    switch self {
    case .homography(let way): way.inverse.map { inverse in { inverse.place(of: $0) } }
    case .views(let then, let now):
      { [thenRays = ViewRays(then), nowRays = ViewRays(now)] in
        thenRays.pixel(in: nowRays.direction(of: $0))
      }
    }
  }

  /// The same way to a new picture of another size.
  package func leading(to size: PixelSize, from aligned: PixelSize) -> PictureTransform {
    switch self {
    case .views(let then, let now): .views(then: then, now: now.resized(to: size))
    case .homography(let way):
      .homography(Homography.scaling(aligned, to: size).after(way))
    }
  }

  /// The median distance from another way, in the new picture's pixels, over a grid of the old
  /// picture.
  func distance(to other: PictureTransform, _ size: PixelSize) -> Double {
    var distances: [Double] = []
    for row in 1..<6 {
      for column in 1..<6 {
        let pixel = SIMD2(
          Double(size.width * column) / 6, Double(size.height * row) / 6)
        let move = other.place(of: pixel) - place(of: pixel)
        let distance = (move * move).sum().squareRoot()
        distances.append(distance.isFinite ? distance : .infinity)
      }
    }
    return distances.sorted()[distances.count / 2]
  }

  /// The same as a homography; `nil` for a cylinder, which bends straight lines.
  package var homography: Homography? {
    guard case .views(let then, let now) = self else {
      if case .homography(let way) = self { return way }
      return nil
    }
    guard then.projection == .rectilinear, now.projection == .rectilinear else { return nil }
    return ViewRays(now).plane.inverse?.after(ViewRays(then).plane).normalised
  }
}

/// The way between two pictures as their files store them: of their whole size, before they are
/// turned upright.
package struct StoredTransform: Sendable {
  /// A picture as it is stored, and the size in which it was aligned.
  package struct Picture: Sendable {
    /// The size as stored.
    package let stored: PixelSize
    /// From stored pixels to those that were aligned.
    package let way: Homography

    /// Sets how a picture is stored.
    package init(stored: PixelSize, orientation: Orientation, aligned: PixelSize) {
      self.stored = stored
      let upright = orientation.swapsSides ? stored.turned : stored
      way = Homography.scaling(upright, to: aligned)
        .after(orientation.uprightPlace(stored: stored))
    }

    /// Sets how a picture's pixels become the aligned ones.
    package init(size: PixelSize, way: Homography) {
      stored = size
      self.way = way
    }
  }

  /// A grid over the old picture with each node's pixel of the new one; between nodes it is
  /// bilinear.
  package struct Mesh: Codable, Hashable, Sendable {
    /// The columns of the nodes, rising.
    package let xs: [Double]
    /// The rows of the nodes, rising.
    package let ys: [Double]
    /// For each row, for each column, the new picture's x and y.
    package let to: [[[Double]]]
  }

  private let transform: PictureTransform
  private let then: Picture, now: Picture

  /// Makes the way between stored pictures from that between the aligned ones.
  package init(_ transform: PictureTransform, then: Picture, now: Picture) {
    self.transform = transform
    self.then = then
    self.now = now
  }

  /// The transform as a homography; `nil` for other kinds.
  package var homography: Homography? {
    guard let way = transform.homography, let back = now.way.inverse else { return nil }
    return back.after(way).after(then.way).normalised
  }

  /// Nodes on each side of a mesh.
  private static let nodes = 33
  /// The maximum distance of a mesh's nodes from the new picture, in its widths; farther ones are
  /// left out.
  private static let farthest = 4.0

  /// The way as a mesh over as much of the old picture as lies before the new one's camera.
  package var mesh: Mesh {
    func steps(_ length: Int) -> [Double] {
      (0..<Self.nodes).map { Double(length - 1) * Double($0) / Double(Self.nodes - 1) }
    }
    let back = now.way.inverse ?? .identity
    let limit = Self.farthest * Double(max(now.stored.width, now.stored.height))
    func place(_ x: Double, _ y: Double) -> [Double]? {
      let found = back.place(of: transform.place(of: then.way.place(of: SIMD2(x, y))))
      guard abs(found.x) < limit, abs(found.y) < limit else { return nil }
      return [found.x, found.y]
    }
    let (xs, ys) = (steps(then.stored.width), steps(then.stored.height))
    // Whole columns and rows are removed; the rest is then a grid.
    let keptXs = xs.filter { x in ys.contains { place(x, $0) != nil } }
    let keptYs = ys.filter { y in
      keptXs.allSatisfy { place($0, y) != nil }
    }
    let columns = keptXs.filter { x in keptYs.allSatisfy { place(x, $0) != nil } }
    return Mesh(
      xs: columns, ys: keptYs,
      to: keptYs.map { y in columns.map { place($0, y) ?? [0, 0] } })
  }
}
