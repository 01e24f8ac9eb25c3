import Foundation
import Testing
import TimeWalkTestSupport

@Suite("The requested era takes precedence", .waitsForProcesses, .onEachEngine)
struct AskedEraTests {
  static let header = "id,title,date,latitude,longitude,accuracy,heading,field_of_view\n"
  /// The very view, long before and shortly after.
  static let views = """
    dutch,A windmill,1671,40.758,-73.9855,5,205,60
    next,The very view,1912,40.758,-73.9855,5,205,60

    """
  /// Views of the era with increasing turns; some share 1 to 5 % of the photo's view.
  static let doubtful = (0..<12).map {
    "w\($0),Turned away,1911,40.758,-73.9855,5,\((205 + 60 + 4 * $0) % 360),60\n"
  }.joined()

  /// The photo with the same heading and a known place.
  static let pose =
    EraTests.pose + [
      "--horizontal-accuracy", "4", "--heading-accuracy", "5", "--field-of-view", "60",
    ]

  struct Match {
    var id: String
    var confidence: Double
    var era: String
  }

  static func matches(_ object: [String: Any]?) -> [Match] {
    (object?["matches"] as? [[String: Any]] ?? []).map {
      Match(
        id: ($0["id"] as? String ?? "").replacing("views:", with: ""),
        confidence: $0["confidence"] as? Double ?? -1, era: $0["era"] as? String ?? "")
    }
  }

  static func historical(_ object: [String: Any]?) -> [String: Any]? {
    object.flatMap { Answer($0).rendition("historical") }
  }

  @Test(
    "Views 240 years off come after all of the era, the same view one year off before doubtful ones"
  )
  func order() throws {
    let place = try Workplace()
    try #require(place.importCatalogue(Self.header + Self.views + Self.doubtful).status == 0)
    let result = try place.run(
      ["match"] + Self.pose + ["--era", "1905/1911", "--limit", "20", "--json"])
    let found = try Self.matches(result.json().first)
    let dutch = try #require(found.firstIndex { $0.id == "dutch" })
    let next = try #require(found.firstIndex { $0.id == "next" })
    #expect(found[dutch].confidence > 0.6 && found[next].confidence > 0.6)
    let ofEra = found.indices.filter { found[$0].era == "within" }
    #expect(ofEra.contains { found[$0].confidence < 0.02 }, "\(found)")
    #expect(ofEra.contains { (0.02...0.06).contains(found[$0].confidence) }, "\(found)")
    for place in ofEra {
      #expect(place < dutch, "\(found[place])")
      if found[place].confidence < 0.06 { #expect(next < place, "\(found[place])") }
    }
  }

  @Test("The only item of the era is first as surely as alone, beside sharper ones of other times")
  func onlyOne() throws {
    let header =
      "id,title,date,latitude,longitude,accuracy,location_of,heading,heading_accuracy,field_of_view\n"
    let old = "old,Without a heading,1650/1660,40.7581,-73.9856,50,camera,,,\n"
    let others = """
      facing,Facing it,1905~,40.75802,-73.98552,10,camera,205,5,60
      near,Near in time,1667,40.75803,-73.98551,5,camera,205,5,60

      """
    let ask = ["match"] + EraTests.pose + ["--horizontal-accuracy", "5", "--era", "1650/1665"]
    func answer(_ rows: String) throws -> (object: [String: Any], text: String) {
      let place = try Workplace()
      try #require(place.importCatalogue(header + rows).status == 0)
      return (
        try #require(place.run(ask + ["--json"]).json().first), try place.run(ask).output
      )
    }
    let (alone, beside) = (try answer(old), try answer(others + old))
    let (one, found) = (Self.matches(alone.object), Self.matches(beside.object))
    #expect(one.map(\.id) == ["old"] && one[0].confidence > 0.1)
    #expect(found.map(\.id) == ["old", "near", "facing"])
    #expect(found.map(\.era) == ["within", "near", "outside"])
    #expect(found[0].confidence == one[0].confidence)
    #expect(beside.object["noMatch"] as? Double == alone.object["noMatch"] as? Double)
    #expect((alone.object["era"] as? [String: Any])?["others"] as? Int == 0)
    #expect((beside.object["era"] as? [String: Any])?["others"] as? Int == 2)
    #expect(beside.text.contains("1. \(Int((one[0].confidence * 100).rounded())) % likely"))
    #expect(beside.text.contains("nothing from that era in the archive shows this view"))
  }

  @Test("A set of dates ranks by its members: 1605 and 1885 aren't of 1745")
  func sets() throws {
    let place = try Workplace()
    let csv = """
      pair,Two prints,"{1605,1885}",40.758,-73.9855,5,205,60
      turned,Turned away,1745,40.758,-73.9855,5,245,60

      """
    try #require(place.importCatalogue(Self.header + csv).status == 0)
    let result = try place.run(["match"] + EraTests.pose + ["--era", "1740/1750", "--json"])
    let found = try Self.matches(result.json().first)
    #expect(found.map(\.id) == ["turned", "pair"])
    #expect(found.last?.era == "outside")
    // Without the era, the print fits better.
    let plain = try place.run(["match"] + EraTests.pose + ["--json"])
    #expect(try Self.matches(plain.json().first).map(\.id) == ["pair", "turned"])
  }

  @Test(
    "The historical picture is the best of the era, though another time fits better and the list is short"
  )
  func pictureOfEra() throws {
    let place = try Workplace()
    let turned = "turned,Turned away,1908,40.758,-73.9855,5,272,60\n"
    try #require(place.importCatalogue(Self.header + Self.views + turned).status == 0)
    let photo = try place.write(SamplePhone.photo(), to: "photo.jpg")
    let flags = ["--heading", "205", "--heading-reference", "true", "--json", "--limit", "1"]
    let plain = try #require(place.submit([photo], flags).json().first)
    for era in ["1905/1910", "1908"] {
      let asked = try #require(place.submit([photo], flags + ["--era", era]).json().first)
      #expect(Self.historical(asked)?["item"] as? String == "views:turned", "\(era)")
    }
    #expect(Self.historical(plain)?["item"] as? String != "views:turned")
  }

  @Test(
    "If the era has nothing, a card explains it with the nearest in time",
    Exiftool.isInstalled, arguments: [[], ["--strict-era"]])
  func card(flags: [String]) throws {
    let place = try Workplace()
    try #require(place.importCatalogue(Self.header + Self.views).status == 0)
    let photo = try place.write(SamplePhone.photo(), to: "photo.jpg")
    let result = try place.submit([photo], ["--era", "1850-1860", "--json"] + flags)
    let card = try #require(Self.historical(result.json().first))
    #expect(card["kind"] as? String == "plate")
    #expect(card["item"] == nil)
    let path = try #require(card["path"] as? String)
    let tags = try #require(Exiftool.listing(of: [path])[path])
    #expect(tags["XMP-dc:Title"] == ["Nothing of 1850–1860 shows this view"])
    #expect(
      tags["XMP-dc:Description"] == ["Nearest in time: The very view, 1912, views:next."])
  }

  @Test("No picture is written for a match under 10 %, and the answer explains it")
  func unlikely() throws {
    let place = try Workplace()
    try #require(place.importCatalogue(Self.header + Self.doubtful).status == 0)
    let photo = try place.write(SamplePhone.photo(), to: "photo.jpg")
    // Of twelve views at least one is likely enough; turned further, none is.
    for heading in stride(from: 205, through: 145, by: -10) {
      let flags = ["--heading", "\(heading)", "--heading-reference", "true", "--json"]
      let answer = try #require(place.submit([photo], flags).json().first)
      let found = Self.matches(answer)
      let isLikely = found.contains { $0.confidence >= 0.1 }
      #expect((Self.historical(answer) != nil) == isLikely, "\(heading): \(found)")
      let isTold = Answer(answer).warnings.contains { $0.hasPrefix("No historical picture") }
      #expect(isTold == (!isLikely && !found.isEmpty))
    }
  }

  @Test(
    "An era may be given in the words that a date may be",
    arguments: [
      ("1890s", "189X"), ("circa 1900", "1900~"), ("19th century", "18XX"),
      ("1900-1910", "1900/1910"), ("c. 1905", "1905~"), ("before 1900", "/1900"),
    ])
  func words(text: String, date: String) throws {
    let place = try Workplace()
    try #require(place.importCatalogue(Self.header + Self.views).status == 0)
    let told = try #require(place.run(["date", text, "--json"]).json().first)
    let matched = try #require(
      place.run(["match"] + EraTests.pose + ["--era", text, "--json"]).json().first)
    let era = try #require(matched["era"] as? [String: Any])
    #expect(era["date"] as? String == told["edtf"] as? String)
    #expect(era["date"] as? String == date)
    #expect(try place.run(["archive", "search", "--era", text, "--strict-era"]).status == 0)
  }
}
