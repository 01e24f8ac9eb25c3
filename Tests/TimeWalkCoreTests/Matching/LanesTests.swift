import Testing
@testable import TimeWalkCore
import Glibc

@Suite("Eight numbers at a time")
struct LanesTests {
  /// The largest difference from the truth over evenly spread numbers.
  private static func error(
    over range: ClosedRange<Double>, steps: Int = 20_000, _ function: (Lanes) -> Lanes,
    against truth: (Double) -> Double, relative: Bool = false
  ) -> Double {
    var worst = 0.0
    for first in stride(from: 0, through: steps, by: Lanes.count) {
      var x = Lanes.zero
      for lane in 0..<Lanes.count {
        let share = Double(min(first + lane, steps)) / Double(steps)
        x[lane] = Float(range.lowerBound + (range.upperBound - range.lowerBound) * share)
      }
      let y = function(x)
      for lane in 0..<Lanes.count {
        let expected = truth(Double(x[lane]))
        let error = abs(Double(y[lane]) - expected)
        // NaN isn't a small error.
        guard error.isFinite else { return .infinity }
        worst = max(worst, relative ? error / abs(expected) : error)
      }
    }
    return worst
  }

  @Test("Sines and cosines of three turns either way are right to 4 in a million")
  func sines() {
    let range = -1080.0...1080
    // Beyond a turn, a degree's own rounding is added: 1080 is exact to 6e-5 degrees.
    #expect(Self.error(over: -360...360, \.sineOfDegrees) { sin($0 * .pi / 180) } <= 4e-6)
    #expect(Self.error(over: -270...270, \.cosineOfDegrees) { cos($0 * .pi / 180) } <= 4e-6)
    #expect(Self.error(over: range, \.sineOfDegrees) { sin($0 * .pi / 180) } <= 5e-6)
    #expect(Self.error(over: range, \.cosineOfDegrees) { cos($0 * .pi / 180) } <= 6e-6)
  }

  @Test("The exponential is right to 5 in a million, and ends at the least normal number")
  func exponentials() {
    #expect(Self.error(over: -1...0, \.exponential, against: exp, relative: true) <= 5e-6)
    // Lower values underflow a single-precision exponent.
    #expect(Self.error(over: -20...0, \.exponential, against: exp, relative: true) <= 6e-6)
    #expect(Self.error(over: -87...0, \.exponential, against: exp, relative: true) <= 1.5e-5)
    for x in [-88, -1000, -1e30, -Float.infinity] {
      let y = Lanes(repeating: x).exponential[0]
      #expect(y >= 0 && y < 2e-38, "\(x)")
    }
  }

  @Test("Square roots are right to 1 in 100,000, and end at that of 1e30")
  func roots() {
    for range in [1e-12...1e-3, 0.001...4, 1...1e6, 1e6...1e29] {
      #expect(Self.error(over: range, \.root, against: sqrt, relative: true) <= 1e-5, "\(range)")
    }
    #expect(Lanes.zero.root == .zero)
    #expect(abs(Lanes(repeating: .infinity).root[0] / 1e15 - 1) <= 1e-5)
    #expect(Lanes(repeating: .nan).root[0].isNaN)
  }

  @Test("Angles of cosines are right to 0.01 degrees, also just beyond 1")
  func angles() {
    #expect(Self.error(over: -1...1, \.degreesOfCosine) { acos($0) * 180 / .pi } <= 0.01)
    #expect(Lanes(repeating: 1.000_001).degreesOfCosine[0] == 0)
    #expect(Lanes(repeating: -1.000_001).degreesOfCosine[0] == 180)
  }

  @Test("Logarithms of ratios to 20 either way are right to 2 %")
  func logarithms() {
    #expect(Self.error(over: 1.01...20, \.logarithm, against: log, relative: true) <= 0.02)
    #expect(Self.error(over: 0.05...0.99, \.logarithm, against: log, relative: true) <= 0.02)
    #expect(Lanes(repeating: 1).logarithm[0] == 0)
  }

  @Test("Turns are the short way round")
  func turns() {
    let error = Self.error(over: -1080...1080, \.halfTurn) {
      // Just at half a circle either sign is right.
      let turn = $0.wrapped180
      return abs(abs(turn) - 180) < 1e-3 ? Double(Lanes(repeating: Float($0)).halfTurn[0]) : turn
    }
    #expect(error <= 1e-3)
    #expect(Self.error(over: -1080...1080, \.halfTurn.magnitudes) { abs($0.wrapped180) } <= 1e-3)
  }

  @Test("Numbers go to the nearest whole ones, to two million either way")
  func whole() {
    for range in [-10.0...10, -2_000_000.0...2_000_000] {
      #expect(Self.error(over: range, \.nearest) { $0.rounded(.toNearestOrEven) } == 0)
    }
  }

  @Test("Unknown values are distinguished from known ones")
  func known() {
    let some = Lanes(1, .nan, -3, .nan, 0, .infinity, -0.0, 8)
    #expect(some.known(or: Lanes(repeating: 7)) == Lanes(1, 7, -3, 7, 0, .infinity, 0, 8))
    #expect(
      Lanes(1, -1, 0, 5, -5, 2, 2, 2).larger(.zero) == Lanes(1, 0, 0, 5, 0, 2, 2, 2))
    #expect(
      Lanes(1, -1, 0, 5, -5, 2, 2, 2).smaller(.zero) == Lanes(0, -1, 0, 0, -5, 0, 0, 0))
  }
}

@Suite("Densities")
struct DensityTests {
  @Test("that of a place adds up to 1 over the plane, and to 0.68 within the radius")
  func place() {
    for tail in [2.0, 4, 6, 10] {
      for radius in [0.5, 15.0, 1000] {
        let density = PlaceDensity(tail: tail)
        var (sum, within) = (0.0, 0.0)
        // Rings of even thickness in the logarithm of their radius.
        let step = 0.002
        for k in stride(from: -12.0, through: 12, by: step) {
          let r = radius * exp(k)
          let value = density(
            squaredDistance: Lanes(repeating: Float(r * r)),
            squaredRadius: Lanes(repeating: Float(radius * radius)))[0]
          let share = Double(value) * 2 * .pi * r * r * step
          sum += share
          within += k < 0 ? share : 0
        }
        #expect(abs(sum - 1) < 0.001, "\(tail) \(radius) \(sum)")
        #expect(abs(within - 0.68) < 0.002, "\(tail) \(radius) \(within)")
      }
    }
  }

  @Test("that of a turn averages 1 round the circle", arguments: [0.1, 1, 8, 15, 30, 60, 90, 180])
  func turn(width: Double) {
    var sum = 0.0
    let count = 36_000
    for k in 0..<count {
      let turn = (Double(k) + 0.5) / Double(count) * 360 - 180
      sum += Double(
        TurnDensity.logistic(
          Lanes(repeating: Float(abs(turn))), halfWidth: Lanes(repeating: Float(width)))[0])
    }
    // The continued fraction of the normaliser is right to 2.5 %.
    #expect(abs(sum / Double(count) - 1) < 0.025, "\(sum / Double(count))")
  }
}
