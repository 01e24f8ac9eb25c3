/// Eight numbers that are worked on at a time.
///
/// The judge's inner loops process columns of candidates and pairs of poses. These vectors compile
/// to the same arithmetic on every processor with IEEE 754, so answers are also equal.
package typealias Lanes = SIMD8<Float>

/// A mask of eight numbers.
package typealias LaneMask = SIMDMask<SIMD8<Int32>>

extension SIMDMask where Storage == SIMD8<Int32> {
  /// True if it holds for any; the standard library's `any` looks at each for itself.
  @inline(__always)
  package var isAny: Bool {
    let words = unsafeBitCast(self, to: SIMD4<UInt64>.self)
    return (words[0] | words[1] | words[2] | words[3]) != 0
  }
}

extension SIMD8 where Scalar == Float {
  /// The number of values.
  package static let count = 8

  /// The larger of each pair.
  @inline(__always)
  func larger(_ other: Lanes) -> Lanes { replacing(with: other, where: other .> self) }

  /// The smaller of each pair.
  @inline(__always)
  func smaller(_ other: Lanes) -> Lanes { replacing(with: other, where: other .< self) }

  /// Without their signs.
  @inline(__always)
  var magnitudes: Lanes {
    unsafeBitCast(unsafeBitCast(self, to: SIMD8<UInt32>.self) & 0x7FFF_FFFF, to: Lanes.self)
  }

  /// The numbers, with negative ones replaced by 0.
  @inline(__always)
  var positive: Lanes { replacing(with: 0, where: self .< 0) }

  /// One step of Horner's rule, which the compiler types quickly.
  @inline(__always)
  func times(_ factor: Lanes, plus term: Float) -> Lanes { self * factor + term }

  /// The first step of Horner's rule.
  @inline(__always)
  func times(_ factor: Float, plus term: Float) -> Lanes { self * factor + term }

  /// The nearest whole numbers, for numbers within two million.
  @inline(__always)
  var nearest: Lanes {
    // Adding 1.5 * 2^23 leaves no place for fractions.
    let shift: Float = 12_582_912
    return (self + shift) - shift
  }

  /// The other value for an unknown number.
  @inline(__always)
  package func known(or other: Lanes) -> Lanes { replacing(with: other, where: self .!= self) }

  /// Degrees as the same turn within half a circle either way.
  @inline(__always)
  var halfTurn: Lanes { self - 360 * (self / 360).nearest }

  /// The sines of angles in degrees, right to 4 in a million.
  @inline(__always)
  var sineOfDegrees: Lanes {
    let turn = self.turn
    // Beyond a quarter turn the sine falls again.
    let size = turn.magnitudes.smaller(0.5 - turn.magnitudes).sineOfQuarter
    let sign = unsafeBitCast(turn, to: SIMD8<UInt32>.self) & 0x8000_0000
    return unsafeBitCast(unsafeBitCast(size, to: SIMD8<UInt32>.self) ^ sign, to: Lanes.self)
  }

  /// The cosines of angles in degrees, right to 4 in a million.
  @inline(__always)
  package var cosineOfDegrees: Lanes { (0.25 - turn.magnitudes).sineOfQuarter }

  /// Degrees as shares of a full turn, within half a turn either way.
  @inline(__always)
  private var turn: Lanes {
    let share = self * Float(1.0 / 360)
    return share - share.nearest
  }

  /// The sines of shares of a full turn, within a quarter of it either way.
  @inline(__always)
  private var sineOfQuarter: Lanes {
    let x = self * Float(2 * Double.pi)
    let y = x * x
    // The series to the ninth power.
    var sum = y.times(1 / 362_880, plus: -1 / 5040)
    sum = y.times(sum, plus: 1 / 120)
    sum = y.times(sum, plus: -1 / 6)
    return x * y.times(sum, plus: 1)
  }

  /// The square roots of numbers from 0 to 1e30, right to 1 in 100,000; larger ones count as 1e30.
  ///
  /// The standard library computes each lane separately. Here halving the exponent's bits gives a
  /// first guess of the inverse, and Newton's rule improves it twice.
  @inline(__always)
  var root: Lanes {
    let x = smaller(Lanes(repeating: 1e30))
    let bits = unsafeBitCast(x, to: SIMD8<UInt32>.self)
    let guess = SIMD8<UInt32>(repeating: 0x5F37_59DF) &- (bits &>> 1)
    var inverse = unsafeBitCast(guess, to: Lanes.self)
    let half = 0.5 * x
    inverse *= 1.5 - half * inverse * inverse
    inverse *= 1.5 - half * inverse * inverse
    return x * inverse
  }

  /// The exponential of numbers of at most 0, right to 5 in a million.
  @inline(__always)
  package var exponential: Lanes {
    let shift: Float = 12_582_912
    let power = larger(Lanes(repeating: -87)) * Float(1.442_695_04)
    let moved = power + shift
    let part = (power - (moved - shift)) * Float(0.693_147_18)
    var low = part.times(1 / 120, plus: 1 / 24)
    low = part.times(low, plus: 1 / 6)
    low = part.times(low, plus: 0.5)
    low = part.times(low, plus: 1)
    low = part.times(low, plus: 1)
    // The whole part goes straight into the exponent.
    let whole = unsafeBitCast(moved, to: SIMD8<UInt32>.self) &<< 23
    return unsafeBitCast(unsafeBitCast(low, to: SIMD8<UInt32>.self) &+ whole, to: Lanes.self)
  }
}

extension SIMD8 where Scalar == Float {
  /// The angles in degrees, 0...180, of cosines; right to 0.01 degrees.
  ///
  /// Abramowitz and Stegun, "Handbook of Mathematical Functions", 4.4.45.
  @inline(__always)
  var degreesOfCosine: Lanes {
    let x = magnitudes.smaller(Lanes(repeating: 1))
    var row = x.times(-0.018_729_3, plus: 0.074_261)
    row = x.times(row, plus: -0.212_114_4)
    row = x.times(row, plus: 1.570_728_8)
    let angle = (1 - x).root * row * Float(180 / Double.pi)
    return angle.replacing(with: 180 - angle, where: self .< 0)
  }

  /// The natural logarithms of ratios between 1/20 and 20, right to 2 %, which is all that a ratio
  /// of fields needs.
  @inline(__always)
  var logarithm: Lanes {
    // The series of the square root, which is nearer to 1, where the series is accurate.
    let root = squareRoot()
    let z = (root - 1) / (root + 1)
    let y = z * z
    var sum = y.times(1 / 7, plus: 1 / 5)
    sum = y.times(sum, plus: 1 / 3)
    return 4 * z * y.times(sum, plus: 1)
  }
}
