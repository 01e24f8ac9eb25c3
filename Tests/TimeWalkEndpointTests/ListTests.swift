import Foundation
import Testing
import TimeWalk
import TimeWalkEndpoint
import TimeWalkTestSupport

@Suite("Lists of the endpoint", .waitsForProcesses)
struct ListTests {
  let corner: Corner

  init() throws { corner = try Corner() }

  func result(_ method: String, _ params: String = "") throws -> [String: Any] {
    let answer = try corner.object(SideBySideTests.request("1", method, params))
    return try #require(answer["result"] as? [String: Any], "\(answer)")
  }

  /// The word and the field of a refusal.
  func fault(_ method: String, _ params: String) throws -> [String?] {
    let answer = try corner.object(SideBySideTests.request("1", method, params))
    let data = (answer["error"] as? [String: Any])?["data"] as? [String: Any]
    return [data?["code"] as? String, data?["field"] as? String]
  }

  /// Takes photos in that differ in a byte behind the picture.
  func submit(_ count: Int) throws {
    for index in 0..<count {
      let photo = Data(SamplePhone.photo() + [UInt8(index)]).base64EncodedString()
      _ = try result("submit", #""base64":"\#(photo)""#)
    }
  }

  @Test("Photos come newest first, a page at a time, and none is missed when one goes meanwhile")
  func pages() throws {
    try submit(5)
    var seen: [Int] = []
    var after = ""
    repeat {
      let page = try result("photos.list", #""limit":2"# + after)
      #expect(page["total"] as? Int == 5 - (seen.isEmpty ? 0 : 1))
      let photos = try #require(page["photos"] as? [[String: Any]])
      let numbers = photos.compactMap { ($0["photo"] as? [String: Any])?["sequence"] as? Int }
      if seen.isEmpty {
        let id = try #require(photos.first?["id"] as? String)
        #expect(try result("photos.remove", #""ids":"\#(id)""#)["ids"] as? [String] == [id])
      }
      seen += numbers
      after = (page["next"] as? String).map { #","after":"\#($0)""# } ?? ""
    } while !after.isEmpty
    #expect(seen == [5, 4, 3, 2, 1])
    let oldest = try #require(
      try result("photos.list", #""oldestFirst":true,"limit":1"#)["photos"] as? [[String: Any]])
    #expect((oldest.first?["photo"] as? [String: Any])?["sequence"] as? Int == 1)
    #expect(
      try result("photos.list", #""until":"1999-12-31""#)["total"] as? Int == 0)
    #expect(try fault("photos.list", #""since":"yesterday""#) == ["invalidValue", "since"])
    #expect(try fault("photos.list", #""after":"x""#) == ["invalidValue", "after"])
  }

  @Test("A photo is found by its id alone, with its answer")
  func photo() throws {
    try submit(1)
    let list = try result("photos.list")
    let photos = try #require(list["photos"] as? [[String: Any]])
    let id = try #require(photos.first?["id"] as? String)
    #expect(id.utf8.count >= 20)
    let photo = try result("photos.get", #""id":"\#(id)""#)
    let answer = try #require(photo["answer"] as? [String: Any])
    #expect((answer["photo"] as? [String: Any])?["sequence"] as? Int == 1)
    #expect((answer["matches"] as? [[String: Any]])?.isEmpty == false)
    for other in ["1", "", id.uppercased() + "x"] {
      #expect(try fault("photos.get", #""id":"\#(other)""#).first == "notFound")
    }
    // Of several nothing is removed where one isn't there.
    #expect(try fault("photos.remove", #""ids":"\#(id),none""#).first == "notFound")
    #expect(try result("photos.list")["total"] as? Int == 1)
    let removed = try result("photos.remove", #""ids":"\#(id),\#(id)""#)
    #expect(removed["removed"] as? [Int] == [1])
    #expect(try fault("photos.get", #""id":"\#(id)""#).first == "notFound")
  }

  @Test("Removing many photos requires confirmation")
  func agreement() throws {
    try submit(PhotoRemovalRequest.mostWithoutAgreement + 1)
    let photos = try #require(try result("photos.list")["photos"] as? [[String: Any]])
    let ids = photos.compactMap { $0["id"] as? String }.joined(separator: ",")
    #expect(try fault("photos.remove", #""ids":"\#(ids)""#).first == "unconfirmed")
    let removed = try result("photos.remove", #""ids":"\#(ids)","agreed":true"#)
    #expect((removed["removed"] as? [Int])?.count == PhotoRemovalRequest.mostWithoutAgreement + 1)
  }

  @Test("Collections, eras and places are listed")
  func archive() throws {
    let collections = try #require(
      try result("archive.collections")["collections"] as? [[String: Any]])
    #expect(collections.first?["name"] as? String == "nypl")
    #expect(collections.first?["items"] as? Int == 1)
    #expect((try result("archive.eras")["eras"] as? [Any])?.isEmpty == true)
    let spot = #""latitude":40.7583,"longitude":-73.9855"#
    let places = try result("archive.places", spot + #","era":"1911""#)
    let place = try #require((places["places"] as? [[String: Any]])?.first)
    #expect(place["id"] as? String == "nypl:510d47dc")
    #expect(place["era"] as? String == "within")
    #expect((places["era"] as? [String: Any])?["date"] as? String == "1911")
    #expect(
      (try result("archive.places", #""latitude":0,"longitude":0"#)["places"] as? [Any])?
        .isEmpty == true)
    #expect(try fault("archive.places", #""latitude":1"#) == ["invalidValue", "longitude"])
    #expect(
      try fault("archive.places", spot + #","era":"soon""#) == ["invalidValue", "era"])
  }

  @Test("Items are found in a box, and behind the last of the page before")
  func items() throws {
    func found(_ params: String) throws -> Int? {
      (try result("archive.search", params)["items"] as? [Any])?.count
    }
    #expect(try found(#""box":"-74,40,-73,41""#) == 1)
    #expect(try found(#""box":"-73,40,-74,41""#) == 0)
    let page = try result("archive.search", #""limit":1"#)
    #expect(page["next"] as? String == "nypl:510d47dc" && page["total"] as? Int == 1)
    let last = try result("archive.search", #""limit":1,"after":"nypl:510d47dc""#)
    #expect((last["items"] as? [Any])?.isEmpty == true)
    #expect(last["total"] == nil && last["next"] == nil)
    for box in ["1,2,3", "1,2,3,x", "0,10,1,5", "0,0,1,91", "[]"] {
      #expect(try fault("archive.search", #""box":"\#(box)""#) == ["invalidValue", "box"])
    }
    #expect(try fault("archive.search", #""after":"x""#) == ["invalidValue", "after"])
    #expect(
      try fault("archive.search", #""after":"a:b","offset":1"#) == ["invalidValue", "after"])
    #expect(
      try fault("archive.search", #""after":"a:b","latitude":1,"longitude":1"#)
        == ["notFound", "after"])
  }

  @Test("A tile of the map is GeoJSON")
  func map() throws {
    let map = try result("archive.map", #""z":14,"x":4824,"y":6157,"era":"1911""#)
    #expect(map["type"] as? String == "FeatureCollection" && map["count"] as? Int == 1)
    #expect(map["clustered"] as? Bool == false)
    let feature = try #require((map["features"] as? [[String: Any]])?.first)
    #expect(feature["id"] as? String == "nypl:510d47dc")
    let geometry = try #require(feature["geometry"] as? [String: Any])
    #expect(geometry["coordinates"] as? [Double] == [-73.9855, 40.7581])
    let properties = try #require(feature["properties"] as? [String: Any])
    #expect(properties["year"] as? Int == 1911 && properties["heading"] as? Double == 193)
    #expect(properties["title"] as? String == "Broadway")
    // At a low zoom the heading isn't visible.
    let far = try result("archive.map", #""z":0,"x":0,"y":0"#)
    let one = try #require((far["features"] as? [[String: Any]])?.first)
    #expect((one["properties"] as? [String: Any])?["heading"] == nil)
    #expect(
      try result("archive.map", #""z":14,"x":4824,"y":6157,"era":"1950""#)["count"] as? Int == 0)
    #expect(try result("archive.map", #""z":1,"x":1,"y":1"#)["count"] as? Int == 0)
    #expect(try fault("archive.map", #""z":1,"x":2,"y":0"#) == ["invalidValue", "x"])
    #expect(try fault("archive.map", #""z":1,"x":1,"y":2"#) == ["invalidValue", "y"])
    #expect(try fault("archive.map", #""z":21,"x":0,"y":0"#) == ["invalidValue", "z"])
    #expect(try fault("archive.map", #""z":1,"x":0"#) == ["invalidValue", "y"])
  }

  @Test("Items are returned as GeoJSON, IIIF and STAC, with links", arguments: PageFormat.allCases)
  func pages(format: PageFormat) throws {
    let links = PageLinks {
      "https://example.org/items" + ($0.map { "?after=\($0)" } ?? "")
    } item: {
      "https://example.org/items/\($0)"
    } picture: {
      "https://example.org/items/\($0)/picture"
    }
    var request = SearchRequest()
    request.limit = 1
    let pipeline = corner.pipeline
    let page = try pipeline.search(request, as: format, links: links)
    #expect(page.next == "nypl:510d47dc")
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(page.bytes)) as? [String: Any])
    let list = object[format == .iiif ? "items" : "features"] as? [Any]
    #expect(list?.count == 1)
    let text = String(decoding: page.bytes, as: UTF8.self)
    #expect(text.contains("https://example.org/items?after=nypl:510d47dc"))
    request.after = page.next
    #expect(try pipeline.search(request, as: format, links: links).next == nil)
    let item = try pipeline.item("nypl:510d47dc", as: format, links: links)
    let one = try #require(JSONSerialization.jsonObject(with: Data(item)) as? [String: Any])
    #expect(one["type"] as? String == (format == .iiif ? "Manifest" : "Feature"))
    #expect(throws: TimeWalkError.self) { try pipeline.item("nypl:none", as: format, links: links) }
  }
}
