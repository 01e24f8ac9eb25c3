import Foundation
import Testing
import TimeWalkTestSupport

@Suite("An import that is killed", .waitsForProcesses, .isOfFiles)
struct KillTests {
  /// A catalogue whose titles begin with a word.
  private static func catalogue(_ word: String, rows: Int) -> String {
    var text = "id,title,latitude,longitude\n"
    for row in 0..<rows {
      text += "i\(row),\(word) \(row),\(Double(row % 1_700) / 10 - 85),\(row % 360 - 180)\n"
    }
    return text
  }

  private func arguments(_ path: String, _ place: Workplace) -> [String] {
    ["archive", "import", path, "--collection", "views", "--archive", place.archive]
  }

  /// Starts an import, kills it, and gives the last entry of the journal afterwards.
  private func kill(
    importing path: String, after seconds: Double, in place: Workplace
  ) throws -> [String: Any] {
    let process = Process()
    process.executableURL = TimeWalkCommand.binary
    process.arguments = arguments(path, place)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    Thread.sleep(forTimeInterval: seconds)
    // At any moment; the signal can't be caught.
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let history = try place.run(["archive", "history", "--json", "--limit", "1"])
    #expect(history.status == 0, "\(history.errors)")
    return try #require(
      (history.json().first?["entries"] as? [[String: Any]])?.first, "the journal is empty")
  }

  /// The duration of an import.
  private func duration(importing path: String, into place: Workplace) throws -> Double {
    let start = Date()
    #expect(try place.run(arguments(path, place)).status == 0)
    return Date().timeIntervalSince(start)
  }

  private func expectSound(_ place: Workplace) throws {
    let verdict = try place.run(["archive", "verify"])
    #expect(verdict.status == 0, "\(verdict.output)")
  }

  @Test("changes every item or none, at any time of the kill")
  func updates() throws {
    let rounds = Project.times(10, all: 190)
    let place = try Workplace()
    let rows = 500
    let words = ["One", "Two"]
    let paths = try words.map {
      try place.write(Array(Self.catalogue($0, rows: rows).utf8), to: "\($0).csv")
    }
    #expect(try place.run(arguments(paths[0], place)).status == 0)
    let seconds = try duration(importing: paths[1], into: place)
    var instants = KillInstants(of: seconds, seed: 4)
    var last = 2
    var complete = 0
    for round in 0..<rounds {
      // The existing item has the other word.
      let entry = try kill(
        importing: paths[complete % 2], after: instants.next(), in: place)
      let number = try #require(entry["entry"] as? Int)
      instants.note(hasEnded: number != last)
      if number != last {
        #expect(number == last + 1 && entry["updated"] as? Int == rows, "\(entry)")
        complete += 1
        last = number
      }
      guard round % 38 == 37 || round == rounds - 1 else { continue }
      let list = try place.run(["archive", "list", "--limit", "0"]).output
      let word = words[(complete + 1) % 2]
      #expect(list.split(separator: "\n").filter { $0.contains("\t\(word) ") }.count == rows)
      try expectSound(place)
    }
    guard Project.isLongCheck else { return }
    #expect(complete > 0 && complete < rounds, "\(complete) of \(rounds) were complete")
  }

  @Test("leaves none or all of many new rows, whose indexes are rebuilt")
  func bulk() throws {
    let rows = 21_000
    let origin = try Workplace()
    let path = try origin.write(Array(Self.catalogue("New", rows: rows).utf8), to: "new.csv")
    let seconds = try duration(importing: path, into: origin)
    var random = SeededGenerator(seed: 5)
    let place = try Workplace()
    #expect(
      try place.importCatalogue("id,latitude,longitude\nfirst,1,2\n", collection: "first").status
        == 0)
    for _ in 0..<Project.times(2, all: 10) {
      let entry = try kill(
        importing: path, after: Double.random(in: (seconds / 2)...(seconds * 1.1), using: &random),
        in: place)
      let number = try #require(entry["entry"] as? Int)
      try expectSound(place)
      guard number > 1, entry["kind"] as? String == "import" else { continue }
      #expect(entry["added"] as? Int == rows)
      #expect(try place.run(["archive", "undo", "\(number)"]).status == 0)
    }
    #expect(try place.run(["archive", "collections"]).output.hasPrefix("first\t1 item\n"))
  }

  @Test("leaves no archive or a valid one, if it was the first")
  func first() throws {
    let origin = try Workplace()
    let path = try origin.write(Array(Self.catalogue("New", rows: 3).utf8), to: "new.csv")
    var instants = KillInstants(of: try duration(importing: path, into: origin), seed: 6)
    for _ in 0..<Project.times(10, all: 200) {
      let place = try Workplace()
      let process = Process()
      process.executableURL = TimeWalkCommand.binary
      process.arguments = arguments(path, place)
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      Thread.sleep(forTimeInterval: instants.next())
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      instants.note(hasEnded: process.terminationReason == .exit)
      if FileManager.default.fileExists(atPath: place.archive) {
        let list = try place.run(["archive", "collections"])
        #expect(list.status == 0, "\(list.errors)")
        try expectSound(place)
      }
      #expect(try place.run(arguments(path, place)).status == 0)
    }
  }
}
