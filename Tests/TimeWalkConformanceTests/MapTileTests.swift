import Foundation
import Testing
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTestSupport

@Suite("The map's tiles", .waitsForProcesses) struct MapTileTests {
  /// The places of the items: two crowds, of which one is at one spot, the antimeridian, the poles
  /// beyond the map's edge, and anywhere.
  private static func row(_ index: Int, _ random: inout SeededGenerator) -> SourceRow {
    func near(_ latitude: Double, _ longitude: Double, _ spread: Double) -> (Double, Double) {
      (
        max(-90, min(90, latitude + .random(in: -spread...spread, using: &random))),
        longitude + .random(in: -spread...spread, using: &random)
      )
    }
    let (latitude, longitude): (Double, Double) =
      switch index % 20 {
      case 0..<9: near(40.75, -73.98, [0.002, 0.1].randomElement(using: &random) ?? 1)
      case 9..<15: (48.8566, 2.3522)
      case 15: near(-17, [179.999, -179.999].randomElement(using: &random) ?? 0, 0.0005)
      case 16: near([89.9, -89.9].randomElement(using: &random) ?? 0, 30, 0.2)
      case 17: (0, [0, 90, -180, 45].randomElement(using: &random) ?? 0)
      default: near(0, 0, 89)
      }
    let dates = [
      nil, "1911", "1905/1914", "../1880", "1930/..", "19XX", "1900~", "-0600", "1899-12-31",
      "1900-01-01", "{1905,1924}", "2050",
    ]
    let id = ItemID(collection: "test", identifier: "\(index)")
    return .placed(id, latitude: latitude, longitude: Self.wrapped(longitude)) { item in
      item.title = "Item \(index)"
      item.date = (dates.randomElement(using: &random) ?? nil).flatMap {
        try? CaptureDate(edtf: $0)
      }
      if index % 50 == 18 { item.kind = .map }
      if index % 100 == 0 {
        let (west, south) = (longitude, max(-89, latitude - 1))
        item.ground = ShownGround(
          outline:
            "POLYGON ((\(west) \(south), \(west + 2) \(south), \(west + 2) \(south + 1), \(west) \(south)))",
          box: GroundBox(west: west, east: west + 2, south: south, north: south + 1))
      }
    }
  }

  private static func wrapped(_ longitude: Double) -> Double {
    longitude < -180 ? longitude + 360 : longitude >= 180 ? longitude - 360 : longitude
  }

  private static let eras = ["1911", "1890/1939", "../1850", "1960/..", "1900-01-01", "-0800"]

  /// A tile's content by the items' names, as keys differ between engines.
  private static func described(_ content: MapContent) -> [String] {
    var lines = ["\(content.count) \(content.leavesOutMaps)"]
    lines += content.views.map { view in
      var view = view
      view.key = 0
      return "\(view)"
    }.sorted()
    lines += content.clusters.map { "\($0)" }
    lines += content.maps.map { map in
      var map = map
      map.key = 0
      return "\(map)"
    }.sorted()
    return lines
  }

  /// Compares tiles around the crowds and anywhere, and some times, with each other and with a look
  /// at all items.
  private static func compare(
    _ fixtures: [EngineFixture], _ random: inout SeededGenerator
  ) throws {
    let places: [(latitude: Double, longitude: Double)] = [
      (40.75, -73.98), (48.8566, 2.3522), (-17, 179.9999), (-17, -179.9999), (89.9, 30),
      (-89.9, 30),
      (0, 0), (0, -180), (10, 10),
    ]
    let plain = PlainMap(try fixtures[0].archive.search(ArchiveQuery()).hits.map(\.item))
    for place in places {
      for zoom in [0, 1, 2, 4, 7, 10, 13, 16, 18, 20].shuffled(using: &random).prefix(3) {
        let tile = MapTile(
          zoom: zoom,
          holding: MapPlace(
            latitude: Candidates.units(place.latitude),
            longitude: Candidates.units(place.longitude)))
        let text = [nil, nil, eras.randomElement(using: &random)].randomElement(using: &random)
        let era = try (text ?? nil).map { try Era(edtf: $0) }
        let right = described(plain.content(of: tile, era: era))
        for fixture in fixtures {
          let found = described(try fixture.archive.content(of: tile, era: era))
          try #require(
            Difference.between(found, right) == nil,
            "\(fixture.engine.name) \(tile) \(text as Any)")
        }
      }
    }
  }

  @Test("lead to the nearest item, from any place", arguments: Engine.all)
  func nearest(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    var random = SeededGenerator(seed: 22)
    let spot = try #require(Coordinate(latitude: 1, longitude: 2))
    #expect(try fixture.archive.nearest(to: spot) == nil)
    let all = (0..<7_000).map { Self.row($0, &random) }
    // A few, a crowd at one spot beside a few, and everything.
    for part in [all.filter { $0.item?.kind != .map }.prefix(3), all[9..<13], all[...]] {
      try fixture.bring(Rows("test", Array(part))) { $0.mayRemove = true }
      let earth = try #require(Distance(meters: 2.1e7))
      let items = try fixture.archive.candidates(near: spot, within: earth)
      for index in 0..<60 {
        // The ends of the earth, the crowds and anywhere.
        let (latitude, longitude): (Double, Double) =
          switch index {
          case 0..<4: ([90, -90, 89.99, -86][index], [0, 17, -180, 179.99][index])
          case 4..<8:
            ([48.8566, 40.75, -17, 0][index - 4], [2.3522, -73.98, 180, -180][index - 4])
          default: (.random(in: -90...90, using: &random), .random(in: -180...180, using: &random))
          }
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let found = try #require(try fixture.archive.nearest(to: place))
        let best = try #require(
          items.indices.map { place.roughSquare(to: items.coordinate(at: $0)) }.min())
        // Candidates' places are rounded to a hundredth of a metre.
        let square = place.roughSquare(to: found.coordinate)
        #expect(
          square.squareRoot() - best.squareRoot() < 1e-8,
          "\(latitude) \(longitude): \(square) instead of \(best)")
      }
    }
  }

  @Test("leave out maps whose outlines are long", arguments: Engine.all)
  func longOutlines(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    // 6,000 corners on a circle, in some 220 kB.
    let corners = (0...6_000).map { number in
      let turn = Double(number % 6_000) / 3_000 * .pi
      return "\(2 + cos(turn) / 100) \(1 + sin(turn) / 100)"
    }
    let outline = "POLYGON ((\(corners.joined(separator: ", "))))"
    let rows = (0..<30).map { number in
      let id = ItemID(collection: "test", identifier: "\(number)")
      return SourceRow.placed(id, latitude: 1, longitude: 2) { item in
        item.kind = .map
        item.ground = ShownGround(
          outline: outline, box: GroundBox(west: 1.99, east: 2.01, south: 0.99, north: 1.01))
      }
    }
    let tile = MapTile(
      zoom: 14, holding: MapPlace(latitude: Candidates.units(1), longitude: Candidates.units(2)))
    for (count, maps) in [(5, 5), (30, 0)] {
      try fixture.bring(Rows("test", Array(rows.prefix(count)))) { $0.mayRemove = true }
      let content = try fixture.archive.content(of: tile, era: nil)
      #expect(content.maps.count == maps && content.leavesOutMaps == (maps == 0))
    }
  }

  @Test("equal the result of a full scan, after any additions, removals and moves")
  func agreement() throws {
    let fixtures = try Engine.all.map { try EngineFixture($0) }
    var random = SeededGenerator(seed: 21)
    try Self.compare(fixtures, &random)
    let rows = (0..<7_000).map { Self.row($0, &random) }
    // The first does without counts, the second makes them, the third changes them.
    for part in [rows[..<1_500], rows[1_500..<6_900], rows[6_900...]] {
      for fixture in fixtures {
        try fixture.bring(Rows("test", Array(part))) { $0.mayRemove = true }
      }
      try Self.compare(fixtures, &random)
    }
    // By hand, a few at a time.
    for _ in 0..<25 {
      let id = test("\(Int.random(in: 0..<7_000, using: &random))")
      let fields: [CatalogueColumn: String] =
        [
          [.date: "1850"], [.latitude: "40.751", .longitude: "-73.981"], [.kind: "map"],
          [.date: "", .longitude: "179.9999"],
        ].randomElement(using: &random) ?? [:]
      for fixture in fixtures { try fixture.archive.set(id, fields) }
    }
    try Self.compare(fixtures, &random)
    let gone = (0..<7_000).filter { $0 % 20 == 10 || $0 % 20 == 12 }.map { test("\($0)") }
    for fixture in fixtures { try fixture.archive.remove(gone, isAgreed: true) }
    try Self.compare(fixtures, &random)
    // The crowd at one spot becomes smaller, then disappears.
    for fixture in fixtures { try fixture.bring(Rows("other", [.placed("one")])) }
    try Self.compare(fixtures, &random)
    let more = (0..<7_000).filter { $0 % 20 == 11 || $0 % 20 == 13 }.map { test("\($0)") }
    for fixture in fixtures { try fixture.archive.remove(more, isAgreed: true) }
    for fixture in fixtures { try fixture.bring(Rows("other", [.placed("two")])) }
    try Self.compare(fixtures, &random)
    for fixture in fixtures {
      #expect(try fixture.archive.verify() == [])
      let last = try #require(try fixture.archive.history(limit: 2).last?.number)
      try fixture.archive.undo(last)
    }
    try Self.compare(fixtures, &random)
  }

  @Test("count every view once at each zoom", arguments: Engine.all)
  func once(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    var random = SeededGenerator(seed: 4)
    try fixture.bring(Rows("test", (0..<3_000).map { Self.row($0, &random) }))
    let maps = try fixture.archive.search(ArchiveQuery()).hits.filter(\.item.isMap).count
    #expect(maps > 0)
    for zoom in 0...3 {
      var sum = 0
      for (x, y) in (0..<1 << (2 * zoom)).map({ ($0 % (1 << zoom), $0 >> zoom) }) {
        let tile = try #require(MapTile(zoom: zoom, x: x, y: y))
        let content = try fixture.archive.content(of: tile, era: nil)
        sum += content.count
        let clustered = content.clusters.reduce(0) { $0 + $1.count }
        #expect(
          content.views.count + content.clusters.count <= MapTile.mostViews
            && content.count == content.views.count + clustered)
      }
      #expect(sum == 3_000 - maps, "zoom \(zoom)")
    }
  }

  @Test("count an era exactly if it consists of whole decades", arguments: Engine.all)
  func decades(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    var random = SeededGenerator(seed: 9)
    try fixture.bring(Rows("test", (0..<6_000).map { Self.row($0, &random) }))
    let world = try #require(MapTile(zoom: 0, x: 0, y: 0))
    for (text, wide) in [
      ("1890/1939", "1890/1939"), ("1911", "1910/1919"), ("../1849", "../1849"),
      ("1899-12-31/1900-01-01", "1890/1909"),
    ] {
      let era = try Era(edtf: wide)
      let right = try fixture.archive.search(ArchiveQuery(era: era)).hits.filter { !$0.item.isMap }
      let content = try fixture.archive.content(of: world, era: try Era(edtf: text))
      #expect(content.views.isEmpty && content.count == right.count, "\(text)")
    }
  }

  @Test("are where map servers have them")
  func numbers() throws {
    // By the formulas of "Slippy map tilenames" of the OpenStreetMap wiki, computed in Python.
    for (latitude, longitude, zoom, x, y) in [
      (40.758, -73.9855, 14, 4824, 6157), (48.8566, 2.3522, 20, 531_139, 360_739),
      (-33.8568, 151.2153, 10, 942, 614), (85.2, 0, 3, 4, 0), (-90, 179.9999, 2, 3, 3),
    ] {
      let place = MapPlace(
        latitude: Candidates.units(latitude), longitude: Candidates.units(longitude))
      let tile = MapTile(zoom: zoom, holding: place)
      #expect((tile.x, tile.y) == (x, y), "\(latitude) \(longitude)")
      #expect(tile.contains(place))
      let box = tile.box
      #expect((box.south...box.north).contains(latitude))
      #expect((box.west...box.east).contains(longitude))
    }
    let box = try #require(MapTile(zoom: 14, x: 4824, y: 6157)).box
    for (mine, theirs) in [
      (box.west, -74.00390625), (box.south, 40.74725696280421), (box.east, -73.98193359375),
      (box.north, 40.76390128094588),
    ] { #expect(abs(mine - theirs) < 1e-10) }
    #expect(MapTile(zoom: 21, x: 0, y: 0) == nil && MapTile(zoom: 1, x: 2, y: 0) == nil)
    #expect(MapTile(zoom: -1, x: 0, y: 0) == nil && MapTile(zoom: 1, x: 0, y: -1) == nil)
  }
}
