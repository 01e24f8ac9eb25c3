import GRDB
import TimeWalkStorage
import TimeWalkTables

/// The tables `item_counts` and `review_counts`, and the triggers that keep their numbers; see
/// `KeptCounts` and `ReviewCounts`.
///
/// The row of a collection in `item_counts` comes and goes with the collection.
enum CountSchema {
  static func create(_ db: Database) throws {
    let numbers = KeptCounts.Kind.allCases.map { "\($0.rawValue) INTEGER NOT NULL DEFAULT 0" }
    try db.execute(
      sql: """
        CREATE TABLE item_counts (
          collection INTEGER PRIMARY KEY, \(numbers.joined(separator: ", ")),
          earliest INTEGER, latest INTEGER, is_stale INTEGER NOT NULL DEFAULT 0
        );
        CREATE TABLE review_counts (
          collection INTEGER NOT NULL, field TEXT NOT NULL, value TEXT NOT NULL,
          words TEXT NOT NULL, items INTEGER NOT NULL, PRIMARY KEY (\(ReviewCounts.group))
        ) WITHOUT ROWID
        """)
    for trigger in triggers { try db.execute(sql: trigger) }
  }

  /// Returns true if a text names a table or a trigger.
  static func isNamed(in text: String) -> Bool {
    names.contains { text.contains($0) } || text.contains(" counts_")
  }

  /// The names of the tables.
  static let names: Set<String> = ["item_counts", "review_counts"]

  /// Removes the tables and the triggers.
  static func remove(_ db: Database) throws {
    for trigger in triggers {
      let name = trigger.split(separator: " ")[2]
      try db.execute(sql: "DROP TRIGGER IF EXISTS \(name)")
    }
    for name in names { try db.execute(sql: "DROP TABLE IF EXISTS \(name)") }
  }

  /// Counts all items anew.
  static func fill(_ db: Database) throws {
    try db.execute(
      sql: """
        DELETE FROM item_counts;
        INSERT INTO item_counts (\(KeptCounts.columns.joined(separator: ", ")))
          \(KeptCounts.anew());
        DELETE FROM review_counts;
        INSERT INTO review_counts (\(ReviewCounts.columns)) \(ReviewCounts.anew());
        """)
  }

  /// Returns true if a collection is to be counted anew.
  static func isStale(_ db: Database) throws -> Bool {
    guard try db.tableExists("item_counts") else { return false }
    return try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM item_counts WHERE is_stale)")
      ?? false
  }

  /// Counts the stale collections anew.
  static func update(_ db: Database) throws {
    guard try isStale(db) else { return }
    let isLarge = try Bool.fetchOne(
      db,
      sql: """
        SELECT sum(items) FILTER (WHERE is_stale) > sum(items) / \(KeptCounts.largeShare)
        FROM item_counts
        """)
    if isLarge == true { return try fill(db) }
    let stale = try db.values(
      Int64.self, "SELECT collection FROM item_counts WHERE is_stale ORDER BY collection")
    try db.execute(
      sql: """
        INSERT OR REPLACE INTO item_counts (\(KeptCounts.columns.joined(separator: ", ")))
          \(KeptCounts.anew(stale));
        DELETE FROM review_counts
          WHERE collection IN (\(stale.map(String.init).joined(separator: ", ")));
        INSERT INTO review_counts (\(ReviewCounts.columns)) \(ReviewCounts.anew(stale));
        """)
  }

  // MARK: Triggers

  /// The statements that make the triggers.
  ///
  /// `INSERT OR REPLACE` doesn't ask the triggers for deletes: the collection is stale then.
  static let triggers = [
    "CREATE TRIGGER counts_insert AFTER INSERT ON items BEGIN \(add()) \(review("new", "1")) END",
    """
    CREATE TRIGGER counts_insert_over BEFORE INSERT ON items
      WHEN EXISTS (SELECT 1 FROM items WHERE \(isReplaced))
      BEGIN \(markReplaced("items", isReplaced)) END
    """,
    """
    CREATE TRIGGER counts_delete AFTER DELETE ON items
      BEGIN \(take("1 = 1")) \(review("old", "-1")) END
    """,
    """
    CREATE TRIGGER counts_update AFTER UPDATE OF collection, date, date_text, heading,
      field_of_view, location_of, accuracy, media, media_kind, license, fingerprint, earliest,
      latest ON items
      BEGIN
        \(take(isMoved)) \(add())
        \(review("old", "-1")) \(review("new", "1"))
      END
    """,
    """
    CREATE TRIGGER counts_update_over BEFORE UPDATE OF key, collection, identifier ON items
      WHEN EXISTS (SELECT 1 FROM items WHERE items.key <> old.key AND (\(isReplaced)))
      BEGIN \(markReplaced("items", "items.key <> old.key AND (\(isReplaced))")) END
    """,
    """
    CREATE TRIGGER counts_unplaced_insert AFTER INSERT ON unplaced
      BEGIN \(unplaced("new", "+ 1")) END
    """,
    """
    CREATE TRIGGER counts_unplaced_over BEFORE INSERT ON unplaced
      WHEN EXISTS (SELECT 1 FROM unplaced WHERE \(isReplaced.replacing("items.", with: "unplaced.")))
      BEGIN \(markReplaced("unplaced", isReplaced.replacing("items.", with: "unplaced."))) END
    """,
    """
    CREATE TRIGGER counts_unplaced_delete AFTER DELETE ON unplaced
      BEGIN \(unplaced("old", "- 1")) END
    """,
    """
    CREATE TRIGGER counts_unplaced_update AFTER UPDATE OF collection ON unplaced
      BEGIN \(unplaced("old", "- 1")) \(unplaced("new", "+ 1")) END
    """,
    """
    CREATE TRIGGER counts_collection_insert AFTER INSERT ON collections
      BEGIN INSERT INTO item_counts (collection) VALUES (new.key) ON CONFLICT DO NOTHING; END
    """,
    """
    CREATE TRIGGER counts_collection_delete AFTER DELETE ON collections
      BEGIN DELETE FROM item_counts WHERE collection = old.key; END
    """,
    """
    CREATE TRIGGER counts_collection_update AFTER UPDATE OF key ON collections
      WHEN old.key <> new.key
      BEGIN
        DELETE FROM item_counts WHERE collection = old.key;
        INSERT INTO item_counts (collection, is_stale) VALUES (new.key, 1) ON CONFLICT DO NOTHING;
      END
    """,
  ]

  /// The triggers of versions 2 and 3 that had fewer numbers, and none for reviews.
  static let earlierTriggers = {
    let kinds = KeptCounts.Kind.allCases.filter {
      ![.withRoughPlace, .withFile, .withFingerprint].contains($0)
    }
    return [
      "CREATE TRIGGER counts_insert AFTER INSERT ON items BEGIN \(add(kinds)) END",
      "CREATE TRIGGER counts_delete AFTER DELETE ON items BEGIN \(take("1 = 1", kinds)) END",
      """
      CREATE TRIGGER counts_update AFTER UPDATE OF collection, date, heading, field_of_view,
        location_of, media, license, earliest, latest ON items
        BEGIN \(take(isMoved, kinds)) \(add(kinds)) END
      """,
    ]
  }()

  private static let isMoved = """
    (old.collection, old.earliest, old.latest) IS NOT (new.collection, new.earliest, new.latest)
    """

  private static let isReplaced = """
    items.key = new.key
      OR (items.collection = new.collection AND items.identifier = new.identifier)
    """

  private static func numbers(_ kinds: [KeptCounts.Kind], _ row: String, _ sign: String) -> String {
    kinds.compactMap { kind in
      kind.condition(row).map { "\(kind.rawValue) = \(kind.rawValue) \(sign) (\($0))" }
    }.joined(separator: ", ")
  }

  private static func add(_ kinds: [KeptCounts.Kind] = KeptCounts.Kind.allCases) -> String {
    """
    UPDATE item_counts SET \(numbers(kinds, "new", "+")),
      earliest = min(coalesce(earliest, new.earliest), coalesce(new.earliest, earliest)),
      latest = max(coalesce(latest, new.latest), coalesce(new.latest, latest))
      WHERE collection = new.collection;
    """
  }

  /// Takes a row away; under a condition, a first or last day may go with it.
  private static func take(
    _ condition: String, _ kinds: [KeptCounts.Kind] = KeptCounts.Kind.allCases
  ) -> String {
    """
    UPDATE item_counts SET \(numbers(kinds, "old", "-")),
      is_stale = max(is_stale, (\(condition))
        AND (coalesce(old.earliest <= earliest, 0) OR coalesce(old.latest >= latest, 0)))
      WHERE collection = old.collection;
    """
  }

  /// Counts a row in its groups.
  private static func review(_ row: String, _ number: String) -> String {
    """
    INSERT INTO review_counts (\(ReviewCounts.columns)) \(ReviewCounts.rows(row, number))
      ON CONFLICT (\(ReviewCounts.group)) DO UPDATE SET items = items + excluded.items;
    """
  }

  private static func unplaced(_ row: String, _ step: String) -> String {
    "UPDATE item_counts SET unplaced = unplaced \(step) WHERE collection = \(row).collection;"
  }

  private static func markReplaced(_ table: String, _ condition: String) -> String {
    """
    UPDATE item_counts SET is_stale = 1
      WHERE collection IN (SELECT collection FROM \(table) WHERE \(condition));
    """
  }
}
