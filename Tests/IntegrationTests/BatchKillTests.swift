import Foundation
import Testing
import TimeWalkTestSupport

@Suite("A batch that ends early", .waitsForProcesses)
struct BatchKillTests {
  private func flags(_ place: Workplace) -> [String] {
    ["--json", "--output", place.output, "--jobs", "2"]
  }

  /// The numbers and originals in the complete printed lines: the acknowledged photos.
  private func acknowledged(_ output: String) throws -> [(number: Int, original: String)] {
    try output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let answer = Answer(try #require(object))
      return (try #require(answer.sequence), try #require(answer.original))
    }
  }

  /// Each photo is there once, with all its files, and nothing half-written beside them.
  private func expectComplete(_ place: Workplace, photos: [String]) throws {
    let list = try place.run(["library", "list", "--limit", "1000", "--json"])
    let records = try #require(list.json().first?["photos"] as? [[String: Any]]).map(Answer.init)
    #expect(records.compactMap(\.original).sorted() == photos.sorted())
    let numbers = records.compactMap(\.sequence)
    #expect(Set(numbers).count == photos.count)
    for record in records {
      for role in ["clean", "overlaid"] {
        let bytes = try Workplace.bytes(record.path(role))
        #expect(bytes.count == record.rendition(role)?["bytes"] as? Int)
      }
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: place.output)
    #expect(files.count == 3 * photos.count, "\(files.filter { $0.hasPrefix(".") })")
    #expect(try place.run(["library", "queue"]).output.isEmpty)
  }

  @Test("by a kill at random instants loses no acknowledged photo, and resumes to completion")
  func killed() throws {
    var random = SeededGenerator(seed: 5)
    var (interrupted, told) = (0, 0)
    let rounds = Project.times(1, all: 6)
    for _ in 0..<rounds {
      let place = try Workplace()
      let photos = try SmallPhoto.write(0..<30, in: place)
      var known: [String: Int] = [:]
      var arguments = ["submit"] + photos + flags(place)
      // On a busy machine a program needs longer to get anywhere.
      var longest = 0.25
      var left = Int.max
      while true {
        let running = try RunningCommand(arguments, in: place)
        Thread.sleep(forTimeInterval: Double.random(in: 0.03...longest, using: &random))
        running.send(SIGKILL)
        let result = try running.wait()
        for (number, original) in try acknowledged(result.output) {
          #expect(known[original] == nil || known[original] == number)
          known[original] = number
        }
        let queue = try place.run(["library", "queue"]).output.split(separator: "\n")
        #expect(queue.allSatisfy { $0.contains("\twaiting\t") })
        if queue.isEmpty || queue.count == left { longest *= 1.5 }
        left = queue.count
        if queue.isEmpty {
          // Killed before all were queued: nothing was begun, and nothing told.
          guard known.isEmpty, result.status != 0 else { break }
          continue
        }
        interrupted += 1
        arguments = ["library", "resume", "--json", "--jobs", "2"]
      }
      told += known.count
      #expect(Set(known.values).count == known.count, "a number was used twice")
      // The last instants may have left a name or two that the next program takes away.
      #expect(try place.submit([photos[0]], flags(place)).status == 0)
      try expectComplete(place, photos: photos)
      let list = try place.run(["library", "list", "--limit", "1000", "--json"])
      let records = try #require(list.json().first?["photos"] as? [[String: Any]]).map(Answer.init)
      for (original, number) in known {
        #expect(records.contains { $0.original == original && $0.sequence == number })
      }
    }
    #expect(interrupted >= rounds && told > 0, "\(interrupted) interrupted, \(told) told")
  }

  @Test("by Ctrl-C finishes running photos, puts the rest back, and is then completed")
  func interrupted() throws {
    let count = Project.times(80, all: 200)
    let place = try Workplace()
    let photos = try SmallPhoto.write(0..<count, in: place)
    let running = try RunningCommand(["submit"] + photos + flags(place), in: place)
    while try running.output.isEmpty { Thread.sleep(forTimeInterval: 0.005) }
    running.send(SIGINT)
    let result = try running.wait()
    #expect(result.status == 128 + SIGINT, "\(result.errors)")
    #expect(result.errors.contains("library resume"))
    let done = try acknowledged(result.output).count
    #expect(done > 0 && done < count)
    #expect(Workplace.names(in: place.output).count == 3 * done)
    let queue = try place.run(["library", "queue"]).output.split(separator: "\n")
    #expect(queue.count == count - done)
    let resumed = try place.run(["library", "resume", "--json"])
    #expect(resumed.status == 0, "\(resumed.errors)")
    #expect(try acknowledged(resumed.output).count == count - done)
    try expectComplete(place, photos: photos)
  }

  @Test("by a second Ctrl-C stops at once, and is as a kill")
  func twice() throws {
    let place = try Workplace()
    let photos = try SmallPhoto.write(0..<60, in: place)
    let running = try RunningCommand(["submit"] + photos + flags(place), in: place)
    while try running.output.isEmpty { Thread.sleep(forTimeInterval: 0.005) }
    running.send(SIGTERM)
    running.send(SIGINT)
    #expect([128 + SIGINT, 128 + SIGTERM].contains(try running.wait().status))
    #expect(try place.run(["library", "resume"]).status == 0)
    try expectComplete(place, photos: photos)
  }
}
