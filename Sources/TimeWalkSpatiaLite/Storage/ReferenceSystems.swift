import GRDB
package import TimeWalkArchive
package import TimeWalkCore
import TimeWalkStorage

/// Coordinates by the reference systems of PROJ, which SpatiaLite includes.
///
/// A foreign definition is only read as well-known text, by its beginning. PROJ's pipelines, which
/// can name files, are therefore excluded.
package enum ReferenceSystems {
  /// A point of a system's plane: x to the east, y to the north, for any order of the system's own
  /// axes.
  package typealias Point = (x: Double, y: Double)

  /// The longest definition that is read, bytes: the longest of EPSG have some 5,000.
  package static let longestDefinition = 1 << 16
  /// The first words of well-known text of systems with places (OGC 01-009, ISO 19162).
  private static let beginnings = [
    "PROJCS[", "PROJCRS[", "PROJECTEDCRS[", "GEOGCS[", "GEOGCRS[", "GEODCRS[", "GEODETICCRS[",
    "GEOGRAPHICCRS[", "COMPD_CS[", "COMPOUNDCRS[", "BOUNDCRS[",
  ]
  private static let world = "EPSG:4326"

  /// The places of points in a system.
  ///
  /// - Parameters:
  ///   - points: the points, in the system's units.
  ///   - system: `EPSG:` with a code, or well-known text, also Esri's.
  /// - Returns: a place for each point; `nil` for one outside the system, which doesn't return to
  ///   itself.
  /// - Throws: `.inputUnreadable` for a system that isn't known, `.component` without SpatiaLite.
  package static func places(
    of points: [Point], in system: String
  ) throws(ArchiveError) -> [Coordinate?] {
    do {
      _ = SpatialExtension.processSetUp
      return try DatabaseQueue().read { db in
        try SpatialExtension.load(into: db)
        let text = try definition(of: system, db)
        let there = try carried(points, from: text, to: world, db)
        let back = try carried(there, from: world, to: text, db)
        return zip(points, zip(there, back)).map { point, ways in
          let (place, back) = ways
          let slack = 1e-7 * (abs(point.x) + abs(point.y) + 1)
          guard abs(back.x - point.x) <= slack, abs(back.y - point.y) <= slack else { return nil }
          return Coordinate(
            latitude: place.y, longitude: place.x.remainder(dividingBy: 360))
        }
      }
    } catch let error as DatabaseError {
      throw ArchiveError(
        .inputUnreadable,
        "Can't use the coordinate system \(system.prefix(80)): \(error.message ?? "\(error)").",
        cause: error)
    } catch {
      throw error as? ArchiveError ?? ArchiveError(.storage, "\(error)", cause: error)
    }
  }

  /// A system as well-known text.
  private static func definition(of system: String, _ db: Database) throws -> String {
    func refusal(_ reason: String) -> ArchiveError {
      ArchiveError(
        .inputUnreadable, "Can't use the coordinate system \(system.prefix(80)): \(reason).")
    }
    var text = system
    if system.hasPrefix("EPSG:") {
      guard let code = Int(system.dropFirst(5)),
        let known = try String.fetchOne(db, sql: "SELECT PROJ_AsWKT('EPSG', ?)", arguments: [code])
      else { throw refusal("EPSG has no such code") }
      text = known
    }
    guard text.utf8.count <= longestDefinition else { throw refusal("it is too long") }
    let plain = text.prefix(20).filter { !$0.isWhitespace }.uppercased()
    guard beginnings.contains(where: plain.hasPrefix) else {
      throw refusal("it isn't a system of places on the ground")
    }
    return text
  }

  /// Points carried from one system to another; no number where PROJ has none.
  private static func carried(
    _ points: [Point], from: String, to: String, _ db: Database
  ) throws -> [Point] {
    let statement = try db.makeStatement(
      sql: """
        SELECT ST_X(p), ST_Y(p) FROM
        (SELECT ST_Transform(MakePoint(?, ?, 4326), 4326, NULL, ?, ?) AS p)
        """)
    return try points.map { point in
      let row = try Row.fetchOne(statement, arguments: [point.x, point.y, from, to])
      return (try row?.read(0) ?? .nan, try row?.read(1) ?? .nan)
    }
  }
}
