import Foundation
import Testing
import TimeWalkTestSupport

@Suite("The answer on a terminal", .waitsForProcesses, .onEachEngine)
struct AnswerTextTests {
  private static let header =
    "id,title,date,latitude,longitude,accuracy,heading,field_of_view,creator,license\n"

  /// The percentages of the numbered lines, in their order.
  private static func percentages(_ output: String) -> [Int] {
    output.matches(of: #/(?m)^[0-9]+\. ([0-9]+) % likely this view: /#).compactMap {
      Int($0.output.1)
    }
  }

  @Test("The best come first, three of them, by the percentages that are shown; all with --verbose")
  func order() throws {
    let place = try Workplace()
    let long =
      "A very long title that goes on and on, telling all that is to be seen there, and more"
    let rows = (0..<9).map {
      "v\($0),\"\(long)\",1900~/1910~,\(40.758 + Double($0) / 20000),-73.9855,\(5 + 4 * $0),\(205 + 3 * $0),\(40 + 9 * $0),,http://rightsstatements.org/vocab/NoC-US/1.0/\n"
    }
    try #require(place.importCatalogue(Self.header + rows.joined()).status == 0)
    let text = try place.run(["match"] + EraTests.pose).output
    let shown = Self.percentages(text)
    #expect(shown.count == 3)
    #expect(text.hasPrefix("1. "), "\(text)")
    #expect(text.contains("more; --verbose shows all."))
    #expect(text.contains("about 1900–1910; No copyright – US; views:"))
    #expect(!text.contains("rightsstatements") && !text.contains(" and more"))
    #expect(text.contains("A very long title that goes on and on, telling all that is…"))
    let whole = try place.run(["match"] + EraTests.pose + ["--verbose"]).output
    let all = Self.percentages(whole)
    #expect(all.count > 3 && all == all.sorted(by: >))
    #expect(Array(all.prefix(3)) == shown)
    #expect(whole.contains(long))
    // One percentage for each match, and one for none.
    #expect(whole.count { $0 == "%" } == all.count + 1, "\(whole)")
    // Programs get the order of the ranking, and all of it.
    let object = try #require(place.run(["match"] + EraTests.pose + ["--json"]).json().first)
    let confidences = AskedEraTests.matches(object).map(\.confidence)
    #expect(confidences.map { Int(($0 * 100).rounded()) }.sorted(by: >) == all)
  }

  @Test("The match of the historical picture is named, at any rank")
  func pictured() throws {
    let place = try Workplace()
    let rows = (0..<9).map {
      "v\($0),View \($0),1900,\(40.758 + Double($0) / 20000),-73.9855,\(5 + 4 * $0),\(205 + 3 * $0),\(40 + 9 * $0),,\n"
    }
    try #require(
      place.importCatalogue(
        Self.header + rows.joined() + "late,Turned away,1950,40.758,-73.9855,5,262,50,,\n"
      ).status == 0)
    let photo = try place.write(SamplePhone.photo(), to: "photo.jpg")
    for flags in [[], ["--era", "1950"], ["--limit", "1", "--era", "1950"], ["--era", "1800"]] {
      let object = try #require(place.submit([photo], flags + ["--json"]).json().first)
      let item = try #require(AskedEraTests.historical(object))["item"] as? String
      let text = try place.submit([photo], flags).output
      let lines = text.split(separator: "\n")
      let told = lines.filter { $0.contains("he historical ") }
      #expect(told.count == 1, "\(flags): \(text)")
      guard let item else {
        #expect(
          text.contains(
            "The historical picture is a card, because nothing from 1800 shows this view."))
        continue
      }
      // Either right below the match, or with its name and its percentage.
      guard let index = lines.firstIndex(of: "   (the historical card shows this one)") else {
        #expect(text.contains("The historical card shows \(item), "), "\(flags): \(text)")
        continue
      }
      let title = item.hasPrefix("views:v") ? "View \(item.suffix(1))" : "Turned away"
      #expect(lines[index - 1].hasSuffix(" likely this view: \(title)"), "\(flags): \(text)")
    }
  }

  @Test(
    "With a requested era, other times come last, under a line that explains it")
  func era() throws {
    let place = try Workplace()
    try #require(
      place.importCatalogue(AskedEraTests.header + AskedEraTests.views + AskedEraTests.doubtful)
        .status == 0)
    let text = try place.run(
      ["match"] + AskedEraTests.pose + ["--era", "1905/1911", "--verbose", "--limit", "20"]
    ).output
    let parts = text.components(separatedBy: "\nFrom other times:\n")
    try #require(parts.count == 2, "\(text)")
    #expect(parts[1].contains("A windmill") && parts[1].contains("1671 (from another time)"))
    #expect(parts[0].hasPrefix("1. ") && parts[0].contains("1912 (near that time)"))
    // The items of the era are rated among themselves, the others among all.
    #expect(!Self.percentages(parts[0]).isEmpty)
    let others = Self.percentages(parts[1])
    #expect(others == others.sorted(by: >) && !others.isEmpty)
  }

  /// The output, and the probability of the first match, for a photo at one item's place.
  private static func answer(_ row: String, _ pose: [String]) throws -> (
    text: String, warnings: String, first: Double, noMatch: Double
  ) {
    let place = try Workplace()
    try #require(
      place.importCatalogue("id,latitude,longitude,accuracy,location_of,heading\n" + row).status
        == 0)
    let flags = ["match", "--latitude", "40.758", "--longitude", "-73.9855"] + pose
    let text = try place.run(flags)
    let object = try #require(place.run(flags + ["--json"]).json().first)
    return (
      text.output, text.errors, AskedEraTests.matches(object).first?.confidence ?? 0,
      object["noMatch"] as? Double ?? 0
    )
  }

  @Test("A place with an accuracy of 5 km is too vague: a note replaces the probability")
  func vague() throws {
    let known = "a,40.758,-73.9855,5,camera,200\n"
    let vague = try Self.answer(known, ["--heading", "200", "--horizontal-accuracy", "5000"])
    #expect(vague.text.contains("known only to about 5.0 km, too vague to find"), "\(vague)")
    #expect(!vague.text.contains("Probability that nothing"))
    #expect(vague.warnings.contains("too vague to find items"))
    let exact = try Self.answer(known, ["--heading", "200", "--horizontal-accuracy", "8"])
    #expect(exact.text.contains("Probability that nothing") && exact.first > 0.9)
    #expect(!exact.warnings.contains("vague"))
  }

  @Test("A photo of the ground matches nothing", arguments: ["-90", "-75", "85"])
  func ground(pitch: String) throws {
    let pose = ["--heading", "200", "--horizontal-accuracy", "8"]
    let known = "a,40.758,-73.9855,5,camera,200\n"
    #expect(try Self.answer(known, pose + ["--pitch", "3"]).first > 0.9)
    let steep = try Self.answer(known, pose + ["--pitch", pitch])
    #expect(steep.first == 0 && steep.noMatch > 0.99, "\(steep)")
  }

  @Test(
    "An item with a place and nothing else has a third at most", arguments: ["0", "130", "255"])
  func bare(heading: String) throws {
    let bare = try Self.answer(
      "a,40.758,-73.9855,,,\n", ["--heading", heading, "--horizontal-accuracy", "8"])
    #expect(bare.first > 0.2 && bare.first < 0.334, "\(bare)")
    #expect(abs(1 - bare.first - bare.noMatch) < 0.03, "\(bare)")
  }

  @Test("If nothing is near, it prints the distance of the nearest item and the next step")
  func far() throws {
    let place = try Workplace()
    try #require(place.importCatalogue(AskedEraTests.header + AskedEraTests.views).status == 0)
    for (latitude, longitude, distance) in [
      (51.5, -0.12, "5,600 km"), (40.9, -73.9855, "16 km"), (40.78, -73.9855, "2.4 km"),
      (-40.758, 106.0145, "20,000 km"),
    ] {
      let flags = ["match", "--latitude", "\(latitude)", "--longitude", "\(longitude)"]
      let text = try place.run(flags).output
      #expect(text.contains("The nearest item is \(distance) away"), "\(text)")
      #expect(text.contains("timewalk archive import"))
      let object = try #require(place.run(flags + ["--json"]).json().first)
      let nearest = try #require(object["nearest"] as? [String: Any])
      #expect(["views:dutch", "views:next"].contains(nearest["id"] as? String))
    }
    // Near items that look away are not reported.
    let away = ["--latitude", "40.758", "--longitude", "-73.9855", "--heading", "25"]
    let turned = try #require(place.run(["match"] + away + ["--json"]).json().first)
    #expect(turned["nearest"] == nil)
    let photo = try place.write(
      SamplePhone.photo(SamplePhone.exif(latitude: 10, longitude: 10)), to: "photo.jpg")
    #expect(try place.submit([photo]).output.contains("The nearest item is "))
    let hidden = try place.submit([photo], ["--strip-location", "--json"])
    #expect(try hidden.json().first?["nearest"] == nil)
  }

  @Test("Without an archive the next step is named")
  func noArchive() throws {
    let place = try Workplace()
    let result = try place.run(["match"] + EraTests.pose)
    #expect(result.status == 0)
    #expect(result.output.contains("Next: timewalk archive import"))
    let photo = try place.write(SamplePhone.photo(), to: "photo.jpg")
    #expect(try place.submit([photo]).output.contains("Next: timewalk archive import"))
  }

  @Test("Many photos end with a line that counts them")
  func total() throws {
    let place = try Workplace()
    try #require(place.importCatalogue(SampleCatalogue.corner).status == 0)
    let photos = [
      try place.write(SamplePhone.photo(), to: "a.jpg"),
      try place.write(
        SamplePhone.photo(SamplePhone.exif(latitude: 10, longitude: 10)), to: "b.jpg"),
      try place.write(Array("no photo".utf8), to: "c.jpg"),
    ]
    let result = try place.submit(photos)
    #expect(result.output.hasSuffix("\n3 photos: 1 with matches, 1 without, 1 failed\n"))
    #expect(try !place.submit([photos[0]]).output.contains("with matches"))
    #expect(try place.submit(photos, ["--json"]).json().count == 3)
  }

  @Test("A photo without a heading gets a note, and how to give one")
  func heading() throws {
    let place = try Workplace()
    try #require(place.importCatalogue(SampleCatalogue.corner).status == 0)
    var exif = SamplePhone.exif()
    exif.remove(0x0010, from: .gps)
    exif.remove(0x0011, from: .gps)
    let photo = try place.write(SamplePhone.photo(exif), to: "photo.jpg")
    let result = try place.submit([photo])
    #expect(result.errors.contains("The heading is unknown"))
    #expect(result.errors.contains("--heading DEGREES"))
    let given = try place.submit([photo], ["--heading", "205", "--heading-reference", "true"])
    #expect(!given.errors.contains("heading"), "\(given.errors)")
  }
}
