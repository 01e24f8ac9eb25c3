import Foundation
import Testing
import TimeWalkTestSupport

/// Commands of several machines, which share a library in PostgreSQL and its folder.
@Suite("Programs of one library on a server", .waitsForProcesses, ThrowawayServer.isInstalled)
struct SharedLibraryTests {
  private func flags(_ place: Workplace, _ address: String) -> [String] {
    ["--library", address, "--output", place.output, "--json", "--jobs", "2"]
  }

  private func records(_ place: Workplace, _ address: String) throws -> [Answer] {
    let list = try place.run(
      ["library", "list", "--limit", "1000", "--json", "--library", address])
    return try #require(list.json().first?["photos"] as? [[String: Any]]).map(Answer.init)
  }

  @Test("that submit at once give numbers without gaps and doubles, and one to the same photo")
  func numbers() throws {
    let place = try Workplace()
    let address = try ThrowawayServer.newArchive()
    let photos = try SmallPhoto.write(0..<24, in: place)
    let parts = [photos[0..<12], photos[8..<20], photos[16..<24]]
    let commands = try parts.map {
      try RunningCommand(["submit"] + $0 + flags(place, address), in: place)
    }
    for command in commands {
      let result = try command.wait()
      #expect(result.status == 0, "\(result.errors)")
    }
    let records = try records(place, address)
    #expect(records.compactMap(\.sequence).sorted() == Array(1...24))
    #expect(records.compactMap(\.original).sorted() == photos.sorted())
    #expect(try place.run(["library", "queue", "--library", address]).output.isEmpty)
  }

  @Test("continue a killed one's work, each photo once, and lose no acknowledged one")
  func killed() throws {
    let place = try Workplace()
    let address = try ThrowawayServer.newArchive()
    let photos = try SmallPhoto.write(0..<160, in: place)
    let running = try RunningCommand(["submit"] + photos + flags(place, address), in: place)
    let patience = Date(timeIntervalSinceNow: 60)
    while try running.output.split(separator: "\n").count < 4, Date() < patience {
      Thread.sleep(forTimeInterval: 0.005)
    }
    running.send(SIGKILL)
    let output = try running.wait().output
    var told: [String: Int] = [:]
    for line in output.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let answer = Answer(try #require(object))
      told[try #require(answer.original)] = answer.sequence
    }
    #expect(told.count >= 4)
    // Its sign of life runs out.
    var queue = ""
    for _ in 0..<120 where !queue.contains("\twaiting\t") {
      let listed = try place.run(["library", "queue", "--library", address])
      queue = listed.output + listed.errors
      Thread.sleep(forTimeInterval: 0.25)
    }
    try #require(queue.contains("\twaiting\t"), "\(told.count) told: \(queue.prefix(500))")
    let resumed = try (0..<2).map { _ in
      try RunningCommand(
        ["library", "resume", "--json", "--jobs", "2", "--library", address], in: place)
    }
    for command in resumed {
      let result = try command.wait()
      #expect(result.status == 0, "\(result.errors)")
    }
    let records = try records(place, address)
    #expect(records.compactMap(\.original).sorted() == photos.sorted())
    #expect(Set(records.compactMap(\.sequence)).count == photos.count)
    for record in records {
      let original = try #require(record.original)
      #expect(told[original] == nil || told[original] == record.sequence)
      #expect(FileManager.default.fileExists(atPath: try record.path("clean")))
    }
    #expect(try place.run(["library", "queue", "--library", address]).output.isEmpty)
  }

  @Test("A role that keeps photos makes no tables, and one of the archive sees no photo")
  func roles() throws {
    let place = try Workplace(engine: .server)
    try #require(place.importCatalogue("id,latitude,longitude\na,1,2\n").status == 0)
    let address = place.archive
    let photos = try SmallPhoto.write(0..<2, in: place)
    try #require(place.run(["submit", photos[0]] + flags(place, address)).status == 0)
    let schema = try #require(address.firstMatch(of: /search_path%3D(\w+)/)).1
    let roles = ["reader", "curator", "keeper"]
    for _ in 1...2 {
      try ThrowawayServer.psql(
        ["-v", "schema=\(schema)"] + roles.flatMap { ["-v", "\($0)=\(schema)_\($0)"] }
          + ["-f", Project.root.appendingPathComponent("Deploy/postgresql-roles.sql").path],
        at: address)
    }
    func login(_ role: String) throws -> String {
      try ThrowawayServer.psql(["-c", "ALTER ROLE \(schema)_\(role) LOGIN"], at: address)
      return address.replacing("timewalk@", with: "\(schema)_\(role)@")
    }
    let keeper = try login("keeper")
    let kept = try place.run(["submit", photos[1]] + flags(place, keeper))
    #expect(kept.status == 0, "\(kept.errors)")
    #expect(try records(place, keeper).compactMap(\.sequence).sorted() == [1, 2])
    #expect(try place.run(["library", "remove", "1", "--library", keeper]).status == 0)
    let tables = #expect(throws: (any Error).self) {
      try ThrowawayServer.psql(["-c", "CREATE TABLE more (id int)"], at: keeper)
    }
    #expect("\(tables as Any)".contains("permission denied"))
    for role in ["reader", "curator"] {
      let other = try login(role)
      #expect(try place.run(["archive", "list", "--archive", other]).status == 0)
      let refused = try place.run(["library", "list", "--library", other])
      #expect(refused.status == 73, "\(refused.status) \(refused.errors)")
    }
  }
}
