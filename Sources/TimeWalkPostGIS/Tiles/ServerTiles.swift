import TimeWalkArchive
import TimeWalkCore
import TimeWalkTables

/// The tiles of candidates on a server, divided by `TileGrid`: the table `tiles` has the bytes of
/// the candidates in each cell (`Candidates.bytes`).
///
/// A query therefore reads few rows and no item. The column `items.tile` has an item's tile, and
/// triggers record in `tile_changes` the tiles whose items have changed. A query reads a recorded
/// tile from the items' rows, and each change of the archive updates the tiles before it commits.
enum ServerTiles {
  /// The number of the tile of a row of `items`, as an SQL expression; NULL for a map and an
  /// unusable place.
  ///
  /// A function would be called for each row, which takes longer than the sum.
  static var number: String {
    let levels = TileGrid.levels
    // Descending: counting those at or above a reach finds the lowest level that contains it.
    let reaches = levels.dropLast().reversed().map { "-\($0.reach)" }.joined(separator: ",")
    let cells = levels.map { "\($0.cellsPerDegree)" }.joined(separator: ",")
    let reach = ReachRule.sql(of: "items", least: "least", greatest: "greatest")
      .replacing("items.", with: "")
    let level = """
      (\(levels.count - 1) - width_bucket(-(\(reach)), ARRAY[\(reaches)]::float8[]))
      """
    let (x, y) = ("ST_X(geometry)", "ST_Y(geometry)")
    let cellsThere = "(ARRAY[\(cells)]::float8[])[\(level) + 1]"
    return """
      CASE WHEN \(ItemColumns.isMap("items").replacing("items.", with: ""))
        OR NOT (\(x) BETWEEN -180 AND 360 AND \(y) BETWEEN -90 AND 90) THEN NULL
      ELSE (\(level)::bigint << \(TileGrid.levelShift))
        | (trunc((\(y) + 90) * \(cellsThere))::bigint << \(TileGrid.rowShift))
        | trunc((\(x) + CASE WHEN \(x) < 180 THEN 180 ELSE -180 END) * \(cellsThere))::bigint
      END
      """
  }

  /// The stored tiles of stretches of numbers and columns, and NULL for each that has changed.
  static let inBlocks = """
    WITH stretches AS (SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[])
      WITH ORDINALITY AS s (first, last, west, east, turn))
    SELECT tiles.tile, tiles.data, turn FROM stretches
      JOIN tiles ON tiles.tile BETWEEN first AND last
      WHERE tiles.tile & 16777215 BETWEEN west AND east
    UNION ALL
    SELECT c.tile, NULL, turn FROM stretches JOIN tile_changes AS c ON c.tile BETWEEN first AND last
      WHERE c.tile & 16777215 BETWEEN west AND east
    ORDER BY 3, 1
    """

  /// The candidates of tiles, by the items' rows.
  static let ofRows = """
    SELECT items.tile, \(CandidateColumns.columns) FROM items WHERE items.tile = ANY($1)
    ORDER BY items.tile
    """

  /// The number of rows of cells from which a block is read as one range, most of which is skipped.
  private static let manyRows = 64

  /// The arguments of `inBlocks`.
  static func arguments(_ blocks: [TileBlock]) -> [ServerArgument] {
    var (first, last, west, east): ([Int64], [Int64], [Int64], [Int64]) = ([], [], [], [])
    func add(_ tiles: ClosedRange<Int64>, _ columns: ClosedRange<Int64>) {
      first.append(tiles.lowerBound)
      last.append(tiles.upperBound)
      west.append(columns.lowerBound)
      east.append(columns.upperBound)
    }
    for block in blocks {
      if block.rows.count > manyRows {
        add(block.first...block.last, block.columns)
      } else {
        for row in block.rows { add(block.tiles(ofRow: row), block.columns) }
      }
    }
    return [.numbers(first), .numbers(last), .numbers(west), .numbers(east)]
  }

  /// The candidates of blocks, level by level and tile by tile; call it in a transaction that sees
  /// one state if `mayHaveChanges`.
  ///
  /// - Returns: `nil` if something has changed that may not have.
  static func candidates(
    in blocks: [TileBlock], of connection: ServerConnection, mayHaveChanges: Bool
  ) throws -> Candidates? {
    let result = try connection.query(inBlocks, arguments(blocks))
    let changed = (0..<result.count).filter { result.isNull($0, 1) }.map { result.integer($0, 0) }
    guard changed.isEmpty || mayHaveChanges else { return nil }
    var fresh: [Int64: Candidates] = [:]
    if !changed.isEmpty {
      for (tile, candidates) in try candidates(of: changed, in: connection) {
        fresh[tile] = candidates
      }
    }
    let outdated = Set(changed)
    var all = Candidates()
    all.reserveCapacity(
      (0..<result.count).reduce(0) { $0 + result.withBytes($1, 1) { $0.count } }
        / Candidates.bytesPerCandidate)
    for row in 0..<result.count {
      let tile = result.integer(row, 0)
      if result.isNull(row, 1) {
        for candidate in fresh[tile] ?? Candidates() { all.append(candidate) }
      } else if !outdated.contains(tile) {
        guard result.withBytes(row, 1, { all.append(bytes: $0) }) else {
          throw ArchiveError.damagedTile(tile)
        }
      }
    }
    return all
  }

  /// The candidates of tiles by the items' rows, those without any left out.
  static func candidates(
    of tiles: [Int64], in connection: ServerConnection
  ) throws -> [(tile: Int64, candidates: Candidates)] {
    let rows = try connection.query(ofRows, [.numbers(tiles)])
    var found: [(tile: Int64, candidates: Candidates)] = []
    for index in 0..<rows.count {
      let row = rows.row(index)
      let tile = row.integer(0)
      guard let candidate = CandidateColumns.candidate(of: row) else { continue }
      if found.last?.tile != tile { found.append((tile, Candidates())) }
      found[found.count - 1].candidates.append(candidate)
    }
    for index in found.indices { found[index].candidates.arrange() }
    return found
  }

  /// Updates the tiles and the map's counts by `tile_changes`, and empties it, within a change.
  static func update(_ connection: ServerConnection) throws {
    // Other programs' new records wait for this transaction, and stay recorded.
    let noted = try connection.query("DELETE FROM tile_changes RETURNING tile", [])
    guard noted.count > 0 else { return }
    let counts = ServerMapCounts(connection)
    // At the first items, or when unreadable tiles are repaired.
    if try connection.query("SELECT EXISTS (SELECT FROM tiles)", []).integer(0, 0) == 0 {
      var codes = try rebuild(connection)
      try MapPyramid.rebuild(counts, &codes)
    } else {
      let tiles = (0..<noted.count).map { noted.integer($0, 0) }.sorted()
      let change = try rewrite(tiles, connection)
      try MapPyramid.update(counts, removed: change.removed, added: change.added)
    }
    try counts.finish()
  }

  /// Deletes all tiles and counts; the surrounding change rebuilds them.
  static func forget(_ db: any SQLDatabase) throws {
    try db.run("DELETE FROM tiles")
    try db.run("DELETE FROM tile_counts")
    try db.run(
      """
      INSERT INTO tile_changes SELECT DISTINCT tile FROM items WHERE tile IS NOT NULL ORDER BY tile
      ON CONFLICT DO NOTHING
      """)
  }

  private static let keep = "COPY tiles (tile, data) FROM STDIN (FORMAT binary)"

  /// Makes all tiles of the items, if there are none, in one pass over their rows.
  private static func rebuild(_ connection: ServerConnection) throws -> [MapCode] {
    var codes: [MapCode] = []
    var rows = CopyRows()
    var current: (tile: Int64, candidates: Candidates)?
    func write(isLast: Bool) throws {
      if var done = current {
        done.candidates.arrange()
        MapPyramid.append(done.candidates, to: &codes)
        rows.append(done.tile, done.candidates)
      }
      current = nil
      if isLast || rows.size > mostPending, let bytes = rows.take() {
        try connection.copy(keep, bytes)
      }
    }
    try ServerTables(connection).forEach(
      """
      SELECT items.tile, \(CandidateColumns.columns) FROM items WHERE items.tile IS NOT NULL
      ORDER BY items.tile
      """, []
    ) { row in
      guard let candidate = CandidateColumns.candidate(of: row) else { return }
      let tile = row.integer(0)
      if current?.tile != tile {
        try write(isLast: false)
        current = (tile, Candidates())
      }
      current?.candidates.append(candidate)
    }
    try write(isLast: true)
    return codes
  }

  /// Rewrites tiles from the items' rows, in batches that keep the memory small.
  private static func rewrite(
    _ tiles: [Int64], _ connection: ServerConnection
  ) throws -> (removed: [MapCode], added: [MapCode]) {
    var (removed, added): ([MapCode], [MapCode]) = ([], [])
    for start in stride(from: 0, to: tiles.count, by: batch) {
      let part = Array(tiles[start..<min(start + batch, tiles.count)])
      let before = try connection.query(
        "DELETE FROM tiles WHERE tile = ANY($1) RETURNING tile, data", [.numbers(part)])
      var gone: [Int64: [MapCode]] = [:]
      for row in 0..<before.count {
        var candidates = Candidates()
        let tile = before.integer(row, 0)
        guard before.withBytes(row, 1, { candidates.append(bytes: $0) }) else {
          throw ArchiveError.damagedTile(tile)
        }
        gone[tile] = MapPyramid.codes(candidates).sorted()
      }
      var rows = CopyRows()
      for (tile, candidates) in try candidates(of: part, in: connection) {
        let change = MapCode.difference(
          gone.removeValue(forKey: tile) ?? [], MapPyramid.codes(candidates).sorted())
        removed += change.removed
        added += change.added
        rows.append(tile, candidates)
      }
      if let bytes = rows.take() { try connection.copy(keep, bytes) }
      removed += gone.values.joined()
    }
    return (removed, added)
  }

  /// The number of bytes of tiles that are kept before they are sent.
  private static let mostPending = 4 << 20
  /// The number of tiles whose items are read at a time.
  static let batch = 2_000
}

extension CopyRows {
  /// Adds the row of a tile.
  fileprivate mutating func append(_ tile: Int64, _ candidates: Candidates) {
    begin(fields: 2)
    append(tile)
    append(bytes: candidates.bytes)
  }
}
