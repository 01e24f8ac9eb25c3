import GRDB
import TimeWalkArchive
import TimeWalkStorage
import TimeWalkTables

/// The index `item_words` of the folded texts of all items, by every three letters in a row, and
/// the triggers that note changed items in `word_changes`.
///
/// The index names the items that may have a word, and a search judges their rows. Therefore it may
/// keep letters that an item has no more. It keeps no text, which halves its size. A search reads
/// noted items from their rows, and the next change or opening for writing indexes them.
enum WordSchema {
  static func create(_ db: Database) throws {
    try db.execute(sql: table)
    // By default, FTS5 writes a part of the index for each megabyte.
    try db.execute(
      sql: """
        INSERT INTO item_words (item_words, rank) VALUES ('hashsize', \(mostMemory));
        CREATE TABLE word_changes (key INTEGER PRIMARY KEY);
        """)
    for trigger in triggers { try db.execute(sql: trigger) }
  }

  /// The memory for texts that are not in the file yet, bytes.
  private static let mostMemory = 32 << 20

  /// The statement that makes the index.
  static let table = """
    CREATE VIRTUAL TABLE item_words USING fts5(
      text, content='', columnsize=0, detail=none, tokenize='trigram case_sensitive 1'
    )
    """

  /// The names of the tables and triggers.
  static let names: Set<String> = [
    "item_words", "item_words_data", "item_words_idx", "item_words_config", "word_changes",
    "words_insert", "words_update", "words_collection_insert", "words_collection_update",
  ]

  /// The statements that make the triggers; the index may keep deleted items.
  static let triggers = [
    "CREATE TRIGGER words_insert AFTER INSERT ON items BEGIN \(note) END",
    """
    CREATE TRIGGER words_update AFTER UPDATE OF key, collection, identifier, title, creator,
      other_columns ON items BEGIN \(note) END
    """,
    "CREATE TRIGGER words_collection_insert AFTER INSERT ON collections BEGIN \(noteAll) END",
    """
    CREATE TRIGGER words_collection_update AFTER UPDATE OF key, name ON collections
      BEGIN \(noteAll) END
    """,
  ]

  private static let note = "INSERT INTO word_changes VALUES (new.key) ON CONFLICT DO NOTHING;"

  /// A collection's name belongs to the texts of its items.
  private static let noteAll = """
    INSERT INTO word_changes SELECT key FROM items WHERE collection = new.key
      ON CONFLICT DO NOTHING;
    """

  /// Returns true if there are noted items.
  static func isOutdated(_ db: Database) throws -> Bool {
    guard try db.tableExists("word_changes") else { return false }
    return try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM word_changes)") ?? false
  }

  /// Indexes the noted items.
  static func update(_ db: Database) throws {
    guard try isOutdated(db) else { return }
    try db.execute(
      sql: """
        INSERT INTO item_words (rowid, text)
          SELECT items.key, \(text) FROM word_changes CROSS JOIN items USING (key)
          JOIN collections ON collections.key = items.collection ORDER BY word_changes.key;
        DELETE FROM word_changes;
        """)
  }

  /// Indexes all items of a new index.
  static func fill(_ db: Database) throws {
    try db.execute(sql: "INSERT OR IGNORE INTO word_changes SELECT key FROM items")
    try update(db)
  }

  /// Removes the tables and the triggers.
  static func remove(_ db: Database) throws {
    for name in names where name.hasPrefix("words_") {
      try db.execute(sql: "DROP TRIGGER IF EXISTS \(name)")
    }
    try db.execute(sql: "DROP TABLE IF EXISTS item_words; DROP TABLE IF EXISTS word_changes")
  }

  /// The folded text of a row of `items` and `collections`, as an SQL expression.
  static let text = "coalesce(timewalk_folds(\(texts)), timewalk_folded(\(texts)))"

  private static let texts = """
    items.other_columns, items.title, items.creator, collections.name || ':' || items.identifier
    """

  /// The columns of letters in each three letters' place; see `addTerms`.
  static let terms = "temp.item_word_terms"

  /// Lets a connection list the three letters in the index with their items.
  static func addTerms(to db: Database) throws {
    try db.execute(
      sql: "CREATE VIRTUAL TABLE \(terms) USING fts5vocab('main', 'item_words', 'instance')")
  }
}
