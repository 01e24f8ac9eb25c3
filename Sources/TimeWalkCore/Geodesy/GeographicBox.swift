import Glibc

/// The parts of the map, in degrees, that hold everything within a distance of a place.
///
/// One part, or two if the area crosses the antimeridian. All points within the distance lie
/// inside:
/// - A degree of latitude on WGS 84 is at least 110,574 m long; 110,500 is assumed.
/// - A path of that length stays within the latitudes of the box. A degree of longitude there is at
///   least 111,319 m times the cosine of the latitude nearest a pole; 111,300 is assumed.
/// - Near a pole all longitudes belong to it.
package struct GeographicBox: Equatable {
  /// The least metres in a degree of latitude, rounded down.
  package static let metersPerLatitude = 110_500.0
  /// The least metres in a degree of longitude at the equator, rounded down.
  package static let metersPerLongitude = 111_300.0
  /// From this latitude on, a box includes all longitudes.
  package static let polarLatitude = 89.9

  package var west: Double
  package var east: Double
  package var south: Double
  package var north: Double

  /// A box by its edges, degrees.
  package init(west: Double, east: Double, south: Double, north: Double) {
    self.west = west
    self.east = east
    self.south = south
    self.north = north
  }

  /// The boxes around a place given in degrees; `latitude` within -90...90, `longitude` within
  /// -180..<180.
  package static func around(latitude: Double, longitude: Double, meters: Double) -> [GeographicBox]
  {
    let tall = meters / metersPerLatitude
    let south = latitude - tall
    let north = latitude + tall
    let highest = max(abs(south), abs(north))
    guard highest < polarLatitude else {
      return [GeographicBox(west: -180, east: 180, south: south, north: north)]
    }
    let wide = meters / (metersPerLongitude * cos(highest * .pi / 180))
    guard wide < 180 else {
      return [GeographicBox(west: -180, east: 180, south: south, north: north)]
    }
    let west = longitude - wide
    let east = longitude + wide
    func box(_ west: Double, _ east: Double) -> GeographicBox {
      GeographicBox(west: west, east: east, south: south, north: north)
    }
    if west < -180 { return [box(-180, east), box(west + 360, 180)] }
    if east > 180 { return [box(west, 180), box(-180, east - 360)] }
    return [box(west, east)]
  }
}
