import Foundation
import Testing
import TimeWalkCore
import TimeWalkMaps
import TimeWalkTestSupport

@Suite("Transformations between planes")
struct TransformationTests {
  static let methods: [TransformationMethod] = [
    .helmert, .polynomial(order: 1), .polynomial(order: 2), .polynomial(order: 3), .thinPlateSpline,
  ]

  private func points(_ count: Int, seed: UInt64, within radius: Double = 1000) -> [PlanePoint] {
    var numbers = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      PlanePoint(
        x: .random(in: -radius...radius, using: &numbers),
        y: .random(in: -radius...radius, using: &numbers))
    }
  }

  /// The distance of two points.
  private func gap(_ a: PlanePoint, _ b: PlanePoint) -> Double { hypot(a.x - b.x, a.y - b.y) }

  @Test("A fitted similarity equals the original", arguments: 0..<10 as Range<UInt64>)
  func exactSimilarity(seed: UInt64) throws {
    let from = points(5, seed: seed)
    let (scale, angle) = (0.01 * Double(seed + 1), 0.7 * Double(seed))
    let to = from.map {
      PlanePoint(
        x: 5e6 + scale * (cos(angle) * $0.x - sin(angle) * $0.y),
        y: -3e6 + scale * (sin(angle) * $0.x + cos(angle) * $0.y))
    }
    for method in Self.methods where method.leastPoints <= 5 {
      let fit = try PlaneTransformation(method, from: from, to: to)
      for (start, end) in zip(from, to) { #expect(gap(fit(start), end) < 1e-6, "\(method)") }
      let jacobian = fit.jacobian(at: from[0])
      #expect(abs(jacobian.determinant / (scale * scale) - 1) < 1e-6, "\(method)")
      #expect(
        abs(atan2(jacobian.x.y, jacobian.x.x).distance(to: angle).remainder(dividingBy: 2 * .pi))
          < 1e-6)
    }
  }

  @Test("No other similarity has smaller squares than the Helmert transformation")
  func leastSimilarity() throws {
    let (from, to) = (points(9, seed: 3), points(9, seed: 4))
    let fit = try PlaneTransformation(.helmert, from: from, to: to)
    func squares(_ map: (PlanePoint) -> PlanePoint) -> Double {
      zip(from, to).reduce(0) { $0 + pow(gap(map($1.0), $1.1), 2) }
    }
    let least = squares { fit($0) }
    // Moved, turned or scaled a little about any point, it is worse.
    for seed in 0..<20 as Range<UInt64> {
      let change = points(2, seed: 100 + seed, within: 0.01)
      let (turn, scale) = (change[0].x, 1 + change[0].y)
      let other = squares { point in
        let p = fit(point)
        return PlanePoint(
          x: scale * (cos(turn) * p.x - sin(turn) * p.y) + change[1].x,
          y: scale * (sin(turn) * p.x + cos(turn) * p.y) + change[1].y)
      }
      #expect(other > least)
    }
    // The normal equations of a similarity a, b, c, d, by themselves.
    let residuals = zip(from, to).map { ($0, PlanePoint(x: $1.x - fit($0).x, y: $1.y - fit($0).y)) }
    #expect(abs(residuals.reduce(0) { $0 + $1.1.x }) < 1e-6)
    #expect(abs(residuals.reduce(0) { $0 + $1.1.y }) < 1e-6)
    #expect(abs(residuals.reduce(0) { $0 + $1.0.x * $1.1.x + $1.0.y * $1.1.y }) < 1e-3)
    #expect(abs(residuals.reduce(0) { $0 + $1.0.x * $1.1.y - $1.0.y * $1.1.x }) < 1e-3)
  }

  @Test("A spline goes through all its points, both ways", arguments: [4, 17, 120])
  func interpolates(count: Int) throws {
    let (from, to) = (points(count, seed: 7), points(count, seed: 8, within: 30000))
    let forth = try PlaneTransformation(.thinPlateSpline, from: from, to: to)
    let back = try PlaneTransformation(.thinPlateSpline, from: to, to: from)
    for (start, end) in zip(from, to) {
      #expect(gap(forth(start), end) < 1e-5)
      #expect(gap(back(end), start) < 1e-5)
    }
  }

  @Test("The Jacobian is the slope of the transformation", arguments: methods)
  func slopes(method: TransformationMethod) throws {
    let (from, to) = (points(25, seed: 11), points(25, seed: 12))
    let fit = try PlaneTransformation(method, from: from, to: to)
    for point in points(10, seed: 13) {
      let jacobian = fit.jacobian(at: point)
      let h = 1e-3
      let right = (
        fit(PlanePoint(x: point.x + h, y: point.y)), fit(PlanePoint(x: point.x - h, y: point.y))
      )
      let up = (
        fit(PlanePoint(x: point.x, y: point.y + h)), fit(PlanePoint(x: point.x, y: point.y - h))
      )
      #expect(abs((right.0.x - right.1.x) / (2 * h) - jacobian.x.x) < 1e-5)
      #expect(abs((right.0.y - right.1.y) / (2 * h) - jacobian.x.y) < 1e-5)
      #expect(abs((up.0.x - up.1.x) / (2 * h) - jacobian.y.x) < 1e-5)
      #expect(abs((up.0.y - up.1.y) / (2 * h) - jacobian.y.y) < 1e-5)
    }
  }

  @Test("Leaving one out is as fitting again without it", arguments: methods)
  func leaveOneOut(method: TransformationMethod) throws {
    let (from, to) = (points(14, seed: 21), points(14, seed: 22))
    let fit = try PlaneTransformation(method, from: from, to: to)
    let quick = fit.leaveOneOut(from: from, to: to)
    for index in from.indices {
      var (others, ends) = (from, to)
      others.remove(at: index)
      ends.remove(at: index)
      let without = try PlaneTransformation(method, from: others, to: ends)(from[index])
      let miss = try #require(quick[index])
      #expect(abs(miss.x - (without.x - to[index].x)) < 1e-6 * (1 + abs(miss.x)))
      #expect(abs(miss.y - (without.y - to[index].y)) < 1e-6 * (1 + abs(miss.y)))
    }
  }

  @Test("With the minimum number of points, none can be left out", arguments: methods)
  func noneSpared(method: TransformationMethod) throws {
    let (from, to) = (points(method.leastPoints, seed: 31), points(method.leastPoints, seed: 32))
    let fit = try PlaneTransformation(method, from: from, to: to)
    for (start, end) in zip(from, to) { #expect(gap(fit(start), end) < 1e-3) }
    #expect(fit.leaveOneOut(from: from, to: to).allSatisfy { $0 == nil })
  }

  @Test("One point too few is a failure", arguments: methods)
  func tooFew(method: TransformationMethod) {
    let from = points(method.leastPoints - 1, seed: 41)
    #expect(throws: FitFailure.tooFewPoints(needed: method.leastPoints)) {
      try PlaneTransformation(method, from: from, to: from)
    }
  }

  @Test("Points on a line determine a similarity alone")
  func collinear() throws {
    let from = (0..<12).map { PlanePoint(x: 17 + 310 * Double($0), y: 4400 - 127 * Double($0)) }
    let to = points(12, seed: 51)
    _ = try PlaneTransformation(.helmert, from: from, to: to)
    for method in Self.methods.dropFirst() {
      #expect(throws: FitFailure.degenerate) {
        try PlaneTransformation(method, from: from, to: to)
      }
    }
  }

  @Test("Points on a circle don't determine the second order, those on a cubic not the third")
  func onCurve() throws {
    let circle = (0..<20).map {
      PlanePoint(x: 500 + 300 * cos(0.3 * Double($0)), y: 200 + 300 * sin(0.3 * Double($0)))
    }
    _ = try PlaneTransformation(.polynomial(order: 1), from: circle, to: points(20, seed: 52))
    _ = try PlaneTransformation(.thinPlateSpline, from: circle, to: points(20, seed: 52))
    #expect(throws: FitFailure.degenerate) {
      try PlaneTransformation(.polynomial(order: 2), from: circle, to: points(20, seed: 52))
    }
    let cubic = (-10..<10).map { PlanePoint(x: 100 * Double($0), y: pow(Double($0), 3)) }
    #expect(throws: FitFailure.degenerate) {
      try PlaneTransformation(.polynomial(order: 3), from: cubic, to: points(20, seed: 53))
    }
  }

  @Test("All points in one, or not finite, are a failure")
  func onePlace() {
    let same = Array(repeating: PlanePoint(x: 3, y: 4), count: 12)
    var endless = points(12, seed: 61)
    endless[5].x = .infinity
    for method in Self.methods {
      for (from, to) in [
        (same, points(12, seed: 62)), (endless, same), (points(12, seed: 62), endless),
      ] {
        #expect(throws: FitFailure.degenerate) {
          try PlaneTransformation(method, from: from, to: to)
        }
      }
    }
  }

  @Test("A spline can't go from one place to two")
  func twice() {
    var from = points(9, seed: 71)
    from[7] = from[2]
    #expect(throws: FitFailure.samePlace(2, 7)) {
      try PlaneTransformation(.thinPlateSpline, from: from, to: points(9, seed: 72))
    }
  }

  @Test(
    "Where the points lie doesn't matter: moved by a million and scaled, the fit is the same",
    arguments: methods)
  func invariance(method: TransformationMethod) throws {
    let (from, to) = (points(30, seed: 81), points(30, seed: 82))
    func away(_ p: PlanePoint) -> PlanePoint {
      PlanePoint(x: 3e6 + 0.125 * p.x, y: 0.125 * p.y - 7e6)
    }
    let plain = try PlaneTransformation(method, from: from, to: to)
    let moved = try PlaneTransformation(method, from: from.map(away), to: to)
    for point in points(10, seed: 83) { #expect(gap(plain(point), moved(away(point))) < 1e-4) }
  }

  @Test("There and back ends off the start by at most some residuals", arguments: methods)
  func thereAndBack(method: TransformationMethod) throws {
    var numbers = SeededGenerator(seed: 91)
    let from = points(40, seed: 92)
    let to = from.map {
      PlanePoint(
        x: 3 * $0.x - $0.y + .random(in: -20...20, using: &numbers),
        y: $0.x + 3 * $0.y + .random(in: -20...20, using: &numbers))
    }
    let forth = try PlaneTransformation(method, from: from, to: to)
    let back = try PlaneTransformation(method, from: to, to: from)
    // A unit of the first plane is 3.2 of the second.
    let worst = zip(from, to).map { gap(forth($0), $1) / 10.squareRoot() }.max() ?? 0
    for point in from {
      let end = back(forth(point))
      #expect(gap(end, point) <= 2 * worst + 1e-6)
    }
  }
}
