import GRDB
import TimeWalkArchive
import TimeWalkStorage
import TimeWalkTables

extension Soundness {
  /// The number of items that are compared with the index of words.
  private static let comparedItems: Int64 = 2_000

  /// Compares the index of words with items that are evenly spread; with all of a small archive.
  static func words(_ db: Database, _ list: inout ProblemList) throws {
    guard try db.tableExists("word_changes") else { return }
    let last = try Int64.fetchOne(db, sql: "SELECT max(key) FROM items") ?? 0
    let find = try db.makeStatement(
      sql: "SELECT EXISTS (SELECT 1 FROM item_words WHERE item_words MATCH ? AND rowid = ?)")
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT items.key, \(WordSchema.text) FROM items
        JOIN collections ON collections.key = items.collection
        WHERE items.key % ? = 0
          AND NOT EXISTS (SELECT 1 FROM word_changes WHERE word_changes.key = items.key)
        """, arguments: [last / comparedItems + 1])
    try forEach(rows, .words, &list) { row, list in
      let (key, text): (Int64, String) = try (row.read(0), row.read(1))
      var parts = WordSearch.parts(text)[...]
      while !parts.isEmpty {
        let expression = WordSearch.expression(parts.prefix(WordSearch.mostParts))
        parts = parts.dropFirst(WordSearch.mostParts)
        guard try Bool.fetchOne(find, arguments: [expression, key]) != true else { continue }
        list.add(
          ArchiveProblem(
            check: .words, detail: "the index of words lacks words of row \(key) of items",
            isRepairable: true))
        return
      }
    }
  }
}
