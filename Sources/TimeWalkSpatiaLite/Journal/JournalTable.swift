import GRDB
import TimeWalkArchive

/// The table `journal`.
enum JournalTable {
  /// The entries, newest first.
  static func entries(_ db: Database, limit: Int? = nil) throws -> [JournalEntry] {
    let undone = try Reversals(db).undoneBy
    let rows = try Row.fetchAll(
      db, sql: "SELECT * FROM journal ORDER BY entry DESC LIMIT ?", arguments: [limit ?? -1])
    return rows.map { entry(of: $0, undoneBy: undone) }
  }

  /// One entry; throws `.noSuchEntry`.
  static func entry(_ number: Int64, _ db: Database) throws -> JournalEntry {
    guard
      let row = try Row.fetchOne(
        db, sql: "SELECT * FROM journal WHERE entry = ?", arguments: [number])
    else { throw ArchiveError.noEntry(number) }
    return entry(of: row, undoneBy: try Reversals(db).undoneBy)
  }

  private static func entry(of row: Row, undoneBy: [Int64: Int64]) -> JournalEntry {
    var counts = ChangeCounts()
    counts.added = row["added"]
    counts.updated = row["updated"]
    counts.unchanged = row["unchanged"]
    counts.refused = row["refused"]
    counts.removed = row["removed"]
    let number = row["entry"] as Int64
    let (first, last) = (row["first_item"] as Int64?, row["last_item"] as Int64?)
    var newKeys: ClosedRange<Int64>?
    if let first, let last, first <= last { newKeys = first...last }
    return JournalEntry(
      number: number, kind: JournalEntry.Kind(rawValue: row["kind"]) ?? .other, who: row["who"],
      timestamp: row["at"], source: row["source"], tool: row["tool"],
      options: FieldsText.dictionary(of: row["options"]), collection: row["collection"],
      counts: counts, newKeys: newKeys, undoes: row["undoes"], undoneBy: undoneBy[number])
  }
}

extension Reversals {
  /// Reads the undos of the journal.
  init(_ db: Database) throws {
    let rows = try Row.fetchAll(
      db, sql: "SELECT entry, undoes FROM journal WHERE undoes IS NOT NULL")
    self.init(Dictionary(uniqueKeysWithValues: rows.map { ($0[0] as Int64, $0[1] as Int64) }))
  }
}
