import Foundation
import Testing
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

@Suite("The quick search by sectors in an archive")
struct SectorTests {
  /// The places of items: on both sides of the antimeridian, around a pole, and many in one street.
  private static let middles = [(-16.8, 179.999), (89.97, 30), (10.0001, 20.0001)]

  private func fixture(_ random: inout SeededGenerator) throws -> ArchiveFixture {
    let fixture = try ArchiveFixture()
    var text =
      "id,latitude,longitude,date,accuracy,location_of,heading,field_of_view,view_distance\n"
    for index in 0..<3000 {
      let (y, x) = SectorTests.middles[index % 3]
      let spread: Double = [0.0003, 0.003, 0.03].randomElement(using: &random) ?? 0
      let latitude = min(90, y + .random(in: -spread...spread, using: &random))
      let turn = x + .random(in: -spread...spread, using: &random) / (y > 89 ? 0.001 : 1)
      let longitude = turn >= 180 ? turn - 360 : turn
      let accuracy = ["", "4", "60", "900", "90000"].randomElement(using: &random) ?? ""
      let heading = Int.random(in: 0..<3, using: &random) == 0 ? "" : "\(index * 7 % 360)"
      let view = ["", "", "5000"].randomElement(using: &random) ?? ""
      let date = index % 11 == 0 ? "" : "\(1850 + index % 90)"
      text += "i\(index),\(latitude),\(longitude),\(date),\(accuracy),"
      text += "\(index % 4 == 0 ? "subject" : "camera"),\(heading),60,\(view)\n"
    }
    try fixture.importCSV(text)
    return fixture
  }

  private func query(_ random: inout SeededGenerator) throws -> SectorQuery {
    let (y, x) = try #require(SectorTests.middles.randomElement(using: &random))
    let meters: Double = [0, 30, 500, 500, 3000, 2e6].randomElement(using: &random) ?? 0
    let first = Int.random(in: 1840...1930, using: &random)
    let heading: Heading = try #require(Heading(degrees: .random(in: 0...359, using: &random)))
    let field: FieldOfView = try #require(FieldOfView(degrees: 65))
    let dates: DateSpan = try #require(
      DateSpan(
        earliest: Day(year: first, month: 1, day: 1),
        latest: Day(year: first + 30, month: 12, day: 31)))
    var query = SectorQuery(
      place: try #require(
        Coordinate(
          latitude: min(90, y + .random(in: -0.01...0.01, using: &random)),
          longitude: x + .random(in: -0.01...0.01, using: &random))),
      heading: heading, fieldOfView: field, distance: try #require(Distance(meters: 300)),
      radius: try #require(Distance(meters: meters)), dates: dates,
      limit: [1, 20, 20, 500].randomElement(using: &random) ?? 20)
    // One in four is a search for images that show a spot.
    if Int.random(in: 0..<4, using: &random) == 0 {
      query = SectorQuery(showing: query.place, radius: query.radius, limit: query.limit)
    }
    return query
  }

  @Test("It equals the result of a full scan, with an index and without")
  func againstAll() throws {
    var random = SeededGenerator(seed: 21)
    let fixture = try fixture(&random)
    defer { withExtendedLifetime(fixture) {} }
    let archive = fixture.archive
    let without = try SpatiaLiteArchive(path: archive.path, mode: .readOnly)
    let anywhere = try #require(Distance(meters: 3e7))
    var found = 0
    let questions = try (0..<150).map { _ in try query(&random) }
    let expected = try questions.map { question in
      var search = SectorSearch(question)
      search.look(at: try archive.candidates(near: question.place, within: anywhere))
      return search.hits
    }
    for (question, right) in zip(questions, expected) {
      #expect(try without.views(meeting: question) == right)
    }
    #expect(try archive.makeIndex(leastItems: 1))
    for (question, right) in zip(questions, expected) {
      #expect(try archive.views(meeting: question) == right)
      found += right.count
    }
    #expect(found > 1000)
  }
}
