import Foundation
import Testing
import TimeWalkTestSupport

@Suite("A batch of photos", .waitsForProcesses)
struct BatchTests {
  @Test("of 200 with 20 bad ones ends with 180 results and 20 named reasons")
  func mixed() throws {
    let place = try Workplace()
    var names: [String] = []
    var bad: [String: String] = [:]
    let faults: [(String, (Int) -> [UInt8])] = [
      ("unsupportedFormat", { Array("no picture \($0)".utf8) }),
      ("imageDamaged", { Array(SmallPhoto.bytes($0).prefix(700)) }),
      ("positionMissing", { JPEGBuilder(width: 16, height: 16).bytes + [UInt8($0)] }),
      ("unsupportedFormat", { [0, 0, 0, 24] + Array("ftypmp42\($0)   mp42isom".utf8) }),
    ]
    for number in 0..<200 {
      let name = String(format: "p%03d.jpg", number)
      if number % 10 == 7 {
        let (code, bytes) = faults[number / 10 % faults.count]
        bad[name] = code
        names.append(try place.write(bytes(number), to: "photos/\(name)"))
      } else {
        names.append(try place.write(SmallPhoto.bytes(number), to: "photos/\(name)"))
      }
    }
    _ = try place.write(Array("a note".utf8), to: "photos/notes.txt")
    _ = try place.write(SmallPhoto.bytes(999), to: "photos/.hidden.jpg")
    let result = try place.submit([place.folder.path("photos")], ["--json", "--jobs", "3"])
    #expect(result.status == 65, "\(result.errors.suffix(500))")
    #expect(result.errors.contains("skipped 1 file that isn't a photo: 1 other"))
    let answers = try Answer.all(of: result)
    #expect(answers.compactMap(\.original) == names, "one line a photo, in their order")
    #expect(Set(answers.compactMap(\.sequence)) == Set(1...180))
    for answer in answers {
      let name = URL(fileURLWithPath: try #require(answer.original)).lastPathComponent
      #expect(answer.errorCode == bad[name], "\(name)")
      if answer.errorCode != nil {
        let message = try #require(answer.errorMessage)
        // The name appears once, behind its folder.
        let said = message.hasPrefix(name + " ") ? "photos/\(message)" : "\(name): \(message)"
        #expect(result.errors.contains(said), "\(said)")
      }
    }
    #expect(Workplace.names(in: place.output).count == 180 * 3)
    let hidden = try FileManager.default.contentsOfDirectory(atPath: place.output)
      .filter { $0.hasPrefix(".") }
    #expect(hidden.isEmpty)
    // Failed photos can be tried again, and discarded.
    let queue = try place.run(["library", "queue", "--json"]).json()
    let entries = try #require(queue.first?["entries"] as? [[String: Any]])
    #expect(entries.count == 20 && entries.allSatisfy { $0["state"] as? String == "failed" })
    let name = "p007.jpg"
    _ = try place.write(SmallPhoto.bytes(7), to: "photos/\(name)")
    let number = try #require(entries[0]["entry"] as? Int)
    let retried = try place.run(["library", "retry", "\(number)", "--json"])
    #expect(retried.status == 0, "\(retried.errors)")
    #expect(try Answer.all(of: retried).map(\.sequence) == [181])
    #expect(try place.run(["library", "discard"]).output.split(separator: "\n").count == 19)
    #expect(try place.run(["library", "queue"]).output.isEmpty)
  }

  @Test("The same bytes keep their number, files and answer; --again gives them a new one")
  func earlier() throws {
    let place = try Workplace()
    let photos = try SmallPhoto.write(0..<3, in: place)
    let first = try Answer.all(of: place.submit(photos, ["--json"]))
    let files = Workplace.names(in: place.output)
    let copy = try place.write(Workplace.bytes(photos[1]), to: "copy.jpg")
    let second = try Answer.all(of: place.submit([copy] + photos, ["--json"]))
    #expect(second.count == 4)
    #expect(second[0].sequence == first[1].sequence && second[0].original == copy)
    #expect(second.dropFirst().map(\.sequence) == first.map(\.sequence))
    for (answer, before) in zip(second.dropFirst(), first) {
      #expect((answer.object["photo"] as? [String: Any])?["earlier"] as? Bool == true)
      #expect(try answer.path("clean") == before.path("clean"))
    }
    #expect(Workplace.names(in: place.output) == files)
    // With another request, they get new answers, in place of the old ones.
    let other = try Answer.all(of: place.submit([photos[0]], ["--json", "--limit", "1"]))
    #expect(other.map(\.sequence) == [first[0].sequence])
    let stripped = try Answer.all(of: place.submit([photos[0]], ["--json", "--strip-location"]))
    #expect(stripped.map(\.sequence) == [first[0].sequence])
    #expect(stripped[0].viewpoint("latitude") == nil)
    #expect(Workplace.names(in: place.output) == files)
    let shown = try place.run(["library", "show", "\(first[0].sequence ?? 0)", "--json"]).json()
    #expect(shown.first?["latitude"] == nil)
    let again = try Answer.all(of: place.submit([photos[0]], ["--json", "--again"]))
    #expect(again.map(\.sequence) == [4])
    // Lost pictures are made again, under their number.
    try FileManager.default.removeItem(atPath: first[2].path("overlaid"))
    let restored = try Answer.all(of: place.submit([photos[2]], ["--json"]))
    #expect(restored.map(\.sequence) == [first[2].sequence])
    #expect(FileManager.default.fileExists(atPath: try first[2].path("overlaid")))
  }

  @Test("Folders with circular links are read once, and lists may also end with zero bytes")
  func paths() throws {
    let place = try Workplace()
    _ = try SmallPhoto.write(0..<2, in: place)
    let inner = try place.write(SmallPhoto.bytes(5), to: "photos/inner/z.jpg")
    try FileManager.default.createSymbolicLink(
      atPath: place.folder.path("photos/inner/loop"), withDestinationPath: "..")
    let folder = place.folder.path("photos")
    let walked = try place.submit([folder], ["--json"])
    #expect(walked.status == 0, "\(walked.errors)")
    #expect(
      try Answer.all(of: walked).compactMap(\.original) == [
        inner, folder + "/p0000.jpg", folder + "/p0001.jpg",
      ])
    let odd = try place.write(SmallPhoto.bytes(6), to: "two\nlines.jpg")
    let listed = try place.run(["submit", "-", "--json"], input: "\(odd)\0\(inner)\0")
    #expect(try Answer.all(of: listed).compactMap(\.original) == [odd, inner])
  }

  @Test("Two programs that submit the same photos at once give each one number")
  func twoAtOnce() throws {
    let place = try Workplace()
    let photos = try SmallPhoto.write(0..<40, in: place)
    let arguments = ["submit"] + photos + ["--json", "--output", place.output]
    let running = try (0..<2).map { _ in try RunningCommand(arguments, in: place) }
    let results = try running.map { try $0.wait() }
    for result in results { #expect(result.status == 0, "\(result.errors)") }
    let numbers = try results.map { try Answer.all(of: $0).compactMap(\.sequence) }
    #expect(numbers[0] == numbers[1])
    #expect(Set(numbers[0]) == Set(1...40))
    #expect(Workplace.names(in: place.output).count == 120)
  }

  @Test("Jobs that share little memory take turns, and one too large for all of it goes alone")
  func memory() throws {
    let place = try Workplace()
    let photos = try SmallPhoto.write(0..<6, in: place)
    let large = try place.write(
      SmallPhoto.bytes(9, width: 4000, height: 3000), to: "photos/large.jpg")
    let result = try place.submit(photos + [large], ["--json", "--jobs", "4", "--memory", "1MB"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try Answer.all(of: result).count == 7)
  }

  @Test("An address of the originals has a place for their names; else it is for one photo")
  func originalURL() throws {
    let place = try Workplace()
    let photos = try SmallPhoto.write(0..<2, in: place)
    let url = "https://cloud.example.org/album/1.jpg"
    #expect(try place.submit(photos, ["--original-url", url]).status == 64)
    #expect(try place.submit([photos[0]], ["--original-url", url]).status == 0)
    let shown = try #require(place.run(["library", "show", "1", "--json"]).json().first)
    #expect((shown["photo"] as? [String: Any])?["originalURL"] as? String == url)
    let named = try place.write(SmallPhoto.bytes(2), to: "photos/a b.jpg")
    let several = try place.submit(
      [named, photos[1]], ["--json", "--original-url", "https://cloud.example.org/{name}?raw"])
    #expect(several.status == 0, "\(several.errors)")
    let addresses = try several.json().map { ($0["photo"] as? [String: Any])?["originalURL"] }
    #expect(addresses.first as? String == "https://cloud.example.org/a%20b.jpg?raw")
  }
}
