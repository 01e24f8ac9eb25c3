import Glibc
package import TimeWalkCore

extension GroundBox {
  /// The least `Coordinate.roughSquare` of a place and any spot of the box, or slightly less.
  package func roughSquare(from place: Coordinate) -> Double {
    // A place is rounded before it gets its tile.
    max(0, leastSquare(from: place) * (1 - 1e-6) - 1e-12)
  }

  private func leastSquare(from place: Coordinate) -> Double {
    func square(_ latitude: Double, _ longitude: Double) -> Double {
      // Some boxes cross the antimeridian.
      let longitude = longitude > 180 ? longitude - 360 : longitude
      return Coordinate(latitude: min(90, max(-90, latitude)), longitude: longitude)
        .map(place.roughSquare) ?? 0
    }
    func within(_ latitude: Double) -> Double { min(north, max(south, latitude)) }
    if turn(from: west, to: place.longitude) + turn(from: place.longitude, to: east)
      <= east - west + 1e-9
    {
      return square(within(place.latitude), place.longitude)
    }
    // On the nearer meridian, where the great circle meets it at a right angle, or at an end.
    let longitude =
      turn(from: place.longitude, to: west) < turn(from: east, to: place.longitude) ? west : east
    let degree = Double.pi / 180
    let turned = cos((longitude - place.longitude) * degree)
    let foot = atan2(tan(place.latitude * degree), turned) / degree
    let least = square(within(foot), longitude)
    // The foot can lie beyond a pole.
    guard turned < 0 else { return least }
    return min(least, square(south, longitude), square(north, longitude))
  }

  /// Degrees to the east, 0..<360.
  private func turn(from west: Double, to east: Double) -> Double {
    let turn = (east - west).truncatingRemainder(dividingBy: 360)
    return turn < 0 ? turn + 360 : turn
  }
}
