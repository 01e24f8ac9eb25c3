import Glibc

extension Coordinate {
  /// A number that grows with the distance on a sphere: the square of the chord, 0...4; right to
  /// half a per cent.
  package func roughSquare(to other: Coordinate) -> Double {
    let degree = Double.pi / 180
    let north = sin((other.latitude - latitude) * degree / 2)
    let east = sin((other.longitude - longitude) * degree / 2)
    return 4
      * (north * north + cos(latitude * degree) * cos(other.latitude * degree) * east * east)
  }
}
