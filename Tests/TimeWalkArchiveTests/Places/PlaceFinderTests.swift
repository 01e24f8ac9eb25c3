import Foundation
import Testing
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTestSupport

@Suite("The choice of items near a place")
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
    return try PlaceFinder(spot: try spot(), era: era.map { try Era(edtf: $0) }).find(
      among: candidates, maps: boxes(of: items.prefix(maps)), excluding: []
    ) { keys in Dictionary(uniqueKeysWithValues: keys.map { ($0, items[Int($0)]) }) }
  }

  /// The maps' columns; the first ones say most.
  private static func boxes(of maps: some Sequence<Item>) -> [MapCandidate] {
    maps.enumerated().map { index, item in
      MapCandidate(
        key: Int64(index), dates: item.date?.strict,
        resolution: Distance(meters: 0.1 + Double(index)), error: nil)
    }
  }

  @Test(
    "A length has two digits that count, whatever number a file has",
    arguments: [
      (0.04, "0.1 m"), (7.4, "7 m"), (126, "130 m"), (2340, "2.3 km"), (45_678, "46 km"),
      (1e308, "1000000000000000 km"),
    ])
  func lengths(meters: Double, text: String) { #expect(FoundPlace.length(meters) == text) }

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

  @Test("a map is found behind others whose boxes, but not outlines, contain the spot")
  func outlines() throws {
    let maps = try (0..<40).map { try Self.map($0, holdsSpot: $0 == 39) }
    let found = try Self.found(maps, maps: maps.count, era: nil)
    #expect(found.map(\.item.id.identifier) == ["map39"])
  }

  @Test("maps with thousands of corners are read until their outlines have two million bytes")
  func longOutlines() throws {
    // A comb: 9,000 corners in 190 kB, around the spot.
    let step = 0.4 / 2250
    let teeth = (0..<2250).map { number in
      let south = 50.8 + step * Double(number)
      return "1 \(south), 1 \(south + step / 3), -0.9 \(south + step / 3), -0.9 \(south + step)"
    }
    let comb = "POLYGON ((-1 50.8, \(teeth.joined(separator: ", ")), -1 51.2, -1 50.8))"
    let maps = try (0..<100).map { number in
      var map = try Self.map(number, holdsSpot: false)
      map.ground?.outline = comb
      return map
    }
    var read = 0
    let finder = PlaceFinder(spot: try #require(Coordinate(latitude: 50.5, longitude: 0)), era: nil)
    let found = finder.find(
      among: Candidates([]), maps: Self.boxes(of: maps), excluding: []
    ) { keys in
      read += keys.count
      return Dictionary(uniqueKeysWithValues: keys.map { ($0, maps[Int($0)]) })
    }
    #expect(found.isEmpty && read < 30, "\(read) of \(maps.count) read")
  }

  @Test(
    "the ten results among many are those with the highest individual weights",
    arguments: [nil, "1850", "1600"])
  func best(era: String?) throws {
    var random = SeededGenerator(seed: 19)
    let views = try (0..<3000).map { number in
      let reach = Double.random(in: 0...0.02, using: &random)
      let turn = Double.random(in: 0..<360, using: &random)
      let spot = try Self.spot()
      let place = try #require(
        Coordinate(
          latitude: spot.latitude + reach * cos(turn * .pi / 180),
          longitude: spot.longitude + reach * sin(turn * .pi / 180),
          horizontalAccuracy: Bool.random(using: &random)
            ? Distance(meters: .random(in: 1...300, using: &random)) : nil))
      var item = try Self.view(number, year: .random(in: 1800...1990, using: &random), north: 0)
      item.pose = RecordedPose(coordinate: place, locationOf: .camera)
      if Bool.random(using: &random) {
        item.pose.heading = Heading(degrees: .random(in: 0..<360, using: &random))
      }
      return item
    }
    let alone = try views.compactMap { try Self.found([$0], era: era).first }
    func names(_ found: [FoundPlace]) -> [String] {
      found.sorted { ($0.worth, $1.item.id.description) > ($1.worth, $0.item.id.description) }
        .prefix(PlaceFinder.most).map(\.item.id.identifier)
    }
    let all = try Self.found(views, era: era)
    #expect(all.count == PlaceFinder.most)
    if era == "1600" {
      // Too early: the earliest of each kind comes first, and the rest are the best.
      let kinds = Dictionary(grouping: alone, by: \.how).values
      for kind in kinds {
        let earliest = kind.compactMap { $0.item.date?.strict.earliest?.number }.min()
        #expect(all.contains { $0.item.date?.strict.earliest?.number == earliest })
      }
    } else {
      #expect(names(all) == names(alone))
    }
  }
}
