import TimeWalkArchive
import TimeWalkTables

/// The tables of an archive on a server, in the first schema of `search_path`, and the migrations
/// from earlier versions.
///
/// Migrations are only ever added: a released one never changes. They run one after another under
/// the lock that every change takes, in one transaction. New tables are never of an earlier
/// version.
enum ServerSchema {
  /// The migrations from one version to the next, the first from none.
  static let migrations: [@Sendable (ServerConnection) throws -> Void] =
    [createAll, ServerCounts.create, ServerWords.create, ServerCounts.addReview]
    + ItemColumns.additions.map { addition in
      { @Sendable connection in try add(addition.columns, connection) }
    }

  /// The version that this program makes.
  static var version: Int { migrations.count }

  /// The version of the tables; `nil` if there are no tables of TimeWalk's.
  static func version(_ connection: ServerConnection) throws -> Int? {
    let found = try connection.query(
      """
      SELECT EXISTS (SELECT 1 FROM pg_class
        WHERE relname = 'timewalk' AND relnamespace = current_schema()::regnamespace)
      """, [])
    guard found.integer(0, 0) != 0 else { return nil }
    let version = try connection.query("SELECT max(version) FROM timewalk", [])
    return version.isNull(0, 0) ? 0 : Int(version.integer(0, 0))
  }

  /// Locks the archive's schema until the end of the transaction.
  ///
  /// All changes of the archive take it and are therefore serialized. The server ends the session
  /// of a program that holds it and no longer works.
  static func lock(_ connection: ServerConnection) throws {
    try connection.execute(
      """
      SELECT set_config('lock_timeout', '\(ServerLimits.lock)', true),
        set_config('idle_in_transaction_session_timeout', '\(ServerLimits.idle)', true)
      """)
    try connection.noticeLostClient()
    _ = try connection.query(
      """
      SELECT pg_advisory_xact_lock(\(lockNumber), (SELECT oid FROM pg_namespace
        WHERE nspname = current_schema())::bigint::bit(32)::int)
      """, [])
  }

  /// "TmWk", which distinguishes the locks of archives from others.
  private static let lockNumber = 0x546D_576B

  /// Makes the tables, or updates those of an earlier version.
  ///
  /// New tables store the location of the archive's pictures, if given.
  static func migrate(
    _ connection: ServerConnection, at location: String, pictures: String? = nil
  ) throws {
    connection.patience = ServerLimits.change
    defer { connection.patience = ServerLimits.statement }
    try make("postgis", connection)
    // Without it, a search for words takes longer.
    do { try make("pg_trgm", connection) } catch let error as ServerError where !error.isLost {
      try connection.execute("ROLLBACK")
    }
    try connection.execute("BEGIN")
    try lock(connection)
    let found = try version(connection) ?? 0
    guard found < version else { return try connection.execute("ROLLBACK") }
    for done in found..<version {
      try migrations[done](connection)
      _ = try connection.query(
        "INSERT INTO timewalk (version, pictures) VALUES ($1, $2)",
        [
          .value(.integer(Int64(done + 1))),
          .value((done == 0 ? pictures : nil).map(SQLValue.text) ?? .null),
        ])
    }
    try connection.execute("COMMIT")
  }

  /// Installs an extension in the database; PostGIS requires the server's administrator.
  private static func make(_ name: String, _ connection: ServerConnection) throws {
    let isThere = "SELECT count(*) FROM pg_extension WHERE extname = '\(name)'"
    guard try connection.query(isThere, []).integer(0, 0) == 0 else { return }
    try connection.execute("BEGIN")
    // Another program may be about to do the same for its archive in this database.
    _ = try connection.query("SELECT pg_advisory_xact_lock(\(lockNumber), 0)", [])
    if try connection.query(isThere, []).integer(0, 0) == 0 {
      try connection.execute("CREATE EXTENSION \(name) SCHEMA public")
    }
    try connection.execute("COMMIT")
  }

  /// Adds columns to the items and to their earlier states.
  private static func add(
    _ columns: [ItemColumns.Addition], _ connection: ServerConnection
  ) throws {
    for table in ["items", "item_versions"] {
      for column in columns {
        try connection.execute(
          "ALTER TABLE \(table) ADD COLUMN \(column.name) \(column.isNumeric ? "float8" : text)")
      }
    }
  }

  // MARK: The first schema

  private static func createAll(_ connection: ServerConnection) throws {
    for statement in tables + itemTables + versions + functions + triggers {
      try connection.execute(statement)
    }
  }

  private static let text = "text COLLATE \"C\""

  private static var tables: [String] {
    [
      // `pictures` is the folder of the archive's own copies, unless it is the default.
      """
      CREATE TABLE timewalk (
        version integer PRIMARY KEY, made timestamptz NOT NULL DEFAULT now(), pictures text)
      """,
      """
      CREATE TABLE collections (
        key bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
        name \(text) NOT NULL UNIQUE CHECK (name <> '' AND strpos(name, ':') = 0),
        title \(text), description \(text), license \(text), credit \(text), homepage \(text),
        area \(text) CHECK (json_array_length(area::json) = 4))
      """,
      """
      CREATE TABLE eras (
        key bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
        name \(text) NOT NULL CHECK (name <> ''), edtf \(text) NOT NULL, description \(text))
      """,
      // The collation C knows the capitals of ASCII alone, as the embedded engine does.
      "CREATE UNIQUE INDEX eras_by_name ON eras (lower(name))",
      """
      CREATE TABLE journal (
        entry bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
        kind \(text) NOT NULL, who \(text), at \(text), source \(text), tool \(text),
        options \(text), collection \(text),
        added bigint NOT NULL DEFAULT 0, updated bigint NOT NULL DEFAULT 0,
        unchanged bigint NOT NULL DEFAULT 0, refused bigint NOT NULL DEFAULT 0,
        removed bigint NOT NULL DEFAULT 0, undoes bigint REFERENCES journal (entry),
        \(VersionedTable.allCases.map { "\($0.range.first) bigint, \($0.range.last) bigint" }
          .joined(separator: ", ")))
      """,
      // The type json keeps the text unchanged.
      """
      CREATE TABLE unplaced (
        key bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
        collection bigint NOT NULL REFERENCES collections (key),
        identifier \(text) NOT NULL CHECK (identifier <> ''), fields json NOT NULL,
        UNIQUE (collection, identifier))
      """,
      """
      CREATE TABLE corrections (
        key bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
        collection bigint NOT NULL REFERENCES collections (key),
        identifier \(text) NOT NULL, field \(text) NOT NULL CHECK (field <> ''), source \(text),
        UNIQUE (collection, identifier, field))
      """,
      """
      CREATE TABLE dismissals (
        key bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
        item \(text) NOT NULL CHECK (item <> ''), kind \(text) NOT NULL,
        other \(text) NOT NULL DEFAULT '', state \(text) NOT NULL, note \(text),
        UNIQUE (item, kind, other))
      """,
      """
      CREATE TABLE media (
        origin \(text) PRIMARY KEY CHECK (origin <> ''),
        sha256 \(text) NOT NULL CHECK (length(sha256) = 64),
        bytes bigint NOT NULL CHECK (bytes >= 0), type \(text),
        width bigint CHECK (width > 0), height bigint CHECK (height > 0),
        stored integer NOT NULL CHECK (stored IN (0, 1)), stamp \(text))
      """,
      "CREATE INDEX media_by_hash ON media (sha256)",
    ]
  }

  /// The columns that an item fills, but for its place.
  private static let itemColumns: [(name: String, type: String, rule: String)] = [
    ("accuracy", "float8", "CHECK (accuracy >= 0)"),
    (
      "location_of", text, "NOT NULL CHECK (location_of IN ('camera', 'subject', 'unknown'))"
    ),
    ("heading", "float8", "CHECK (heading >= 0 AND heading < 360)"),
    ("heading_accuracy", "float8", "CHECK (heading_accuracy >= 0)"),
    ("field_of_view", "float8", "CHECK (field_of_view > 0 AND field_of_view <= 360)"),
    ("pitch", "float8", "CHECK (pitch BETWEEN -90 AND 90)"), ("altitude", "float8", ""),
    ("altitude_reference", text, ""),
    ("altitude_accuracy", "float8", "CHECK (altitude_accuracy >= 0)"),
    ("earliest", "bigint", ""), ("latest", "bigint", ""), ("earliest_fuzzy", "bigint", ""),
    ("latest_fuzzy", "bigint", ""), ("date", text, ""), ("title", text, "NOT NULL"),
    ("creator", text, ""), ("license", text, ""), ("credit", text, ""), ("source", text, ""),
    ("media_kind", text, "CHECK (media_kind IN ('file', 'url'))"), ("media", text, ""),
    ("view_distance", "float8", "CHECK (view_distance > 0)"), ("date_text", text, ""),
    ("view_pose", text, ""), ("kind", text, ""), ("outline", text, ""), ("georeference", text, ""),
    ("ground_west", "float8", ""), ("ground_east", "float8", ""), ("ground_south", "float8", ""),
    ("ground_north", "float8", ""), ("ground_resolution", "float8", ""),
    ("ground_error", "float8", ""), ("other_columns", text, ""),
  ]

  /// The box of a row's outline, as GiST indexes it.
  static let groundBox =
    "box(point(ground_west, ground_south), point(ground_east, ground_north))"

  private static var itemTables: [String] {
    let columns = itemColumns.map { "\($0.name) \($0.type) \($0.rule)" }.joined(separator: ", ")
    return [
      """
      CREATE TABLE items (
        key bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
        collection bigint NOT NULL,
        identifier \(text) NOT NULL CHECK (identifier <> ''),
        geometry geometry(Point, 4326) NOT NULL, \(columns),
        copy_of \(text) CHECK (copy_of <> ''),
        fingerprint bytea CHECK (length(fingerprint) = 32), fingerprint_stamp \(text),
        tile bigint GENERATED ALWAYS AS (\(ServerTiles.number)) STORED,
        CHECK ((media IS NULL) = (media_kind IS NULL)),
        UNIQUE (collection, identifier))
      """,
      // Points take less of an import so than with GiST.
      "CREATE INDEX items_by_place ON items USING spgist (geometry)",
      "CREATE INDEX items_by_tile ON items (tile)",
      "CREATE INDEX items_by_original ON items (copy_of) WHERE copy_of IS NOT NULL",
      """
      CREATE INDEX items_by_ground ON items USING gist (\(groundBox))
        WHERE ground_west IS NOT NULL
      """,
      "CREATE TABLE tiles (tile bigint PRIMARY KEY, data bytea NOT NULL)",
      // Numbers hardly become smaller by packing, which would cost each question more.
      "ALTER TABLE tiles ALTER COLUMN data SET STORAGE EXTERNAL",
      "CREATE TABLE tile_changes (tile bigint PRIMARY KEY)",
      "CREATE TABLE tile_counts (tile bigint PRIMARY KEY, data bytea NOT NULL)",
    ]
  }

  /// The tables of earlier states: all columns of theirs that may be NULL, without rules.
  private static var versions: [String] {
    let items =
      ["collection bigint", "identifier \(text)", "geometry geometry(Point, 4326)"]
      + itemColumns.map { "\($0.name) \($0.type)" }
      + ["copy_of \(text)", "fingerprint bytea", "fingerprint_stamp \(text)"]
    func texts(_ names: String) -> [String] {
      names.split(separator: " ").map { "\($0) \(text)" }
    }
    let columns: [VersionedTable: [String]] = [
      .collections: texts("name title description license credit homepage area"),
      .items: items,
      .unplaced: ["collection bigint", "identifier \(text)", "fields json"],
      .eras: texts("name edtf description"),
      .dismissals: texts("item kind other state note"),
      .corrections: ["collection bigint"] + texts("identifier field source"),
    ]
    return VersionedTable.allCases.flatMap { table in
      [
        """
        CREATE TABLE \(table.versions) (
          entry bigint NOT NULL REFERENCES journal (entry), key bigint NOT NULL,
          \((columns[table] ?? []).joined(separator: ", ")), UNIQUE (key, entry))
        """,
        "CREATE INDEX \(table.versions)_by_entry ON \(table.versions) (entry)",
      ]
    } + [
      "CREATE INDEX item_versions_by_name ON item_versions (identifier, collection)",
      "CREATE INDEX unplaced_versions_by_name ON unplaced_versions (identifier, collection)",
    ]
  }

  /// Refuses new rows of items in a missing collection.
  ///
  /// A foreign key would ask for each row alone, which took a quarter of an import.
  private static let collectionCheck = """
    IF EXISTS (SELECT FROM (SELECT DISTINCT collection FROM new_rows) AS named
        WHERE NOT EXISTS (SELECT FROM collections WHERE key = named.collection)) THEN
      RAISE foreign_key_violation USING MESSAGE = ''an item names a collection that is not there'';
    END IF;
    """

  /// Triggers that record the tiles whose items any program has changed, and protect the items'
  /// collections.
  ///
  /// A row that another program records at the same time is waited for, which keeps every record.
  private static let functions = [
    """
    CREATE FUNCTION timewalk_keep_collections() RETURNS trigger
    LANGUAGE plpgsql SET search_path FROM CURRENT
    AS 'BEGIN
      IF EXISTS (SELECT FROM old_rows WHERE NOT EXISTS (SELECT FROM collections WHERE key = old_rows.key)
          AND EXISTS (SELECT FROM items WHERE collection = old_rows.key)) THEN
        RAISE foreign_key_violation USING MESSAGE = ''items are left of a collection'';
      END IF;
      RETURN NULL;
    END'
    """,
    """
    CREATE FUNCTION timewalk_note_new() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT
    AS 'BEGIN
      \(collectionCheck)
      INSERT INTO tile_changes SELECT DISTINCT tile FROM new_rows WHERE tile IS NOT NULL ORDER BY tile
        ON CONFLICT (tile) DO UPDATE SET tile = excluded.tile;
      RETURN NULL;
    END'
    """,
    """
    CREATE FUNCTION timewalk_note_old() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT
    AS 'BEGIN
      INSERT INTO tile_changes SELECT DISTINCT tile FROM old_rows WHERE tile IS NOT NULL ORDER BY tile
        ON CONFLICT (tile) DO UPDATE SET tile = excluded.tile;
      RETURN NULL;
    END'
    """,
    """
    CREATE FUNCTION timewalk_note_both() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT
    AS 'BEGIN
      \(collectionCheck)
      INSERT INTO tile_changes
        SELECT tile FROM old_rows WHERE tile IS NOT NULL
        UNION SELECT tile FROM new_rows WHERE tile IS NOT NULL ORDER BY tile
        ON CONFLICT (tile) DO UPDATE SET tile = excluded.tile;
      RETURN NULL;
    END'
    """,
  ]

  private static let triggers = [
    """
    CREATE TRIGGER collections_delete AFTER DELETE ON collections REFERENCING OLD TABLE AS old_rows
      FOR EACH STATEMENT EXECUTE FUNCTION timewalk_keep_collections()
    """,
    """
    CREATE TRIGGER collections_update AFTER UPDATE ON collections REFERENCING OLD TABLE AS old_rows
      FOR EACH STATEMENT EXECUTE FUNCTION timewalk_keep_collections()
    """,
    """
    CREATE TRIGGER tiles_insert AFTER INSERT ON items REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION timewalk_note_new()
    """,
    """
    CREATE TRIGGER tiles_delete AFTER DELETE ON items REFERENCING OLD TABLE AS old_rows
      FOR EACH STATEMENT EXECUTE FUNCTION timewalk_note_old()
    """,
    """
    CREATE TRIGGER tiles_update AFTER UPDATE ON items
      REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION timewalk_note_both()
    """,
  ]
}
