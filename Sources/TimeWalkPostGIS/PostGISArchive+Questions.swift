import Foundation
package import TimeWalkArchive
package import TimeWalkCore
import TimeWalkTables

extension PostGISArchive {
  /// See `HistoricalArchive.candidates(near:within:)`.
  package func candidates(
    near place: Coordinate, within distance: Distance
  ) throws(ArchiveError) -> Candidates {
    let blocks = TileGrid.levels.flatMap { $0.blocks(around: place, meters: distance.meters) }
    let found = try ask {
      try ServerTiles.candidates(in: blocks, of: $0, mayHaveChanges: false)
    }
    if let found { return found }
    // Another program has changed items, whose rows must be of the same state as the tiles.
    return try within("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") {
      try ServerTiles.candidates(in: blocks, of: $0, mayHaveChanges: true) ?? Candidates()
    }
  }

  /// See `HistoricalArchive.items(keys:)`.
  package func items(keys: [Int64]) throws(ArchiveError) -> [Int64: Item] {
    try ask { try ServerTables($0).items(keys: keys) }
  }

  private static let byKeys = """
    SELECT \(ItemColumns.selection), items.fingerprint, items.copy_of FROM \(ItemColumns.source)
    WHERE items.key = ANY($1)
    """

  /// See `HistoricalArchive.records(keys:)`.
  package func records(keys: [Int64]) throws(ArchiveError) -> [Int64: ItemRecord] {
    let alone = try ask { connection in
      try PostGISArchive.records(connection.query(PostGISArchive.byKeys, [.numbers(keys)]))
    }
    if let alone { return alone }
    return try look { db in
      guard let tables = db as? ServerTables else { return [:] }
      let rows = try tables.connection.query(PostGISArchive.byKeys, [.numbers(keys)])
      return try PostGISArchive.records(rows, db) ?? [:]
    }
  }

  /// The records of rows, with the originals of declared copies, which need more statements; `nil`
  /// if these are needed and can't be run in the rows' state.
  private static func records(
    _ rows: ServerResult, _ db: (any SQLDatabase)? = nil
  ) throws -> [Int64: ItemRecord]? {
    var records: [Int64: ItemRecord] = [:]
    for index in 0..<rows.count {
      let row = rows.row(index)
      var record = ItemRecord(
        item: try ItemColumns.item(from: row, inheriting: true), copies: CopyRecord())
      let last = row.values.count - 1
      record.copies.fingerprint = (row[last - 1] as Data?).flatMap(CopyColumns.fingerprint)
      if let name = row[last] as String? {
        guard let db else { return nil }
        record.copies.originals = try CopyRecord.originals(
          of: record.item.id, declaring: name, in: db)
      }
      records[row[0]] = record
    }
    return records
  }

  /// See `HistoricalArchive.item(_:)`.
  package func item(_ id: ItemID) throws(ArchiveError) -> Item? {
    try ask { try ServerTables($0).item(id) }
  }

  /// See `HistoricalArchive.maps(around:)`.
  package func maps(around place: Coordinate) throws(ArchiveError) -> [MapCandidate] {
    try ask { connection in
      // Boxes that cross the antimeridian end beyond 180.
      let rows = try connection.query(
        """
        SELECT DISTINCT items.key, items.earliest, items.latest, items.ground_resolution,
          items.ground_error
        FROM unnest(ARRAY[0, 360, -360]) AS turn, items
        WHERE ground_west IS NOT NULL
          AND \(ServerSchema.groundBox) @> box(point(?1::float8 + turn, ?2), point(?1::float8 + turn, ?2))
        ORDER BY items.key
        """, [.value(.real(place.longitude)), .value(.real(place.latitude))])
      return (0..<rows.count).map { index in
        let row = rows.row(index)
        let earliest = (row[1] as Int?).map(Day.init(number:))
        let latest = (row[2] as Int?).map(Day.init(number:))
        return MapCandidate(
          key: row[0],
          dates: earliest == nil && latest == nil
            ? nil : DateSpan(earliest: earliest, latest: latest),
          resolution: (row[3] as Double?).flatMap(Distance.init(meters:)),
          error: (row[4] as Double?).flatMap(Distance.init(meters:)))
      }
    }
  }

  /// See `HistoricalArchive.content(of:era:)`.
  package func content(of tile: MapTile, era: Era?) throws(ArchiveError) -> MapContent {
    try within("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") { connection in
      var content = MapContent()
      if let cells = try ServerMapCounts.cells(of: tile, connection) {
        content.cluster(cells, era: era)
      } else {
        let candidates = try PostGISArchive.candidates(in: tile, connection)
        let indices = candidates.indices.filter {
          tile.contains(MapEntry(candidates, at: $0).place)
        }
        if indices.count > MapTile.mostViews {
          content.cluster(tile.cells(of: indices.map { MapEntry(candidates, at: $0) }), era: era)
        } else {
          try PostGISArchive.views(indices.map { candidates.keys[$0] }, era, connection, &content)
        }
      }
      try PostGISArchive.maps(in: tile, era, connection, &content)
      return content
    }
  }

  private static func candidates(
    in tile: MapTile, _ connection: ServerConnection
  ) throws -> Candidates {
    let blocks = TileGrid.levels.map { $0.block(tile.surroundings) }
    return try ServerTiles.candidates(in: blocks, of: connection, mayHaveChanges: true)
      ?? Candidates()
  }

  private static func views(
    _ keys: [Int64], _ era: Era?, _ connection: ServerConnection, _ content: inout MapContent
  ) throws {
    let rows = try connection.query(
      """
      SELECT \(MapContent.viewColumns) FROM \(ItemColumns.source)
      WHERE items.key = ANY($1) ORDER BY items.key
      """, [.numbers(keys)])
    for index in 0..<rows.count { content.add(view: rows.row(index), era: era) }
    content.count = content.views.count
  }

  private static func maps(
    in tile: MapTile, _ era: Era?, _ connection: ServerConnection, _ content: inout MapContent
  ) throws {
    let box = tile.surroundings
    let corners: [SQLValue] = [
      .real(box.west), .real(box.south), .real(box.east), .real(box.north),
    ]
    let rows = try connection.query(
      """
      SELECT DISTINCT items.key FROM unnest(ARRAY[0, 360, -360]) AS turn, items
      WHERE ground_west IS NOT NULL
        AND \(ServerSchema.groundBox) && box(point(?1::float8 + turn, ?2), point(?3::float8 + turn, ?4))
      LIMIT \(MapTile.mostMaps + 1)
      """, corners.map { .value($0) })
    let keys = (0..<rows.count).map { rows.integer($0, 0) }
    try content.add(maps: keys, in: tile, era: era, ServerTables(connection))
  }
}
