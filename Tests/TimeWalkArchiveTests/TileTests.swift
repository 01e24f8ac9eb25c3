import Foundation
import GRDB
import Testing
@testable import TimeWalkCore
import TimeWalkStorage
import TimeWalkTables
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

/// The tiles are a second form of the items, and must never say anything else than they do.
@Suite struct TileTests {
  /// Random rows of `items`, written as SQL by a program that ignores tiles.
  struct Vandal {
    var random: SeededGenerator
    let latitude: Double
    let longitude: Double
    let spread: Double

    mutating func pick<T>(_ values: [T]) -> T {
      values[Int.random(in: values.indices, using: &random)]
    }

    mutating func point() -> String {
      let y = min(90, max(-90, latitude + Double.random(in: -spread...spread, using: &random)))
      let wide = min(180, spread / max(0.001, cos(y * .pi / 180)))
      var x = longitude + Double.random(in: -wide...wide, using: &random)
      if x < -180 { x += 360 }
      // Some programs count degrees east to 360.
      if x > 180, Bool.random(using: &random) { x -= 360 }
      return "MakePoint(\(x), \(y), 4326)"
    }

    mutating func values() -> [(String, String)] {
      [
        ("geometry", point()),
        ("accuracy", pick(["NULL", "0", "3", "9.99", "10", "40", "41", "900", "60000", "9e7"])),
        ("location_of", pick(["'camera'", "'subject'"])),
        ("heading", pick(["NULL", "0", "359.99999", "180"])),
        ("pitch", pick(["NULL", "0", "-11", "-45", "-90", "20"])),
        ("altitude", pick(["NULL", "5", "60", "900", "12000"])),
        ("altitude_reference", pick(["NULL", "'ground'", "'seaLevel'", "'unknown'"])),
        ("view_distance", pick(["NULL", "NULL", "NULL", "80", "3000", "90000"])),
        ("earliest", pick(["NULL", "-20000"])), ("latest", pick(["NULL", "-19000"])),
        ("date", pick(["NULL", "'1911'"])),
      ]
    }

    /// In one statement, since GRDB looks at each closely.
    mutating func insert(_ names: Range<Int>, _ verb: String = "INSERT") -> String {
      let rows = names.map { name in (name, values()) }
      let columns = rows[0].1.map(\.0).joined(separator: ", ")
      let tuples = rows.map { name, values in
        "(1, 'v\(name)', '', \(values.map(\.1).joined(separator: ", ")))"
      }
      return """
        \(verb) INTO items (collection, identifier, title, \(columns))
        VALUES \(tuples.joined(separator: ", "))
        """
    }

    mutating func edit(_ keys: ClosedRange<Int>) -> String {
      let key = Int.random(in: keys, using: &random)
      let other = Int.random(in: keys, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: return "DELETE FROM items WHERE key = \(key)"
      case 1: return insert(other..<other + 1, "INSERT OR REPLACE")
      case 2: return "UPDATE OR REPLACE items SET identifier = 'v\(other)' WHERE key = \(key)"
      case 3: return "UPDATE OR REPLACE items SET key = \(other) WHERE key = \(key)"
      case 4: return "UPDATE items SET geometry = MakePoint(0, 95, 4326) WHERE key = \(key)"
      case 5: return "UPDATE OR FAIL items SET title = title || '.' WHERE key = \(key)"
      default:
        let value = pick(values())
        return "UPDATE items SET \(value.0) = \(value.1) WHERE key = \(key)"
      }
    }
  }

  /// Compares the tiles' results with a check of every item by the definition of reach.
  private func check(
    _ archive: SpatiaLiteArchive, around vandal: inout Vandal, _ state: String
  ) throws {
    let rows = try archive.reader.read { db in
      try SpatialExtension.load(into: db)
      return try Row.fetchAll(
        db,
        sql: """
          SELECT key, ST_Y(geometry), ST_X(geometry), accuracy, pitch, altitude, altitude_reference,
            view_distance FROM items
          """)
    }
    var reaches: [Int64: (place: Coordinate, reach: Double)] = [:]
    for row in rows {
      guard
        let place = Coordinate(
          latitude: row[1], longitude: row[2],
          horizontalAccuracy: (row[3] as Double?).flatMap(Distance.init(meters:)))
      else { continue }
      var pose = RecordedPose(coordinate: place)
      pose.pitch = (row[4] as Double?).flatMap(Angle.init(degrees:))
      pose.altitude = (row[5] as Double?).flatMap {
        Altitude(
          meters: $0, reference: (row[6] as String?).flatMap(Altitude.Reference.init) ?? .unknown)
      }
      pose.viewDistance = (row[7] as Double?).flatMap(Distance.init(meters:))
      reaches[row[0]] = (place, pose.reach.meters)
    }
    for radius in [0, 60, 500, 7000, 2e6] {
      for _ in 0..<6 {
        let latitude =
          vandal.latitude
          + Double.random(in: -vandal.spread...vandal.spread, using: &vandal.random)
        let query = try #require(
          Coordinate(
            latitude: min(90, max(-90, latitude)),
            longitude: vandal.longitude
              + Double.random(in: -vandal.spread...vandal.spread, using: &vandal.random)
              .truncatingRemainder(dividingBy: 0.5)))
        let found = try archive.candidates(
          near: query, within: try #require(Distance(meters: radius)))
        let keys = Set(found.keys)
        #expect(keys.count == found.count, "an item is found twice \(state)")
        #expect(keys.isSubset(of: reaches.keys), "an item is found that is no more \(state)")
        for (key, item) in reaches where !keys.contains(key) {
          let way = Geodesic(from: query, to: item.place).distance.meters
          #expect(way > radius + item.reach, "\(key) is lost at \(way) m of \(query) \(state)")
        }
      }
    }
    let problems = try archive.verify().filter { $0.check == .tiles }
    #expect(problems == [], "\(state)")
  }

  @Test(
    arguments: [
      (40.75, -73.98, 0.01), (-16.8, 179.999, 0.01), (89.995, 10, 0.01), (-89.9, -120, 0.1),
      (0, 0, 0.001), (60, -179.5, 2), (0, 0, 90),
    ] as [(Double, Double, Double)])
  func `whatever SQL does to the items, the tiles hold what a full scan finds`(
    latitude: Double, longitude: Double, spread: Double
  ) throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV("id,latitude,longitude\nfirst,\(latitude),\(longitude)\n")
    var vandal = Vandal(
      random: SeededGenerator(seed: UInt64(abs(latitude) * 100 + spread * 1000)),
      latitude: latitude, longitude: longitude, spread: spread)
    let pool = try fixture.archive.writable()
    func write(_ statements: [String]) throws {
      try pool.writeWithoutTransaction { db in
        try db.inTransaction {
          for sql in statements { try db.execute(sql: sql) }
          return .commit
        }
      }
    }
    try write([vandal.insert(0..<300)])
    try check(fixture.archive, around: &vandal, "before the first update of the tiles")
    for round in 0..<4 {
      // Few changes are merged into the tiles, many rebuild them.
      try write((0..<(round % 2 == 0 ? 10 : 150)).map { _ in vandal.edit(1...330) })
      try check(fixture.archive, around: &vandal, "after edits of round \(round)")
      let everywhere = try #require(Distance(meters: 3e7))
      let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
      let before = try fixture.archive.candidates(near: place, within: everywhere).bytes
      let again = try SpatiaLiteArchive(path: fixture.archive.path, mode: .readWrite)
      let noted = try again.reader.read { db in
        try Int.fetchOne(db, sql: "SELECT count(*) FROM tile_changes")
      }
      #expect(noted == 0, "opening for writing takes the changes in")
      #expect(try again.candidates(near: place, within: everywhere).bytes == before)
      try check(again, around: &vandal, "after the update of round \(round)")
      try write(["DELETE FROM tiles"])
      let anew = try SpatiaLiteArchive(path: fixture.archive.path, mode: .readWrite)
      #expect(try anew.candidates(near: place, within: everywhere).bytes == before)
    }
  }

  @Test
  func `an import leaves nothing to take in, and an import that changes nothing writes nothing`()
    throws
  {
    let fixture = try ArchiveFixture()
    try fixture.importCSV("id,latitude,longitude\na,40,-74\nb,41,-75\n")
    let tiles = try fixture.archive.reader.read { db in
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM tiles WHERE NOT EXISTS (SELECT 1 FROM tile_changes)")
    }
    #expect(tiles == 2)
    try fixture.importCSV("id,latitude,longitude\na,40,-74\nc,41,-75\n")
    let place = try #require(Coordinate(latitude: 41, longitude: -75))
    #expect(try fixture.archive.candidates(near: place, within: .zero).keys == [2, 3])
  }

  @Test func `a tile that can't be read is an error, not a shorter list`() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV("id,latitude,longitude\na,40,-74\n")
    try fixture.archive.writable().write { try $0.execute(sql: "UPDATE tiles SET data = x'0102'") }
    let place = try #require(Coordinate(latitude: 40, longitude: -74))
    let error = #expect(throws: ArchiveError.self) {
      try fixture.archive.candidates(near: place, within: .zero)
    }
    #expect(error?.code == .damaged)
    try fixture.archive.writable().write { try $0.execute(sql: "DELETE FROM tiles") }
    try fixture.importCSV("id,latitude,longitude\na,40,-74\n")
    #expect(try fixture.archive.candidates(near: place, within: .zero).keys == [1])
    #expect(try fixture.archive.verify() == [])
  }
}

@Suite struct TileGridTests {
  @Test func `no cell lies on both sides of the antimeridian`() throws {
    var random = SeededGenerator(seed: 1)
    var wrong: [Coordinate] = []
    for _ in 0..<20_000 {
      let place = try #require(
        Coordinate(
          latitude: Double.random(in: -90...90, using: &random),
          longitude: Double.random(in: -180..<180, using: &random)))
      let meters = exp(Double.random(in: 0...16, using: &random))
      for level in TileGrid.levels {
        let blocks = level.blocks(around: place, meters: meters)
        guard blocks.count == 2 else {
          if blocks.count != 1 { wrong.append(place) }
          continue
        }
        if blocks[0].columns.overlaps(blocks[1].columns) { wrong.append(place) }
      }
    }
    #expect(wrong == [])
  }
}
