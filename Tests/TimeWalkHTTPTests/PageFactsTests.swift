import Foundation
import Testing
import TimeWalk
import TimeWalkTestSupport

/// The facts on the pages of a photo and of an item, with the project's sample.
@Suite("Facts on pages", .waitsForProcesses, .serialized)
struct PageFactsTests {
  private static let german = ["Accept: text/html", "Accept-Language: de"]

  /// The terms of the first list in a text, with their descriptions.
  private static func facts(_ html: Substring) -> [String: String] {
    let list = html.firstMatch(of: #/<dl>(.*?)<\/dl>/#.dotMatchesNewlines())?.1 ?? ""
    let pairs = list.matches(of: #/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/#.dotMatchesNewlines())
    return Dictionary(pairs.map { (String($0.1), String($0.2)) }) { first, _ in first }
  }

  @Test("Pictures of the archive come first, oldest first, and the review is last")
  func list() throws {
    let place = try Workplace()
    let places = StorePaths(archive: place.archive, library: place.library, environment: [:])
    let sample = Project.root.appendingPathComponent("Archive/sample")
    _ = try Curator(writing: places).importCatalogue(ImportRequest(source: sample.path))
    let csv = """
      id,title,date,latitude,longitude,license,source
      bare,Words alone,1500,40.7536,-73.9808,CC0-1.0,https://example.org/1

      """
    let file = try place.write(Array(csv.utf8), to: "bare.csv")
    _ = try Curator(writing: places)
      .importCatalogue(ImportRequest(source: file, collection: "a"))
    let page = try Served(place).ask("GET", "/items", [PageTests.browser]).text
    let links = page.matches(of: #/href="/items/([^"]+)"/#).map { String($0.1) }
    #expect(links.last == "a:bare")
    let years = links.dropLast().compactMap { Int($0.suffix(4)) }
    #expect(years.count > 2 && years.count == links.count - 1, "\(links)")
    #expect(years == years.sorted())
    let parts = page.components(separatedBy: "a:bare")
    #expect(parts.last?.contains("href=\"/review\"") == true)
    #expect(parts.first?.contains("href=\"/review\"") == false)
  }

  @Test("A photo's page has all periods, why and how sure, rights and catalogue of each, and cones")
  func photoAndItem() throws {
    let place = try Workplace()
    let sample = Project.root.appendingPathComponent("Archive/sample")
    _ = try Curator(
      writing: StorePaths(archive: place.archive, library: place.library, environment: [:])
    ).importCatalogue(ImportRequest(source: sample.path))
    let served = try Served(place)
    let photo = [UInt8](try Data(contentsOf: sample.appendingPathComponent("fifth-avenue.jpg")))
    let made = try served.ask("POST", "/v1/photos", body: photo)
    let matches = try #require(try made.object()["matches"] as? [[String: Any]])
    let address = try #require(made.headers["location"]).replacing("/v1", with: "")
    let page = try served.ask("GET", address, Self.german).text

    #expect(page.contains("17. Oktober 2026"))
    let periods = page.split(separator: "<section class=\"period").dropFirst()
    #expect(periods.count == matches.count && periods.count > 2)
    for match in matches {
      let id = try #require(match["id"] as? String)
      let period = try #require(periods.first { $0.contains("href=\"/items/\(id)\"") }, "\(id)")
      let facts = Self.facts(period)
      for term in ["Datum", "Von", "Aufbewahrt von", "Rechte", "Katalog"] {
        #expect(facts[term]?.isEmpty == false, "\(id): \(term)")
      }
      #expect(facts["Rechte"]?.contains("creativecommons.org/publicdomain/zero") == true)
      // How sure, as the answer says it, and why.
      let confidence = try #require(match["confidence"] as? Double)
      #expect(
        period.contains("(\(Int((100 * confidence).rounded()))&nbsp;%)"), "\(id): \(confidence)")
      #expect(period.contains("aufgenommen, wo Sie stehen, Blick in dieselbe Richtung"), "\(id)")
    }
    // One title, and all other facts in closed drawers.
    #expect(page.components(separatedBy: "<h1").count == 2)
    let drawers = [
      "Wer es gemacht hat, wer es aufbewahrt, und die Rechte", "Wo es aufgenommen wurde",
      "Alte Karten dieses Ortes (2)", "Das Foto: Ort, Richtung, Zeit",
    ]
    let summaries = page.matches(of: #/<details[^>]*><summary[^>]*>([^<]*)/#)
    for words in drawers { #expect(summaries.contains { $0.1 == words }, "\(words)") }
    #expect(!page.contains("<details open"))
    #expect(page.contains("<script type=\"module\" blocking=\"render\" src="))
    // The address is on paper, with its code.
    #expect(page.contains("<p>\(served.base)\(address)</p>"))
    let plan = try #require(page.split(separator: "class=\"plan").dropFirst().first)
    #expect(plan.contains("class=\"cone mine\""), "the photo's own cone")
    #expect(plan.contains("class=\"cone\""), "a picture's cone")

    let item = try served.ask("GET", "/items/sample:imagined-1905", Self.german).text
    #expect(item.contains("lang=\"de\"") && item.contains("<dt>Rechte</dt>"))
    let lists = item.split(separator: "<dl>", maxSplits: 2).dropFirst().map { "<dl>" + $0 }
    let known = Self.facts(Substring(try #require(lists.first)))
    #expect(known["Datum"]?.contains("1905") == true)
    #expect(known["Katalog"]?.contains("sample:imagined-1905") == true)
    #expect(known["Aufbewahrt von"]?.contains("TimeWalk") == true)
    let pose = Self.facts(Substring(try #require(lists.last)))
    #expect(pose["Die Kamera stand bei"]?.contains("3\u{A0}m") == true, "\(pose)")
    let told = try served.ask("/v1/items/sample:imagined-1905").object()
    let heading = try #require(told["heading"] as? Double)
    #expect(pose["Blickrichtung"]?.contains("\(Int(heading.rounded()))°") == true)
    #expect(pose["Bildwinkel"]?.contains("°") == true)
    #expect(pose["Woher man das weiß"]?.contains("Katalog") == true)
  }
}
