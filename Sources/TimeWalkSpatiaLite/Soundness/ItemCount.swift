import GRDB
import TimeWalkArchive
import TimeWalkTables

/// The number of an archive's items.
enum ItemCount {
  /// All, with a place or without; a damaged file may lack a table.
  static func all(_ db: Database) throws -> Int {
    // Not by an index, which may be faulty.
    try [VersionedTable.items, .unplaced].filter { try db.tableExists($0.rawValue) }.reduce(0) {
      try $0 + (Int.fetchOne(db, sql: "SELECT count(*) FROM \($1.rawValue) NOT INDEXED") ?? 0)
    }
  }
}
