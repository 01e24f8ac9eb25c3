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
    else {
      throw ArchiveError(.noSuchEntry, "The journal has no entry \(number).")
    }
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

/// Which entries are in force, and which have been undone.
///
/// An undo can be undone, which brings the first entry back into force, and so on.
struct Reversals {
  /// What each undo undid.
  let undoes: [Int64: Int64]
  /// The undo in force of each entry that is not in force.
  let undoneBy: [Int64: Int64]

  init(_ db: Database) throws {
    var undoes: [Int64: Int64] = [:]
    var undoneBy: [Int64: Int64] = [:]
    // An undo is younger than what it undoes, so that going back each is settled before it is
    // looked at.
    let rows = try Row.fetchCursor(
      db, sql: "SELECT entry, undoes FROM journal WHERE undoes IS NOT NULL ORDER BY entry DESC")
    while let row = try rows.next() {
      let (entry, undone) = (row[0] as Int64, row[1] as Int64)
      undoes[entry] = undone
      if undoneBy[entry] == nil { undoneBy[undone] = entry }
    }
    self.undoes = undoes
    self.undoneBy = undoneBy
  }

  /// Whether what a later entry did still shows, as seen from an earlier one.
  ///
  /// An entry that was undone and the undo of an entry that is later, too, cancel each other.
  func shows(_ later: Int64, since earlier: Int64) -> Bool {
    if undoneBy[later] != nil { return false }
    guard let undone = undoes[later] else { return true }
    return undone < earlier
  }
}
