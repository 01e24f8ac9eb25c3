import GRDB
import TimeWalkStorage
import TimeWalkTables

/// The table `item_counts`, and the triggers that keep its numbers; see `KeptCounts`.
///
/// The row of a collection comes and goes with the collection.
enum CountSchema {
  static func create(_ db: Database) throws {
    let numbers = KeptCounts.Kind.allCases.map { "\($0.rawValue) INTEGER NOT NULL DEFAULT 0" }
    try db.execute(
      sql: """
        CREATE TABLE item_counts (
          collection INTEGER PRIMARY KEY, \(numbers.joined(separator: ", ")),
          earliest INTEGER, latest INTEGER, is_stale INTEGER NOT NULL DEFAULT 0
        )
        """)
    for trigger in triggers { try db.execute(sql: trigger) }
  }

  /// Returns true if a text names the table or a trigger.
  static func isNamed(in text: String) -> Bool {
    text.contains("item_counts") || text.contains(" counts_")
  }

  /// Removes the table and its triggers.
  static func remove(_ db: Database) throws {
    for trigger in triggers {
      let name = trigger.split(separator: " ")[2]
      try db.execute(sql: "DROP TRIGGER IF EXISTS \(name)")
    }
    try db.execute(sql: "DROP TABLE IF EXISTS item_counts")
  }

  /// Counts all items anew.
  static func fill(_ db: Database) throws {
    try db.execute(
      sql: """
        DELETE FROM item_counts;
        INSERT INTO item_counts (\(KeptCounts.columns.joined(separator: ", ")))
          \(KeptCounts.anew());
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
          \(KeptCounts.anew(stale))
        """)
  }

  // MARK: Triggers

  /// The statements that make the triggers.
  ///
  /// `INSERT OR REPLACE` doesn't ask the triggers for deletes: the collection is stale then.
  static let triggers = [
    "CREATE TRIGGER counts_insert AFTER INSERT ON items BEGIN \(add) END",
    """
    CREATE TRIGGER counts_insert_over BEFORE INSERT ON items
      WHEN EXISTS (SELECT 1 FROM items WHERE \(isReplaced))
      BEGIN \(markReplaced("items", isReplaced)) END
    """,
    "CREATE TRIGGER counts_delete AFTER DELETE ON items BEGIN \(take("1 = 1")) END",
    """
    CREATE TRIGGER counts_update AFTER UPDATE OF collection, date, heading, field_of_view,
      location_of, media, license, earliest, latest ON items
      BEGIN
        \(take("(old.collection, old.earliest, old.latest) IS NOT (new.collection, new.earliest, new.latest)"))
        \(add)
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

  private static let isReplaced = """
    items.key = new.key
      OR (items.collection = new.collection AND items.identifier = new.identifier)
    """

  private static func numbers(_ row: String, _ sign: String) -> String {
    KeptCounts.Kind.allCases.compactMap { kind in
      kind.condition(row).map { "\(kind.rawValue) = \(kind.rawValue) \(sign) (\($0))" }
    }.joined(separator: ", ")
  }

  private static let add = """
    UPDATE item_counts SET \(numbers("new", "+")),
      earliest = min(coalesce(earliest, new.earliest), coalesce(new.earliest, earliest)),
      latest = max(coalesce(latest, new.latest), coalesce(new.latest, latest))
      WHERE collection = new.collection;
    """

  /// Takes a row away; under a condition, a first or last day may go with it.
  private static func take(_ condition: String) -> String {
    """
    UPDATE item_counts SET \(numbers("old", "-")),
      is_stale = max(is_stale, (\(condition))
        AND (coalesce(old.earliest <= earliest, 0) OR coalesce(old.latest >= latest, 0)))
      WHERE collection = old.collection;
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
