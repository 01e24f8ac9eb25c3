/// Two pixels that show the same: one of the old picture, one of the new.
package struct PointPair: Hashable, Sendable {
  /// The old picture's pixel, measured from the middle of its top left one.
  package let then: SIMD2<Double>
  /// The new picture's.
  package let now: SIMD2<Double>

  /// Makes a pair.
  package init(then: SIMD2<Double>, now: SIMD2<Double>) {
    self.then = then
    self.now = now
  }
}

/// Aligns pictures by points that a person set.
///
/// The model depends on the number of points. With both poses known it is a pose and a field of
/// view, else a similarity from two points on. From five points on it is a homography, if that
/// predicts left-out points better than the simpler model.
package enum PointAligner {
  /// The reason why points can't be used.
  package struct Fault: Error, Sendable {
    /// One sentence for a person, without a full stop.
    package let message: String
  }

  /// The distance that points must have from each other at least, pixels.
  private static let leastDistance = 2.0
  /// The error, as a share of the width, from which points contradict each other.
  private static let contradiction = 0.15
  private static let leastForHomography = 5

  /// Aligns by points.
  ///
  /// - Parameters:
  ///   - points: at least two, in pixels of pictures of these sizes.
  ///   - thenSize: the old picture's size.
  ///   - nowSize: the new picture's size.
  ///   - views: both poses, of pictures of these sizes; `nil` if unknown.
  /// - Returns: the alignment; points always count.
  /// - Throws: ``Fault`` if there are too few, or they coincide or contradict each other.
  package static func align(
    _ points: [PointPair], thenSize: PixelSize, nowSize: PixelSize,
    views: (then: PictureView, now: PictureView)?
  ) throws(Fault) -> Alignment {
    try check(points)
    let width = Double(nowSize.width)
    var ways: [(method: Alignment.Method, fit: ([PointPair]) -> PictureTransform?)] = []
    if let views {
      ways.append((.pointsPose, { pose(through: $0, views) }))
    } else {
      ways.append((.pointsSimilarity, { similarity(through: $0) }))
    }
    if points.count >= leastForHomography {
      ways.append((.pointsHomography, { homography(through: $0) }))
    }
    var best: (method: Alignment.Method, transform: PictureTransform, error: Double)?
    for way in ways {
      guard let transform = way.fit(points), let error = errorOfOthers(points, way.fit) else {
        continue
      }
      // The simpler model stays unless the other is clearly better; points are set less precisely
      // than half a pixel.
      if let known = best, known.error < 0.5 || error > 0.8 * known.error { continue }
      best = (way.method, transform, error)
    }
    guard let best else {
      throw Fault(
        message: "the points are too close together or on one line: spread them over the picture")
    }
    let errors = points.map { distance(best.transform.place(of: $0.then), $0.now) }
    if let worst = errors.indices.max(by: { errors[$0] < errors[$1] }),
      errors.sorted()[errors.count / 2] > contradiction * width
    {
      throw Fault(
        message: "the points contradict each other: point \(worst + 1) is "
          + "\(Int(min(errors[worst], 1e6))) pixels off")
    }
    return Alignment(
      best.method, .fits,
      Alignment.Placement(
        transform: best.transform, margin: nil, uncertainty: max(0.002, best.error / width)))
  }

  private static func check(_ points: [PointPair]) throws(Fault) {
    guard points.count >= 2 else {
      throw Fault(message: "at least two points are needed, not \(points.count)")
    }
    for (index, point) in points.enumerated() {
      for (other, earlier) in points.prefix(index).enumerated() {
        for (a, b, picture) in [
          (point.then, earlier.then, "old"), (point.now, earlier.now, "new"),
        ] where distance(a, b) < leastDistance {
          throw Fault(
            message: "points \(other + 1) and \(index + 1) are the same in the \(picture) picture")
        }
      }
    }
  }

  private static func distance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    let difference = a - b
    let squared = (difference * difference).sum()
    return squared.isFinite ? squared.squareRoot() : .infinity
  }

  /// The median error of left-out points, each left out once; for two points, their own error.
  private static func errorOfOthers(
    _ points: [PointPair], _ fit: ([PointPair]) -> PictureTransform?
  ) -> Double? {
    guard points.count > 2 else {
      guard let way = fit(points) else { return nil }
      return points.map { distance(way.place(of: $0.then), $0.now) }.max()
    }
    let errors = points.indices.map { index in
      var others = points
      let point = others.remove(at: index)
      guard let way = fit(others) else { return Double.infinity }
      return distance(way.place(of: point.then), point.now)
    }
    return errors.sorted()[errors.count / 2]
  }

  /// Moved, turned and scaled: least squares on complex numbers, now = a then + b.
  private static func similarity(through points: [PointPair]) -> PictureTransform? {
    let count = Double(points.count)
    let then = points.reduce(SIMD2<Double>()) { $0 + $1.then } / count
    let now = points.reduce(SIMD2<Double>()) { $0 + $1.now } / count
    var (real, imaginary, energy) = (0.0, 0.0, 0.0)
    for point in points {
      let (a, b) = (point.then - then, point.now - now)
      real += (a * b).sum()
      imaginary += a.x * b.y - a.y * b.x
      energy += (a * a).sum()
    }
    guard energy > 1e-9 else { return nil }
    let (c, s) = (real / energy, imaginary / energy)
    guard c * c + s * s > 1e-12 else { return nil }
    return .homography(
      Homography([
        [c, -s, now.x - c * then.x + s * then.y], [s, c, now.y - s * then.x - c * then.y],
        [0, 0, 1],
      ]))
  }

  /// Another heading, pitch, roll and field of view of the old picture, by Gauss and Newton's
  /// method.
  private static func pose(
    through points: [PointPair], _ views: (then: PictureView, now: PictureView)
  ) -> PictureTransform? {
    var change = PoseChange()
    for _ in 0..<30 {
      let slopes = PoseSlopes(views.then, views.now, at: change)
      let way = PictureTransform.views(then: views.then.changed(by: change), now: views.now)
      var equations = NormalEquations()
      for point in points {
        // The slope where the point lies now; the start may be far off.
        let place = way.place(of: point.then)
        guard let slope = slopes.slope(at: place) else { return nil }
        equations.add(slope.across, point.now.x - place.x, weight: 1)
        equations.add(slope.down, point.now.y - place.y, weight: 1)
      }
      guard let step = equations.solved() else { return nil }
      let limit = SIMD4<Double>(15, 15, 15, 0.3)
      change = PoseChange(
        change.values + step.clamped(lowerBound: -limit, upperBound: limit))
      let view = views.then.changed(by: change)
      guard abs(view.pitch) <= 90,
        (1...179).contains(view.fieldOfView) || view.projection != .rectilinear
      else { return nil }
      if (step * step).max() < 1e-14 { break }
    }
    return .views(then: views.then.changed(by: change), now: views.now)
  }

  /// The direct linear transform, with points normalised and the last number 1.
  ///
  /// After R. Hartley and A. Zisserman, "Multiple View Geometry", 2004, 4.1.
  private static func homography(through points: [PointPair]) -> PictureTransform? {
    guard points.count >= 4, let from = normalisation(points.map(\.then)),
      let to = normalisation(points.map(\.now)), let back = to.inverse
    else { return nil }
    var rows = [[Double]](repeating: Array(repeating: 0, count: 9), count: 8)
    for point in points {
      let (a, b) = (from.place(of: point.then), to.place(of: point.now))
      for (equation, value) in [
        ([a.x, a.y, 1, 0, 0, 0, -b.x * a.x, -b.x * a.y], b.x),
        ([0, 0, 0, a.x, a.y, 1, -b.y * a.x, -b.y * a.y], b.y),
      ] {
        for row in 0..<8 {
          for column in 0..<8 { rows[row][column] += equation[row] * equation[column] }
          rows[row][8] += equation[row] * value
        }
      }
    }
    guard let solved = eliminated(rows) else { return nil }
    let way = Homography([Array(solved[0..<3]), Array(solved[3..<6]), [solved[6], solved[7], 1]])
    // A transform that turns a corner inside out doesn't occur with cameras.
    guard points.allSatisfy({ way.place(of: from.place(of: $0.then)).x.isFinite }) else {
      return nil
    }
    let whole = back.after(way).after(from).normalised
    return whole.inverse.map { _ in .homography(whole) }
  }

  /// Moves points around 0 and scales them to about 1.
  private static func normalisation(_ points: [SIMD2<Double>]) -> Homography? {
    let middle = points.reduce(SIMD2<Double>(), +) / Double(points.count)
    let size = points.reduce(0) { $0 + distance($1, middle) } / Double(points.count)
    guard size > 1e-9 else { return nil }
    return Homography([
      [1 / size, 0, -middle.x / size], [0, 1 / size, -middle.y / size], [0, 0, 1],
    ])
  }

  /// Solves equations by Gauss's elimination; `nil` if they don't determine all unknowns.
  private static func eliminated(_ equations: [[Double]]) -> [Double]? {
    var rows = equations
    for pivot in rows.indices {
      let best = (pivot..<rows.count).max { abs(rows[$0][pivot]) < abs(rows[$1][pivot]) } ?? pivot
      rows.swapAt(pivot, best)
      guard abs(rows[pivot][pivot]) > 1e-9 else { return nil }
      for row in rows.indices where row != pivot {
        let factor = rows[row][pivot] / rows[pivot][pivot]
        for column in pivot...rows.count { rows[row][column] -= factor * rows[pivot][column] }
      }
    }
    return rows.indices.map { rows[$0][rows.count] / rows[$0][$0] }
  }
}
