import Glibc

/// A signed, finite plane angle: a pitch, a declination, the difference of two headings.
package struct Angle: Hashable, Comparable, Sendable {
  /// The angle in degrees, as given; it is not wrapped.
  package let degrees: Double

  /// Makes an angle from degrees; `nil` for NaN or infinity.
  package init?(degrees: Double) {
    guard degrees.isFinite else { return nil }
    self.degrees = degrees
  }

  /// Makes an angle from a value that is finite by construction.
  init(finite degrees: Double) { self.degrees = degrees }

  /// The angle in radians.
  package var radians: Double { degrees * .pi / 180 }

  /// The angle without its sign.
  package var magnitude: Angle { Angle(finite: abs(degrees)) }

  /// Orders by signed size.
  package static func < (a: Angle, b: Angle) -> Bool { a.degrees < b.degrees }

  /// A turn of 0.
  package static let zero = Angle(finite: 0)
}

extension Double {
  /// The same direction in `0..<360`, for a finite number of degrees.
  var wrapped360: Double {
    let rest = truncatingRemainder(dividingBy: 360)
    let positive = rest < 0 ? rest + 360 : rest
    // A tiny negative angle rounds up to exactly 360, which is 0; -0 is 0 as well.
    return positive >= 360 || positive == 0 ? 0 : positive
  }

  /// The same turn in `-180..<180`, for a finite number of degrees.
  ///
  /// A turn that lies in the range already is returned as it is, to the last bit.
  var wrapped180: Double {
    self >= -180 && self < 180 ? self : (self + 180).wrapped360 - 180
  }
}
