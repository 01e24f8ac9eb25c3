import Foundation
import Testing
import TimeWalkTestSupport

@Suite("Photos are looked after", .waitsForProcesses)
struct LibraryCommandTests {
  private func place(photos: Int) throws -> (Workplace, [String]) {
    let place = try Workplace()
    let photos = try SmallPhoto.write(0..<photos, in: place)
    #expect(try place.submit(photos, ["--jobs", "1"]).status == 0)
    return (place, photos)
  }

  @Test("The list comes in pages, with the number of all, and can be narrowed")
  func list() throws {
    let (place, photos) = try place(photos: 5)
    func list(_ flags: [String]) throws -> (numbers: [Int], total: Int?) {
      let result = try place.run(["library", "list", "--json"] + flags)
      let object = try #require(result.json().first)
      let list = try #require(object["photos"] as? [[String: Any]]).map(Answer.init)
      return (list.compactMap(\.sequence), object["total"] as? Int)
    }
    #expect(try list([]) == ([1, 2, 3, 4, 5], 5))
    #expect(try list(["--limit", "2", "--offset", "3"]) == ([4, 5], 5))
    #expect(try list(["--original", "p0002"]) == ([3], 1))
    #expect(try list(["--since", "2100-01-01"]) == ([], 0))
    #expect(try list(["--until", "2100-01-01"]).total == 5)
    #expect(try place.run(["library", "list", "--since", "today"]).status == 64)
    #expect(try place.run(["library", "list"]).output.contains(photos[4]))
  }

  @Test("One photo is shown with all that is kept of it")
  func show() throws {
    let (place, photos) = try place(photos: 1)
    let shown = try #require(place.run(["library", "show", "1", "--json"]).json().first)
    let photo = Answer(shown)
    #expect(photo.original == photos[0])
    #expect(shown["captured"] as? String == "2026-11-21T12:00:00-05:00")
    #expect(shown["modified"] != nil && shown["submitted"] != nil && shown["latitude"] != nil)
    let answer = Answer(try #require(shown["answer"] as? [String: Any]))
    #expect(answer.viewpoint("latitude") == 40.758)
    #expect(shown["missing"] == nil)
    try FileManager.default.removeItem(atPath: photo.path("clean"))
    let text = try place.run(["library", "show", "1"])
    #expect(text.output.contains("gone: \(try photo.path("clean"))"))
    #expect(try place.run(["library", "show", "2"]).status == 66)
  }

  @Test("Removed photos are gone to the last byte, originals stay, and numbers never come again")
  func remove() throws {
    let (place, photos) = try place(photos: 3)
    let before = try Workplace.bytes(photos[1])
    #expect(try place.run(["library", "remove", "2", "9"]).status == 66)
    #expect(Workplace.names(in: place.output).count == 9, "all or nothing")
    let result = try place.run(["library", "remove", "2", "--json"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try result.json().first?["removed"] as? [Int] == [2])
    #expect(Workplace.names(in: place.output).allSatisfy { !$0.contains("000002") })
    #expect(try Workplace.bytes(photos[1]) == before)
    for file in Workplace.names(in: place.library) {
      let path = place.library + "/" + file
      guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { continue }
      #expect(data.range(of: Data("p0001.jpg".utf8)) == nil, "\(file) still names the photo")
      if file == "library.sqlite" {
        #expect(data.range(of: Data("p0002.jpg".utf8)) != nil, "the search finds what is there")
      }
    }
    let again = try place.submit([photos[1]], ["--json"])
    #expect(try again.json().map { Answer($0).sequence } == [4])
  }

  @Test("Removing many requires confirmation")
  func removeMany() throws {
    let (place, _) = try place(photos: 21)
    let numbers = (1...21).map(String.init)
    let refused = try place.run(["library", "remove"] + numbers)
    #expect(refused.status == 65 && refused.errors.contains("--yes"))
    #expect(try place.run(["library", "remove", "--yes"] + numbers).status == 0)
    #expect(Workplace.names(in: place.output).isEmpty)
  }

  @Test("The zip has the unchanged pictures, answers and originals")
  func export() throws {
    let (place, photos) = try place(photos: 3)
    let zip = place.folder.path("out.zip")
    let report = try place.run(["library", "export", zip, "3", "1", "--originals", "--json"])
    #expect(report.status == 0, "\(report.errors)")
    let object = try #require(report.json().first)
    #expect(object["photos"] as? Int == 2 && object["files"] as? Int == 8)
    #expect(object["bytes"] as? Int == (try Workplace.bytes(zip).count))
    let program = URL(fileURLWithPath: "/usr/bin/env")
    #expect(try TimeWalkCommand.run(program, ["unzip", "-tq", zip]).status == 0)
    let target = place.folder.path("unpacked")
    #expect(try TimeWalkCommand.run(program, ["unzip", "-q", zip, "-d", target]).status == 0)
    #expect(
      Workplace.names(in: target) == [
        "TW-000001-overlay.jpg", "TW-000001.jpg", "TW-000001.json", "TW-000003-overlay.jpg",
        "TW-000003.jpg", "TW-000003.json", "originals",
      ])
    for name in ["TW-000001.jpg", "TW-000003-overlay.jpg", "TW-000003.json"] {
      #expect(
        try Workplace.bytes(target + "/" + name) == Workplace.bytes(place.output + "/" + name))
    }
    let times = try ["TW-000001.jpg", "TW-000001.json"].map {
      try FileManager.default.attributesOfItem(atPath: target + "/" + $0)[.modificationDate]
        as? Date
    }
    #expect(times[0] == times[1], "an answer is as old as its pictures")
    #expect(
      try Workplace.bytes(target + "/originals/TW-000003/p0002.jpg") == Workplace.bytes(photos[2]))
    // Without numbers all, and on standard output nothing else.
    let piped = try TimeWalkCommand.run(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", "'\(TimeWalkCommand.binary.path)' library export - > all.zip && unzip -tq all.zip"],
      environment: ["TIMEWALK_LIBRARY": place.library], directory: place.folder.url)
    #expect(piped.status == 0, "\(piped.errors)")
    // Missing files are reported, and an unknown number leaves no zip.
    try FileManager.default.removeItem(atPath: photos[0])
    let gone = try place.run(["library", "export", zip, "1", "--originals", "--json"])
    #expect(try gone.json().first?["missing"] as? [String] == [photos[0]])
    let nothing = place.folder.path("nothing.zip")
    #expect(try place.run(["library", "export", nothing, "7"]).status == 66)
    #expect(!FileManager.default.fileExists(atPath: nothing))
  }
}
