import Foundation
import Testing
import TimeWalkTestSupport

@Suite("Kills of other commands", .waitsForProcesses, .isOfFiles)
struct KillOtherTests {
  private static let rounds = Project.times(5, all: 40)
  /// A short way is gone through as often at each of its points as a long one.
  private static let rows = 500

  private func start(_ arguments: [String], in place: Workplace) throws -> Process {
    let process = Process()
    process.executableURL = TimeWalkCommand.binary
    process.arguments = arguments + ["--archive", place.archive]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Starts a command, kills it, and returns true if it had ended before.
  private func kill(
    _ arguments: [String], after seconds: Double, in place: Workplace
  ) throws -> Bool {
    let process = try start(arguments, in: place)
    Thread.sleep(forTimeInterval: seconds)
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return process.terminationReason == .exit
  }

  /// The duration of a command.
  private func duration(of arguments: [String], in place: Workplace) throws -> Double {
    let start = Date()
    #expect(try place.run(arguments + ["--archive", place.archive]).status == 0)
    return Date().timeIntervalSince(start)
  }

  private func catalogue(_ word: String, rows: Int) -> [UInt8] {
    Array(
      ("id,title,latitude,longitude\n"
        + (0..<rows).map {
          "i\($0),\(word) \($0),\(Double($0 % 1_700) / 10 - 85),\($0 % 360 - 180)\n"
        }
        .joined()).utf8)
  }

  private func lastEntry(_ place: Workplace) throws -> Int {
    let history = try place.run(["archive", "history", "--json", "--limit", "1"])
    let entries = try history.json().first?["entries"] as? [[String: Any]]
    return entries?.first?["entry"] as? Int ?? 0
  }

  private func problems(_ archive: String, in place: Workplace) throws -> [[String: Any]] {
    let verdict = try place.run(["archive", "verify", "--json", "--archive", archive])
    #expect(verdict.status == 0, "\(verdict.output) \(verdict.errors)")
    return try #require(verdict.json().first?["problems"] as? [[String: Any]])
  }

  @Test("An import that copies pictures leaves complete files, and unnamed ones are removed")
  func copies() throws {
    let place = try Workplace()
    let picture = try Workplace.bytes(
      Project.root.appendingPathComponent("Archive/sample/fifth-avenue.jpg").path)
    let count = 60
    var rows = "id,latitude,longitude,media\n"
    for number in 0..<count {
      // Data after the end of a picture make it another file of the same length.
      _ = try place.write(picture + Array("\(100_000 + number)".utf8), to: "p\(number).jpg")
      rows += "i\(number),1,2,p\(number).jpg\n"
    }
    let path = try place.write(Array(rows.utf8), to: "views.csv")
    let arguments = ["archive", "import", path, "--media", "copy", "--no-fingerprints"]
    let origin = try Workplace()
    let seconds = try duration(of: arguments, in: origin)
    var instants = KillInstants(of: seconds, seed: 6)
    var (orphans, ends) = (0, 0)
    for _ in 0..<Self.rounds {
      try? FileManager.default.removeItem(atPath: place.archive)
      #expect(
        try place.run(["archive", "era", "add", "A", "1900", "--archive", place.archive]).status
          == 0)
      let hasEnded = try kill(arguments, after: instants.next(), in: place)
      instants.note(hasEnded: hasEnded)
      if hasEnded { ends += 1 }
      let store = place.archive + ".media/sha256"
      for shelf in Workplace.names(in: store) {
        for name in Workplace.names(in: "\(store)/\(shelf)") {
          let bytes = try Workplace.bytes("\(store)/\(shelf)/\(name)")
          #expect(bytes.count == picture.count + 6 && bytes.starts(with: picture.prefix(100)))
        }
      }
      let found = try problems(place.archive, in: place)
      #expect(
        found.allSatisfy { $0["check"] as? String == "media" && $0["repairable"] as? Bool == true })
      if !found.isEmpty { orphans += 1 }
      #expect(try place.run(["archive", "repair", "--archive", place.archive]).status == 0)
      #expect(try problems(place.archive, in: place).isEmpty)
    }
    #expect(
      orphans > 0 || !Project.isLongCheck,
      "no kill came between the copies and the commit; \(ends) ran to their end")
    #expect(try place.run(arguments + ["--archive", place.archive]).status == 0)
    #expect(try problems(place.archive, in: place).isEmpty)
  }

  @Test("A backup is the one before or a whole new one, while others import")
  func backups() throws {
    let place = try Workplace()
    let paths = try ["One", "Two"].map {
      try place.write(catalogue($0, rows: Self.rows), to: "\($0).csv")
    }
    func importing(_ number: Int) -> [String] {
      ["archive", "import", paths[number % 2], "--collection", "views"]
    }
    #expect(try place.run(importing(0) + ["--archive", place.archive]).status == 0)
    let backup = place.folder.path("backup.sqlite")
    let arguments = ["archive", "backup", backup]
    let seconds = try duration(of: arguments, in: place)
    var instants = KillInstants(of: seconds, seed: 7)
    var ends = 0
    for round in 1...Self.rounds {
      let other = try start(importing(round), in: place)
      let hasEnded = try kill(arguments, after: instants.next(), in: place)
      instants.note(hasEnded: hasEnded)
      if hasEnded { ends += 1 }
      other.waitUntilExit()
      #expect(other.terminationStatus == 0)
      #expect(try problems(backup, in: place).isEmpty)
      let list = try place.run(["archive", "list", "--limit", "0", "--archive", backup]).output
      let lines = list.split(separator: "\n")
      let words = ["One", "Two"].map { word in lines.filter { $0.contains("\t\(word) ") }.count }
      #expect(words.sorted() == [0, Self.rows])
    }
    guard Project.isLongCheck else { return }
    #expect(ends > 0 && ends < Self.rounds, "\(ends) ran to their end")
  }

  @Test("An undo is done or is not")
  func undos() throws {
    let place = try Workplace()
    let rows = Self.rows
    for word in ["One", "Two"] {
      let path = try place.write(catalogue(word, rows: rows), to: "views.csv")
      #expect(
        try place.run(
          ["archive", "import", path, "--collection", "views", "--archive", place.archive]
        ).status == 0)
    }
    // Undoing the last entry, of any kind, swaps the words.
    var last = try lastEntry(place)
    let seconds = try duration(of: ["archive", "undo", "\(last)"], in: place)
    last += 1
    var instants = KillInstants(of: seconds, seed: 8)
    var done = 0
    for round in 0..<Self.rounds {
      _ = try kill(["archive", "undo", "\(last)"], after: instants.next(), in: place)
      let entry = try lastEntry(place)
      #expect(entry == last || entry == last + 1)
      instants.note(hasEnded: entry != last)
      if entry != last { done += 1 }
      last = entry
      guard round % 8 == 7 || round == Self.rounds - 1 else { continue }
      let list = try place.run(["archive", "list", "--limit", "0"]).output
      let word = done % 2 == 0 ? "One" : "Two"
      #expect(list.split(separator: "\n").filter { $0.contains("\t\(word) ") }.count == rows)
      #expect(try problems(place.archive, in: place).isEmpty)
    }
    guard Project.isLongCheck else { return }
    #expect(done > 0 && done < Self.rounds, "\(done) of \(Self.rounds) were done")
  }
}
