import Testing
import TimeWalkArchive
import TimeWalkCore
import TimeWalkPlaces

@Suite("What is chosen among what shows a place")
struct PlaceFinderTests {
  private static func spot() throws -> Coordinate {
    try #require(Coordinate(latitude: 51, longitude: 0))
  }

  /// An item of a year, some metres north of the spot.
  private static func view(_ number: Int, year: Int, north meters: Double) throws -> Item {
    let place = try #require(Coordinate(latitude: 51 + meters / 111_250, longitude: 0))
    return Item(
      id: ItemID(collection: "town", identifier: "view\(number)"), title: "View \(number)",
      date: try CaptureDate(edtf: "\(year)"),
      pose: RecordedPose(coordinate: place, locationOf: .camera))
  }

  /// A map whose box holds the spot, and whose outline holds it or ends south of it.
  private static func map(_ number: Int, holdsSpot: Bool) throws -> Item {
    let south = holdsSpot ? 50.9 : 51.1
    let outline = "POLYGON ((-1 \(south), 1 \(south), 1 51.2, -1 51.2, -1 \(south)))"
    var item = Item(
      id: ItemID(collection: "town", identifier: "map\(number)"), title: "Map \(number)",
      date: try CaptureDate(edtf: "1800"),
      pose: RecordedPose(coordinate: try spot(), locationOf: .subject))
    item.kind = .map
    item.ground = ShownGround(
      outline: outline, box: GroundBox(west: -1, east: 1, south: 50, north: 52), georeference: nil,
      resolution: nil, error: nil)
    return item
  }

  private static func found(
    _ items: [Item], maps: Int = 0, era: String?
  ) throws -> [FoundPlace] {
    let candidates = Candidates(
      items.enumerated().dropFirst(maps).map {
        Candidate(
          key: Int64($0), pose: $1.pose, dates: $1.date?.strict, fuzzyDates: $1.date?.fuzzy)
      })
    let boxes = items.prefix(maps).enumerated().map { index, item in
      // The first ones say most by their columns.
      MapCandidate(
        key: Int64(index), dates: item.date?.strict,
        resolution: Distance(meters: 0.1 + Double(index)), error: nil)
    }
    return try PlaceFinder(spot: try spot(), era: era.map { try Era(edtf: $0) }).find(
      among: candidates, maps: boxes, excluding: []
    ) { keys in Dictionary(uniqueKeysWithValues: keys.map { ($0, items[Int($0)]) }) }
  }

  @Test("for an era before all that is known the earliest comes first, however far it is")
  func earliest() throws {
    var views = try (0..<60).map { try Self.view($0, year: 1850 + $0, north: 5 * Double($0)) }
    views.append(try Self.view(60, year: 1776, north: 950))
    let early = try Self.found(views, era: "1609")
    #expect(early.first?.item.id.identifier == "view60")
    #expect(early.count == PlaceFinder.most)
    let within = try Self.found(views, era: "1850")
    #expect(within.first?.item.id.identifier == "view0")
  }

  @Test("a map is found behind others whose boxes hold the spot and whose outlines don't")
  func outlines() throws {
    let maps = try (0..<40).map { try Self.map($0, holdsSpot: $0 == 39) }
    let found = try Self.found(maps, maps: maps.count, era: nil)
    #expect(found.map(\.item.id.identifier) == ["map39"])
  }
}
