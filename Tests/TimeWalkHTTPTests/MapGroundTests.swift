import Foundation
import GRDB
import Testing
import TimeWalk
import TimeWalkTestSupport

@testable import TimeWalkHTTP

@Suite("The map's ground in a file", .waitsForProcesses) struct MapGroundTests {
  /// Tiles by zoom, column and row, in the order of their numbers.
  private static let tiles: [(z: Int, x: Int, y: Int, bytes: [UInt8])] = [
    (0, 0, 0, Array("world".utf8)), (1, 0, 0, Array("north-west".utf8)),
    (1, 1, 1, Array("south-east".utf8)), (1, 1, 0, Array("north-east".utf8)),
  ]

  private static func varint(_ value: Int) -> [UInt8] {
    value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7f) | 0x80] + varint(value >> 7)
  }

  private static func eight(_ value: Int) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func directory(_ entries: [PMTilesFile.Entry]) -> [UInt8] {
    var before = 0
    var bytes = varint(entries.count)
    for entry in entries {
      bytes += varint(entry.id - before)
      before = entry.id
    }
    for entry in entries { bytes += varint(entry.run) }
    for entry in entries { bytes += varint(entry.length) }
    for entry in entries { bytes += varint(entry.offset + 1) }
    return bytes
  }

  /// A file of PMTiles 3, its tiles in a further directory.
  private static func pmtiles(type: UInt8 = 2, hasGzip: Bool = false) throws -> [UInt8] {
    let description = Array(#"{"attribution":"<a href=\"x\">© Mappers &amp; Co</a>"}"#.utf8)
    func packed(_ bytes: [UInt8]) throws -> [UInt8] {
      // Gzip is longer for few bytes: these end with zeros, which directories and JSON ignore.
      guard hasGzip else { return bytes }
      return try #require(Gzip.compressed(bytes))
    }
    var data: [UInt8] = []
    var entries: [PMTilesFile.Entry] = []
    for tile in tiles {
      let id = PMTilesFile.id(zoom: tile.z, column: tile.x, row: tile.y)
      entries.append(.init(id: id, run: 1, length: tile.bytes.count, offset: data.count))
      data += tile.bytes
    }
    let padding = [UInt8](repeating: 0, count: 200)
    let leaf = try packed(directory(entries) + padding)
    let root = try packed(
      directory([.init(id: 0, run: 0, length: leaf.count, offset: 0)]) + padding)
    let about = try packed(description + [UInt8](repeating: 0x20, count: 200))
    var header = Array("PMTiles".utf8) + [3]
    var at = 127
    for length in [root.count, about.count, leaf.count, data.count] {
      header += eight(at) + eight(length)
      at += length
    }
    header += [UInt8](repeating: 0, count: 24) + [1, hasGzip ? 2 : 1, 1, type, 0, 1]
    header += [UInt8](repeating: 0, count: 127 - header.count)
    return header + root + about + leaf + data
  }

  private static func mbtiles(
    at path: String, format: String = "png", isView: Bool = false, hasIndex: Bool = true,
    credit: String = "© Mappers & Co"
  ) throws {
    try DatabaseQueue(path: path).write { db in
      try db.execute(sql: "CREATE TABLE metadata (name TEXT, value TEXT)")
      let about = [
        "format": format, "minzoom": "0", "maxzoom": "1", "attribution": credit,
      ]
      for (name, value) in about {
        try db.execute(sql: "INSERT INTO metadata VALUES (?, ?)", arguments: [name, value])
      }
      try db.execute(
        sql: isView
          ? """
          CREATE TABLE map (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id TEXT);
          CREATE TABLE images (tile_id TEXT, tile_data BLOB);
          CREATE VIEW tiles AS SELECT zoom_level, tile_column, tile_row, tile_data
          FROM map JOIN images ON images.tile_id = map.tile_id
          """
          : """
          CREATE TABLE tiles
          (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)
          """)
      if hasIndex {
        let columns = "(zoom_level, tile_column, tile_row)"
        try db.execute(sql: "CREATE INDEX i ON \(isView ? "map" : "tiles") \(columns)")
        if isView { try db.execute(sql: "CREATE INDEX j ON images (tile_id)") }
      }
      for (index, tile) in tiles.enumerated() {
        let south = (1 << tile.z) - 1 - tile.y
        if isView {
          try db.execute(
            sql: "INSERT INTO map VALUES (?, ?, ?, ?)",
            arguments: [tile.z, tile.x, south, "\(index)"])
          try db.execute(
            sql: "INSERT INTO images VALUES (?, ?)", arguments: ["\(index)", Data(tile.bytes)])
        } else {
          try db.execute(
            sql: "INSERT INTO tiles VALUES (?, ?, ?, ?)",
            arguments: [tile.z, tile.x, south, Data(tile.bytes)])
        }
      }
    }
  }

  /// Tiles 1 to 4 are those of zoom 1, and 5 is the first of zoom 2 (PMTiles 3, section 4.1).
  @Test("The numbers of tiles follow a Hilbert curve")
  func numbers() {
    let numbers = [(0, 0, 0), (1, 0, 0), (1, 0, 1), (1, 1, 1), (1, 1, 0), (2, 0, 0)]
      .map { PMTilesFile.id(zoom: $0.0, column: $0.1, row: $0.2) }
    #expect(numbers == Array(0...5))
    let all = (0..<64).flatMap { x in
      (0..<64).map { y in PMTilesFile.id(zoom: 6, column: x, row: y) }
    }
    #expect(Set(all) == Set(1365..<1365 + 4096))
  }

  @Test("Tiles are read from each kind of file", arguments: ["plain", "gzip", "table", "view"])
  func reads(kind: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("ground")
    switch kind {
    case "plain", "gzip":
      try Data(try Self.pmtiles(hasGzip: kind == "gzip")).write(to: URL(fileURLWithPath: path))
    default: try Self.mbtiles(at: path, isView: kind == "view")
    }
    let ground = try MapGround(path: path)
    for tile in Self.tiles {
      #expect(ground.tile(zoom: tile.z, column: tile.x, row: tile.y) == tile.bytes)
    }
    #expect(ground.tile(zoom: 1, column: 0, row: 1) == nil)
    #expect(ground.tile(zoom: 2, column: 0, row: 0) == nil)
    #expect(ground.tile(zoom: 1, column: -1, row: 2) == nil)
    #expect(ground.zooms == 0...1)
    #expect(ground.type == "image/png")
    #expect(ground.credit == "© Mappers & Co")
    #expect(ground.tiles(credit: "© Other").credit == "© Other")
  }

  @Test("Vector tiles, other files and damaged files are refused with the reason")
  func refuses() throws {
    let folder = try TemporaryFolder()
    let good = try Self.pmtiles()
    func fault(_ bytes: [UInt8]) throws -> TimeWalkError? {
      let path = folder.path("ground")
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      do { _ = try MapGround(path: path) } catch { return error }
      return nil
    }
    let vector = try #require(try fault(try Self.pmtiles(type: 1)))
    #expect(vector.code == .unsupportedFormat)
    #expect(vector.message.contains("vector tiles"))
    #expect(try fault(Array("a text".utf8))?.code == .unsupportedFormat)
    #expect(try fault([])?.code == .unsupportedFormat)
    #expect(try fault(Array(good.prefix(130)))?.code == .dataRefused)
    // The root directory's length is larger than the file.
    let long: [UInt8] = Array(good[..<16]) + Self.eight(1 << 30) + Array(good[24...])
    #expect(try fault(long)?.code == .dataRefused)
    #expect(try fault(Array("SQLite format 3\0 and more".utf8))?.code == .dataRefused)
    #expect(throws: TimeWalkError.self) { try MapGround(path: folder.path("missing")) }
    let boxed = folder.path("vector.mbtiles")
    try Self.mbtiles(at: boxed, format: "pbf")
    do {
      _ = try MapGround(path: boxed)
      Issue.record("vector tiles in MBTiles are accepted")
    } catch { #expect(error.message.contains("vector tiles")) }
  }

  @Test("MBTiles without an index are refused with the index to create", arguments: [false, true])
  func index(isView: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("ground")
    try Self.mbtiles(at: path, isView: isView, hasIndex: false)
    let error = #expect(throws: TimeWalkError.self) { try MapGround(path: path) }
    let message = try #require(error?.message)
    #expect(error?.code == .unsupportedFormat && message.contains("has no index"))
    let statements = try #require(message.split(separator: "SQLite: ").last)
    try DatabaseQueue(path: path).write { try $0.execute(sql: String(statements)) }
    let tile = Self.tiles[3]
    #expect(
      try MapGround(path: path).tile(zoom: tile.z, column: tile.x, row: tile.y) == tile.bytes)
  }

  @Test("An attribution of many unfinished tags is read in one pass")
  func unfinishedTags() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("ground")
    let tags = String(repeating: "<", count: 300_000)
    try Self.mbtiles(at: path, credit: "<b>One</b> & " + tags)
    #expect(try MapGround(path: path).credit == "One & " + tags)
  }

  @Test("The server's pages show the file's tiles, and ask no other server")
  func served() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("town.pmtiles")
    try Data(try Self.pmtiles()).write(to: URL(fileURLWithPath: path))
    let served = try Served(nil, ["--map-ground", path])
    let page = try served.ask("GET", "/map", ["Accept: text/html"])
    #expect(page.text.contains(#"data-tiles="/map/ground/{z}/{x}/{y}" data-zooms="0 1""#))
    #expect(page.text.contains("© Mappers &amp; Co"))
    let tile = try served.ask("GET", "/map/ground/1/1/0")
    #expect((tile.status, tile.text) == (200, "north-east"))
    #expect(tile.headers["content-type"] == "image/png")
    #expect(try served.ask("GET", "/map/ground/1/0/1").status == 204)
    #expect(try served.ask("GET", "/map/ground/1/0/x").status == 404)
    let plain = try Served()
    #expect(try plain.ask("GET", "/map/ground/0/0/0").status == 404)
  }

  @Test("A file that can't be used stops the start")
  func options() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("vector.pmtiles")
    try Data(try Self.pmtiles(type: 1)).write(to: URL(fileURLWithPath: path))
    let flags = ["--library", folder.path("library"), "--map-ground", path]
    let result = try TimeWalkCommand.run(Served.program, ["serve", "--port", "0"] + flags)
    #expect(result.status != 0)
    #expect(result.errors.contains("vector tiles"))
    let both = try TimeWalkCommand.run(
      Served.program,
      ["serve", "--map-ground", path, "--map-tiles", "https://t.example.org/{z}/{x}/{y}"])
    #expect(both.status == 64)
  }
}
