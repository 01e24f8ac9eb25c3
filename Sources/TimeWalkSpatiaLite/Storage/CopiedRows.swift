import Foundation
import GRDB
import TimeWalkArchive
import TimeWalkStorage
package import TimeWalkTables

extension SQLiteConnection {
  package func columns(of table: CopiedTable) throws -> [String] {
    try db.columns(in: table.name).map(\.name)
  }

  package func lastNumber(of table: CopiedTable) throws -> Int64 {
    try first(Int64.self, "SELECT seq FROM sqlite_sequence WHERE name = ?", [table.name]) ?? 0
  }

  package func setLastNumber(of table: CopiedTable, to number: Int64) throws {
    let isThere = try run(
      "UPDATE sqlite_sequence SET seq = ? WHERE name = ?", [number, table.name])
    guard isThere == 0, number > 0 else { return }
    try run("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [table.name, number])
  }

  package func rowWriter(_ table: CopiedTable, columns: [String]) throws -> any RowWriter {
    try CopiedRows(table, columns: columns, in: db)
  }
}

/// Adds rows of another archive to a table.
private final class CopiedRows: RowWriter {
  private let db: Database
  private let statement: Statement
  private let place: Int?
  private var row = BoundRow()

  init(_ table: CopiedTable, columns: [String], in db: Database) throws {
    self.db = db
    place = columns.firstIndex(of: "geometry")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    statement = try db.makeStatement(
      sql: "INSERT INTO \(table.name) (\(columns.joined(separator: ", "))) VALUES (\(marks))")
  }

  func write(_ values: [SQLValue]) throws {
    row.removeAll()
    for (index, value) in values.enumerated() {
      switch value {
      case .null: row.appendNull()
      case .integer(let number): row.append(number)
      case .real(let number): row.append(number)
      case .text(let text): row.append(text)
      case .blob(let data):
        row.append(
          blob: index == place
            ? try PointBlob.converted(data) {
              PointBlob.append(latitude: $0, longitude: $1, to: &$2)
            }
            : Array(data))
      }
    }
    try row.execute(statement, in: db)
  }

  func finish() {}
}
