import GRDB
package import TimeWalkArchive
package import TimeWalkCore
import TimeWalkTables

extension SpatiaLiteArchive {
  /// See `HistoricalArchive.content(of:era:)`.
  ///
  /// Reads one row of counts, and the changes of other programs within the tile; or, for few items,
  /// their rows.
  package func content(of tile: MapTile, era: Era?) throws(ArchiveError) -> MapContent {
    try ArchiveError.typed {
      try reader.read { db in
        var content = MapContent()
        if let cells = try SpatiaLiteArchive.cells(of: tile, db) {
          content.cluster(cells, era: era)
        } else {
          try SpatiaLiteArchive.views(in: tile, era, db, to: &content)
        }
        try SpatiaLiteArchive.maps(in: tile, era, db, to: &content)
        return content
      }
    }
  }

  /// The current cells of a tile with many views; `nil` for one with few.
  private static func cells(of tile: MapTile, _ db: Database) throws -> [MapCell]? {
    guard var cells = try MapPyramid.cells(of: tile, in: FileMapCounts(db)) else { return nil }
    let reader = try TileReader(db)
    guard reader.hasChanges else { return cells }
    for level in TileGrid.levels {
      let change = try reader.change(in: level.block(tile.surroundings))
      for (codes, times) in [(change.removed, -1), (change.added, 1)] {
        for code in codes where tile.holds(code) {
          let entry = code.entry
          cells[MapCell.index(of: entry.place, zoom: tile.zoom)].add(entry, times: times)
        }
      }
    }
    return cells.reduce(0) { $0 + $1.count } > MapTile.mostViews ? cells : nil
  }

  /// The number of parts of a degree in a statement's corner, which is a whole number.
  private static let parts = 1e8

  /// The arguments for the condition of `near`.
  private static func corners(_ box: GeographicBox, turn: Double = 0) -> [Int64] {
    [box.west + turn, box.east + turn, box.south, box.north].enumerated().map { index, degrees in
      let part = degrees * parts
      // Outwards.
      return Int64(index % 2 == 0 ? part.rounded(.down) : part.rounded(.up))
    }
  }

  private static func near(_ names: [String]) -> String {
    """
    \(names[1]) >= ?1 / \(parts) AND \(names[0]) <= ?2 / \(parts)
      AND \(names[3]) >= ?3 / \(parts) AND \(names[2]) <= ?4 / \(parts)
    """
  }

  private static let viewsStatement = """
    SELECT \(MapContent.viewColumns)
    FROM idx_items_geometry AS boxes CROSS JOIN items ON items.key = boxes.pkid
      CROSS JOIN collections ON collections.key = items.collection
    WHERE \(near(["boxes.xmin", "boxes.xmax", "boxes.ymin", "boxes.ymax"]))
      AND NOT \(ItemColumns.isMap("items"))
    """

  /// Adds the views of a tile, or clusters of them where they turn out to be many.
  private static func views(
    in tile: MapTile, _ era: Era?, _ db: Database, to content: inout MapContent
  ) throws {
    var entries: [MapEntry] = []
    try forEachView(in: tile, db) { row, candidate, entry in
      entries.append(entry)
      guard entries.count <= MapTile.mostViews else { return }
      content.add(view: row, of: candidate, era: era)
    }
    guard entries.count <= MapTile.mostViews else {
      return content.cluster(tile.cells(of: entries), era: era)
    }
    content.views.sort { $0.key < $1.key }
    content.count = content.views.count
  }

  /// Passes on the row of each view of a tile, as a candidate and as its counts.
  private static func forEachView(
    in tile: MapTile, _ db: Database, _ body: (StatementRow, Candidate, MapEntry) -> Void
  ) throws {
    let statement = try db.cachedStatement(sql: viewsStatement)
    // Other programs may have written degrees east of 180.
    for turn in [0.0, 360] {
      try StatementRow.forEach(
        statement, in: db, arguments: corners(tile.surroundings, turn: turn)
      ) { row in
        // The index rounds its boxes; both searches therefore find items at the antimeridian.
        guard let point = row.point(2), (point.longitude < 180) == (turn == 0),
          let candidate = CandidateColumns.candidate(of: row)
        else { return }
        let entry = MapEntry(Candidates(CollectionOfOne(candidate)), at: 0)
        if tile.contains(entry.place) { body(row, candidate, entry) }
      }
    }
  }

  private static let mapsStatement = """
    SELECT key FROM map_boxes WHERE \(near(["west", "east", "south", "north"]))
    LIMIT \(MapTile.mostMaps + 1)
    """

  /// Adds the maps whose boxes touch a tile, unless there are too many.
  private static func maps(
    in tile: MapTile, _ era: Era?, _ db: Database, to content: inout MapContent
  ) throws {
    let statement = try db.cachedStatement(sql: mapsStatement)
    var keys: Set<Int64> = []
    // Boxes that cross the antimeridian end beyond 180.
    for turn in [0.0, 360, -360] {
      try StatementRow.forEach(
        statement, in: db, arguments: corners(tile.surroundings, turn: turn)
      ) { keys.insert($0.integer(0)) }
    }
    try content.add(maps: Array(keys), in: tile, era: era, SQLiteConnection(db))
  }
}
