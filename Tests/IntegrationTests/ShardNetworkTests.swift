import Foundation
import Testing
import TimeWalkTestSupport

/// Three shards on servers of their own, as on three machines, whose networks fail.
@Suite("Three shards in networks of their own", ThrowawayShards.isPossible)
struct ShardNetworkTests {
  private static let catalogue = """
    id,title,date,latitude,longitude,heading,accuracy
    n1,Fifth Avenue,1905,40.7536,-73.9808,29,10
    n2,Fifth Avenue,1911,40.7537,-73.9809,30,10
    p1,Notre-Dame,1900,48.8530,2.3499,90,10
    s1,Sydney Cove,1880,-33.8600,151.2100,180,10

    """
  private static let newYork = "\"latitude\":40.7536,\"longitude\":-73.9808,\"heading\":29"
  private static let paris = "\"latitude\":48.8530,\"longitude\":2.3499,\"heading\":90"
  private static let sydney = "\"latitude\":-33.86,\"longitude\":151.21,\"heading\":180"

  private static func question(_ pose: String) -> String {
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"match\",\"params\":{\(pose)}}"
  }

  @Test(
    "One whose network carries nothing back leaves answers partial, harms no other, and comes back")
  func cut() throws {
    let servers = try ThrowawayShards()
    let place = try Workplace(engine: .file)
    try #require(place.importCatalogue(Self.catalogue).status == 0)
    let shards = try place.write(
      Array(
        """
        {"seconds":1,"shards":[
        {"name":"west","address":"\(servers.address(0))","cells":["1/0/0","1/0/1"]},
        {"name":"paris","address":"\(servers.address(1))","cells":["8/129/88"]},
        {"name":"rest","address":"\(servers.address(2))"}]}
        """.utf8), to: "shards.json")
    let copied = try place.run(["archive", "copy", place.archive, shards])
    try #require(copied.status == 0, "\(copied.errors)")

    let (one, three) = (
      try EndpointSession(place, ["--archive", place.archive]),
      try EndpointSession(place, ["--archive", shards])
    )
    func answer(_ session: EndpointSession, _ pose: String) throws -> String {
      try session.send(line: Self.question(pose))
      return try #require(try session.line())
    }
    let places = [Self.newYork, Self.paris, Self.sydney]
    let whole = try places.map { try answer(one, $0) }
    #expect(try places.map { try answer(three, $0) } == whole)
    #expect(zip(whole, ["n1", "p1", "s1"]).allSatisfy { $0.contains("views:\($1)") })

    try servers.cut(0, true)
    let start = ContinuousClock.now
    for _ in 1...3 {
      let partial = try answer(three, Self.newYork)
      #expect(partial.contains("\"partial\":true") && partial.contains("west"), "\(partial)")
      #expect(!partial.contains("\"noMatch\"") && !partial.contains("views:n1"))
      #expect(try answer(three, Self.paris) == whole[1])
      #expect(try answer(three, Self.sydney) == whole[2])
    }
    // The first waits for as long as the file says; then the shard is left alone for a while.
    #expect(ContinuousClock.now - start < .seconds(20))
    // What needs the shard is to be tried again, and changes nothing elsewhere.
    let new = try place.write(
      Array(Self.catalogue.replacing("Notre-Dame", with: "Our Lady").utf8), to: "new.csv")
    let refused = try place.run(
      ["archive", "import", new, "--collection", "views", "--archive", shards])
    #expect(refused.status == 75, "\(refused.errors)")
    #expect(try answer(three, Self.paris) == whole[1])

    try servers.cut(0, false)
    var last = ""
    for _ in 1...60 where last != whole[0] {
      last = try answer(three, Self.newYork)
      if last != whole[0] { usleep(500_000) }
    }
    #expect(last == whole[0])
    let done = try place.run(
      ["archive", "import", new, "--collection", "views", "--archive", shards])
    #expect(done.status == 0, "\(done.errors)")
    #expect(try answer(three, Self.paris).contains("Our Lady"))
    #expect(try one.close() == 0 && three.close() == 0)
  }
}
