import GRDB
import TimeWalkArchive
import TimeWalkTables
import TimeWalkCore
import TimeWalkStorage

/// Reads candidates from rows of `items`, and blobs from rows of `tiles`.
enum CandidateRows {
  /// Every row with a usable place of a statement that selects a tile's number and `columns`.
  static func forEach(
    _ statement: Statement, in db: Database, arguments: [Int64] = [],
    body: (Int64, Candidate) throws -> Void
  ) throws {
    try StatementRow.forEach(statement, in: db, arguments: arguments) { row in
      guard !row.isNull(0), let candidate = CandidateColumns.candidate(of: row) else { return }
      try body(row.integer(0), candidate)
    }
  }

  /// Every tile of a statement that selects the number and the data; the data are gone when the
  /// body returns.
  static func forEachTile(
    _ statement: Statement, in db: Database, arguments: [Int64],
    body: (Int64, UnsafeRawBufferPointer) throws -> Void
  ) throws {
    try db.withLongestValue(ArchiveLimits.longestTile) {
      try StatementRow.forEach(statement, in: db, arguments: arguments) { row in
        try row.withBytes(1) { try body(row.integer(0), $0) }
      }
    }
  }

  /// The one number that a statement selects.
  static func number(
    of statement: Statement, in db: Database, arguments: [Int64]
  ) throws -> Int {
    var number: Int64 = 0
    try StatementRow.forEach(statement, in: db, arguments: arguments) { number = $0.integer(0) }
    return Int(number)
  }

  /// The two numbers of the last row that a statement selects; `nil` without one.
  static func pair(of statement: Statement, in db: Database) throws -> (Int64, Int64)? {
    var pair: (Int64, Int64)?
    try StatementRow.forEach(statement, in: db, arguments: []) {
      pair = ($0.integer(0), $0.integer(1))
    }
    return pair
  }
}
