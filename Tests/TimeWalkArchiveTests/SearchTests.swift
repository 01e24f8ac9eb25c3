import Foundation
import Testing
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore
import TimeWalkSpatiaLite
import TimeWalkTestSupport

@Suite struct SearchTests {
  private let fixture: ArchiveFixture

  init() throws {
    fixture = try ArchiveFixture()
    try fixture.importCSV(
      """
      id,title,creator,date,latitude,longitude
      c,Café de Paris,Atget,1900,48.85,2.35
      a,Brooklyn Bridge from the Tower,Ågot Hine,1911,40.7061,-73.9969
      b,"100% of ""Broadway""_view",,,40.7580,-73.9855
      d,Date line,,1950,0,179.9999
      """, collection: "one")
    try fixture.importCSV(
      "id,title,date,latitude,longitude\na,Bridge again,1940,0,-179.9999", collection: "two")
  }

  private func find(_ query: ArchiveQuery) throws -> [String] {
    let results = try fixture.archive.search(query)
    #expect(query.limit != nil || query.offset > 0 || results.total == results.hits.count)
    return results.hits.map { "\($0.item.id)" }
  }

  private func area(_ latitude: Double, _ longitude: Double, _ meters: Double) throws
    -> ArchiveQuery.Area
  {
    ArchiveQuery.Area(
      center: try #require(Coordinate(latitude: latitude, longitude: longitude)),
      radius: try #require(Distance(meters: meters)))
  }

  @Test(arguments: [
    ("bridge", ["one:a", "two:a"]), ("BRIDGE tower", ["one:a"]), ("agot", ["one:a"]),
    ("ÅGOT", ["one:a"]), ("cafe", ["one:c"]), ("CAFÉ", ["one:c"]), ("100%", ["one:b"]),
    ("%", ["one:b"]), ("\"broadway\"_", ["one:b"]), ("two:a", ["two:a"]), ("x'--", []),
    ("  ", ["one:a", "one:b", "one:c", "one:d", "two:a"]), ("paris tower", []),
  ])
  func `every word must occur, whatever its case and accents`(text: String, ids: [String]) throws {
    #expect(try find(ArchiveQuery(text: text)) == ids)
  }

  @Test func `a collection, an order and a page`() throws {
    #expect(try find(ArchiveQuery(collection: "two")) == ["two:a"])
    #expect(try find(ArchiveQuery(collection: "none")) == [])
    let byDate = ["one:c", "one:a", "two:a", "one:d", "one:b"]
    #expect(try find(ArchiveQuery(order: .date)) == byDate)
    #expect(try find(ArchiveQuery(order: .date, limit: 2, offset: 1)) == ["one:a", "two:a"])
    #expect(try find(ArchiveQuery(order: .date, offset: 4)) == ["one:b"])
    #expect(try find(ArchiveQuery(limit: 0)) == [])
    #expect(try find(ArchiveQuery(limit: -3, offset: -1)) == [])
    #expect(try find(ArchiveQuery(limit: .max, offset: .max)) == [])
    #expect(try fixture.archive.search(ArchiveQuery(limit: 1)).total == 5)
  }

  @Test func `an era keeps undated items unless it is strict`() throws {
    let era = try Era(edtf: "1911")
    #expect(try find(ArchiveQuery(era: era)) == ["one:a", "one:b"])
    #expect(try find(ArchiveQuery(era: era, isEraStrict: true)) == ["one:a"])
    #expect(try find(ArchiveQuery(era: try Era(edtf: "1700"), isEraStrict: true)) == [])
  }

  @Test func `an area is a circle on the ellipsoid, nearest first, across the antimeridian too`()
    throws
  {
    #expect(try find(ArchiveQuery(area: try area(0, 180, 12))) == ["one:d", "two:a"])
    #expect(try find(ArchiveQuery(area: try area(40.7061, -73.99, 10_000))) == ["one:a", "one:b"])
    let hits = try fixture.archive.search(
      ArchiveQuery(area: try area(40.7061, -73.9969, 6000))
    ).hits
    #expect(hits.first?.distance == .zero)
    // By GeographicLib's inverse problem on WGS 84, as PROJ's geodesic.h has it.
    let far = try #require(hits.last?.distance)
    #expect(abs(far.meters - 5843.3307) < 0.001)
    #expect(try find(ArchiveQuery(area: try area(40.7061, -73.9969, far.meters - 1))) == ["one:a"])
    #expect(try find(ArchiveQuery(text: "date", area: try area(0, 180, 12))) == ["one:d"])
  }

  @Test func `collections and statistics count what is there`() throws {
    let collections = try fixture.archive.collections()
    #expect(collections.map(\.statement.name) == ["one", "two"])
    #expect(collections.map(\.items) == [4, 1])
    #expect(collections.first?.earliest == Day(year: 1900, month: 1, day: 1))
    #expect(collections.first?.latest == Day(year: 1950, month: 12, day: 31))
    let statistics = try fixture.archive.statistics()
    #expect((statistics.collections, statistics.items, statistics.dated) == (2, 5, 4))
    #expect((statistics.withMedia, statistics.withHeading, statistics.withoutLicense) == (0, 0, 5))
  }
}
