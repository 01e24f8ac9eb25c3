import Testing
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTables
import TimeWalkTestSupport

/// Searches around a place with very many items, compared with those that count and sort them all.
@Suite("A search of a wide area", .waitsForProcesses) struct WideAreaTests {
  private static let spreads: [Double] = [0, 0.002, 0.1]
  private static let dates: [String?] = [
    nil, "1911", "1905/1914", "../1880", "{1905,1924}", "19XX",
  ]

  private static func row(_ index: Int, _ random: inout SeededGenerator) -> SourceRow {
    let spread = spreads[Int.random(in: spreads.indices, using: &random)]
    let north = Double.random(in: -spread...spread, using: &random)
    let east = Double.random(in: -spread...spread, using: &random)
    let id = test("\(index)")
    return SourceRow.placed(id, latitude: 40.75 + north, longitude: -73.98 + east) { item in
      item.title = index % 7 == 0 ? "Café \(index)" : "Street \(index)"
      item.date = dates[index % dates.count].flatMap { try? CaptureDate(edtf: $0) }
      if index % 50 == 18 { item.kind = .map }
    }
  }

  private static func fixture(_ engine: Engine) throws -> EngineFixture {
    let fixture = try EngineFixture(engine)
    var random = SeededGenerator(seed: 52)
    try fixture.bring(Rows("test", (0..<2_500).map { row($0, &random) }))
    let other = ItemID(collection: "other", identifier: "one")
    try fixture.bring(Rows("other", [.placed(other, latitude: 40.76, longitude: -73.98)]))
    return fixture
  }

  /// Queries of all kinds around a place in the crowd, and around one beside it.
  private static func queries() throws -> [ArchiveQuery] {
    var queries: [ArchiveQuery] = []
    for (latitude, longitude) in [(40.7512, -73.9791), (40.9, -74.3)] {
      let center = try #require(Coordinate(latitude: latitude, longitude: longitude))
      let radius = try #require(Distance(meters: 40_000))
      let area = ArchiveQuery.Area(center: center, radius: radius)
      queries += [
        ArchiveQuery(area: area), ArchiveQuery(text: "cafe", area: area),
        ArchiveQuery(text: "2399", area: area),
        ArchiveQuery(area: area, era: try Era(edtf: "1900/1910")),
        ArchiveQuery(area: area, era: try Era(edtf: "1915"), isEraStrict: true),
        ArchiveQuery(area: area, collection: "other"),
        ArchiveQuery(area: area, order: .identifier), ArchiveQuery(area: area, order: .date),
      ]
      var boxed = ArchiveQuery(area: area)
      boxed.box = CollectionArea(text: "[-73.981, 40.7, -73, 41]")
      queries.append(boxed)
    }
    return queries
  }

  @Test("finds the same items in the same order on each page", arguments: Engine.all)
  func pages(engine: Engine) throws {
    let fixture = try Self.fixture(engine)
    for query in try Self.queries() {
      let all = try fixture.archive.search(query).hits
      for (limit, offset) in [(10, 0), (10, 25), (60, 40), (10, all.count - 4)] {
        var page = query
        (page.limit, page.offset) = (limit, max(0, offset))
        let found = try SearchSQL.$many.withValue(100) { try fixture.archive.search(page) }
        let right = all.dropFirst(page.offset).prefix(limit)
        #expect(found.hits.map(\.item.id) == right.map(\.item.id), "\(page)")
        for (hit, other) in zip(found.hits, right) { #expect(hit.distance == other.distance) }
        if !found.isEstimated, found.total != nil { #expect(found.total == all.count, "\(page)") }
      }
    }
  }

  @Test("for words without a place finds the same, few items or very many", arguments: Engine.all)
  func words(engine: Engine) throws {
    let fixture = try Self.fixture(engine)
    for text in ["cafe", "street 7", "test:39", "none"] {
      for order in ArchiveQuery.Order.allCases {
        var query = ArchiveQuery(text: text, order: order)
        let all = try fixture.archive.search(query)
        #expect(all.total == all.hits.count)
        (query.limit, query.offset) = (20, 30)
        for many in [10, 20_000] {
          let found = try SearchSQL.$many.withValue(many) {
            try SearchSQL.$manyWithWords.withValue(many) { try fixture.archive.search(query) }
          }
          #expect(found.total == all.total && !found.isEstimated)
          #expect(found.hits == Array(all.hits.dropFirst(30).prefix(20)), "\(text) \(many)")
        }
      }
    }
  }

  @Test("continues after each page, to the last item", arguments: Engine.all)
  func after(engine: Engine) throws {
    let fixture = try Self.fixture(engine)
    let center = try #require(Coordinate(latitude: 40.75, longitude: -73.98))
    let radius = try #require(Distance(meters: 40_000))
    let area = ArchiveQuery.Area(center: center, radius: radius)
    for query in [ArchiveQuery(area: area), ArchiveQuery(text: "cafe", area: area)] {
      let all = try fixture.archive.search(query).hits.map(\.item.id)
      var page = query
      page.limit = 350
      var seen: [ItemID] = []
      for number in 0..<9 {
        let found = try SearchSQL.$many.withValue(400) { try fixture.archive.search(page) }
        #expect(number == 0 || found.total == nil && !found.isEstimated)
        seen += found.hits.map(\.item.id)
        guard let last = found.hits.last else { break }
        page.after = last.item.id
      }
      #expect(seen == all, "\(query)")
    }
  }

  @Test("estimates the number of items, and counts few", arguments: Engine.all)
  func estimates(engine: Engine) throws {
    let fixture = try Self.fixture(engine)
    let center = try #require(Coordinate(latitude: 40.75, longitude: -73.98))
    for (meters, era, text) in [
      (3_000, nil, nil), (8_000, nil, nil), (30_000, nil, nil), (8_000, "1900/1909", nil),
      (30_000, nil, "street"),
    ] as [(Double, String?, String?)] {
      let radius = try #require(Distance(meters: meters))
      var query = ArchiveQuery(
        text: text, area: ArchiveQuery.Area(center: center, radius: radius),
        era: try era.map { try Era(edtf: $0) }, limit: 5)
      let exact = try fixture.archive.search(query)
      #expect(!exact.isEstimated)
      let count = Double(try #require(exact.total))
      for limit in [5, 0] {
        query.limit = limit
        let found = try SearchSQL.$many.withValue(100) {
          try SearchSQL.$manyWithWords.withValue(100) { try fixture.archive.search(query) }
        }
        #expect(found.isEstimated, "\(query)")
        let total = Double(try #require(found.total))
        #expect(abs(total - count) <= 0.15 * count, "\(query): \(total), not \(count)")
      }
      // Without very many items in it, the same area is counted.
      let few = try SearchSQL.$many.withValue(5_000) { try fixture.archive.search(query) }
      #expect(!few.isEstimated && few.total == exact.total)
    }
  }
}
