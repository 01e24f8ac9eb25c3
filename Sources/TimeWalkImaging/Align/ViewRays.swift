internal import Foundation

/// The way from a picture's pixels to directions and back.
///
/// Directions have x to the east of heading 0, y down and z ahead; a rotation is Ry(heading)
/// Rx(pitch) Rz(roll). On a cylinder with the focal length f, a pixel's direction is (sin t, v, cos
/// t). Here t = (x - middle) / f and v = (y - horizon) / f.
struct ViewRays {
  private let right: SIMD3<Double>, below: SIMD3<Double>, ahead: SIMD3<Double>
  /// Pixels for one radian at the middle.
  let focalLength: Double
  private let middle: SIMD2<Double>
  private let isCylinder: Bool

  init(_ view: PictureView) {
    let (sy, cy) = (sin(view.heading.radians), cos(view.heading.radians))
    let (sp, cp) = (sin(view.pitch.radians), cos(view.pitch.radians))
    let (sr, cr) = (sin(view.roll.radians), cos(view.roll.radians))
    let level = SIMD3(cy, 0, -sy)
    let upright = SIMD3(sy * sp, cp, cy * sp)
    ahead = SIMD3(sy * cp, -sp, cy * cp)
    right = level * cr + upright * sr
    below = upright * cr - level * sr
    let width = Double(view.size.width)
    let across = Double(view.size.width - 1) / 2
    let down = Double(view.size.height - 1) / 2
    switch view.projection {
    case .rectilinear:
      isCylinder = false
      focalLength = width / 2 / tan(view.fieldOfView.radians / 2)
      middle = SIMD2(across, down)
    case .cylinder(let horizon):
      isCylinder = true
      focalLength = width / view.fieldOfView.radians
      middle = SIMD2(across, horizon ?? down)
    }
  }

  /// The direction of a pixel; its length means nothing.
  func direction(of pixel: SIMD2<Double>) -> SIMD3<Double> {
    let place = (pixel - middle) / focalLength
    guard isCylinder else { return right * place.x + below * place.y + ahead }
    return right * sin(place.x) + below * place.y + ahead * cos(place.x)
  }

  /// From pixels (x, y, 1) to directions, of a rectilinear picture.
  var plane: Homography {
    let origin = ahead - (right * middle.x + below * middle.y) / focalLength
    return Homography(
      (0..<3).map { [right[$0] / focalLength, below[$0] / focalLength, origin[$0]] })
  }

  /// The pixel that lies in a direction, which may be outside the picture; no number where it lies
  /// behind the camera.
  func pixel(in direction: SIMD3<Double>) -> SIMD2<Double> {
    let x = (direction * right).sum()
    let y = (direction * below).sum()
    let z = (direction * ahead).sum()
    if isCylinder {
      let distance = (x * x + z * z).squareRoot()
      guard distance > 1e-9 else { return SIMD2(.nan, .nan) }
      return middle + SIMD2(atan2(x, z), y / distance) * focalLength
    }
    guard z > 1e-6 else { return SIMD2(.nan, .nan) }
    return middle + SIMD2(x, y) / z * focalLength
  }
}

extension Double {
  /// This many degrees in radians.
  var radians: Double { self * .pi / 180 }
  /// This many radians in degrees.
  var degrees: Double { self * 180 / .pi }
}
