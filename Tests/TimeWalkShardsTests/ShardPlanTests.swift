import Testing
import TimeWalkArchive
import TimeWalkCore

@testable import TimeWalkShards

@Suite("The file of shards") struct ShardPlanTests {
  private static func plan(_ text: String) throws(ArchiveError) -> ShardPlan {
    try ShardPlan(text: Array(text.utf8))
  }

  private static let whole = """
    {"shards":[{"name":"a","address":"a.sqlite","cells":["1/0/0","10/301/385"]},
    {"name":"b","address":"b.sqlite","cells":["10/301/384"]},{"name":"c","address":"c.sqlite"}]}
    """

  @Test("is read as it was written")
  func written() throws {
    let plan = try Self.plan(Self.whole)
    #expect(plan.reach.meters == 5_000 && plan.seconds == 5 && plan.rest == 2)
    #expect(try Self.plan(plan.text) == plan)
  }

  @Test(
    "that can't be meant is refused with what is wrong",
    arguments: [
      ("[]", "\"shards\""), ("{", "line 1"), (#"{"shards":[]}"#, "exactly one"),
      (#"{"shards":[{"name":"a","address":"a"},{"name":"b","address":"b"}]}"#, "exactly one"),
      (#"{"shards":[{"name":"a","address":"a"},{"name":"b","address":"a","cells":[]}]}"#, "two"),
      (#"{"shards":[{"name":"a"}]}"#, "address"),
      (#"{"shards":[{"name":"a","address":"a","cels":[]}]}"#, "cels"),
      (
        #"{"shards":[{"name":"a","address":"a"},{"name":"b","address":"b","cells":["1/2/0"]}]}"#,
        "zoom/x/y"
      ),
      (
        #"{"shards":[{"name":"a","address":"a"},{"name":"b","address":"b","cells":["1/0/0","1/0/0"]}]}"#,
        "twice"
      ),
      (#"{"seconds":0,"shards":[{"name":"a","address":"a"}]}"#, "seconds"),
    ])
  func faults(text: String, word: String) throws {
    let error = #expect(throws: ArchiveError.self) { _ = try Self.plan(text) }
    #expect(error?.code == .notAnArchive)
    #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
  }

  @Test("gives a place to the smallest cell that holds it")
  func cells() throws {
    let plan = try Self.plan(Self.whole)
    func part(_ latitude: Double, _ longitude: Double) throws -> Int {
      plan.part(
        holding: MapPlace(try #require(Coordinate(latitude: latitude, longitude: longitude))))
    }
    #expect(try part(60, -100) == 0)
    #expect(try part(-60, 100) == 2)
    let box = try #require(MapTile(zoom: 10, x: 301, y: 384)).box
    #expect(try part((box.south + box.north) / 2, (box.west + box.east) / 2) == 1)
    #expect(try part(89.9, -179) == 0)
    #expect(try part(89.9, 179) == 2)
  }

  @Test("moves cells to another shard, where the smaller ones stay where they are")
  func moving() throws {
    let plan = try Self.plan(Self.whole)
    let tile = try #require(MapTile(name: "10/301/384"))
    let moved = try plan.moving([tile], to: "a")
    #expect(moved.parts.map { $0.cells?.count } == [3, 0, nil])
    #expect(try moved.moving([tile], to: "a") == moved)
    let half = try #require(MapTile(name: "1/0/0"))
    let other = try plan.moving([half], to: "b")
    #expect(
      other.parts.map { $0.cells?.map(\.name) } == [["10/301/385"], ["10/301/384", "1/0/0"], nil])
    #expect(try plan.moving([half], to: "c").parts.map { $0.cells?.count } == [1, 1, nil])
    for (cell, name) in [("10/301/384", "c"), ("1/0/0", "none")] {
      let cell = try #require(MapTile(name: cell))
      let error = #expect(throws: ArchiveError.self) { try plan.moving([cell], to: name) }
      #expect(error?.code == .invalidName)
    }
  }

  /// What `candidates` promises depends on it.
  @Test("asks every shard that an item within reach may lie in")
  func touching() throws {
    var random = SystemRandomNumberGenerator()
    let tiles = [(1, 0, 0), (2, 3, 1), (3, 0, 0), (3, 7, 7), (12, 1205, 1539), (12, 0, 2048)]
    let parts = tiles.enumerated().map { number, tile in
      ShardPlan.Part(
        name: "\(number)", address: "\(number)",
        cells: [MapTile(zoom: tile.0, x: tile.1, y: tile.2)].compactMap(\.self))
    }
    let reach = try #require(Distance(meters: 5_000))
    let plan = try ShardPlan(
      parts: parts + [ShardPlan.Part(name: "rest", address: "rest", cells: nil)], reach: reach,
      seconds: 1)
    for _ in 0..<20_000 {
      let tile = try #require(parts.randomElement(using: &random)?.cells?.first).box
      let south = Bool.random(using: &random) ? tile.south : tile.north
      let west = Bool.random(using: &random) ? tile.west : tile.east
      func near(_ spread: Double) -> Coordinate? {
        var longitude = west + .random(in: -spread...spread, using: &random)
        if longitude >= 180 { longitude -= 360 }
        if longitude < -180 { longitude += 360 }
        return Coordinate(
          latitude: max(-90, min(90, south + .random(in: -spread...spread, using: &random))),
          longitude: longitude)
      }
      let spreads: [Double] = [0.00001, 0.01, 0.2]
      let spread = spreads.randomElement(using: &random) ?? 1
      let photo = try #require(near(spread))
      let place = try #require(near(spread))
      let accuracies: [Double?] = [nil, 0, 100, 1_600, 50_000]
      let accuracy = accuracies.randomElement(using: &random) ?? nil
      let pose = RecordedPose(
        coordinate: place.with(horizontalAccuracy: accuracy.flatMap(Distance.init(meters:))))
      let item = Item(id: ItemID(collection: "a", identifier: "b"), pose: pose)
      let way = Geodesic(from: photo, to: place).distance.meters
      let distance = max(0, way - pose.reach.meters)
      let asked = plan.parts(around: photo, meters: distance + reach.meters)
      #expect(asked.contains(plan.part(of: item)), "\(photo) \(item.pose)")
    }
  }
}
