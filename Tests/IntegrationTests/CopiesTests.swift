import Foundation
import Testing
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkImaging

/// Ten scans of one card are one match; different pictures from one spot are not.
@Suite("Copies of one picture", .waitsForProcesses, .onEachEngine)
struct CopiesTests {
  static let header =
    "id,title,date,latitude,longitude,accuracy,heading,field_of_view,media,copy_of,license\n"
  static let question = [
    "match", "--latitude", "40.758", "--longitude", "-73.9855", "--heading", "205",
  ]

  static func row(_ id: String, date: String = "1911", media: String = "", copyOf: String = "")
    -> String
  {
    "\(id),,\(date),40.758,-73.9855,10,205,60,\(media),\(copyOf),CC0-1.0\n"
  }

  /// A picture of blocks that each have a tone of their own; another seed gives another picture.
  static func drawn(_ seed: Int) throws -> PlanarImage {
    let (width, height) = (240, 160)
    let samples = (0..<(width * height)).map { place in
      let (column, row) = (place % width / 24, place / width / 20)
      return UInt8((column * 7919 + row * 104_729 + seed * 1_299_709) * 31 % 9973 % 200 + 30)
    }
    return try PlanarImage(size: PixelSize(width: width, height: height), planes: [samples])
  }

  /// A copy as another scanner would make it: smaller, cut off at the top left, in other tones,
  /// compressed.
  static func scan(
    of image: PlanarImage, side: Int, cut: Double = 0, quality: Int = 80,
    tone: (UInt8) -> UInt8 = { $0 }
  ) throws -> [UInt8] {
    let luma = image.planes[0]
    let (left, top) = (Int(Double(luma.width) * cut), Int(Double(luma.height) * cut))
    let size = PixelSize(width: luma.width - left, height: luma.height - top)
    var samples: [UInt8] = []
    samples.reserveCapacity(size.width * size.height)
    for y in top..<luma.height {
      luma.withRow(y) { row in for x in left..<row.count { samples.append(tone(row[x])) } }
    }
    return try PlanarImage(size: size, planes: [samples]).fitted(within: side)
      .encode(quality: quality)
  }

  private func ask(_ place: Workplace, _ flags: [String] = []) throws -> (
    answer: Answer, text: String
  ) {
    let result = try place.run(Self.question + flags + ["--json"])
    try #require(result.status == 0, "\(result.errors)")
    return (Answer(try #require(result.json().first)), result.output)
  }

  private func copies(_ answer: Answer, _ list: String = "matches") -> [String: [String]] {
    let matches = answer.object[list] as? [[String: Any]] ?? []
    return Dictionary(
      uniqueKeysWithValues: matches.compactMap { match in
        (match["id"] as? String).map { ($0, match["copies"] as? [String] ?? []) }
      })
  }

  /// A place with ten scans of one card and three other pictures, all from one spot.
  private func cards(_ flags: [String] = []) throws -> Workplace {
    let place = try Workplace()
    let card = try Self.drawn(1)
    var csv = Self.header
    for index in 0..<10 {
      let bytes = try Self.scan(
        of: card, side: 240 - 15 * index, cut: Double(index) * 0.002, quality: 45 + 5 * index,
        tone: { UInt8(Int($0) * (10 + index) / 20 + 3 * index) })
      _ = try place.write(bytes, to: "card\(index).jpg")
      csv += Self.row("card\(index)", media: "card\(index).jpg")
    }
    for index in 1...3 {
      let bytes = try Self.scan(of: Self.drawn(index + 1), side: 240)
      _ = try place.write(bytes, to: "other\(index).jpg")
      csv += Self.row("other\(index)", media: "other\(index).jpg")
    }
    let result = try place.importCatalogue(csv, flags)
    try #require(result.status == 0 && result.faults.isEmpty, "\(result.errors)")
    return place
  }

  @Test("Ten scans of one card and three other pictures from the spot are four matches")
  func tenScans() throws {
    let place = try cards()
    let scans = (0..<10).map { "views:card\($0)" }
    let others = ["views:other1", "views:other2", "views:other3"]
    let (answer, text) = try ask(place)
    #expect(answer.matches == ["views:card0"] + others)
    #expect(copies(answer)["views:card0"] == Array(scans.dropFirst()))
    #expect(others.allSatisfy { copies(answer)[$0] == [] })
    #expect(copies(answer, "timeline") == ["views:card0": Array(scans.dropFirst())])
    #expect(text.components(separatedBy: "\"copies\"").count == 3, "only where there are some")
    #expect(try ask(place).text == text)
    // The limit counts pictures, and a short answer knows copies as well.
    let short = try ask(place, ["--limit", "1"]).answer
    #expect(short.matches == ["views:card0"] && copies(short)["views:card0"]?.count == 9)
    #expect(try ask(place, ["--limit", "3"]).answer.matches == answer.matches.prefix(3).map { $0 })
    let plain = try place.run(Self.question)
    #expect(plain.output.contains("copies: views:card1, views:card2"))
  }

  @Test("Copies change nothing about whether the view is there")
  func confidence() throws {
    let place = try cards()
    let unseen = try cards(["--no-fingerprints"])
    func numbers(_ place: Workplace) throws -> [Double?] {
      let answer = try ask(place).answer
      let best = (answer.object["matches"] as? [[String: Any]])?.first
      return [answer.object["noMatch"] as? Double, best?["confidence"] as? Double]
    }
    #expect(try numbers(place) == numbers(unseen))
    #expect(try ask(unseen).answer.matches.count == 10)
    #expect(try copies(ask(unseen).answer).values.allSatisfy(\.isEmpty))
  }

  @Test("Declared copies need no picture; the one with a local picture leads")
  func declared() throws {
    let place = try Workplace()
    _ = try place.write(Self.scan(of: Self.drawn(7), side: 200), to: "c.jpg")
    let csv =
      Self.header + Self.row("a") + Self.row("b", date: "1931", copyOf: "a")
      + Self.row("c", media: "c.jpg", copyOf: "views:b") + Self.row("d", date: "1931")
    #expect(try place.importCatalogue(csv).status == 0)
    let answer = try ask(place).answer
    #expect(copies(answer) == ["views:c": ["views:a", "views:b"], "views:d": []])
    // The card represents 1911; 1931 is the other's.
    #expect(copies(answer, "timeline") == ["views:c": ["views:a", "views:b"], "views:d": []])
  }

  @Test("A picture that can't be read is imported with one warning")
  func broken() throws {
    let place = try Workplace()
    for name in ["a.jpg", "b.png"] { _ = try place.write(Array("no picture".utf8), to: name) }
    let csv = Self.header + Self.row("a", media: "a.jpg") + Self.row("b", media: "b.png")
    let result = try place.importCatalogue(csv)
    #expect(result.status == 0)
    let lines = result.faults
    // Each non-picture is reported once, also one named JPEG whose fingerprint would be computed.
    #expect(
      lines.map { $0.prefix(22) } == ["warning: line 2, media", "warning: line 3, media"],
      "\(result.errors)")
    #expect(try place.importCatalogue(csv, ["--no-fingerprints"]).faults.isEmpty)
    #expect(try ask(place).answer.matches.count == 2)
  }

  @Test(
    "The album of Fifth Avenue: no two pictures are taken for one, and scans of each are",
    TestData.isPresent)
  func album() throws {
    let views = try FifthAvenue.views()
    var prints: [Fingerprint] = []
    for view in views {
      let picture = try JPEGPicture.decode(
        TestData.bytes("archives/fifth-avenue-1911/images/\(view.picture)")
      ).image.fitted(within: 900)
      func print(_ image: PlanarImage) throws -> Fingerprint {
        Fingerprint(words: try #require(image.fingerprint()))
      }
      let original = try print(picture)
      let scans = [
        try Self.scan(of: picture, side: 300, quality: 50),
        try Self.scan(of: picture, side: 800, cut: 0.02, quality: 70),
        try Self.scan(of: picture, side: 500) { UInt8(40 + Int($0) * Int($0) / 400) },
      ]
      for bytes in scans {
        let distance = try original.distance(to: print(JPEGPicture.decode(bytes).image))
        #expect(distance <= Fingerprint.greatestDistanceOfCopies, "\(view.title)")
      }
      for other in prints {
        #expect(original.distance(to: other) > Fingerprint.greatestDistanceOfCopies)
      }
      prints.append(original)
    }
    #expect(prints.count == 47)
  }
}
