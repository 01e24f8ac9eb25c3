import TimeWalkTables

/// The kept numbers of items on a server; see `KeptCounts` and `ReviewCounts`.
///
/// Triggers add the differences of each statement as rows of `count_changes` and `review_changes`,
/// because rows of `item_counts` would make other programs wait for an import. Readers add them up,
/// and each change of the archive moves them into `item_counts` and `review_counts` before it
/// commits.
enum ServerCounts {
  private static let names = KeptCounts.columns.joined(separator: ", ")
  private static let kinds = KeptCounts.Kind.allCases.map(\.rawValue)

  /// Makes the tables, functions and triggers, and counts all items.
  @Sendable static func create(_ connection: ServerConnection) throws {
    let numbers = kinds.map { "\($0) bigint NOT NULL DEFAULT 0" }.joined(separator: ", ")
    let rest = "\(numbers), earliest bigint, latest bigint, is_stale bigint NOT NULL DEFAULT 0"
    let tables = [
      "CREATE TABLE item_counts (collection bigint PRIMARY KEY, \(rest))",
      "CREATE TABLE count_changes (collection bigint NOT NULL, \(rest))",
    ]
    for statement in tables + reviewTables + functions + triggers {
      try connection.execute(statement)
    }
    try fill(connection)
  }

  /// Adds the numbers for reviews where an earlier version made the tables, and the indexes.
  @Sendable static func addReview(_ connection: ServerConnection) throws {
    let columns = ["item_counts", "count_changes"].flatMap { table in
      kinds.map {
        "ALTER TABLE \(table) ADD COLUMN IF NOT EXISTS \($0) bigint NOT NULL DEFAULT 0"
      }
    }
    for statement in columns + reviewTables + functions + ReviewCounts.indexes {
      try connection.execute(statement)
    }
    try fill(connection)
  }

  private static let reviewTables = [
    """
    CREATE TABLE IF NOT EXISTS review_counts (
      \(reviewColumns), PRIMARY KEY (\(ReviewCounts.group)))
    """,
    "CREATE TABLE IF NOT EXISTS review_changes (\(reviewColumns))",
  ]

  private static let reviewColumns = """
    collection bigint NOT NULL, field text COLLATE "C" NOT NULL, value text COLLATE "C" NOT NULL,
    words text COLLATE "C" NOT NULL, items bigint NOT NULL
    """

  /// Sums of the kept numbers and the changes since, in one row for each collection.
  static let kept = """
    (SELECT collection, \(sums), min(earliest) AS earliest, max(latest) AS latest,
      max(is_stale) AS is_stale
    FROM (SELECT \(names) FROM item_counts UNION ALL SELECT \(names) FROM count_changes) AS parts
    GROUP BY collection)
    """

  /// The same of the groups of `ReviewCounts`.
  static let keptForReview = """
    (SELECT \(ReviewCounts.group), CAST(sum(items) AS bigint) AS items
    FROM (SELECT * FROM review_counts UNION ALL SELECT * FROM review_changes) AS parts
    GROUP BY \(ReviewCounts.group))
    """

  /// A sum of `bigint` is a `numeric`.
  private static let sums = kinds.map { "CAST(sum(\($0)) AS bigint) AS \($0)" }
    .joined(separator: ", ")

  /// The number of items up to which the server needs no statistics of theirs.
  private static let few = 1_000

  /// Makes the server's statistics of the items if their number has more than doubled.
  ///
  /// The server makes them a minute later. A transaction that begins before, such as an export,
  /// keeps a plan that sorts the collection for each page.
  static func analyze(_ connection: ServerConnection) throws {
    let hasGrown = try connection.query(
      """
      SELECT (SELECT coalesce(sum(items), 0) FROM item_counts) > 2 * greatest(reltuples, \(few))
      FROM pg_class WHERE oid = CAST('items' AS regclass)
      """, [])
    if hasGrown.integer(0, 0) != 0 { try connection.execute("ANALYZE items") }
  }

  /// Moves the changes into `item_counts`, and counts stale collections anew, within a change.
  static func update(_ connection: ServerConnection) throws {
    let added = kinds.map { "\($0) = item_counts.\($0) + excluded.\($0)" }
    let moved = try connection.query(
      """
      WITH moved AS (DELETE FROM count_changes RETURNING \(names))
      INSERT INTO item_counts (\(names))
        SELECT collection, \(sums), min(earliest), max(latest), max(is_stale) FROM moved
        WHERE EXISTS (SELECT FROM collections WHERE key = collection) GROUP BY collection
        ON CONFLICT (collection) DO UPDATE SET \(added.joined(separator: ", ")),
          earliest = least(item_counts.earliest, excluded.earliest),
          latest = greatest(item_counts.latest, excluded.latest),
          is_stale = greatest(item_counts.is_stale, excluded.is_stale)
        RETURNING CASE WHEN is_stale = 0 THEN NULL ELSE collection END
      """, [])
    _ = try connection.query(
      """
      DELETE FROM item_counts
      WHERE NOT EXISTS (SELECT FROM collections WHERE key = item_counts.collection)
      """, [])
    _ = try connection.query(
      """
      WITH moved AS (DELETE FROM review_changes RETURNING *)
      INSERT INTO review_counts (\(ReviewCounts.columns))
        SELECT \(ReviewCounts.group), sum(items) FROM moved GROUP BY \(ReviewCounts.group)
        HAVING sum(items) <> 0
        ON CONFLICT (\(ReviewCounts.group))
          DO UPDATE SET items = review_counts.items + excluded.items
      """, [])
    let stale = (0..<moved.count).filter { !moved.isNull($0, 0) }.map { moved.integer($0, 0) }
    if !stale.isEmpty { try count(stale, connection) }
  }

  /// Counts all items anew.
  static func fill(_ connection: ServerConnection) throws {
    try count(nil, connection)
    try connection.execute("DELETE FROM review_counts")
    // As in `count`, one statement sees one state.
    try connection.once(
      """
      WITH dropped AS (DELETE FROM review_changes)
      INSERT INTO review_counts (\(ReviewCounts.columns)) \(ReviewCounts.anew())
      """, [])
  }

  /// Counts the items of some collections, or of all, anew.
  ///
  /// One statement sees one state: it drops the changes of the items that it counts, and keeps
  /// those that another program makes meanwhile.
  private static func count(_ keys: [Int64]?, _ connection: ServerConnection) throws {
    let list = keys.map { "WHERE collection IN (\($0.map(String.init).joined(separator: ", ")))" }
    let columns = KeptCounts.columns.dropFirst().map { "\($0) = excluded.\($0)" }
    try connection.once(
      """
      WITH dropped AS (DELETE FROM count_changes \(list ?? ""))
      INSERT INTO item_counts (\(names)) \(KeptCounts.anew(keys))
      ON CONFLICT (collection) DO UPDATE SET \(columns.joined(separator: ", "))
      """, [])
  }

  // MARK: Triggers

  /// The sums of the rows of a transition table, with a sign.
  private static func sums(_ sign: String, of rows: String) -> String {
    KeptCounts.Kind.allCases.map { kind in
      kind.condition(rows).map { "\(sign)count(*) FILTER (WHERE \($0))" } ?? "0"
    }.joined(separator: ", ")
  }

  /// The statement that makes a trigger's function.
  static func function(_ name: String, _ body: String) -> String {
    """
    CREATE OR REPLACE FUNCTION timewalk_\(name)() RETURNS trigger
    LANGUAGE plpgsql SET search_path FROM CURRENT
    AS $$BEGIN
      \(body)
      RETURN NULL;
    END$$
    """
  }

  private static let addNew = """
    INSERT INTO count_changes (\(names))
      SELECT collection, \(sums("", of: "new_rows")), min(earliest), max(latest), 0
      FROM new_rows GROUP BY collection;
    \(review("new_rows", "count(*)"))
    """

  /// Takes rows away; a first or last day may go with those that a condition holds for.
  private static func takeOld(_ condition: String) -> String {
    """
    INSERT INTO count_changes (\(names))
      SELECT gone.*, NULL, NULL,
        CASE WHEN days.first <= coalesce(kept.earliest, days.first)
          OR days.last >= coalesce(kept.latest, days.last) THEN 1 ELSE 0 END
      FROM (SELECT collection, \(sums("-", of: "old_rows")) FROM old_rows GROUP BY collection) AS gone
      LEFT JOIN (SELECT collection, min(earliest) AS first, max(latest) AS last FROM old_rows
        \(condition) GROUP BY collection) AS days ON days.collection = gone.collection
      LEFT JOIN item_counts AS kept ON kept.collection = gone.collection;
    \(review("old_rows", "-count(*)"))
    """
  }

  /// Counts rows in their groups.
  private static func review(_ rows: String, _ number: String) -> String {
    """
    INSERT INTO review_changes (\(ReviewCounts.columns))
      \(ReviewCounts.rows(rows, number, from: rows));
    """
  }

  private static let isChanged = """
    WHERE NOT EXISTS (SELECT FROM new_rows WHERE new_rows.key = old_rows.key
      AND (new_rows.collection, new_rows.earliest, new_rows.latest)
        IS NOT DISTINCT FROM (old_rows.collection, old_rows.earliest, old_rows.latest))
    """

  private static func unplaced(_ sign: String, of rows: String) -> String {
    """
    INSERT INTO count_changes (collection, unplaced)
      SELECT collection, \(sign)count(*) FROM \(rows) GROUP BY collection;
    """
  }

  private static let functions = [
    function("count_new", addNew),
    function("count_old", takeOld("")),
    function("count_both", takeOld(isChanged) + "\n" + addNew),
    function("count_unplaced_new", unplaced("", of: "new_rows")),
    function("count_unplaced_old", unplaced("-", of: "old_rows")),
    function(
      "count_unplaced_both", unplaced("-", of: "old_rows") + "\n" + unplaced("", of: "new_rows")),
  ]

  private static let triggers = [("items", "count"), ("unplaced", "count_unplaced")].flatMap {
    (table: String, name: String) -> [String] in
    [
      ("INSERT", "NEW TABLE AS new_rows", "new"), ("DELETE", "OLD TABLE AS old_rows", "old"),
      ("UPDATE", "OLD TABLE AS old_rows NEW TABLE AS new_rows", "both"),
    ].map { event, rows, suffix in
      """
      CREATE TRIGGER counts_\(event.lowercased()) AFTER \(event) ON \(table) REFERENCING \(rows)
        FOR EACH STATEMENT EXECUTE FUNCTION timewalk_\(name)_\(suffix)()
      """
    }
  }
}
