import Foundation
import Testing
import TimeWalkImaging
import TimeWalkTestSupport

@Suite("An unsupported photo is refused with the reason", .waitsForProcesses)
struct SubmitFaultTests {
  /// A photo without metadata.
  static let bare = JPEGBuilder(width: 640, height: 480).bytes

  @Test("Without a position it is refused with the flags that give it, and taken with them")
  func positionMissing() throws {
    let place = try Workplace()
    let photo = try place.write(Self.bare, to: "photo.jpg")
    let refused = try place.submit([photo])
    #expect(refused.status == 65)
    for word in ["photo.jpg", "latitude", "longitude", "--latitude", "--longitude"] {
      #expect(refused.errors.contains(word), "\(refused.errors)")
    }
    #expect(refused.output.isEmpty)
    #expect(Workplace.names(in: place.output) == [])
    let half = try place.submit([photo], ["--latitude", "40.758"])
    #expect(half.status == 65)
    #expect(half.errors.contains("longitude is missing"))
    let taken = try place.submit(
      [photo], ["--latitude", "40.758", "--longitude", "-73.9855", "--json"])
    #expect(taken.status == 0, "\(taken.errors)")
    let answer = try #require(taken.json().map(Answer.init).first)
    #expect(answer.viewpoint("latitude") == 40.758)
    #expect(answer.viewpoint("longitude") == -73.9855)
    // The refused photo was given no number that matters, but numbers never come twice.
    #expect(answer.sequence == 1)
  }

  @Test("Latitude 0, longitude 0 of an empty GPS block isn't a position")
  func nullIsland() throws {
    let place = try Workplace()
    var exif = SamplePhone.exif()
    exif.setPosition(latitude: 0, longitude: 0)
    let photo = try place.write(SamplePhone.photo(exif), to: "photo.jpg")
    let refused = try place.submit([photo])
    #expect(refused.status == 65)
    #expect(refused.errors.contains("latitude 0, longitude 0"))
    // Given by a person it is a place.
    #expect(try place.submit([photo], ["--latitude", "0", "--longitude", "0"]).status == 0)
  }

  @Test("Flags win over the photo's metadata")
  func flags() throws {
    let place = try Workplace()
    let photo = try place.write(SamplePhone.photo(), to: "photo.jpg")
    let result = try place.submit(
      [photo],
      [
        "--latitude", "-33.8568", "--longitude", "151.2153", "--horizontal-accuracy", "20",
        "--altitude", "-3", "--heading", "10", "--heading-reference", "true", "--pitch", "-5",
        "--zoom", "2", "--timestamp", "2001-02-03T04:05:06Z", "--json",
      ])
    #expect(result.status == 0, "\(result.errors)")
    let answer = try #require(Answer.all(of: result).first)
    let expected = [
      "latitude": -33.8568, "longitude": 151.2153, "horizontalAccuracy": 20, "altitude": -3,
      "heading": 10, "pitch": -5, "zoom": 2,
    ]
    for (key, value) in expected { #expect(answer.viewpoint(key) == value, "\(key)") }
    let viewpoint = answer.object["viewpoint"] as? [String: Any]
    #expect(viewpoint?["timestamp"] as? String == "2001-02-03T04:05:06Z")
  }

  @Test(
    "A flag that can't be is a usage error",
    arguments: [
      ["--latitude", "91", "--longitude", "0"], ["--latitude", "nan", "--longitude", "0"],
      ["--latitude", "0", "--longitude", "361"], ["--latitude", "north", "--longitude", "0"],
      ["--heading", "361"], ["--heading", "inf"], ["--heading-reference", "grid"],
      ["--pitch", "91"], ["--zoom", "0"], ["--zoom", "-2"], ["--field-of-view", "0"],
      ["--altitude", "1e9"], ["--altitude-reference", "moon"], ["--horizontal-accuracy", "-1"],
      ["--heading-accuracy", "-1"], ["--timestamp", "noon"], ["--era", "soon"], ["--limit", "0"],
      ["--limit", "1001"], ["--limit", "many"], ["--colour", "red"],
    ])
  func usage(flags: [String]) throws {
    let place = try Workplace()
    let photo = try place.write(SamplePhone.photo(), to: "photo.jpg")
    let result = try place.submit([photo], flags)
    #expect(result.status == 64, "\(result.errors)")
    #expect(!result.errors.isEmpty)
    #expect(Workplace.names(in: place.output) == [])
  }

  @Test("Without a photo it is a usage error")
  func noPhoto() throws {
    #expect(try Workplace().run(["submit"]).status == 64)
  }

  @Test("A missing photo, or a folder without photos, is an error")
  func missing() throws {
    let place = try Workplace()
    let missing = try place.submit(["nowhere.jpg"])
    #expect(missing.status == 66)
    #expect(missing.errors.contains("nowhere.jpg does not exist"))
    let folder = try place.submit([place.folder.url.path])
    #expect(folder.status == 66)
    #expect(folder.errors.contains("no photo in"))
    #expect(try place.submit(["/dev/zero"]).status == 66)
    let pipe = place.folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(try place.submit([pipe]).status == 66)
  }

  @Test("The message about a link without a target has the path once, as it was given")
  func danglingLink() throws {
    let place = try Workplace()
    let link = place.folder.path("gone.jpg")
    #expect(symlink("nowhere.jpg", link) == 0)
    let result = try place.submit([link])
    #expect(result.status == 66)
    #expect(
      result.errors.contains("timewalk: \(link) is a link to a file that does not exist\n"),
      "\(result.errors)")
  }

  static let others: [(name: String, bytes: [UInt8], word: String)] = [
    ("a.bmp", Array("BM".utf8), "BMP"), ("a.mov", [0, 0, 0, 16] + Array("ftypqt  ".utf8), "video"),
    // The content counts, not the name.
    ("a.jpg", [0, 0, 0, 16] + Array("ftypqt  ".utf8), "video"),
    ("a.txt", Array("A photo of Broadway".utf8), "isn't an image"),
    ("a.gif", Array("GIF89a".utf8), "GIF"), ("a.pdf", Array("%PDF-1.7".utf8), "PDF"),
  ]

  @Test("Other formats are named, with the supported ones", arguments: others.indices)
  func unsupported(index: Int) throws {
    let (name, bytes, word) = Self.others[index]
    let place = try Workplace()
    let result = try place.submit([place.write(bytes, to: name)], ["--json"])
    #expect(result.status == 65)
    let answer = try #require(Answer.all(of: result).first)
    #expect(answer.errorCode == "unsupportedFormat")
    let message = try #require(answer.errorMessage)
    #expect(message.contains(word) && message.contains(name), "\(message)")
    #expect(message.contains("JPEG"), "what is supported: \(message)")
    #expect(result.errors.contains(message))
  }

  @Test("An empty file is reported as empty")
  func empty() throws {
    let place = try Workplace()
    let result = try place.submit([place.write([], to: "empty.jpg")])
    #expect(result.status == 65)
    #expect(result.errors.contains("empty.jpg is empty"))
  }

  @Test("Where no picture can be written it can't be created, and nothing is kept")
  func unwritable() throws {
    let place = try Workplace()
    let photo = try place.write(SamplePhone.photo(), to: "photo.jpg")
    let file = try place.write([1], to: "file")
    for flags in [["--output", file + "/out"], ["--output", file], ["--library", file + "/lib"]] {
      let result = try place.run(["submit", photo] + flags)
      #expect(result.status == 73, "\(flags): \(result.errors)")
      #expect(result.errors.contains(file))
    }
    #expect(try place.run(["library", "list", "--json"]).json().first?["photos"] as? [Int] == [])
    #expect(try Workplace.bytes(file) == [1])
  }

  @Test("A broken photo in a batch is reported, and the batch continues")
  func batch() throws {
    let place = try Workplace()
    let photos = [
      try place.write(SamplePhone.photo(), to: "good1.jpg"), "nowhere.jpg",
      try place.write(Self.bare, to: "bare.jpg"),
      try place.write(Array(SamplePhone.photo().prefix(20_000)), to: "cut.jpg"),
      try place.write(SamplePhone.photo() + [0], to: "good2.jpg"),
    ]
    let result = try place.submit(photos, ["--json"])
    #expect(result.status == 65)
    let answers = try Answer.all(of: result)
    #expect(
      answers.map(\.errorCode) == [nil, "inputMissing", "positionMissing", "imageDamaged", nil])
    let names = answers.compactMap { $0.original?.split(separator: "/").last }
    #expect(names == ["good1.jpg", "nowhere.jpg", "bare.jpg", "cut.jpg", "good2.jpg"])
    for answer in answers where answer.errorCode != nil {
      #expect(answer.errorMessage?.isEmpty == false)
    }
    let good = [answers[0], answers[4]]
    for answer in good {
      let clean = try DrawnPhoto.decode(answer.path("clean"))
      #expect(clean.size == PixelSize(width: 1536, height: 2048))
    }
    #expect(Workplace.names(in: place.output).filter { $0.hasSuffix(".json") }.count == 2)
    // The same as text: the good ones on standard output, the bad ones on standard error.
    let text = try place.submit(photos)
    #expect(text.status == 65)
    for name in ["nowhere.jpg", "bare.jpg", "cut.jpg"] {
      #expect(text.errors.contains(name) && !text.output.contains(name))
    }
    #expect(text.output.contains("good1.jpg") && text.output.contains("good2.jpg"))
  }

  @Test("A batch with one kind of fault has its exit code")
  func oneKind() throws {
    let place = try Workplace()
    let good = try place.write(SamplePhone.photo(), to: "good.jpg")
    #expect(try place.submit([good, "a.jpg", "b.jpg"]).status == 66)
  }

  @Test("Paths can come on standard input")
  func standardInput() throws {
    let place = try Workplace()
    let photos = try ["a b.jpg", "ü.jpg"].map { try place.write(SamplePhone.photo(), to: $0) }
    let result = try place.run(
      ["submit", "-", "--output", place.output, "--json"],
      input: photos.joined(separator: "\n") + "\n")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try result.json().map { Answer($0).original } == photos)
  }

  @Test("A named archive that is not there is an error; without any the photo is still taken")
  func archives() throws {
    let place = try Workplace()
    let photo = try place.write(SamplePhone.photo(), to: "photo.jpg")
    let named = try place.submit([photo], ["--archive", place.folder.path("none.sqlite")])
    #expect(named.status == 66)
    let broken = try place.write(Array("no archive at all".utf8), to: "broken.sqlite")
    #expect(try place.submit([photo], ["--archive", broken]).status == 78)
    let without = try place.submit([photo], ["--json"])
    #expect(without.status == 0)
    let answer = try #require(without.json().map(Answer.init).first)
    #expect(answer.warnings.contains { $0.contains("archive import") })
    #expect(answer.object["noMatch"] as? Double == 1)
  }
}
