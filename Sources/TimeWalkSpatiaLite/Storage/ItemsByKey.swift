import GRDB
import TimeWalkArchive
import TimeWalkTables

/// Selects items by their keys, many with one run of a statement: to begin and to end a run takes
/// as long as two rows.
struct ItemsByKey: Sendable {
  /// The number of keys in a statement; the rest is filled up with the last one.
  private static let sizes = [8, 16, 32, 64]

  private let statements: [String]

  /// Selects columns, of a list as in `ItemColumns.selection`.
  init(selecting columns: String) {
    statements = ItemsByKey.sizes.map { size in
      let places = Array(repeating: "?", count: size).joined(separator: ",")
      return "SELECT \(columns) FROM \(ItemColumns.source) WHERE items.key IN (\(places))"
    }
  }

  /// All rows of these keys in one state of the archive, in the order of the keys; unknown keys are
  /// left out.
  func forEach(
    _ keys: [Int64], in db: Database, body: (StatementRow) throws -> Void
  ) throws {
    guard let most = ItemsByKey.sizes.last, keys.count > most else {
      return try run(keys[...], in: db, body: body)
    }
    let sorted = keys.sorted()
    try StatementRow.inOneState(of: db) {
      for start in stride(from: 0, to: sorted.count, by: most) {
        try run(sorted[start..<min(start + most, sorted.count)], in: db, body: body)
      }
    }
  }

  private func run(
    _ keys: ArraySlice<Int64>, in db: Database, body: (StatementRow) throws -> Void
  ) throws {
    guard let last = keys.last,
      let choice = ItemsByKey.sizes.firstIndex(where: { $0 >= keys.count })
    else { return }
    let rest = repeatElement(last, count: ItemsByKey.sizes[choice] - keys.count)
    try StatementRow.forEach(
      try db.cachedStatement(sql: statements[choice]), in: db,
      arguments: [keys, ArraySlice(rest)].joined(), body: body)
  }
}
