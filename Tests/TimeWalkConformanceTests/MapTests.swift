import Testing
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTestSupport

@Suite("Maps", .waitsForProcesses) struct MapTests {
  private static func ground(
    _ west: Double, _ east: Double, _ south: Double, _ north: Double, resolution: Double? = nil
  ) -> ShownGround {
    ShownGround(
      outline:
        "POLYGON ((\(west) \(south), \(east) \(south), \(east) \(north), \(west) \(north), \(west) \(south)))",
      box: GroundBox(west: west, east: east, south: south, north: north),
      resolution: resolution.flatMap(Distance.init(meters:)))
  }

  private static func names(
    _ fixture: EngineFixture, _ latitude: Double, _ longitude: Double
  ) throws -> [String] {
    let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    let found = try fixture.archive.maps(around: place)
    let items = try fixture.archive.items(keys: found.map(\.key))
    return found.compactMap { items[$0.key]?.id.identifier }
  }

  @Test(
    "are found where their box holds a place, across the antimeridian, too",
    arguments: Engine.all)
  func boxes(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    try fixture.bring(
      .placed(test("town")) { $0.ground = Self.ground(-74.1, -73.9, 40.6, 40.9, resolution: 0.5) },
      .placed(test("fiji"), latitude: -17, longitude: 179) {
        $0.ground = Self.ground(177, 182, -19, -16)
      },
      .placed(test("view")) { $0.kind = .photograph })
    for (latitude, longitude, names) in [
      (40.7, -74, ["town"]),
      (40.7, -75, []),
      (-17, 179.5, ["fiji"]),
      (-17, -178.5, ["fiji"]),
      (-17, -177, []),
      (90, 0, []),
    ] as [(Double, Double, [String])] {
      #expect(try Self.names(fixture, latitude, longitude) == names, "\(latitude) \(longitude)")
    }
    let place = try #require(Coordinate(latitude: 40.7, longitude: -74))
    let resolution = try #require(try fixture.archive.maps(around: place).first?.resolution?.meters)
    #expect(abs(resolution - 0.5) < 1e-6)
  }

  @Test("aren't candidates for a view, at any place", arguments: Engine.all)
  func candidates(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    try fixture.bring(
      .placed(test("map")) { $0.kind = .map }, .placed(test("plan")) { $0.kind = .plan },
      .placed(test("ground")) { $0.ground = Self.ground(-74.1, -73.9, 39.9, 40.1) },
      .placed(test("bird")) {
        $0.ground = Self.ground(-74.1, -73.9, 39.9, 40.1)
        $0.pose.heading = Heading(degrees: 30)
      }, .placed(test("print")) { $0.kind = .print })
    let place = try #require(Coordinate(latitude: 40, longitude: -74))
    let within = try #require(Distance(meters: 100))
    func seen() throws -> Set<String> {
      let keys = Array(try fixture.archive.candidates(near: place, within: within).keys)
      return Set(try fixture.archive.items(keys: keys).values.map(\.id.identifier))
    }
    #expect(try seen() == ["bird", "print"])
    // An item that manually becomes a map disappears, and the undo restores it.
    try fixture.archive.set(test("print"), [.kind: "map"])
    #expect(try seen() == ["bird"])
    let entry = try #require(try fixture.archive.history(limit: 1).first?.number)
    try fixture.archive.undo(entry)
    #expect(try seen() == ["bird", "print"])
  }

  @Test("change and are removed with their items, and undo restores them", arguments: Engine.all)
  func changes(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    try fixture.bring(
      .placed(test("town")) { $0.ground = Self.ground(-74.1, -73.9, 40.6, 40.9) })
    let moved = "POLYGON ((10 50, 11 50, 11 51, 10 51, 10 50))"
    try fixture.archive.set(test("town"), [.outline: moved])
    #expect(try Self.names(fixture, 40.7, -74) == [])
    #expect(try Self.names(fixture, 50.5, 10.5) == ["town"])
    try fixture.archive.remove([test("town")])
    #expect(try Self.names(fixture, 50.5, 10.5) == [])
    let entries = try fixture.archive.history(limit: 2).map(\.number)
    for entry in entries { try fixture.archive.undo(entry) }
    #expect(try Self.names(fixture, 40.7, -74) == ["town"])
    #expect(try fixture.archive.verify() == [])
  }
}
