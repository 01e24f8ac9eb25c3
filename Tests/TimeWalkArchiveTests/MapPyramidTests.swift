import Foundation
import GRDB
import Testing
import TimeWalkCore
import TimeWalkStorage
import TimeWalkTables
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkSpatiaLite

/// The counts of the map's tiles are a third form of the items, beside their rows and the tiles of
/// candidates.
@Suite("The map's counts") struct MapPyramidTests {
  private static func write(_ archive: SpatiaLiteArchive, _ statements: [String]) throws {
    try archive.writable().writeWithoutTransaction { db in
      try db.inTransaction {
        for sql in statements { try db.execute(sql: sql) }
        return .commit
      }
    }
  }

  /// Compares tiles of all zooms around a place with a look at every item.
  private static func check(
    _ archive: SpatiaLiteArchive, _ vandal: inout TileTests.Vandal, _ state: String
  ) throws {
    var entries: [MapEntry] = []
    try archive.reader.read { db in
      try SpatialExtension.load(into: db)
      // A row without a usable place has no tile, and isn't a candidate.
      let statement = try db.makeStatement(
        sql: """
          SELECT \(TileSchema.number(of: "items")), \(CandidateColumns.columns) FROM items
          """)
      try CandidateRows.forEach(statement, in: db) { _, candidate in
        entries.append(MapEntry(Candidates(CollectionOfOne(candidate)), at: 0))
      }
    }
    var clustered = 0
    for zoom in MapTile.zooms {
      let place = try #require(entries.randomElement(using: &vandal.random)).place
      let tile = MapTile(zoom: zoom, holding: place)
      let within = entries.filter { tile.contains($0.place) }
      let content = try archive.content(of: tile, era: nil)
      #expect(content.count == within.count, "\(tile) \(state)")
      guard within.count > MapTile.mostViews else {
        #expect(content.clusters.isEmpty && content.views.count == within.count)
        continue
      }
      clustered += 1
      let right = tile.cells(of: within).compactMap {
        MapCluster($0, decades: MapDecade.touched(by: nil))
      }
      #expect(content.clusters == right, "\(tile) \(state)")
    }
    #expect(clustered > 0)
  }

  /// An edit that SpatiaLite's own index follows: it doesn't see another key, nor a row that is
  /// replaced.
  private static func edit(_ vandal: inout TileTests.Vandal) -> String {
    while true {
      let sql = vandal.edit(1...3_100)
      if !sql.contains("REPLACE") { return sql }
    }
  }

  @Test(
    "equal the result of a full scan, after any SQL on the items",
    arguments: [(40.75, -73.98, 0.01), (-16.8, 179.999, 0.01), (89.995, 10, 0.01)]
      as [(Double, Double, Double)])
  func vandalism(latitude: Double, longitude: Double, spread: Double) throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV("id,latitude,longitude\nfirst,\(latitude),\(longitude)\n")
    var vandal = TileTests.Vandal(
      random: SeededGenerator(seed: UInt64(abs(latitude) * 100 + spread * 1000)),
      latitude: latitude, longitude: longitude, spread: spread)
    try Self.write(fixture.archive, (0..<3).map { vandal.insert($0 * 1_000..<($0 + 1) * 1_000) })
    try Self.check(fixture.archive, &vandal, "before the first counts")
    for (round, edits) in [40, 40, 900].enumerated() {
      let again = try SpatiaLiteArchive(path: fixture.archive.path, mode: .readWrite)
      #expect(try again.verify().filter { $0.check == .tiles } == [], "round \(round)")
      try Self.check(again, &vandal, "as round \(round) begins")
      try Self.write(again, (0..<edits).map { _ in Self.edit(&vandal) })
      try Self.check(again, &vandal, "with what round \(round) noted")
    }
  }

  @Test("are removed and added with the number of items, when changes are applied")
  func crowds() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV("id,latitude,longitude\nfirst,40,-74\n")
    var vandal = TileTests.Vandal(
      random: SeededGenerator(seed: 5), latitude: 40, longitude: -74, spread: 0.001)
    try Self.write(
      fixture.archive, (0..<30).map { vandal.insert($0 * 1_000..<($0 + 1) * 1_000) })
    func rows() throws -> Int {
      let again = try SpatiaLiteArchive(path: fixture.archive.path, mode: .readWrite)
      #expect(try again.verify().filter { $0.check == .tiles } == [])
      return try again.reader.read {
        try Int.fetchOne($0, sql: "SELECT count(*) FROM tile_counts") ?? 0
      }
    }
    let all = try rows()
    #expect(all >= 15)
    // Less than a sixteenth is merged: a crowd at another spot.
    try Self.write(
      fixture.archive,
      ["UPDATE items SET geometry = MakePoint(2, 48, 4326) WHERE key BETWEEN 2 AND 1800"])
    #expect(try rows() <= all)
    try Self.write(
      fixture.archive,
      ["UPDATE items SET geometry = MakePoint(2, 48, 4326) WHERE key BETWEEN 1801 AND 3000"])
    // More than 2,000 at one spot are a row at each zoom.
    #expect(try rows() > all + 10)
    try Self.write(
      fixture.archive,
      ["UPDATE items SET geometry = MakePoint(3, 48, 4326) WHERE key BETWEEN 1501 AND 3000"])
    #expect(try rows() < all + 10)
  }

  @Test("that can't be read are an error, and a repair rebuilds them")
  func damaged() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV(
      "id,latitude,longitude\n" + (0..<2_500).map { "i\($0),40,-74\n" }.joined())
    let world = try #require(MapTile(zoom: 0, x: 0, y: 0))
    let right = try fixture.archive.content(of: world, era: nil)
    #expect(right.count == 2_500 && right.clusters.count == 1)
    for data in ["x'80'", "x'0001'", "x'00ffffffffffffffffff7f'", "x'ff01'"] {
      try Self.write(fixture.archive, ["UPDATE tile_counts SET data = \(data)"])
      let error = #expect(throws: ArchiveError.self) {
        try fixture.archive.content(of: world, era: nil)
      }
      #expect(error?.code == .damaged)
    }
    #expect(try !fixture.archive.verify().filter { $0.check == .tiles }.isEmpty)
    _ = try SpatiaLiteArchive.repair(path: fixture.archive.path)
    #expect(try fixture.archive.content(of: world, era: nil) == right)
    try Self.write(fixture.archive, ["DELETE FROM tile_counts WHERE tile = 0"])
    #expect(try !fixture.archive.verify().filter { $0.check == .tiles }.isEmpty)
  }

  @Test("are written in few bytes, and read as they were")
  func bytes() throws {
    var random = SeededGenerator(seed: 8)
    let tile = try #require(MapTile(zoom: 7, x: 37, y: 48))
    let entries = (0..<5_000).map { _ in
      MapEntry(
        place: MapPlace(
          x: UInt32(37 << 17 + Int.random(in: 0..<1 << 17, using: &random)),
          y: UInt32(48 << 17 + Int.random(in: 0..<1 << 17, using: &random))),
        earliest: .random(in: 0...254, using: &random), latest: .random(in: 0...254, using: &random)
      )
    }
    let cells = tile.cells(of: entries)
    var bytes = MapCellBytes(tile)
    bytes.add(cells)
    #expect(bytes.bytes.withUnsafeBytes { MapCellBytes.cells($0, of: tile) } == cells)
    for entry in entries.prefix(500) {
      #expect(MapCode(entry).entry == entry)
      for zoom in MapTile.zooms {
        let cell = MapCode(entry).prefix(zoom: zoom)
        #expect(
          (cell == MapCode(entries[0]).prefix(zoom: zoom))
            == (MapTile(zoom: zoom, holding: entry.place)
              == MapTile(zoom: zoom, holding: entries[0].place)))
      }
    }
    // Any bytes are cells or nothing.
    for _ in 0..<2_000 {
      var broken = Array(bytes.bytes.prefix(.random(in: 0...200, using: &random)))
      if let index = broken.indices.randomElement(using: &random) {
        broken[index] = .random(in: 0...255, using: &random)
      }
      let read = broken.withUnsafeBytes { MapCellBytes.cells($0, of: tile) }
      #expect(read == nil || read?.count == 256)
    }
  }
}
