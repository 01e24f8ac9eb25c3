import TimeWalkArchive
import TimeWalkTables

/// The folded texts of all items on a server, in the table `item_words`, with an index of every
/// three letters in a row where the database has the extension pg_trgm.
///
/// Triggers note changed items in `word_changes`, whose rows may repeat: a unique one would make
/// other programs wait, or lose a note. A search reads noted items from their rows, and each change
/// of the archive indexes them before it commits. A database in another encoding than UTF-8 may
/// lack the folded letters, and has no texts.
enum ServerWords {
  /// What `item_words` has for a search.
  enum State: Hashable {
    /// The texts of all items.
    case complete
    /// The texts of all items but few noted ones.
    case noted([Int64])
    /// No texts, or too many noted items.
    case unknown
  }

  private static let index = "item_words_by_text"
  private static let isUTF8 = "current_setting('server_encoding') = 'UTF8'"

  /// Makes the tables, functions and triggers, and indexes all items.
  @Sendable static func create(_ connection: ServerConnection) throws {
    let tables = [
      "CREATE TABLE item_words (key bigint PRIMARY KEY, text text COLLATE \"C\" NOT NULL)",
      "CREATE TABLE word_changes (key bigint NOT NULL)",
    ]
    for statement in tables + functions + triggers { try connection.execute(statement) }
    try rebuild(connection)
  }

  // MARK: Searches

  static func state(_ db: any SQLDatabase) throws -> State {
    let most = SearchSQL.manyWithWords
    let noted = try db.all(
      Int64?.self,
      """
      SELECT key FROM word_changes WHERE \(isUTF8)
      UNION ALL SELECT NULL WHERE NOT \(isUTF8) LIMIT \(most + 1)
      """)
    guard noted.count <= most, !noted.contains(nil) else { return .unknown }
    return noted.isEmpty ? .complete : .noted(noted.compactMap(\.self))
  }

  /// SQL that is true if a row of `item_words` has all of some folded words.
  static func have(_ words: [String]) -> String {
    words.map { word in
      let literal = ["!", "%", "_"].reduce("CAST(\(word) AS text)") { text, letter in
        "replace(\(text), '\(letter)', '!\(letter)')"
      }
      return "item_words.text LIKE '%' || \(literal) || '%' ESCAPE '!'"
    }.joined(separator: " AND ")
  }

  /// The items that may have all of some folded words; see `SearchDialect`.
  static func items(
    having words: [String], limit: Int, _ state: State, in db: any SQLDatabase
  ) throws -> WordKeys {
    var keys: Set<Int64> = []
    switch state {
    case .complete: break
    case .noted(let noted): keys.formUnion(noted)
    case .unknown: return .unknown
    }
    let names = words.indices.map { "?\($0 + 1)" }
    let found = try db.rows(
      once: "SELECT key FROM item_words WHERE \(have(names)) LIMIT \(limit + 1)", words)
    guard found.count <= limit else { return .many(nil) }
    return .few(keys.union(found.map { $0[0] }).sorted())
  }

  // MARK: Changes

  /// The number of items up to which their texts have no index: all are read as quickly.
  @TaskLocal static var many = 10_000
  /// The number of items that are indexed at a time.
  private static let batch = 20_000

  /// Indexes the noted items, within a change.
  static func update(_ connection: ServerConnection) throws {
    let isNoted = try connection.query("SELECT EXISTS (SELECT FROM word_changes)", [])
    guard isNoted.integer(0, 0) != 0 else { return }
    try indexNoted(connection)
    let mayIndex = try connection.query(
      """
      SELECT \(lacksIndex) AND (SELECT pg_has_role(relowner, 'USAGE') FROM pg_class
        WHERE oid = CAST('item_words' AS regclass))
      """, [])
    if mayIndex.integer(0, 0) != 0 { try makeIndex(connection) }
  }

  /// Indexes all items anew.
  static func rebuild(_ connection: ServerConnection) throws {
    for statement in [
      "DELETE FROM item_words", "DELETE FROM word_changes",
      "INSERT INTO word_changes SELECT key FROM items",
    ] { try connection.execute(statement) }
    try update(connection)
  }

  /// SQL that is true if many items have no index that the database could make.
  private static var lacksIndex: String {
    """
    to_regclass(quote_ident(current_schema()) || '.\(index)') IS NULL
      AND EXISTS (SELECT FROM item_words OFFSET \(many))
      AND EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm')
    """
  }

  /// Makes the index; adding the texts of a new archive to it takes more than twice as long.
  private static func makeIndex(_ connection: ServerConnection) throws {
    let schema =
      try connection.query(
        """
        SELECT quote_ident(nspname) FROM pg_extension
        JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pg_trgm'
        """, []
      ).row(0)[0] as String
    // With the usual 64 MB it takes a third longer.
    try connection.execute(
      """
      SELECT set_config('maintenance_work_mem', '256MB', true)
      WHERE pg_size_bytes(current_setting('maintenance_work_mem')) < pg_size_bytes('256MB')
      """)
    try connection.execute(
      "CREATE INDEX \(index) ON item_words USING gin (text \(schema).gin_trgm_ops)")
    try connection.execute("ANALYZE item_words")
  }

  private static let source = """
    SELECT items.key, collections.name || ':' || items.identifier, items.title, items.creator,
      items.other_columns
    FROM \(ItemColumns.source)
    """

  private static func text(of row: SQLRow) -> String {
    let others = FieldsText.dictionary(of: row[4]).sorted { $0.key < $1.key }.map(\.value)
    return SearchWords.lines([row[1] as String?, row[2], row[3]].compactMap(\.self) + others)
  }

  private static func indexNoted(_ connection: ServerConnection) throws {
    guard try connection.query("SELECT \(isUTF8)", []).integer(0, 0) != 0 else {
      return try connection.execute("DELETE FROM word_changes")
    }
    while true {
      let noted = try connection.query(
        """
        DELETE FROM word_changes
        WHERE ctid = ANY (ARRAY(SELECT ctid FROM word_changes LIMIT \(batch))) RETURNING key
        """, [])
      guard noted.count > 0 else { return }
      let keys = ServerArgument.numbers((0..<noted.count).map { noted.integer($0, 0) })
      _ = try connection.query("DELETE FROM item_words WHERE key = ANY ($1)", [keys])
      let items = try connection.query("\(source) WHERE items.key = ANY ($1)", [keys])
      var texts = CopyRows()
      for index in 0..<items.count {
        let row = items.row(index)
        texts.begin(fields: 2)
        texts.append(row[0] as Int64)
        texts.append(text(of: row))
      }
      guard let bytes = texts.take() else { continue }
      try connection.copy("COPY item_words (key, text) FROM STDIN (FORMAT binary)", bytes)
    }
  }

  // MARK: Soundness

  /// The number of items that are compared with their texts.
  private static let comparedItems: Int64 = 2_000

  /// Compares the texts with items that are evenly spread; with all of a small archive.
  static func check(_ db: ServerTables, _ list: inout ProblemList) throws {
    let row = try db.row(
      """
      SELECT \(isUTF8), (SELECT max(key) FROM items), \(lacksIndex)
      """)
    guard let row, row[0] as Bool else { return }
    if row[2] as Bool {
      list.add(
        ArchiveProblem(check: .words, detail: "there is no index of words", isRepairable: true))
    }
    let step = (row[1] as Int64? ?? 0) / comparedItems + 1
    try db.forEach(
      """
      SELECT item.*, item_words.text
      FROM (\(source) WHERE items.key % ?1 = 0
        AND NOT EXISTS (SELECT FROM word_changes WHERE word_changes.key = items.key)) AS item
      LEFT JOIN item_words ON item_words.key = item.key ORDER BY item.key
      """, [step]
    ) { row in
      guard row[5] as String? != text(of: row) else { return }
      list.add(
        ArchiveProblem(
          check: .words, detail: "the index of words differs from row \(row[0] as Int64) of items",
          isRepairable: true))
    }
  }

  // MARK: Triggers

  private static func note(_ name: String, _ rows: String) -> String {
    ServerCounts.function("note_words_\(name)", "INSERT INTO word_changes \(rows);")
  }

  private static let functions = [
    note("new", "SELECT key FROM new_rows"), note("old", "SELECT key FROM old_rows"),
    note(
      "both",
      """
      SELECT coalesce(n.key, o.key) FROM new_rows AS n FULL JOIN old_rows AS o ON o.key = n.key
        WHERE (n.collection, n.identifier, n.title, n.creator, n.other_columns)
          IS DISTINCT FROM (o.collection, o.identifier, o.title, o.creator, o.other_columns)
      """),
    note(
      "named",
      "SELECT items.key FROM new_rows JOIN items ON items.collection = new_rows.key"),
    note(
      "renamed",
      """
      SELECT items.key FROM new_rows AS n JOIN items ON items.collection = n.key
        LEFT JOIN old_rows AS o ON o.key = n.key WHERE n.name IS DISTINCT FROM o.name
      """),
  ]

  private static let triggers = [
    ("items", "INSERT", "NEW TABLE AS new_rows", "new"),
    ("items", "DELETE", "OLD TABLE AS old_rows", "old"),
    ("items", "UPDATE", "OLD TABLE AS old_rows NEW TABLE AS new_rows", "both"),
    ("collections", "INSERT", "NEW TABLE AS new_rows", "named"),
    ("collections", "UPDATE", "OLD TABLE AS old_rows NEW TABLE AS new_rows", "renamed"),
  ].map { table, event, rows, name in
    """
    CREATE TRIGGER words_\(event.lowercased()) AFTER \(event) ON \(table) REFERENCING \(rows)
      FOR EACH STATEMENT EXECUTE FUNCTION timewalk_note_words_\(name)()
    """
  }
}
