import GRDB
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTables

/// Reads the current tiles: the stored content, minus and plus later changes.
struct TileReader {
  private let db: Database
  private let tiles: Statement
  private let lengths: Statement
  private let following: Statement
  private let changes: Statement
  /// Reads a changed item; `nil` without changes.
  private let changed: Statement?
  /// True if there are changes since the last update of the tiles.
  let hasChanges: Bool

  init(_ db: Database) throws {
    self.db = db
    tiles = try db.cachedStatement(
      sql: "SELECT tile, data FROM tiles WHERE tile >= ?1 AND tile <= ?2 ORDER BY tile")
    lengths = try db.cachedStatement(
      sql: "SELECT total(length(data)) FROM tiles WHERE tile >= ?1 AND tile <= ?2")
    following = try db.cachedStatement(sql: "SELECT min(tile) FROM tiles WHERE tile >= ?1")
    changes = try db.cachedStatement(
      sql: "SELECT tile, key FROM tile_changes WHERE tile >= ?1 AND tile <= ?2 ORDER BY tile, key")
    let any = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM tile_changes)")
    hasChanges = try Bool.fetchOne(any) ?? false
    if hasChanges { try SpatialExtension.load(into: db) }
    changed =
      try hasChanges
      ? db.cachedStatement(
        sql: """
          SELECT \(TileSchema.number(of: "items")) AS tile, \(CandidateColumns.columns) FROM items
          WHERE items.key = ?1
          """) : nil
  }

  /// The levels that hold any item, in rising order.
  func levels() throws -> [TileLevel] {
    let next = try db.cachedStatement(
      sql: """
        SELECT min(tile) FROM (
          SELECT (SELECT min(tile) FROM tiles WHERE tile >= ?1) AS tile
          UNION ALL SELECT (SELECT min(tile) FROM tile_changes WHERE tile >= ?1))
        """)
    var levels: [TileLevel] = []
    var from: Int64 = 0
    while let tile = try Int64.fetchOne(next, arguments: [from]) {
      let level = TileGrid.level(of: tile)
      // In a damaged file a text may be greater than any number.
      guard tile >= from, TileGrid.levels.indices.contains(level) else {
        throw ArchiveError.damagedTile(tile)
      }
      levels.append(TileGrid.levels[level])
      from = Int64(level + 1) << TileGrid.levelShift
    }
    return levels
  }

  /// The approximate number of candidates in the stored tiles of some blocks; `append` never needs
  /// more space than for these and the changes.
  func count(in blocks: [TileBlock]) throws -> Int {
    var bytes = 0
    for block in blocks where block.rows.count <= TileReader.manyRows {
      for row in block.rows {
        // SQLite knows a blob's length without reading it.
        bytes += try CandidateRows.number(of: lengths, in: db, arguments: block.range(ofRow: row))
      }
    }
    return bytes / Candidates.bytesPerCandidate
  }

  /// Adds the candidates of a block's tiles, in the order of the tiles and in each as
  /// `Candidates.arrange` has them.
  func append(_ block: TileBlock, to candidates: inout Candidates) throws {
    var pending = try changedKeys(in: block)[...]
    try forEachTile(in: block) { tile, data in
      while let change = pending.first, change.tile < tile {
        try append(change.tile, stored: Candidates(), changed: change.keys, to: &candidates)
        pending.removeFirst()
      }
      if let change = pending.first, change.tile == tile {
        var stored = Candidates()
        guard stored.append(bytes: data) else { throw ArchiveError.damagedTile(tile) }
        try append(tile, stored: stored, changed: change.keys, to: &candidates)
        pending.removeFirst()
      } else {
        guard candidates.append(bytes: data) else { throw ArchiveError.damagedTile(tile) }
      }
    }
    for change in pending {
      try append(change.tile, stored: Candidates(), changed: change.keys, to: &candidates)
    }
  }

  /// The candidates of one tile.
  func candidates(of tile: Int64) throws -> Candidates {
    var candidates = Candidates()
    let level = TileGrid.levels.indices.contains(TileGrid.level(of: tile))
    guard tile >= 0, level else { throw ArchiveError.damagedTile(tile) }
    try append(block(of: tile), to: &candidates)
    return candidates
  }

  /// The block of one tile, whose number contains a level.
  private func block(of tile: Int64) -> TileBlock {
    let (row, column) = (TileGrid.row(of: tile), TileGrid.column(of: tile))
    return TileBlock(
      level: TileGrid.levels[TileGrid.level(of: tile)], rows: row...row, columns: column...column)
  }

  /// The changed items since the last update of the tiles, with their counts on the map.
  struct Change {
    /// The stored value.
    var removed: [MapCode] = []
    /// The current value.
    var added: [MapCode] = []

    mutating func append(_ other: Change) {
      removed += other.removed
      added += other.added
    }
  }

  /// The changes in one tile.
  func change(of tile: Int64) throws -> Change {
    let keys = try changedKeys(in: block(of: tile)).first?.keys ?? []
    return try change(of: tile, keys)
  }

  /// The changes in the tiles of a block.
  func change(in block: TileBlock) throws -> Change {
    var all = Change()
    for (tile, keys) in try changedKeys(in: block) { try all.append(change(of: tile, keys)) }
    return all
  }

  private func change(of tile: Int64, _ keys: [Int64]) throws -> Change {
    var (stored, current) = (Candidates(), Candidates())
    try CandidateRows.forEachTile(tiles, in: db, arguments: [tile, tile]) { _, data in
      guard stored.append(bytes: data) else { throw ArchiveError.damagedTile(tile) }
    }
    try appendCurrent(tile, keys, to: &current)
    let outdated = Set(keys)
    return Change(
      removed: MapPyramid.codes(Candidates(stored.filter { outdated.contains($0.key) })),
      added: MapPyramid.codes(current))
  }

  /// The stored tiles of a block, each row of cells as one stretch of the table.
  private func forEachTile(
    in block: TileBlock, body: (Int64, UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let level = block.level
    var row = block.rows.lowerBound
    while row <= block.rows.upperBound {
      try CandidateRows.forEachTile(
        tiles, in: db,
        arguments: block.range(ofRow: row), body: body)
      row += 1
      // Half a world of rows is mostly empty.
      guard block.rows.count > TileReader.manyRows else { continue }
      guard let next = try Int64.fetchOne(following, arguments: [level.tile(row: row, column: 0)])
      else { return }
      guard next <= block.last else { return }
      row = max(row, TileGrid.row(of: next))
    }
  }

  /// The number of rows of cells from which empty ones are searched for.
  static let manyRows = 64

  private func changedKeys(in block: TileBlock) throws -> [(tile: Int64, keys: [Int64])] {
    guard hasChanges else { return [] }
    var found: [(tile: Int64, keys: [Int64])] = []
    try StatementRow.forEach(changes, in: db, arguments: [block.first, block.last]) { row in
      let tile = row.integer(0)
      guard block.contains(tile) else { return }
      if found.last?.tile != tile { found.append((tile, [])) }
      found[found.count - 1].keys.append(row.integer(1))
    }
    return found
  }

  /// Adds a tile, with its changed items replaced by their current rows.
  private func append(
    _ tile: Int64, stored: Candidates, changed keys: [Int64], to candidates: inout Candidates
  ) throws {
    let outdated = Set(keys)
    var current = Candidates(stored.filter { !outdated.contains($0.key) })
    try appendCurrent(tile, keys, to: &current)
    current.arrange()
    for candidate in current { candidates.append(candidate) }
  }

  /// Adds the items of some keys that belong to a tile, from their rows.
  private func appendCurrent(
    _ tile: Int64, _ keys: [Int64], to candidates: inout Candidates
  ) throws {
    guard let changed else { return }
    for key in keys {
      try CandidateRows.forEach(changed, in: db, arguments: [key]) { now, candidate in
        if now == tile { candidates.append(candidate) }
      }
    }
  }
}
