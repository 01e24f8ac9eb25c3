import GRDB
import TimeWalkArchive
import TimeWalkCore
import TimeWalkStorage
import TimeWalkTables

extension Soundness {
  /// Compares the spatial index with the items, in both directions.
  ///
  /// SpatiaLite's `CheckSpatialIndex` doesn't notice a box in the wrong place.
  static func spatialIndex(_ db: Database, _ list: inout ProblemList) throws {
    func problem(_ detail: String) -> ArchiveProblem {
      ArchiveProblem(check: .spatialIndex, detail: detail, isRepairable: true)
    }
    let state = try String.fetchOne(db, sql: "SELECT rtreecheck('idx_items_geometry')")
    if let state, state != "ok" { list.add(problem(state)) }
    // SpatiaLite's own check isn't used, because it misses a box at another place. SpatiaLite
    // writes a box with twelve decimals, so a place exactly at an edge may lie outside by less than
    // that.
    let wrong = try Row.fetchCursor(
      db,
      sql: """
        SELECT collections.name, items.identifier, items.key, boxes.pkid FROM items
        LEFT JOIN collections ON collections.key = items.collection
        LEFT JOIN idx_items_geometry AS boxes ON boxes.pkid = items.key
        WHERE boxes.pkid IS NULL
          OR NOT (ST_X(items.geometry) BETWEEN boxes.xmin - 1e-12 AND boxes.xmax + 1e-12
            AND ST_Y(items.geometry) BETWEEN boxes.ymin - 1e-12 AND boxes.ymax + 1e-12)
        """)
    try forEach(wrong, .spatialIndex, &list) { row, list in
      let entry: Int64? = try row.read(3)
      try list.add(fault(of: row, entry == nil ? "is missing from it" : "is elsewhere in it"))
    }
    let orphans = try Int64.fetchCursor(
      db,
      sql: """
        SELECT pkid FROM idx_items_geometry
        WHERE NOT EXISTS (SELECT 1 FROM items WHERE items.key = pkid)
        """)
    while let key = try orphans.next() { list.add(problem("its entry \(key) has no item")) }
    try mapBoxes(db, &list)
  }

  /// The boxes of maps are rounded outwards to 32-bit numbers, which is less than this, degrees.
  private static let boxRounding = 0.0001
  /// The same for numbers of any size, as a share: two steps of a 32-bit number.
  private static let rounding = 2.0 * 0x1p-23

  /// Compares the boxes of maps with the items, in both directions.
  private static func mapBoxes(_ db: Database, _ list: inout ProblemList) throws {
    let ranks = MapSchema.ranks(of: "items").map {
      "abs(boxes.\($0.dimension) - \($0.value)) <= abs(\($0.value)) * \(rounding) + 1e-37"
    }
    let wrong = try Row.fetchCursor(
      db,
      sql: """
        SELECT collections.name, items.identifier, items.key, boxes.key FROM items
        LEFT JOIN collections ON collections.key = items.collection
        LEFT JOIN map_boxes AS boxes ON boxes.key = items.key
        WHERE items.ground_west IS NOT NULL AND (boxes.key IS NULL
          OR NOT (boxes.west BETWEEN ground_west - \(boxRounding) AND ground_west
            AND boxes.east BETWEEN ground_east AND ground_east + \(boxRounding)
            AND boxes.south BETWEEN ground_south - \(boxRounding) AND ground_south
            AND boxes.north BETWEEN ground_north AND ground_north + \(boxRounding)
            AND \(ranks.joined(separator: " AND "))))
        """)
    try forEach(wrong, .spatialIndex, &list) { row, list in
      let box: Int64? = try row.read(3)
      try list.add(
        fault(of: row, box == nil ? "its outline has no box" : "its outline has another box"))
    }
    let orphans = try Int64.fetchCursor(
      db,
      sql: """
        SELECT key FROM map_boxes WHERE NOT EXISTS (
          SELECT 1 FROM items WHERE items.key = map_boxes.key AND ground_west IS NOT NULL)
        """)
    while let key = try orphans.next() {
      list.add(
        ArchiveProblem(
          check: .spatialIndex, detail: "the box \(key) has no map", isRepairable: true))
    }
  }

  /// The problem of a row of items, which begins with the collection, the identifier and the key.
  private static func fault(of row: Row, _ detail: String) throws -> ArchiveProblem {
    // A damaged row may have no name.
    let identifier = try? row.read(1) as String
    let item = identifier.map { ItemID(collection: (try? row.read(0)) ?? "", identifier: $0) }
    let name = try item == nil ? "row \(row.read(2) as Int64) of items: " : ""
    return ArchiveProblem(
      check: .spatialIndex, item: item, detail: name + detail, isRepairable: true)
  }

  /// Compares the tiles and the changes since with the items.
  static func tiles(_ db: Database, _ list: inout ProblemList) throws {
    let levels = try Row.fetchAll(
      db, sql: "SELECT level, reach, cells_per_degree FROM tile_levels ORDER BY level")
    let areRight =
      try levels.count == TileGrid.levels.count
      && zip(levels, TileGrid.levels).allSatisfy { row, level in
        try row.read(0) == level.index && row.read(1) == level.reach
          && row.read(2) == level.cellsPerDegree
      }
    if !areRight {
      list.add(
        ArchiveProblem(
          check: .tiles, detail: "the levels are from another version", isRepairable: true))
      return
    }
    func problem(_ tile: Int64) -> ArchiveProblem {
      ArchiveProblem(
        check: .tiles, detail: "the tile \(tile) differs from its items",
        isRepairable: true)
    }
    let reader = try TileReader(db)
    // Every search begins with them.
    _ = try reader.levels()
    var right = Set<Int64>()
    var codes: [MapCode] = []
    try TileStore.forEachTileOfItems(db) { tile, candidates in
      right.insert(tile)
      MapPyramid.append(candidates, to: &codes)
      let found = try? reader.candidates(of: tile)
      if found?.bytes != candidates.bytes { list.add(problem(tile)) }
    }
    for tile in try Int64.fetchAll(db, sql: "SELECT tile FROM tiles") where !right.contains(tile) {
      guard (try? reader.candidates(of: tile))?.isEmpty != true else { continue }
      list.add(problem(tile))
    }
    // Recorded changes are not in the counts yet.
    guard try !TileStore.isOutdated(db) else { return }
    let rows = try Int64.fetchAll(db, sql: "SELECT tile FROM tile_counts")
    try TableChecks.mapCounts(FileMapCounts(db), rows: rows, &codes, &list)
  }
}
