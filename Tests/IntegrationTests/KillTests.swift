import Foundation
import Testing
import TimeWalkTestSupport

@Suite("An import that is killed")
struct KillTests {
  /// How often it is killed.
  private static let kills = 200

  /// A catalogue in one of two forms, large enough that indexes are made anew in the end.
  private static func catalogue(_ title: String, rows: Int) -> String {
    var text = "id,title,latitude,longitude\n"
    for row in 0..<rows {
      text += "i\(row),\(title) \(row),\(Double(row % 1_700) / 10 - 85),\(row % 360)\n"
    }
    return text
  }

  /// What the archive says of itself; equal for equal contents.
  private func state(of place: Workplace) throws -> String {
    let history = try place.run(["archive", "history", "--json", "--limit", "0"])
    let items = try place.run(["archive", "list", "--json", "--limit", "3"])
    #expect(history.status == 0 && items.status == 0, "\(history.errors) \(items.errors)")
    let entries = try #require(history.json().first?["entries"] as? [[String: Any]])
    return "\(entries.count) " + items.output
  }

  @Test("leaves the archive as it was or complete, two hundred times")
  func killed() throws {
    let place = try Workplace()
    #expect(try place.importCatalogue("id,latitude,longitude\nfirst,1,2\n", collection: "first").status == 0)
    let rows = 3_000
    let paths = try ["One", "Two"].map {
      try place.write(Array(Self.catalogue($0, rows: rows).utf8), to: "\($0).csv")
    }
    let arguments = { (path: String) in
      ["archive", "import", path, "--collection", "views", "--archive", place.archive, "--json"]
    }
    // How long it takes to its end tells where to strike.
    let start = Date()
    #expect(try place.run(arguments(paths[0])).status == 0)
    let duration = Date().timeIntervalSince(start)
    var random = SeededGenerator(seed: 4)
    var before = try state(of: place)
    var (survived, complete) = (0, 0)
    for round in 0..<Self.kills {
      let process = Process()
      process.executableURL = TimeWalkCommand.binary
      process.arguments = arguments(paths[(round + 1) % 2])
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      Thread.sleep(forTimeInterval: Double.random(in: 0...(duration * 1.2), using: &random))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let now = try state(of: place)
      if now == before {
        survived += 1
      } else {
        // One whole entry with all of its rows, and nothing between.
        let last = try place.run(["archive", "history", "--json", "--limit", "1"]).json().first
        let entry = try #require((last?["entries"] as? [[String: Any]])?.first)
        let counts = ["added", "updated", "unchanged"].map { entry[$0] as? Int ?? 0 }
        #expect(counts.reduce(0, +) == rows, "\(entry)")
        complete += 1
        before = now
      }
      if round % 20 == 19 {
        #expect(try place.run(["archive", "verify"]).status == 0)
      }
    }
    // Both ends were met, so that the instants did lie in between.
    #expect(survived > 0 && complete > 0, "\(survived) as before, \(complete) complete")
    #expect(try place.run(["archive", "verify"]).output == "The archive is sound.\n")
  }
}
