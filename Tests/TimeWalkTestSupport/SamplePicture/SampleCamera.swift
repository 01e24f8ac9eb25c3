import Foundation

/// A place in the street: metres to the right of its middle, above the ground, and along it.
struct Point: Sendable {
  var x: Double, y: Double, z: Double

  init(_ x: Double, _ y: Double, _ z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }
}

/// The phone that the street is drawn for, and the picture in it as it is stored.
///
/// It looks just as its metadata says: a pinhole with the main camera's focal length, tilted up and
/// turned a little from the street's direction. The picture is stored on its side, as phones store
/// portraits.
struct SampleCamera: Sendable {
  /// The size upright, in pixels.
  static let width = 3024, height = 4032
  /// Metres right of the street's middle, and above the ground.
  static let side = -3.4, eye = 1.62
  /// Degrees that it looks up, and to the right of the street's direction.
  static let pitch = 4.0, turn = 0.4
  /// The focal length in pixels: 26 mm for the diagonal of 36 mm by 24 mm, which has 43.27 mm.
  static let focal = 5040.0 * 26 / 43.27
  /// The nearest that is drawn, in metres.
  private static let near = 0.5

  /// Y, Cb and Cr as stored; a sample of colour for two by two pixels.
  private(set) var planes = [
    SamplePlane(width: height, height: width),
    SamplePlane(width: height / 2, height: width / 2),
    SamplePlane(width: height / 2, height: width / 2),
  ]

  /// Fills a convex shape of the upright picture.
  mutating func fill(_ shape: [Spot], _ tone: Tone, opacity: Double = 1) {
    for (index, sample) in tone.samples.enumerated() {
      let scale = index == 0 ? 1 : 0.5
      // What is up in the picture is left in the file; turning it clockwise puts it upright.
      let stored = shape.map { Spot(x: $0.y * scale, y: (Double(Self.width) - $0.x) * scale) }
      planes[index].fill(stored, with: sample, opacity: opacity)
    }
  }

  /// Fills a flat convex shape of the street, in the colour that it has at its distance.
  mutating func fill(_ shape: [Point], _ tone: Tone, opacity: Double = 1) {
    let seen = Self.clipped(shape.map(Self.turned))
    guard seen.count >= 3 else { return }
    let distance = shape.map(\.z).reduce(0, +) / Double(shape.count)
    fill(seen.map(Self.projected), Self.hazed(tone, at: distance), opacity: opacity)
  }

  /// A colour as the air lets it through.
  static func hazed(_ tone: Tone, at distance: Double) -> Tone {
    tone.mixed(Tone(232, 222, 210), max(0, distance) / (max(0, distance) + 620))
  }

  /// Pixels that a metre has at a distance.
  static func scale(at distance: Double) -> Double { focal / max(near, distance) }

  private static func turned(_ point: Point) -> Point {
    let yaw = turn * .pi / 180, tilt = pitch * .pi / 180
    let x = point.x - side, y = point.y - eye
    let right = x * cos(yaw) - point.z * sin(yaw), ahead = x * sin(yaw) + point.z * cos(yaw)
    return Point(right, y * cos(tilt) - ahead * sin(tilt), ahead * cos(tilt) + y * sin(tilt))
  }

  private static func projected(_ point: Point) -> Spot {
    Spot(
      x: Double(width) / 2 + focal * point.x / point.z,
      y: Double(height) / 2 - focal * point.y / point.z)
  }

  /// The part of a shape that lies before the camera.
  private static func clipped(_ shape: [Point]) -> [Point] {
    var result: [Point] = []
    for (index, point) in shape.enumerated() {
      let next = shape[(index + 1) % shape.count]
      if point.z >= near { result.append(point) }
      if (point.z >= near) != (next.z >= near) {
        let share = (near - point.z) / (next.z - point.z)
        result.append(
          Point(
            point.x + (next.x - point.x) * share, point.y + (next.y - point.y) * share, near))
      }
    }
    return result
  }
}
