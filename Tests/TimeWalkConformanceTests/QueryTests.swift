import Testing
import TimeWalkArchive
import TimeWalkBase
import TimeWalkCore
import TimeWalkTestSupport

@Suite("A search", .waitsForProcesses) struct QueryTests {
  private static func identifiers(
    _ fixture: EngineFixture, _ query: ArchiveQuery
  ) throws -> [String] {
    try fixture.archive.search(query).hits.map(\.item.id.identifier)
  }

  private static func dated(_ date: String) -> SourceRow {
    .placed(test(date)) { $0.date = try? CaptureDate(edtf: date) }
  }

  @Test("A text with NUL is the caller's fault on a server, or is found nowhere")
  func nul() throws {
    let fixture = try EngineFixture(.postGIS)
    try fixture.bring(.placed("a", "Café"))
    let archive = fixture.archive
    let questions: [() throws -> Bool] = [
      { try archive.item(test("a\0b")) == nil }, { try archive.item(test("a\0")) == nil },
      { try archive.copies(of: test("a\0b")).isEmpty },
      { try archive.history(of: test("a\0b")).isEmpty },
      { try archive.search(ArchiveQuery(text: "none\0a")).hits.isEmpty },
      { try archive.search(ArchiveQuery(collection: "test\0")).hits.isEmpty },
    ]
    for (number, question) in questions.enumerated() {
      do { #expect(try question(), "\(number)") } catch {
        let callers: [ArchiveErrorCode] = [.invalidName, .noSuchItem, .noSuchCollection]
        let code = (error as? ArchiveError)?.code
        #expect(code.map(callers.contains) == true, "\(number): \(error)")
      }
    }
  }

  @Test(
    "for words passes over case and accents, and takes each word anywhere", arguments: Engine.all)
  func words(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    try fixture.bring(
      .placed("one", "Café Élysée"), .placed(test("two")) { $0.creator = "Berenice ABBOTT" },
      .placed(test("three")) { $0.otherColumns = ["Shelf": "Straße 7"] },
      .unplaced("four", [.title: "Another café"]),
      .placed("five", "100% of \"Broadway\"_view"))
    for (text, names) in [
      ("cafe", ["one"]), ("ELYSEE caf", ["one"]), ("elysee abbott", []), ("abb", ["two"]),
      ("stra 7", ["three"]), ("shelf", []), ("test:two", ["two"]), ("wo", ["two"]),
      ("  ", ["five", "one", "three", "two"]), ("%", ["five"]), ("_", ["five"]),
      ("100%", ["five"]), ("\"broadway\"_", ["five"]), ("x'--", []),
    ] {
      #expect(try Self.identifiers(fixture, ArchiveQuery(text: text)) == names, "\(text)")
    }
    let unplaced = try fixture.archive.unplacedItems(ArchiveQuery(text: "CAFE another"))
    #expect(unplaced.total == 1 && unplaced.items.map(\.id) == [test("four")])
    #expect(try fixture.archive.unplacedItems(ArchiveQuery(text: "abbott")).total == 0)
  }

  @Test("ends at its time limit, and the next one has its own", arguments: Engine.all)
  func timeLimit(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    try fixture.bring(Rows("test", (0..<3000).map { .placed("\($0)", "Street \($0)") }))
    let query = ArchiveQuery(text: "street")
    let error = #expect(throws: ArchiveError.self) {
      try SearchTime.$limit.withValue(.nanoseconds(1)) { try fixture.archive.search(query) }
    }
    #expect(error?.code == .overTime)
    #expect(try fixture.archive.search(query).total == 3000)
    let found = try SearchTime.$limit.withValue(.seconds(600)) {
      try fixture.archive.search(query)
    }
    #expect(found.total == 3000)
  }

  @Test(
    "for an era finds overlapping items, and only those if strict", arguments: Engine.all)
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
    // Between its members a set has no day, and a date without days is of no era.
    let strict = try ["1911", "1905", "../1850", "1950/.."].map { try found($0, isStrict: true) }
    #expect(strict == [[], ["1900/1910", "{1905,1924}"], ["../1880"], ["1930/.."]])
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
    for (limit, offset) in [(-3, -1), (.max, .max)] as [(Int, Int)] {
      let page = try fixture.archive.search(ArchiveQuery(limit: limit, offset: offset))
      #expect(page.hits.isEmpty)
    }
  }

  @Test(
    "continues after the last item of a page, in every order, during changes",
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
    // By name it continues after a removed item; otherwise that item's position is unknown.
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
    for (box, names) in [
      ("[179, -17, -179, -16]", ["east", "west"]),
      ("[-180, -17, -179, -16]", ["east"]),
      ("[20, 10, 20, 10]", ["corner"]),
      ("[20.0000001, 10, 21, 11]", []),
      ("[-180, -90, 180, 90]", ["corner", "east", "west"]),
    ] as [(String, [String])] {
      #expect(try within(box) == names, "\(box)")
    }
  }

  @Test("around a place works across the antimeridian and the poles", arguments: Engine.all)
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
    for (latitude, longitude, meters, names) in [
      (-16.8, 179.9995, 300, ["west", "east"]),
      (-16.8, -179.9995, 300, ["east", "west"]),
      (-16.8, 179.9995, 100, ["west"]),
      (90, 0, 200, ["there", "here"]),
      (0, 0, 100, []),
    ] as [(Double, Double, Double, [String])] {
      #expect(
        try around(latitude, longitude, meters) == names, "\(latitude) \(longitude) \(meters)")
    }
    #expect(try around(0, 0, 3e7).count == 4)
  }

  @Test("for a spot finds the views of it", arguments: Engine.all)
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

  @Test("follows declared copies to the end, in their collection first", arguments: Engine.all)
  func originals(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let abroad = ["x", "b:c"].map { SourceRow.placed(ItemID(collection: "b", identifier: $0)) }
    try fixture.bring(Rows("b", abroad))
    let declared = [
      "copy": "a", "copy of copy": "copy", "abroad": "b:x", "home": "b:x2", "odd": "b:b:c",
      "lost": "gone",
    ]
    let rows = ["a", "b:x2"].map { SourceRow.placed($0) }
    try fixture.bring(
      Rows("test", rows + declared.map { SourceRow.placed($0.key, copyOf: $0.value) }))
    let keys = try fixture.archive.search(ArchiveQuery()).hits.map(\.key)
    let records = try fixture.archive.records(keys: keys + [999_999]).values
    let originals = Dictionary(
      uniqueKeysWithValues: records.map { record in
        (record.item.id.identifier, record.copies.originals.map(\.description))
      })
    #expect(
      originals == [
        "x": [], "b:c": [], "a": [], "b:x2": [], "copy": ["test:a"],
        "copy of copy": ["test:copy", "test:a"], "abroad": ["b:x"], "home": ["test:b:x2"],
        "odd": ["b:b:c"], "lost": ["test:gone"],
      ])
  }

  @Test("gives items by any number of keys", arguments: Engine.all)
  func keys(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let rows = (0..<200).map { index in
      SourceRow.placed(test("\(index)"), latitude: Double(index % 80)) {
        guard index % 3 > 0 else { return }
        $0.title = "View \(index)"
        $0.date = try? CaptureDate(edtf: "\(1800 + index)~")
        $0.media = .url("https://example.org/\(index).jpg")
      }
    }
    try fixture.bring(Rows("test", rows))
    let hits = try fixture.archive.search(ArchiveQuery()).hits
    let all = Dictionary(uniqueKeysWithValues: hits.map { ($0.key, $0.item) })
    var random = SeededGenerator(seed: 1)
    for count in [0, 1, 7, 8, 9, 31, 33, 63, 64, 65, 128, 129, 200] {
      let keys = Array(all.keys.sorted().shuffled(using: &random).prefix(count))
      // Unknown keys and keys that are given twice change nothing.
      let found = try fixture.archive.items(keys: keys + keys + [-1, .max, 99_999])
      #expect(found == all.filter { keys.contains($0.key) }, "\(count)")
      #expect(try fixture.archive.records(keys: keys).mapValues(\.item) == found, "\(count)")
    }
  }

  @Test("ends a page early at a limit of bytes, and continues behind it", arguments: Engine.all)
  func bytes(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let large = String(repeating: "x", count: 1000)
    try fixture.bring(
      Rows(
        "test",
        (100..<220).map { number in
          .placed(test("\(number)")) { $0.otherColumns = ["Note": number < 160 ? "" : large] }
        }))
    var query = ArchiveQuery(limit: 120)
    #expect(try !fixture.archive.search(query).isCut)
    query.mostBytes = 10_000
    var found: [String] = []
    var pages: [Int] = []
    while true {
      let page = try fixture.archive.search(query)
      found += page.hits.map(\.item.id.identifier)
      pages.append(page.hits.count)
      if query.after == nil { #expect(page.total == 120) }
      guard page.isCut, let last = page.hits.last else { break }
      query.after = last.item.id
    }
    #expect(found == (100..<220).map { "\($0)" })
    #expect(pages.count == 6 && pages.first.map { $0 < 75 } == true, "\(pages)")
    query.mostBytes = 1
    query.after = test("200")
    #expect(try fixture.archive.search(query).hits.map(\.item.id) == [test("201")])
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
    for (name, others) in [
      ("a", ["b", "c"]),
      ("b", ["a", "c"]),
      ("c", ["a", "b"]),
      ("d", ["lost"]),
      ("far", []),
    ] as [(String, [String])] {
      #expect(try copies(name) == others, "\(name)")
    }
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
