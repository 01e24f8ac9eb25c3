import GRDB
import TimeWalkArchive
import TimeWalkTables

extension Soundness {
  /// See `TableChecks.pictures(_:in:isAlone:_:)`.
  static func media(_ db: Database, _ list: inout ProblemList) throws {
    guard try db.tableExists("media"),
      let path = try String.fetchOne(
        db, sql: "SELECT file FROM pragma_database_list WHERE name = 'main'")
    else { return }
    try TableChecks.pictures(
      SQLiteConnection(db), in: MediaStore(archive: path), isAlone: true, &list)
  }
}
