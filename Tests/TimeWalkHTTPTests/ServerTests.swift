import Foundation
import HTTPTypes
import Testing
import TimeWalk
import TimeWalkEndpoint
import TimeWalkTestSupport

@testable import TimeWalkHTTP

/// The answers of the built server.
@Suite("The server's answers", .waitsForProcesses, .serialized)
struct ServerTests {
  static let pose = #"{"latitude":40.758,"longitude":-73.9855,"heading":205,"era":"1890/1930"}"#

  @Test("match, items and numbers are the endpoint's, to the byte")
  func sameAsEndpoint() throws {
    let served = try Served()
    let places = StorePaths(
      archive: served.place.archive, library: served.place.library, environment: [:])
    let endpoint = Endpoint(
      pipeline: try Pipeline(places: places, forPhotos: false), version: Version.current)
    let only = #"{"latitude":40.758,"longitude":-73.9855,"heading":205,"limit":1}"#
    let matched = try served.post("/v1/match", json: only)
    #expect(matched.status == 200)
    #expect(matched.headers["content-type"] == "application/json")
    var calls = [(matched.text, "archive.stats", "")]
    calls = [(try served.ask("/v1/stats").text, "archive.stats", "{}")]
    calls.append((try served.ask("/v1/statistics").text, "archive.stats", "{}"))
    calls.append(
      (
        try served.ask("/v1/items/nypl:510d47dc").text, "archive.item",
        #"{"id":"nypl:510d47dc"}"#
      ))
    calls.append(
      (
        try served.ask("/v1/items?text=broadway&limit=1&strictEra=true&era=1911").text,
        "archive.search", #"{"text":"broadway","limit":1,"strictEra":true,"era":"1911"}"#
      ))
    calls.append((try served.ask("/v1/collections").text, "archive.collections", "{}"))
    calls.append((try served.ask("/v1/eras").text, "archive.eras", "{}"))
    calls.append(
      (
        try served.ask("/v1/map/1/0/0?era=1911").text, "archive.map",
        #"{"z":1,"x":0,"y":0,"era":"1911"}"#
      ))
    let place = try served.ask("/v1/places?latitude=40.758&longitude=-73.9855&era=1660")
    #expect(place.status == 200 && place.text.contains("\"places\":["))
    for (answer, method, params) in calls {
      #expect(try endpoint.call(method, Array(params.utf8)) == answer)
    }
    // This answer names a file of the archive's: but for that it is the same.
    let whole = try endpoint.call("match", Array(only.utf8))
    let names = try #require(
      try JSONSerialization.jsonObject(with: Data(whole.utf8)) as? NSDictionary)
    #expect(
      try matched.object().keys.sorted() == names.allKeys.compactMap { $0 as? String }.sorted())
  }

  @Test("An answer without a file of the machine is the endpoint's to the byte; faults are its own")
  func toTheByte() throws {
    let place = try Workplace()
    let row = Served.catalogue.split(separator: "\n").prefix(2).joined(separator: "\n") + "\n"
    let csv = try place.write(Array(row.utf8), to: "nypl.csv")
    let places = StorePaths(archive: place.archive, library: place.library, environment: [:])
    _ = try Curator(writing: places)
      .importCatalogue(ImportRequest(source: csv, collection: "nypl"))
    let served = try Served(place)
    let endpoint = Endpoint(
      pipeline: try Pipeline(places: places, forPhotos: true), version: Version.current)
    #expect(
      try served.post("/v1/match", json: Self.pose).text
        == endpoint.call("match", Array(Self.pose.utf8)))
    // Each with a required part, because two empty answers are also equal.
    for (path, method, params, part) in [
      (
        "/v1/items?shows=40.757,-73.9858", "archive.search", #"{"shows":"40.757,-73.9858"}"#,
        "nypl:"
      ),
      ("/v1/items?box=-74,40,-73,41", "archive.search", #"{"box":"-74,40,-73,41"}"#, "nypl:"),
      ("/v1/items?box=10,40,11,41", "archive.search", #"{"box":"10,40,11,41"}"#, #""items":[]"#),
      (
        "/v1/places?latitude=40.758&longitude=-73.9855&era=1660", "archive.places",
        #"{"latitude":40.758,"longitude":-73.9855,"era":"1660"}"#, #""places":["#
      ),
      ("/v1/photos?limit=5", "photos.list", #"{"limit":5}"#, #""photos":[]"#),
    ] {
      let reply = try served.ask(path)
      #expect(reply.text.contains(part), "\(path): \(reply.text)")
      #expect(try endpoint.call(method, Array(params.utf8)) == reply.text, "\(path)")
    }
    for (path, method, params) in [
      ("/v1/items?shows=91,0", "archive.search", #"{"shows":"91,0"}"#),
      ("/v1/items?box=1,2,3", "archive.search", #"{"box":"1,2,3"}"#),
      ("/v1/items?era=whenever", "archive.search", #"{"era":"whenever"}"#),
      ("/v1/items?limit=1001", "archive.search", #"{"limit":1001}"#),
      ("/v1/items?after=a:b&offset=1", "archive.search", #"{"after":"a:b","offset":1}"#),
      ("/v1/items?colour=red", "archive.search", #"{"colour":"red"}"#),
      ("/v1/items/nothing", "archive.item", #"{"id":"nothing"}"#),
      ("/v1/items/nypl:none", "archive.item", #"{"id":"nypl:none"}"#),
      ("/v1/places?latitude=1", "archive.places", #"{"latitude":1}"#),
      ("/v1/map/1/2/0", "archive.map", #"{"z":1,"x":2,"y":0}"#),
      ("/v1/photos?since=soon", "photos.list", #"{"since":"soon"}"#),
      ("/v1/photos?after=x", "photos.list", #"{"after":"x"}"#),
    ] {
      let reply = try served.ask(path)
      let fault = try #require(
        #expect(throws: TimeWalkError.self) { try endpoint.call(method, Array(params.utf8)) })
      #expect(try reply.problem() == fault.code.rawValue, "\(path)")
      #expect(try reply.object()["field"] as? String == fault.field, "\(path)")
      #expect(try reply.object()["detail"] as? String == fault.message, "\(path)")
    }
  }

  @Test("A photo: submitted, read, its pictures with ETag and Range, removed")
  func photo() throws {
    let served = try Served()
    let made = try served.submit("?heading=205&headingReference=true&limit=3&compose=beside")
    #expect(made.status == 201, "\(made.text)")
    let answer = try made.object()
    let photo = try #require(answer["photo"] as? [String: Any])
    let id = try #require(photo["id"] as? String)
    #expect(id.wholeMatch(of: #/[0-9a-f]{32}/#) != nil, "an id of 128 bits")
    #expect(photo["sequence"] == nil)
    #expect(made.headers["location"] == "/v1/photos/\(id)")
    #expect(((answer["viewpoint"] as? [String: Any])?["heading"] as? Double) == 205)
    let renditions = try #require(answer["renditions"] as? [[String: Any]])
    #expect(
      renditions.compactMap { $0["role"] as? String }
        == ["clean", "overlaid", "historical", "beside"])
    let kept = try served.ask("/v1/photos/\(id)")
    #expect(kept.status == 200)
    #expect(try kept.object()["id"] as? String == id)
    for rendition in renditions {
      let url = try #require(rendition["url"] as? String)
      #expect(url == "/v1/photos/\(id)/\(rendition["role"] as? String ?? "")")
      let picture = try served.ask(url)
      #expect(picture.status == 200)
      #expect(picture.headers["content-type"] == "image/jpeg")
      #expect(picture.body.count == rendition["bytes"] as? Int)
      let tag = try #require(picture.headers["etag"])
      #expect(picture.headers["cache-control"]?.contains("max-age") == true)
      let again = try served.ask("GET", url, ["If-None-Match: \(tag)"])
      #expect(again.status == 304)
      #expect(again.body.isEmpty)
      let part = try served.ask("GET", url, ["Range: bytes=10-19"])
      #expect(part.status == 206)
      #expect(part.headers["content-range"] == "bytes 10-19/\(picture.body.count)")
      #expect(part.body == picture.body[10..<20])
      let end = try served.ask("GET", url, ["Range: bytes=-5"])
      #expect(end.body == picture.body.suffix(5))
      let beyond = try served.ask("GET", url, ["Range: bytes=\(picture.body.count)-"])
      #expect(beyond.status == 416)
      #expect(try beyond.problem() == "rangeNotSatisfiable")
      #expect(beyond.headers["content-range"] == "bytes */\(picture.body.count)")
      let old = try served.ask("GET", url, ["Range: bytes=0-1", "If-Range: \"other\""])
      #expect(old.status == 200)
      let head = try served.ask("HEAD", url)
      #expect(head.headers["content-length"] == "\(picture.body.count)")
    }
    // The same bytes are the same photo.
    let again = try served.submit("?heading=205&headingReference=true&limit=3&compose=beside")
    #expect(again.status == 200)
    #expect((try again.object()["photo"] as? [String: Any])?["id"] as? String == id)
    #expect((try again.object()["photo"] as? [String: Any])?["earlier"] as? Bool == true)
    // Its number isn't an address.
    #expect(try served.ask("/v1/photos/1").status == 404)
    #expect(try served.ask("DELETE", "/v1/photos/\(id)").status == 204)
    #expect(try served.ask("/v1/photos/\(id)").problem() == "notFound")
    #expect(try served.ask("/v1/photos/\(id)/clean").status == 404)
    #expect(try served.ask("DELETE", "/v1/photos/\(id)").status == 404)
  }

  @Test("A photo's bytes are nowhere once it is answered, and a refused one leaves nothing")
  func nothingLeft() throws {
    let served = try Served()
    #expect(try served.submit().status == 201)
    #expect(try served.ask("POST", "/v1/photos", body: Array("no photo".utf8)).status == 415)
    #expect(Workplace.names(in: served.place.library + "/uploads").isEmpty)
  }

  @Test("The picture of an item in sizes; an item without a file has none")
  func itemPicture() throws {
    let served = try Served()
    let picture = try served.ask("/v1/items/nypl:kept/picture?side=64")
    #expect(picture.status == 200)
    #expect(picture.headers["content-type"] == "image/jpeg")
    #expect(picture.body.starts(with: [0xFF, 0xD8]))
    let large = try served.ask("/v1/items/nypl:kept/picture")
    #expect(large.body.count > picture.body.count)
    #expect(try served.ask("/v1/items/nypl:510d47dc/picture").problem() == "notFound")
    #expect(try served.ask("/v1/items/nypl:kept/picture?side=7").problem() == "invalidValue")
    let item = try served.ask("/v1/items/nypl:kept").object()
    #expect((item["media"] as? [String: Any])?["url"] as? String == "/v1/items/nypl:kept/picture")
    #expect((item["media"] as? [String: Any])?["path"] == nil)
  }

  @Test("No text of any answer names a file of the machine")
  func noPaths() throws {
    let place = try Served.place()
    // Photos of the command line have a place on this machine.
    let photo = try place.write(SamplePhone.photo(), to: "holidays in July/photo.jpg")
    let places = StorePaths(archive: place.archive, library: place.library, environment: [:])
    let pipeline = try Pipeline(places: places, forPhotos: true)
    var request = SubmitRequest(photo: .file(path: photo))
    request.originalURL = "file://" + photo
    let own = try pipeline.submit(request)
    let id = try Album(places: places).photo(own.photo.sequence ?? 0).id
    let served = try Served(place)
    var replies = [
      try served.post("/v1/match", json: Self.pose), try served.ask("/v1/items"),
      try served.ask("/v1/items/nypl:kept"), try served.ask("/v1/stats"),
      try served.submit("?compose=page"), try served.ask("/v1/photos/\(id)"),
      try served.ask("/openapi.json"), try served.ask("/v1/photos/none"),
      try served.post("/v1/uploads", json: #"{"size":10}"#),
      try served.ask("/v1/photos?path=/etc/passwd"),
      try served.ask("POST", "/v1/photos?output=/tmp", body: SamplePhone.photo()),
    ]
    // Faults of the machine are reported only by kind.
    try FileManager.default.removeItem(atPath: place.library + "/pictures")
    try Data().write(to: URL(fileURLWithPath: place.library + "/pictures"))
    let fault = try served.ask("POST", "/v1/photos?heading=1", body: SamplePhone.photo())
    #expect(fault.status == 503 && fault.headers["retry-after"] == "60", "\(fault.text)")
    replies.append(fault)
    let folder = place.folder.url.path
    for reply in replies {
      for text in try reply.texts() {
        #expect(!text.contains(folder), "\(text)")
        #expect(!text.contains("holidays"), "\(text)")
        #expect(!text.hasPrefix("/tmp") && !text.hasPrefix("file:"), "\(text)")
      }
    }
    // The keeper learns more.
    #expect(try served.log().contains(place.library))
  }

  @Test("Faults are problem details with the endpoint's words and the field")
  func problems() throws {
    let served = try Served()
    let cases: [(Reply, Int, String, String?)] = [
      (try served.post("/v1/match", json: "{"), 400, "parseError", nil),
      (try served.post("/v1/match", json: "[]"), 400, "parseError", nil),
      (try served.post("/v1/match", json: "{}"), 400, "invalidValue", "latitude"),
      (
        try served.post("/v1/match", json: #"{"latitude":91,"longitude":0}"#), 400, "invalidValue",
        "latitude"
      ),
      (
        try served.post("/v1/match", json: #"{"latitude":1,"longitude":0,"lattitude":1}"#), 400,
        "invalidValue", "lattitude"
      ),
      (try served.post("/v1/match?a=1", json: Self.pose), 400, "invalidValue", "a"),
      (
        try served.ask("POST", "/v1/match", ["Content-Type: text/plain"], body: [0x7B, 0x7D]), 415,
        "unsupportedFormat", nil
      ),
      (try served.ask("/v1/items?limit=many"), 400, "invalidValue", "limit"),
      (try served.ask("/v1/items?limit=1&limit=2"), 400, "invalidValue", "limit"),
      (try served.ask("/v1/items?strictEra=1"), 400, "invalidValue", "strictEra"),
      (try served.ask("/v1/items?text=%zz"), 400, "parseError", nil),
      (try served.ask("/v1/items/nypl:nothing"), 404, "notFound", "id"),
      (try served.ask("/v1/items/nothing"), 400, "invalidValue", nil),
      (try served.ask("/v2/items"), 404, "notFound", nil),
      (try served.ask("PUT", "/v1/match", body: []), 405, "methodNotAllowed", nil),
      (try served.ask("POST", "/v1/photos", body: []), 415, "unsupportedFormat", nil),
      (
        try served.ask("POST", "/v1/photos?latitude=91", body: SamplePhone.photo()), 400,
        "invalidValue", "latitude"
      ),
      (
        try served.ask(
          "POST", "/v1/photos", ["Content-Type: multipart/form-data; boundary=a"], body: [1]), 415,
        "unsupportedFormat", nil
      ),
      (
        try served.ask("POST", "/v1/photos", body: Array(SamplePhone.photo().prefix(3000))), 422,
        "imageDamaged", nil
      ),
      (
        try served.ask("POST", "/v1/photos", body: JPEGBuilder(width: 64, height: 48).bytes), 422,
        "positionMissing", nil
      ),
    ]
    for (reply, status, code, field) in cases {
      #expect(reply.status == status, "\(reply.text)")
      #expect(try reply.problem() == code, "\(reply.text)")
      if let field { #expect(try reply.object()["field"] as? String == field, "\(reply.text)") }
    }
    #expect(try served.ask("PUT", "/v1/match", body: []).headers["allow"] == "POST")
  }

  @Test("The header Link leads from page to page of lists, whose bodies are the endpoint's")
  func pages() throws {
    let served = try Served()
    var photo = SamplePhone.photo()
    for _ in 0..<3 {
      #expect(try served.ask("POST", "/v1/photos", body: photo).status == 201)
      photo.append(0)
    }
    let places = StorePaths(
      archive: served.place.archive, library: served.place.library, environment: [:])
    let endpoint = Endpoint(
      pipeline: try Pipeline(places: places, forPhotos: false), version: Version.current)
    for (path, name, all) in [
      ("/v1/items?offset=0&limit=1&text=broadway", "items", 2),
      ("/v1/photos?limit=1", "photos", 3),
    ] {
      var (address, names): (String?, [String]) = (path, [])
      while let page = address, names.count <= all {
        let reply = try served.ask(page)
        let list = try #require(try reply.object()[name] as? [[String: Any]], "\(reply.text)")
        names += list.compactMap { $0["id"] as? String }
        let next = try reply.object()["next"] as? String
        address = (reply.headers["link"]?.firstMatch(of: #/^<([^>]+)>; rel="next"$/#)).map {
          String($0.1)
        }
        #expect((next == nil) == (address == nil), "\(reply.headers)")
      }
      #expect(names.count == all && Set(names).count == all, "\(path): \(names)")
    }
    let first = try served.ask("/v1/items?limit=1")
    #expect(try endpoint.call("archive.search", Array(#"{"limit":1}"#.utf8)) == first.text)
    // The parameters can't end the address.
    let odd = try served.ask("GET", "/v1/items?limit=1&x-a=%3E\">", [], ["--globoff"])
    #expect(odd.headers["link"]?.contains("x-a=%3E%22%3E&after=") == true, "\(odd.headers)")
  }

  @Test("Every error code has a matching status, and none reveals the machine")
  func table() {
    for code in TimeWalkError.Code.allCases {
      let problem = Problem(
        TimeWalkError(code, "at /tmp/secret/place"), names: MachineNames(places: []))
      #expect((400..<600).contains(problem.status.code))
      #expect(!problem.detail.contains("secret"))
      #expect((problem.status == .serviceUnavailable) == (problem.headers[.retryAfter] != nil))
      #expect((problem.status.code >= 500) == (Problem.ofMachine[code] != nil), "\(code)")
    }
  }

  @Test("Every answer has the headers that keep browsers safe")
  func securityHeaders() throws {
    let served = try Served()
    for reply in [try served.ask("/v1/stats"), try served.ask("/none"), try served.ask("/livez")] {
      let policy = try #require(reply.headers["content-security-policy"])
      #expect(policy.contains("default-src 'self'"))
      #expect(policy.contains("frame-ancestors 'none'"))
      #expect(!policy.contains("unsafe"))
      #expect(reply.headers["x-content-type-options"] == "nosniff")
      #expect(reply.headers["referrer-policy"] == "no-referrer")
      #expect(reply.headers["permissions-policy"]?.contains("camera=(self)") == true)
      #expect(reply.headers["cache-control"] == "no-store")
    }
  }
}
