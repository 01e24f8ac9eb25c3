import Glibc

/// The reason why no transformation can be fitted.
package enum FitFailure: Error, Hashable, Sendable {
  /// There are fewer pairs than the method needs.
  case tooFewPoints(needed: Int)
  /// The points lie on a line, or on a curve of the method's order, or close together.
  case degenerate
  /// Two points of a spline lie at one place: their places in the list, from 0.
  case samePlace(Int, Int)
}

/// A transformation of one plane into another, fitted to pairs of points.
///
/// It leads one way. The way back is a separate fit with swapped pairs, as in GDAL: polynomials and
/// splines have no inverse of their kind. A point that goes there and back therefore ends off its
/// start, by about the residuals. Control points of a spline return exactly. The units are those of
/// the planes.
package struct PlaneTransformation: Sendable {
  /// The kind of transformation.
  package let method: TransformationMethod
  private let source: Normalization
  private let target: Normalization
  private let terms: Terms

  /// The fit between the normalized planes.
  private enum Terms: Sendable {
    /// `a + bi` times a point as a complex number.
    case similarity(a: Double, b: Double)
    /// The coefficients for each axis, in the order of `powers`.
    case polynomial(x: [Double], y: [Double])
    /// The points with their weights, and the first order's three terms for each axis.
    case spline(knots: [Knot], x: [Double], y: [Double])
  }

  /// A point of a spline, and how strongly it pulls either axis.
  private struct Knot: Sendable {
    var x, y, pullX, pullY: Double
  }

  /// Fits a transformation that leads from the first points to the second.
  ///
  /// A spline goes through all pairs; the others leave the smallest sum of squares in the second
  /// plane. Throws where the pairs don't determine it. A spline of n pairs takes time by n cubed.
  package init(
    _ method: TransformationMethod, from: [PlanePoint], to: [PlanePoint]
  ) throws(FitFailure) {
    precondition(from.count == to.count)
    guard from.count >= method.leastPoints else {
      throw .tooFewPoints(needed: method.leastPoints)
    }
    self.method = method
    guard let source = Normalization(from), let target = Normalization(to) else {
      throw .degenerate
    }
    self.source = source
    self.target = target
    let (starts, ends) = (from.map(source.normalized), to.map(target.normalized))
    switch method {
    case .helmert: terms = PlaneTransformation.similarity(starts, ends)
    case .polynomial(let order):
      terms = try PlaneTransformation.polynomial(order: order, starts, ends)
    case .thinPlateSpline: terms = try PlaneTransformation.spline(starts, ends)
    }
  }

  /// The new position of a point.
  package func callAsFunction(_ point: PlanePoint) -> PlanePoint {
    let p = source.normalized(point)
    switch terms {
    case .similarity(let a, let b):
      return target.original(PlanePoint(x: a * p.x - b * p.y, y: b * p.x + a * p.y))
    case .polynomial(let x, let y):
      let powers = PlaneTransformation.powers(p)
      var sum = PlanePoint(x: 0, y: 0)
      for index in 0..<x.count {
        sum.x += x[index] * powers[index]
        sum.y += y[index] * powers[index]
      }
      return target.original(sum)
    case .spline(let knots, let x, let y):
      var sum = PlanePoint(
        x: x[0] + x[1] * p.x + x[2] * p.y, y: y[0] + y[1] * p.x + y[2] * p.y)
      for knot in knots {
        let (dx, dy) = (p.x - knot.x, p.y - knot.y)
        let bend = PlaneTransformation.bend(dx * dx + dy * dy)
        sum.x += knot.pullX * bend
        sum.y += knot.pullY * bend
      }
      return target.original(sum)
    }
  }

  /// The change of the second plane with the first at a point.
  package func jacobian(at point: PlanePoint) -> Jacobian {
    let p = source.normalized(point)
    let along: (x: PlanePoint, y: PlanePoint)
    switch terms {
    case .similarity(let a, let b): along = (PlanePoint(x: a, y: b), PlanePoint(x: -b, y: a))
    case .polynomial(let x, let y):
      let (byX, byY) = PlaneTransformation.powerSlopes(p)
      func sum(_ slopes: [Double]) -> PlanePoint {
        PlanePoint(
          x: zip(x, slopes).reduce(0) { $0 + $1.0 * $1.1 },
          y: zip(y, slopes).reduce(0) { $0 + $1.0 * $1.1 })
      }
      along = (sum(byX), sum(byY))
    case .spline(let knots, let x, let y):
      var sums = (x: PlanePoint(x: x[1], y: y[1]), y: PlanePoint(x: x[2], y: y[2]))
      for knot in knots {
        let (dx, dy) = (p.x - knot.x, p.y - knot.y)
        let square = dx * dx + dy * dy
        guard square > 0 else { continue }
        let slope = 2 * (log(square) + 1)
        sums.x = sums.x + slope * dx * PlanePoint(x: knot.pullX, y: knot.pullY)
        sums.y = sums.y + slope * dy * PlanePoint(x: knot.pullX, y: knot.pullY)
      }
      along = sums
    }
    let scale = target.radius / source.radius
    return Jacobian(x: scale * along.x, y: scale * along.y)
  }

  /// The error at each pair if the transformation were fitted without it: where its first point
  /// comes to lie, less its second point; `nil` if the other pairs don't determine it.
  ///
  /// The points must be those of the fit. The fit isn't repeated: the error is the residual divided
  /// by one minus the leverage (D. M. Allen, Technometrics 16, 1974: PRESS). For a spline it is the
  /// weight divided by the diagonal of the inverse (S. Rippa, Advances in Computational Mathematics
  /// 11, 1999). For a spline of n pairs the time grows with n cubed.
  package func leaveOneOut(from: [PlanePoint], to: [PlanePoint]) -> [PlanePoint?] {
    let starts = from.map(source.normalized)
    let residuals = zip(from, to).map { self($0) - $1 }
    switch terms {
    case .similarity:
      // In complex numbers, this is the regression of one variable: a mean and a slope.
      let squares = starts.reduce(0) { $0 + $1.square }
      let count = Double(starts.count)
      return zip(residuals, starts).map { residual, start in
        PlaneTransformation.spared(residual, leverage: 1 / count + start.square / squares)
      }
    case .polynomial:
      let rows = starts.map { Array(PlaneTransformation.powers($0)[..<method.leastPoints]) }
      guard
        let fit = LeastSquares(
          PlaneTransformation.matrix(rows), Matrix(rows: rows.count, columns: 0))
      else { return residuals.map { _ in nil } }
      return zip(residuals, rows).map { residual, row in
        PlaneTransformation.spared(residual, leverage: fit.leverage(of: row))
      }
    case .spline(let knots, _, _):
      let system = PlaneTransformation.splineSystem(starts)
      var unit = Matrix(rows: system.rows, columns: starts.count)
      for index in starts.indices { unit[index, index] = 1 }
      guard starts.count > method.leastPoints, let inverse = system.solved(for: unit) else {
        return residuals.map { _ in nil }
      }
      // A pair has no error if the others lie on a line without it.
      return knots.enumerated().map { index, knot in
        let diagonal = inverse[index, index]
        guard abs(diagonal) > 1e-9 else { return nil }
        return -target.radius / diagonal * PlanePoint(x: knot.pullX, y: knot.pullY)
      }
    }
  }

  private static func spared(_ residual: PlanePoint, leverage: Double) -> PlanePoint? {
    leverage < 1 - 1e-9 ? 1 / (1 - leverage) * residual : nil
  }
}

/// The partial derivatives of a transformation at a point.
package struct Jacobian: Hashable, Sendable {
  /// The step in the second plane for a step of 1 to the right in the first.
  package var x: PlanePoint
  /// The step in the second plane for a step of 1 upwards in the first.
  package var y: PlanePoint

  /// The factor by which an area becomes larger; negative where the plane is turned over.
  package var determinant: Double { x.x * y.y - x.y * y.x }
}

// Fitting, between planes of radius 1 around 0.
extension PlaneTransformation {
  /// A plane translated and scaled uniformly: its points lie in a circle of radius 1.
  private struct Normalization: Sendable {
    let center: PlanePoint
    let radius: Double

    /// `nil` if all points coincide or are not finite.
    init?(_ points: [PlanePoint]) {
      let sum = points.reduce(PlanePoint(x: 0, y: 0), +)
      let center = 1 / Double(points.count) * sum
      let radius = points.reduce(0) { max($0, ($1 - center).length) }
      guard radius > 0, radius.isFinite, (1 / radius).isFinite else { return nil }
      self.center = center
      self.radius = radius
    }

    func normalized(_ point: PlanePoint) -> PlanePoint { 1 / radius * (point - center) }
    func original(_ point: PlanePoint) -> PlanePoint { center + radius * point }
  }

  /// The least-squares similarity: the means coincide, and the rest is one complex factor.
  ///
  /// That is B. K. P. Horn's solution, J. Optical Society of America A 4 (1987), in the plane.
  private static func similarity(_ starts: [PlanePoint], _ ends: [PlanePoint]) -> Terms {
    var (a, b, squares) = (0.0, 0.0, 0.0)
    for (start, end) in zip(starts, ends) {
      a += start.x * end.x + start.y * end.y
      b += start.x * end.y - start.y * end.x
      squares += start.square
    }
    return .similarity(a: a / squares, b: b / squares)
  }

  private static func polynomial(
    order: Int, _ starts: [PlanePoint], _ ends: [PlanePoint]
  ) throws(FitFailure) -> Terms {
    precondition((1...3).contains(order))
    let count = (order + 1) * (order + 2) / 2
    let rows = starts.map { Array(powers($0)[..<count]) }
    let right = matrix(ends.map { [$0.x, $0.y] })
    guard let fit = LeastSquares(matrix(rows), right) else { throw .degenerate }
    return .polynomial(
      x: (0..<count).map { fit.solution[$0, 0] }, y: (0..<count).map { fit.solution[$0, 1] })
  }

  /// The thin plate spline through all pairs.
  ///
  /// The system is that of F. L. Bookstein, "Principal warps", IEEE Transactions on Pattern
  /// Analysis and Machine Intelligence 11 (1989).
  private static func spline(
    _ starts: [PlanePoint], _ ends: [PlanePoint]
  ) throws(FitFailure) -> Terms {
    var seen: [PlanePoint: Int] = [:]
    for (index, start) in starts.enumerated() {
      if let other = seen.updateValue(index, forKey: start) { throw .samePlace(other, index) }
    }
    // The spline's first order isn't determined by points on a line.
    _ = try polynomial(order: 1, starts, ends)
    let system = splineSystem(starts)
    var right = Matrix(rows: system.rows, columns: 2)
    for (index, end) in ends.enumerated() {
      right[index, 0] = end.x
      right[index, 1] = end.y
    }
    guard let solution = system.solved(for: right) else { throw .degenerate }
    let count = starts.count
    let knots = starts.enumerated().map { index, start in
      Knot(x: start.x, y: start.y, pullX: solution[index, 0], pullY: solution[index, 1])
    }
    return .spline(
      knots: knots, x: (0..<3).map { solution[count + $0, 0] },
      y: (0..<3).map { solution[count + $0, 1] })
  }

  /// Each pair's bends, and the three conditions under which the sheet is flat far away.
  private static func splineSystem(_ starts: [PlanePoint]) -> Matrix {
    let count = starts.count
    var system = Matrix(rows: count + 3, columns: count + 3)
    for (row, start) in starts.enumerated() {
      for (column, other) in starts.enumerated() where column < row {
        let value = bend((start - other).square)
        system[row, column] = value
        system[column, row] = value
      }
      for (term, value) in [1, start.x, start.y].enumerated() {
        system[row, count + term] = value
        system[count + term, row] = value
      }
    }
    return system
  }

  /// The sheet's height at a distance from its lifted point; the square of the distance is given.
  @inline(__always)
  private static func bend(_ square: Double) -> Double { square > 0 ? square * log(square) : 0 }

  private static func matrix(_ rows: [[Double]]) -> Matrix {
    var matrix = Matrix(rows: rows.count, columns: rows.first?.count ?? 0)
    matrix.values = rows.flatMap { $0 }
    return matrix
  }

  /// The terms of a polynomial of order 3; the first three and six are those of orders 1 and 2.
  private static func powers(_ p: PlanePoint) -> [Double] {
    let (x, y) = (p.x, p.y)
    return [1, x, y, x * x, x * y, y * y, x * x * x, x * x * y, x * y * y, y * y * y]
  }

  /// The derivatives of `powers` along x and along y.
  private static func powerSlopes(_ p: PlanePoint) -> (x: [Double], y: [Double]) {
    let (x, y) = (p.x, p.y)
    return (
      [0, 1, 0, 2 * x, y, 0, 3 * x * x, 2 * x * y, y * y, 0],
      [0, 0, 1, 0, x, 2 * y, 0, x * x, 2 * x * y, 3 * y * y]
    )
  }
}
