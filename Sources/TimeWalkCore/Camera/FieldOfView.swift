import Glibc

/// The horizontal angle of a frame as it is seen, after it has been turned upright.
package struct FieldOfView: Hashable, Comparable, Sendable {
  /// Degrees, more than 0 and at most 360.
  package let degrees: Double

  /// Makes a field of view; `nil` outside `0 < degrees <= 360` or for NaN.
  package init?(degrees: Double) {
    guard degrees > 0, degrees <= 360 else { return nil }
    self.degrees = degrees
  }

  /// The field of a rectilinear lens: `2 atan(side / 2 / focal length)`.
  ///
  /// - Parameters:
  ///   - side: the frame's width, in the same unit as the focal length; more than 0.
  ///   - focalLength: more than 0.
  /// - Returns: `nil` when either is not a positive, finite number.
  package static func rectilinear(side: Double, focalLength: Double) -> FieldOfView? {
    guard side > 0, focalLength > 0, side.isFinite, focalLength.isFinite else { return nil }
    return FieldOfView(degrees: 2 * atan(side / 2 / focalLength) * 180 / .pi)
  }

  /// Orders by angle.
  package static func < (a: FieldOfView, b: FieldOfView) -> Bool { a.degrees < b.degrees }
}
