import GRDB
import TimeWalkArchive
import TimeWalkStorage
import TimeWalkTables

extension Soundness {
  /// The number of blocks of items that are compared with the index of words.
  private static let wordBlocks: Int64 = 20
  /// The number of keys in each.
  private static let wordBlock: Int64 = 100
  /// The number of parts that are compared of an item's text.
  private static let mostParts = 128

  /// Compares the index of words with blocks of items that are evenly spread; with all of a small
  /// archive.
  static func words(_ db: Database, _ list: inout ProblemList) throws {
    guard try db.tableExists("word_changes") else { return }
    let last = try Int64.fetchOne(db, sql: "SELECT max(key) FROM items") ?? 0
    let step = max(last / wordBlocks, wordBlock)
    for first in (0..<wordBlocks).map({ 1 + $0 * step }) where first <= last {
      try words(of: first...(first + min(wordBlock - 1, last - first)), db, &list)
    }
  }

  /// Compares a block, and looks up each part of words once.
  ///
  /// A search for all parts of an item would read all that the index has of each part.
  private static func words(
    of keys: ClosedRange<Int64>, _ db: Database, _ list: inout ProblemList
  ) throws {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT items.key, \(WordSchema.text) FROM items
        JOIN collections ON collections.key = items.collection
        WHERE items.key BETWEEN ? AND ?
          AND NOT EXISTS (SELECT 1 FROM word_changes WHERE word_changes.key = items.key)
        """, arguments: [keys.lowerBound, keys.upperBound])
    // As strings, parts with other letters may be equal.
    var items: [[Unicode.Scalar]: Set<Int64>] = [:]
    try forEach(rows, .words, &list) { row, _ in
      let (key, text): (Int64, String) = try (row.read(0), row.read(1))
      for part in WordSearch.parts(text).prefix(mostParts) {
        items[Array(part.unicodeScalars), default: []].insert(key)
      }
    }
    let find = try db.cachedStatement(
      sql: """
        SELECT rowid FROM item_words WHERE item_words MATCH ? AND rowid BETWEEN ? AND ?
        """)
    var wrong = Set<Int64>()
    for (letters, holders) in items {
      let part = WordSearch.expression([String(String.UnicodeScalarView(letters))])
      let found = try Int64.fetchAll(find, arguments: [part, keys.lowerBound, keys.upperBound])
      wrong.formUnion(holders.subtracting(found))
    }
    for key in wrong.sorted() {
      list.add(
        ArchiveProblem(
          check: .words, detail: "the index of words lacks words of row \(key) of items",
          isRepairable: true))
    }
  }
}
