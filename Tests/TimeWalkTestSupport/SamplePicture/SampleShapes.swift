import Foundation

/// Round shapes, as polygons.
enum SampleShapes {
  /// An ellipse of the upright picture.
  static func ellipse(x: Double, y: Double, across: Double, up: Double) -> [Spot] {
    corners.map { Spot(x: x + $0.x * across, y: y + $0.y * up) }
  }

  /// An ellipse that stands across the street.
  static func disc(_ centre: Point, across: Double, up: Double) -> [Point] {
    corners.map { Point(centre.x + $0.x * across, centre.y + $0.y * up, centre.z) }
  }

  /// An ellipse that lies on the ground.
  static func puddle(_ centre: Point, across: Double, along: Double) -> [Point] {
    corners.map { Point(centre.x + $0.x * across, centre.y, centre.z + $0.y * along) }
  }

  /// A rectangle that stands across the street.
  static func plate(
    x: Double, y: Double, z: Double, wide: Double, high: Double, top: Double? = nil
  ) -> [Point] {
    let half = wide / 2, upper = (top ?? wide) / 2
    return [
      Point(x - half, y, z), Point(x - upper, y + high, z), Point(x + upper, y + high, z),
      Point(x + half, y, z),
    ]
  }

  private static let corners: [Spot] = (0..<32).map {
    Spot(x: cos(Double($0) * .pi / 16), y: sin(Double($0) * .pi / 16))
  }
}
