import Foundation
import Testing
import TimeWalkTestSupport

/// The maps of a place on the page of a photo.
@Suite("Maps on a page", .waitsForProcesses, .onEachEngine, .serialized)
struct MapPageTests {
  /// The sample's archive with its two maps, and three more that can't be laid over others.
  private static func place() throws -> Workplace {
    let place = try Workplace()
    let folder = Project.root.appendingPathComponent("Archive/sample").path
    try #require(
      place.run(["archive", "import", folder, "--archive", place.archive]).status == 0)
    let sample = try String(contentsOfFile: folder + "/items.csv", encoding: .utf8)
    let row = try #require(
      sample.split(separator: "\n").first { $0.hasPrefix("imagined-map-1776") })
    let georeference = row[try #require(row.range(of: "\"{\"\"")).lowerBound...]
    let map = try Data(contentsOf: URL(fileURLWithPath: folder + "/imagined-map-1776.jpg"))
    _ = try place.write([UInt8](map), to: "map.jpg")
    let outline = "\"POLYGON ((-74.1 40.6, -73.9 40.6, -73.9 40.9, -74.1 40.9, -74.1 40.6))\""
    let csv = #"""
      id,title,date,license,source,media,kind,outline,georeference
      fixed,Not to be changed,1850,CC-BY-ND-4.0,https://museum.example/fixed,map.jpg,map,,\#(georeference)
      kept,Kept elsewhere,1900,CC0-1.0,https://museum.example/kept,,map,\#(outline),
      torn,"Torn <i>&</i> ""old""",1700,CC0-1.0,,torn.jpg,map,,\#(georeference)

      """#
    _ = try place.write(Array("\u{FF}\u{D8}no picture".utf8), to: "torn.jpg")
    let imported = try place.importCatalogue(csv, collection: "maps", ["--no-fingerprints"])
    try #require(imported.status == 0, "\(imported.errors)")
    return place
  }

  private static func page(_ place: Workplace, _ flags: [String] = []) throws -> String {
    let answer = try ComposeTests.answer(
      place.submit([ComposeTests.sample], ["--json", "--compose", "page"] + flags))
    return try ComposeTests.text(ThenTests.roles(answer)["page"])
  }

  /// The elements of a class, each up to the next.
  private static func parts(_ page: String, _ mark: String) -> [String] {
    page.components(separatedBy: mark).dropFirst().map { $0 }
  }

  @Test("Each map of the place is shown, oldest first, in one frame")
  func layers() throws {
    let page = try Self.page(try Self.place())
    let charts = Self.parts(page, "<section class=\"chart\"")
    try #require(charts.count == 2)
    #expect(charts[0].contains(">1660</span>") && charts[1].contains(">1776</span>"))
    for chart in charts {
      #expect(chart.contains("width=\"576\" height=\"576\""))
      #expect(chart.contains("<dt>Rights</dt>") && chart.contains("<dt>Kind</dt><dd>imagined</dd>"))
      #expect(chart.contains("class=\"you\"") && chart.contains("class=\"cone mine\""))
      #expect(chart.contains("<text x=\"12\" y=\"373\">100\u{A0}m"))
    }
    #expect(page.contains("600\u{A0}m from side to side, north up."))
    #expect(page.contains(">Old maps of this place ("))
    #expect(page.contains("aria-labelledby=\"view-maps\""))
  }

  @Test("They show the requested area, when submitting and when composing")
  func radius() throws {
    let place = try Self.place()
    let page = try Self.page(place, ["--places-radius", "150"])
    #expect(page.contains("300\u{A0}m from side to side, north up."))
    let compose = ["compose", "1", "--compose", "page", "--json", "--places-radius"]
    let answer = try ComposeTests.answer(place.run(compose + ["400"]))
    let wide = try ComposeTests.text(ThenTests.roles(answer)["page"])
    #expect(wide.contains("800\u{A0}m from side to side, north up."))
    let refused = try place.run(compose + ["5"])
    #expect(refused.status == 64 && refused.errors.contains("placesRadius 5.0 must be within"))
  }

  @Test("A map that can't be laid over others is named with its reason and address")
  func others() throws {
    let page = try Self.page(try Self.place())
    let told = try #require(Self.parts(page, "<ul class=\"told\">").first)
    let items = Self.parts(told, "<li>")
    try #require(items.count == 3)
    #expect(items[0].contains("1700") && items[0].contains("Can&#39;t read its picture."))
    #expect(items[0].contains("Torn &lt;i&gt;&amp;&lt;/i&gt; &quot;old&quot;"))
    #expect(items[1].contains("Its rights forbid changes"))
    #expect(items[1].contains("href=\"https://museum.example/fixed\""))
    #expect(items[2].contains("It has no georeference."))
    #expect(!page.contains(">Not to be changed</bdi></h2>\n<div class=\"sheet\">"))
  }

  @Test("Where the photo's place is withheld, and where no map is known, there are none")
  func none() throws {
    let place = try Self.place()
    #expect(try !Self.page(place, ["--strip-location"]).contains("Old maps of this place"))
    #expect(try !Self.page(try ComposeTests.place()).contains("Old maps of this place"))
  }

  @Test("The same pictures make the same page, and compose makes it again")
  func again() throws {
    let place = try Self.place()
    let first = try Self.page(place)
    let composed = try ComposeTests.answer(
      place.run(["compose", "1", "--compose", "page", "--json"]))
    let page = try ComposeTests.text(ThenTests.roles(composed)["page"])
    #expect(
      Self.parts(page, "<section class=\"chart\"") == Self.parts(first, "<section class=\"chart\""))
  }
}
