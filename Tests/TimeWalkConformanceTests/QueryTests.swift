import Testing
import TimeWalkArchive
import TimeWalkCore

@Suite("A search") struct QueryTests {
  private static func identifiers(
    _ fixture: EngineFixture, _ query: ArchiveQuery
  ) throws -> [String] {
    try fixture.archive.search(query).hits.map(\.item.id.identifier)
  }

  private static func dated(_ date: String) -> SourceRow {
    .placed(test(date)) { $0.date = try? CaptureDate(edtf: date) }
  }

  @Test(
    "for words passes over case and accents, and takes each word anywhere", arguments: Engine.all)
  func words(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    try fixture.bring(
      .placed("one", "Café Élysée"), .placed(test("two")) { $0.creator = "Berenice ABBOTT" },
      .placed(test("three")) { $0.otherColumns = ["Shelf": "Straße 7"] },
      .unplaced("four", [.title: "Another café"]))
    for (text, names) in [
      ("cafe", ["one"]), ("ELYSEE caf", ["one"]), ("elysee abbott", []), ("abb", ["two"]),
      ("stra 7", ["three"]), ("shelf", []), ("test:two", ["two"]), ("wo", ["two"]),
      ("  ", ["one", "three", "two"]), ("%", []), ("_", []),
    ] {
      #expect(try Self.identifiers(fixture, ArchiveQuery(text: text)) == names, "\(text)")
    }
    let unplaced = try fixture.archive.unplacedItems(ArchiveQuery(text: "CAFE another"))
    #expect(unplaced.total == 1 && unplaced.items.map(\.id) == [test("four")])
    #expect(try fixture.archive.unplacedItems(ArchiveQuery(text: "abbott")).total == 0)
  }

  @Test(
    "for an era takes what overlaps it, and only that where it is strict", arguments: Engine.all)
  func eras(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let dates = ["1900/1910", "1912~", "{1905,1924}", "../1880", "1930/..", "../.."]
    try fixture.bring(Rows("test", dates.map(Self.dated) + [.placed("undated")]))
    func found(_ era: String, isStrict: Bool) throws -> Set<String> {
      Set(
        try Self.identifiers(
          fixture, ArchiveQuery(era: try Era(edtf: era), isEraStrict: isStrict)))
    }
    #expect(
      try found("1911", isStrict: false) == ["1912~", "{1905,1924}", "../..", "undated"])
    // Between its members a set has no day, and what names no day is of no era.
    #expect(try found("1911", isStrict: true) == [])
    #expect(try found("1905", isStrict: true) == ["1900/1910", "{1905,1924}"])
    #expect(try found("../1850", isStrict: true) == ["../1880"])
    #expect(try found("1950/..", isStrict: true) == ["1930/.."])
    // Without a place it is the same.
    let fields = dates.map { SourceRow.unplaced("u \($0)", [.date: $0]) }
    try fixture.bring(Rows("test", fields + [.unplaced("u undated")]))
    for isStrict in [false, true] {
      for era in ["1911", "1905", "../1850", "1950/.."] {
        let query = ArchiveQuery(era: try Era(edtf: era), isEraStrict: isStrict)
        let items = try fixture.archive.unplacedItems(query).items
        #expect(
          Set(items.map { String($0.id.identifier.dropFirst(2)) })
            == (try found(era, isStrict: isStrict)), "\(era)")
      }
    }
  }

  @Test("comes in its order, a page at a time", arguments: Engine.all)
  func order(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let dates = ["1911", "1905", "1905/..", "../1880", "1905-03"]
    try fixture.bring(
      Rows("test", [.placed("undated")] + dates.map(Self.dated) + [.placed("another")]))
    let byDate = ["../1880", "1905", "1905/..", "1905-03", "1911", "another", "undated"]
    #expect(try Self.identifiers(fixture, ArchiveQuery(order: .date)) == byDate)
    #expect(try Self.identifiers(fixture, ArchiveQuery()) == byDate.sorted())
    #expect(try Self.identifiers(fixture, ArchiveQuery(order: .distance)) == byDate.sorted())
    let page = try fixture.archive.search(ArchiveQuery(order: .date, limit: 2, offset: 3))
    #expect(page.total == 7)
    #expect(page.hits.map(\.item.id.identifier) == ["1905-03", "1911"])
    let none = try fixture.archive.search(ArchiveQuery(limit: 0))
    #expect(none.hits.isEmpty && none.total == 7)
    let beyond = try fixture.archive.search(ArchiveQuery(offset: 9))
    #expect(beyond.hits.isEmpty && beyond.total == 7)
    #expect(try fixture.archive.search(ArchiveQuery(collection: "none")).total == 0)
  }

  @Test(
    "goes on behind the last item of a page, in every order, whatever comes and goes",
    arguments: Engine.all)
  func pages(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let dates = ["1911", "1905", "1905/..", "../1880", "1905-03", "../.."]
    try fixture.bring(
      Rows("test", [.placed("undated")] + dates.map(Self.dated) + [.placed("another")]))
    try fixture.bring(Rows("a", [SourceRow.placed(ItemID(collection: "a", identifier: "z"))]))
    let center = try #require(Coordinate(latitude: 40.7, longitude: -73.9))
    let radius = try #require(Distance(meters: 1e6))
    var queries = ArchiveQuery.Order.allCases.map { ArchiveQuery(order: $0, limit: 2) }
    queries.append(ArchiveQuery(area: .init(center: center, radius: radius), limit: 2))
    for query in queries {
      let all = try fixture.archive.search(
        ArchiveQuery(area: query.area, order: query.order)
      ).hits.map(\.item.id)
      #expect(all.count == 9)
      var query = query
      var seen: [ItemID] = []
      while true {
        let page = try fixture.archive.search(query)
        #expect((page.total == nil) == (query.after != nil))
        guard let last = page.hits.last else { break }
        seen += page.hits.map(\.item.id)
        query.after = last.item.id
      }
      #expect(seen == all, "\(query)")
    }
    // By name it goes on behind one that is gone; else nobody knows where that stood.
    let gone = test("1910")
    let rest = try fixture.archive.search(ArchiveQuery(order: .identifier).behind(gone))
    #expect(rest.hits.map(\.item.id) == [test("1911"), test("another"), test("undated")])
    #expect {
      try fixture.archive.search(ArchiveQuery(order: .date).behind(gone))
    } throws: {
      ($0 as? ArchiveError)?.code == .noSuchItem
    }
  }

  @Test("in a box takes its borders, and crosses the antimeridian", arguments: Engine.all)
  func boxes(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    try fixture.bring(
      .placed("west", latitude: -16.8, longitude: 179.5),
      .placed("east", latitude: -16.8, longitude: -179.5),
      .placed("corner", latitude: 10, longitude: 20), .unplaced("nowhere"))
    func within(_ text: String) throws -> [String] {
      var query = ArchiveQuery()
      let box: CollectionArea = try #require(CollectionArea(text: text))
      query.box = box
      #expect(try fixture.archive.unplacedItems(query).total == 0)
      return try Self.identifiers(fixture, query)
    }
    #expect(try within("[179, -17, -179, -16]") == ["east", "west"])
    #expect(try within("[-180, -17, -179, -16]") == ["east"])
    #expect(try within("[20, 10, 20, 10]") == ["corner"])
    #expect(try within("[20.0000001, 10, 21, 11]") == [])
    #expect(try within("[-180, -90, 180, 90]") == ["corner", "east", "west"])
  }

  @Test("around a place knows neither antimeridian nor pole", arguments: Engine.all)
  func areas(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    try fixture.bring(
      .placed("west", latitude: -16.8, longitude: 179.999),
      .placed("east", latitude: -16.8, longitude: -179.999),
      .placed("here", latitude: 89.999, longitude: 10),
      .placed("there", latitude: 89.9995, longitude: -170),
      .unplaced("nowhere"))
    func around(_ latitude: Double, _ longitude: Double, _ meters: Double) throws -> [String] {
      let center = try #require(Coordinate(latitude: latitude, longitude: longitude))
      let radius = try #require(Distance(meters: meters))
      let query = ArchiveQuery(area: ArchiveQuery.Area(center: center, radius: radius))
      #expect(try fixture.archive.unplacedItems(query).total == 0)
      return try fixture.archive.search(query).hits.map { hit in
        let meters = Geodesic(from: center, to: hit.item.pose.coordinate).distance.meters
        #expect(abs((hit.distance?.meters ?? -1) - meters) < 0.001)
        return hit.item.id.identifier
      }
    }
    #expect(try around(-16.8, 179.9995, 300) == ["west", "east"])
    #expect(try around(-16.8, -179.9995, 300) == ["east", "west"])
    #expect(try around(-16.8, 179.9995, 100) == ["west"])
    #expect(try around(90, 0, 200) == ["there", "here"])
    #expect(try around(0, 0, 100) == [])
    #expect(try around(0, 0, 3e7).count == 4)
  }

  @Test("for what shows a spot takes the views that look there", arguments: Engine.all)
  func shown(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    /// A view 50 m west of the spot.
    func view(
      _ identifier: String, heading: Double?, distance: Double? = 100, isSubject: Bool = false
    ) -> SourceRow {
      .placed(test(identifier), latitude: 40, longitude: -74.000_586) {
        $0.pose.heading = heading.flatMap { Heading(degrees: $0) }
        $0.pose.fieldOfView = FieldOfView(degrees: 60)
        $0.pose.viewDistance = distance.flatMap { Distance(meters: $0) }
        $0.pose.locationOf = isSubject ? .subject : .camera
      }
    }
    try fixture.bring(
      view("looks", heading: 90), view("aside", heading: 115), view("away", heading: 270),
      view("past", heading: 150), view("short", heading: 90, distance: 20),
      view("somewhere", heading: nil), view("subject", heading: 270, isSubject: true),
      view("usual", heading: 90, distance: nil))
    let center = try #require(Coordinate(latitude: 40, longitude: -74))
    func shown(_ meters: Double) throws -> [String] {
      let radius = try #require(Distance(meters: meters))
      let area = ArchiveQuery.Area(center: center, radius: radius, isShown: true)
      return try Self.identifiers(fixture, ArchiveQuery(area: area, order: .identifier))
    }
    #expect(try shown(200) == ["aside", "looks", "somewhere", "subject", "usual"])
    #expect(try shown(30) == [])
  }

  @Test("for copies follows declarations both ways, and looks nearby", arguments: Engine.all)
  func copies(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    @Sendable func print(_ path: String) -> Fingerprint {
      Fingerprint(
        words: SIMD4(
          path == "/far.jpg" || path == "/a.jpg" || path == "/b.jpg" ? 0 : .max,
          path == "/c.jpg" ? .max : 0, 0, 0))
    }
    func picture(_ identifier: String, latitude: Double = 40, copyOf: String? = nil) -> SourceRow {
      .placed(test(identifier), latitude: latitude, copyOf: copyOf) {
        $0.media = .file(path: "/\(identifier).jpg")
      }
    }
    try fixture.bring(
      picture("a"), picture("b", copyOf: "a"), picture("c", copyOf: "test:b"),
      picture("d", copyOf: "lost"), picture("far", latitude: 41)
    ) { policy in policy.fingerprint = { print($0) } }
    func copies(_ identifier: String) throws -> [String] {
      try fixture.archive.copies(of: test(identifier)).map {
        $0.id.identifier + ($0.isDeclared ? "" : "?")
      }
    }
    #expect(try copies("a") == ["b", "c"])
    #expect(try copies("b") == ["a", "c"])
    #expect(try copies("c") == ["a", "b"])
    #expect(try copies("d") == ["lost"])
    #expect(try copies("far") == [])
    try fixture.archive.set(test("b"), [.copyOf: ""])
    #expect(try copies("a") == ["b?"])
    #expect(try copies("nobody") == [])
    // A circle ends.
    try fixture.archive.set(test("b"), [.copyOf: "c"])
    #expect(try copies("b") == ["c", "a?"])
    let key = try #require(try fixture.archive.search(ArchiveQuery(text: "test:b")).hits.first).key
    #expect(try fixture.archive.records(keys: [key])[key]?.copies.originals == [test("c")])
  }
}

extension ArchiveQuery {
  fileprivate func behind(_ id: ItemID) -> ArchiveQuery {
    var query = self
    query.after = id
    return query
  }
}
