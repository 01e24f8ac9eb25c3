import TimeWalkCore
import Glibc

/// A place on the map in Web Mercator, in squares of a tile of zoom 24: 2.4 m on the equator.
///
/// Made from a candidate's place; its rounding determines the side of a border for every engine
/// alike. Places beyond 85.05 degrees are in the outermost row.
package struct MapPlace: Hashable, Sendable {
  /// From 180 degrees west to the east.
  package let x: UInt32
  /// From the north to the south.
  package let y: UInt32

  /// The number of bits of a number.
  package static let bits = 24
  private static let side = Double(1 << bits)

  /// Takes numbers below 2 to the power of 24.
  package init(x: UInt32, y: UInt32) { (self.x, self.y) = (x, y) }

  /// The place of a candidate, in `Candidates.degreesPerUnit` to the north and the east.
  ///
  /// Web Mercator is J. P. Snyder, "Map Projections: A Working Manual" (1987), equation 7-2, on a
  /// sphere.
  package init(latitude: Int32, longitude: Int32) {
    x = UInt32(bitPattern: longitude &+ .min) >> (32 - UInt32(MapPlace.bits))
    let sine = sin(Double(latitude) * Candidates.degreesPerUnit * .pi / 180)
    let share = 0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi)
    // At the poles it is infinite.
    y = UInt32(max(0, min(MapPlace.side - 1, share * MapPlace.side)))
  }

  /// The degrees north at a share of the way from the north edge to the south edge.
  static func latitude(_ share: Double) -> Double {
    90 - 360 * atan(exp((share - 0.5) * 2 * .pi)) / .pi
  }

  /// The degrees of a spot between places.
  package static func coordinate(x: Double, y: Double) -> (latitude: Double, longitude: Double) {
    (latitude(y / side), x / side * 360 - 180)
  }
}
