import Foundation
import GRDB
import TimeWalkCore
import TimeWalkTables

/// The distances of items from a place on the ellipsoid, ten times as fast as SpatiaLite's.
enum DistanceSearch {
  /// `timewalk_distance(point, longitude, latitude)`: metres; NULL for anything but a point of
  /// WGS 84.
  static let distance = DatabaseFunction("timewalk_distance", argumentCount: 3, pure: true) {
    values in
    places(values).map { Geodesic(from: $0.center, to: $0.item).distance.meters }
  }

  /// `timewalk_is_within(point, longitude, latitude, meters)`: whether a point lies within a
  /// distance; NULL for anything but a point of WGS 84.
  static let isWithin = DatabaseFunction("timewalk_is_within", argumentCount: 4, pure: true) {
    values in
    guard let (center, item) = places(values), let meters = Double.fromDatabaseValue(values[3])
    else { return nil }
    let onSphere =
      2 * meanRadius * asin(min(1, center.roughSquare(to: item).squareRoot() / 2))
    if onSphere * (1 + sphereError) < meters { return true }
    if onSphere * (1 - sphereError) > meters { return false }
    return Geodesic(from: center, to: item).distance.meters <= meters
  }

  /// The Earth's mean radius, metres.
  private static let meanRadius = 6_371_008.8
  /// The error of a distance on the sphere is less than 0.56 %.
  private static let sphereError = 0.006

  private static func places(_ values: [DatabaseValue]) -> (center: Coordinate, item: Coordinate)? {
    guard let point = Data.fromDatabaseValue(values[0])?.withUnsafeBytes(PointBlob.decode),
      let item = Coordinate(latitude: point.latitude, longitude: point.longitude),
      let longitude = Double.fromDatabaseValue(values[1]),
      let latitude = Double.fromDatabaseValue(values[2]),
      let center = Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    return (center, item)
  }
}
