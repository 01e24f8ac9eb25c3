import Foundation
import GRDB
import TimeWalkArchive
import TimeWalkBase
package import TimeWalkCore
package import TimeWalkTables

/// A connection of SQLite's as the tables that all engines share see it.
package final class SQLiteConnection: SQLDatabase {
  /// GRDB's connection, within a transaction or a look.
  let db: Database
  private var bulk = BulkLoad()

  init(_ db: Database) { self.db = db }

  /// Runs a query with a statement that isn't shared: the body may run the same query again.
  package func forEach(
    _ sql: String, _ arguments: SQLArguments, _ body: (SQLRow) throws -> Void
  ) throws {
    try WorkLimits.check()
    let rows = try Row.fetchCursor(db, sql: sql, arguments: SQLiteConnection.values(arguments))
    while let row = try rows.next() { try body(SQLRow(row)) }
  }

  package func rows(_ sql: String, _ arguments: SQLArguments) throws -> [SQLRow] {
    try WorkLimits.check()
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: sql), arguments: SQLiteConnection.values(arguments))
    var all: [SQLRow] = []
    while let row = try rows.next() { all.append(SQLRow(row)) }
    return all
  }

  package func rows(once sql: String, _ arguments: SQLArguments) throws -> [SQLRow] {
    var all: [SQLRow] = []
    try forEach(sql, arguments) { all.append($0) }
    return all
  }

  package func items(keys: [Int64]) throws -> [Int64: Item] {
    try WorkLimits.check()
    var items: [Int64: Item] = [:]
    items.reserveCapacity(keys.count)
    try SQLiteConnection.items.forEach(keys, in: db) { row in
      items[row.integer(0)] = try ItemColumns.item(from: row, inheriting: true)
    }
    return items
  }

  private static let items = ItemsByKey(selecting: ItemColumns.selection)

  @discardableResult
  package func run(_ sql: String, _ arguments: SQLArguments) throws -> Int {
    try WorkLimits.check()
    try db.cachedStatement(sql: sql).execute(arguments: SQLiteConnection.values(arguments))
    return db.changesCount
  }

  /// See `SQLDatabase.columns(of:)`.
  ///
  /// A migration that adds a column to a table adds it to the versions as well. A column of another
  /// program, such as QGIS, is in no version, and stays unchanged.
  package func columns(of table: VersionedTable) throws -> [String] {
    let kept = Set(try db.columns(in: table.versions).map(\.name))
    return try db.columns(in: table.rawValue).map(\.name)
      .filter { $0 != "key" && kept.contains($0) }
  }

  /// See `SQLDatabase.keptCounts`; a file of an earlier version has none.
  package var keptCounts: String? {
    get throws { try reviewCounts.map { _ in "item_counts" } }
  }

  /// See `SQLDatabase.reviewCounts`.
  package var reviewCounts: String? {
    get throws { try db.tableExists("review_counts") ? "review_counts" : nil }
  }

  package func lastKey(of table: VersionedTable) throws -> Int64 {
    try first(
      Int64.self, "SELECT seq FROM sqlite_sequence WHERE name = ?", [table.rawValue]) ?? 0
  }

  /// See `SQLDatabase.lock()`: each change of a file begins with it.
  package func lock() {}

  /// See `SQLDatabase.comparer(of:)`: a statement takes microseconds here.
  package func comparer(of collection: String) -> (any ItemComparer)? { nil }

  package func writer(for entry: OpenEntry, collection: Int64) throws -> any ItemWriter {
    try ImportTables(entry, collection: collection, in: db)
  }

  package func willChange(items: Int) throws { try bulk.begin(changing: items, in: db) }

  package func haveChangedItems() throws { try bulk.finish(in: db) }

  private static func values(_ arguments: SQLArguments) -> StatementArguments {
    StatementArguments(arguments.map { $0?.sqlValue.databaseValue ?? .null })
  }
}

extension SQLValue {
  fileprivate var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let number): number.databaseValue
    case .real(let number): number.databaseValue
    case .text(let text): text.databaseValue
    case .blob(let data): data.databaseValue
    }
  }

  fileprivate init(_ value: DatabaseValue) {
    switch value.storage {
    case .null: self = .null
    case .int64(let number): self = .integer(number)
    case .double(let number): self = .real(number)
    case .string(let text): self = .text(text)
    case .blob(let data): self = .blob(data)
    }
  }
}

extension SQLRow {
  /// Copies a row.
  init(_ row: Row) {
    self.init(row.databaseValues.map(SQLValue.init))
  }
}
