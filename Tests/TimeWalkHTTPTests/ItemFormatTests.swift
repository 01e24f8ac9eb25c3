import Foundation
import Testing
import TimeWalk
import TimeWalkTestSupport

@testable import TimeWalkHTTP

/// Items as GeoJSON, IIIF and STAC from the built server.
@Suite("Formats of items", .waitsForProcesses, .serialized)
struct ItemFormatTests {
  @Test("Items are available in standard formats, by Accept and by path")
  func formats() throws {
    let served = try Served()
    let list = try served.ask("GET", "/v1/items?text=broadway", ["Accept: application/geo+json"])
    #expect(list.headers["content-type"] == "application/geo+json")
    #expect(try list.object()["type"] as? String == "FeatureCollection")
    #expect(
      try served.ask("/v1/items.geojson?text=broadway").object().keys.sorted()
        == list.object().keys.sorted())
    let manifest = try served.ask("/v1/items/nypl:kept/iiif")
    #expect(try manifest.object()["type"] as? String == "Manifest")
    #expect(manifest.text.contains("\(served.base)/v1/items/nypl:kept/picture"))
    let stac = try served.ask("/v1/items/nypl:kept/stac").object()
    #expect(stac["stac_version"] as? String == "1.1.0")
    let first = try served.ask("/v1/items.geojson?limit=1").object()
    let links = first["links"] as? [[String: Any]] ?? []
    let next = try #require(links.first { $0["rel"] as? String == "next" }?["href"] as? String)
    #expect(next.hasPrefix(served.base + "/v1/items.geojson?"))
    #expect((try served.ask(next).object()["features"] as? [Any])?.count == 1)
    #expect(try served.ask("/v1/items/nypl:none/iiif").status == 404)
    #expect(try served.ask("/v1/items").headers["content-type"] == "application/json")
    // The highest preference counts, not the first name.
    let presentation =
      "application/ld+json;profile=\"http://iiif.io/api/presentation/3/context.json\""
    let far = String(repeating: "text/x,", count: 600) + "application/geo+json"
    for (accept, type, key) in [
      (far, "application/json", "title"),
      ("application/geo+json;q=0.5, application/json", "application/json", "title"),
      ("application/json;q=0.5, application/geo+json;q=0.9", "application/geo+json", "geometry"),
      ("*/*;q=0.1, application/geo+json", "application/geo+json", "geometry"),
      ("application/json, */*;q=0.8, application/geo+json;q=0", "application/json", "title"),
      ("application/vnd.stac+json", "application/geo+json", "stac_version"),
      (
        "application/geo+json;profile=\"https://api.stacspec.org/v1.0.0/core\"",
        "application/geo+json", "stac_version"
      ),
      (presentation, PageFormat.iiif.mediaType, "@context"),
      (presentation + ";q=0.2, application/json;q=0.1", PageFormat.iiif.mediaType, "@context"),
      ("application/ld+json, */*;q=0.1", "application/json", "title"),
      ("text/html;q=0.9, nonsense, ;;, a/b;q=x", "application/json", "title"),
    ] {
      let item = try served.ask("GET", "/v1/items/nypl:kept", ["Accept: \(accept)"])
      #expect(item.headers["content-type"] == type, "\(accept)")
      #expect(try item.object()[key] != nil, "\(accept)")
      #expect(item.headers["vary"] == "Accept", "\(accept)")
      let list = try served.ask("GET", "/v1/items", ["Accept: \(accept)"])
      #expect(list.headers["content-type"] == type && list.headers["vary"] == "Accept")
    }
  }

  @Test("A page of very large items ends early, with the next one behind it")
  func large() throws {
    let place = try Served.place()
    let places = StorePaths(archive: place.archive, library: place.library, environment: [:])
    let long = String(repeating: "x", count: 16 << 10)
    let rows = (100..<500).map { "\($0),40,-73,\(long),\(long),\(long)\n" }.joined()
    let csv = try place.write(
      Array(("id,latitude,longitude,title,creator,credit\n" + rows).utf8), to: "large.csv")
    _ = try Curator(writing: places)
      .importCatalogue(ImportRequest(source: csv, collection: "large"))
    let pipeline = try Pipeline(places: places, forPhotos: false)
    var request = SearchRequest()
    (request.collection, request.limit) = ("large", 1000)
    let first = try pipeline.search(request)
    #expect(first.total == 400 && (300..<350).contains(first.items.count))
    let links = PageLinks {
      $0 ?? ""
    } item: {
      $0
    } picture: {
      $0
    }
    let page = try pipeline.search(request, as: .geojson, links: links)
    #expect(page.next == first.next && page.next == first.items.last?.id)
    request.after = first.next
    let second = try pipeline.search(request)
    #expect(second.next == nil && first.items.count + second.items.count == 400)
  }
}
