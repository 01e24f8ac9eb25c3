import Foundation
import Testing
import TimeWalk
import TimeWalkTestSupport

@testable import TimeWalkHTTP

/// Photos that a form of a page sends, and the form of an event.
@Suite("Forms of pages", .waitsForProcesses, .serialized)
struct PageFormTests {
  private static func form(
    _ parts: [(name: String, file: String?, bytes: [UInt8])], mark: String = "frontier"
  ) -> [UInt8] {
    var body: [UInt8] = []
    for part in parts {
      let file = part.file.map { "; filename=\"\($0)\"\r\nContent-Type: image/jpeg" } ?? ""
      body +=
        "--\(mark)\r\nContent-Disposition: form-data; name=\"\(part.name)\"\(file)\r\n\r\n".utf8
      body += part.bytes + Array("\r\n".utf8)
    }
    return body + Array("--\(mark)--\r\n".utf8)
  }

  private static let formType = "Content-Type: multipart/form-data; boundary=frontier"

  @Test("A form submits a photo without scripts, and leads to then and now")
  func form() throws {
    // A view that exceeds the cache is made again.
    let served = try Served(nil, ["--view-space", "1000"])
    let sent = try served.ask(
      "POST", "/photos", [PageTests.browser, Self.formType],
      body: Self.form([
        ("photo", "", []), ("photo", "a;b.jpg", SamplePhone.photo()), ("latitude", nil, []),
        ("era", nil, Array("1890/1930".utf8)),
      ]))
    #expect(sent.status == 303)
    let first = try #require(sent.headers["location"])
    // It is answered once the library has the photo, which protects it against a kill.
    let id = try #require(first.split(separator: "/").last)
    #expect(try served.ask("/v1/photos/\(id)").status == 200)
    let page = try served.ask("GET", first, [PageTests.browser])
    #expect(page.status == 200)
    #expect(page.text.contains("class=\"view\"") && page.text.contains("id=\"share\" hidden"))
    #expect(page.text.contains("Broadway"))
    #expect(page.text.contains("href=\"/items/nypl:kept\""))
    let pictures = page.text.matches(of: #/src="(/photos/[^"]+/pictures/[^"]+)"/#)
      .map { String($0.1) }
    #expect(pictures.count >= 2)
    for address in pictures {
      let picture = try served.ask(address)
      #expect(picture.status == 200 && picture.headers["content-type"] == "image/jpeg")
      let tag = try #require(picture.headers["etag"])
      #expect(try served.ask("GET", address, ["If-None-Match: \(tag)"]).status == 304)
    }
    #expect(try served.ask(pictures[0] + "x").status == 404)
    #expect(!page.text.contains("data:image"))
    let files = page.text.matches(of: #/href="(/v1/photos/[^"]+)" download/#).map { String($0.1) }
    #expect(files.count >= 2)
    for file in files { #expect(try served.ask(file).status == 200) }
    let library = try served.ask("GET", "/library", [PageTests.browser])
    #expect(library.text.contains("/photos/"))
  }

  @Test("An invalid form is refused with the reason")
  func brokenForms() throws {
    let served = try Served()
    func send(_ body: [UInt8], _ type: String = Self.formType) throws -> Reply {
      try served.ask("POST", "/photos", [type], body: body)
    }
    let photo = SamplePhone.photo()
    #expect(try send(photo, "Content-Type: image/jpeg").status == 400)
    #expect(try send(photo).status == 400)
    #expect(try send(Self.form([("era", nil, [0x31])])).problem() == "invalidValue")
    #expect(
      try send(Self.form([("photo", "a", photo), ("photo", "b", photo)])).problem()
        == "limitExceeded")
    let bad = try send(Self.form([("photo", "a", photo), ("latitude", nil, Array("x".utf8))]))
    #expect(bad.status == 400)
    #expect(try bad.object()["field"] as? String == "latitude")
    #expect(
      try send(Self.form([("photo", "a", photo), ("path", nil, Array("/etc/passwd".utf8))])).status
        == 400)
    let twice = Self.form([
      ("photo", "a", photo), ("era", nil, Array("1911".utf8)), ("era", nil, Array("1912".utf8)),
    ])
    #expect(try send(twice).status == 400)
    let many = Self.form((0...FormBody.mostParts).map { ("f\($0)", nil, [0x31]) })
    #expect(try send(many).status == 413)
    // As many as there may be are read, and none is a field.
    let most = try send(Self.form(Array(0..<FormBody.mostParts).map { ("f\($0)", nil, [0x31]) }))
    #expect(most.status == 400)
    let longText = [UInt8](repeating: 0x31, count: FormBody.mostText + 1)
    let long = try send(Self.form([("photo", "a", photo), ("era", nil, longText)]))
    #expect(try long.problem() == "invalidValue" && long.object()["field"] as? String == "era")
    let longName = String(repeating: "n", count: FormBody.mostHead)
    #expect(try send(Self.form([("photo", "a", photo), (longName, nil, [0x31])])).status == 400)
    let cut = Array(Self.form([("photo", "a", photo)]).dropLast(20))
    #expect(try send(cut).status == 400)
    let none = try served.ask(
      "POST", "/photos", [PageTests.browser, Self.formType],
      body: Self.form([("photo", "a", Array("no picture".utf8))]))
    #expect(none.status == 415)
    #expect(none.text.contains("a readable photo"))
    let folder = served.place.library + "/uploads"
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }

  @Test("A refused form for an event is shown again with the reason above it and all its values")
  func refused() throws {
    let town = try EventTown()
    let event = try town.make(#"{"name":"Later","begins":"2090-05-03T08:00:00Z"}"#)
    let values =
      "name=Sooner&kind=walk&begins=2090-05-04T10%3A00&minutes=-120&photos=7&guests=30"
      + "&gallery=atEnd&uploads=guests&downloads=organiser&positions=true"
      + "&stops=nypl:kept%0D%0Anypl:missing"
    func send(_ text: String, _ path: String) throws -> Reply {
      try town.served.ask(
        "POST", path,
        [PageTests.browser, "Content-Type: application/x-www-form-urlencoded"] + town.asOrganiser,
        body: Array(text.utf8))
    }
    for path in ["/events", "/events/\(event)/change"] {
      for (hours, reason) in [
        ("2.5", "The archive has no item nypl:missing."), ("1000", "It can last at most 30 days."),
      ] {
        let reply = try send("\(values)&hours=\(hours)", path)
        let form = try #require(
          reply.text.firstMatch(of: #/<form class="make".*?<\/form>/#.dotMatchesNewlines())
        ).output
        #expect(reply.status == 400)
        for part in [
          reason, "name=\"name\" maxlength=\"100\" value=\"Sooner\"",
          "value=\"walk\" selected", "value=\"2090-05-04T08:00\"",
          "value=\"\(hours)\"", "value=\"7\"", "value=\"30\"", "value=\"atEnd\" selected",
          "value=\"guests\" selected",
          "value=\"organiser\" selected", ">nypl:kept&#10;nypl:missing&#10;</textarea>",
          "name=\"positions\" value=\"true\" checked", "name=\"review\" value=\"true\">",
        ] { #expect(form.contains(part), "\(path) \(hours): \(part)") }
      }
    }
    // A time that isn't one comes back as it was typed.
    let time = try send("name=Sooner&begins=tomorrow&hours=1", "/events/\(event)/change")
    #expect(time.status == 400 && time.text.contains("value=\"tomorrow\""))
    #expect(!time.text.contains("There is nothing here"))
    let kept = try town.served.ask("/v1/events/\(event)").object()["event"] as? [String: Any]
    #expect(kept?["name"] as? String == "Later")
  }
}
