internal import CDatabases
import GRDB
import TimeWalkArchive

/// Gives SQLite's connections SpatiaLite's functions, tables and checks.
///
/// Connections that write have them from the beginning, since triggers use them. Those that read
/// are given them where a statement needs them: loading SpatiaLite takes longer than most queries.
enum SpatialExtension {
  /// Sets SQLite up for this process; without effect once it runs.
  static let processSetUp: Void = tws_set_up()

  /// Makes sure that a connection has SpatiaLite's functions.
  ///
  /// Throws `.component` when SpatiaLite is missing or refuses.
  static func load(into db: Database) throws {
    guard let connection = db.sqliteConnection, !tws_is_extended(connection) else { return }
    if let problem = tws_extend(connection) {
      throw ArchiveError(.component, String(cString: problem))
    }
  }
}
