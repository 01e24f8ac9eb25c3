import Foundation
import GRDB
import Synchronization
import Testing
import TimeWalk
@testable import TimeWalkHTTP
import TimeWalkTestSupport

/// The curators' operations by the web.
@Suite("Curating", .waitsForProcesses, .serialized)
struct CuratingTests {
  static let formType = "Content-Type: application/x-www-form-urlencoded"
  private static let item = "/v1/items/nypl:kept"

  /// Changes fields of an item.
  private static func patch(
    _ served: Served, _ json: String, _ match: String?, _ headers: [String] = [],
    path: String = item
  ) throws -> Reply {
    try served.ask(
      "PATCH", path,
      ["Content-Type: application/json"] + (match.map { ["If-Match: \($0)"] } ?? []) + headers,
      body: Array(json.utf8))
  }

  /// Sends a form as a browser does.
  static func send(
    _ served: Served, _ path: String, _ fields: [(String, String)], _ headers: [String] = []
  ) throws -> Reply {
    let body = fields.map { "\($0.0)=\(PercentCoding.encoded($0.1))" }.joined(separator: "&")
    return try served.ask(
      "POST", path, [PageTests.browser, formType] + headers, body: Array(body.utf8))
  }

  @Test("A change is in the journal with the token's name, is seen at once, and can be undone")
  func change() throws {
    let place = try Served.place()
    let file = place.folder.path("tokens.json")
    let bearer = "Authorization: Bearer \(try AccessTests.add("anna", .curate, file))"
    let submitter = "Authorization: Bearer \(try AccessTests.add("phone", .submit, file))"
    let served = try Served(place, ["--tokens", file])
    #expect(try Self.patch(served, #"{"heading":29}"#, "*").status == 401)
    #expect(try Self.patch(served, #"{"heading":29}"#, "*", [submitter]).status == 403)
    for path in ["/v1/review", "/v1/changes", Self.item + "/history"] {
      #expect(try served.ask("GET", path, [submitter]).status == 403, "\(path)")
    }
    let seen = try served.ask("GET", Self.item + "/history", [bearer])
    let tag = try #require(seen.headers["etag"])
    let done = try Self.patch(
      served, #"{"heading":29.5,"latitude":"40.7585","locationOf":"camera","title":"New"}"#, tag,
      [bearer])
    #expect(done.status == 200, "\(done.text)")
    let answer = try done.object()
    let entry = try #require(answer["entry"] as? Int)
    #expect(done.headers["etag"] == "\"\(entry)\"")
    let fields = try #require(answer["fields"] as? [[String: Any]])
    #expect(fields.compactMap { $0["field"] as? String }.contains("heading"))
    let now = try served.ask("GET", Self.item, [bearer]).object()
    #expect(now["heading"] as? Double == 29.5 && now["latitude"] as? Double == 40.7585)
    #expect(now["title"] as? String == "New")
    let journal = try served.ask("GET", "/v1/changes?limit=1", [bearer]).object()
    let last = try #require((journal["entries"] as? [[String: Any]])?.first)
    #expect(last["by"] as? String == "anna" && last["kind"] as? String == "set")
    #expect((last["tool"] as? String)?.hasPrefix("timewalk") == true)

    let undone = try served.ask("POST", "/v1/changes/\(entry)/undo", [bearer], body: [])
    #expect(undone.status == 200, "\(undone.text)")
    #expect(try served.ask("GET", Self.item, [bearer]).object()["heading"] as? Double == 190)
    let again = try served.ask("POST", "/v1/changes/\(entry)/undo", [bearer], body: [])
    #expect(again.status == 409)
    #expect(try again.problem() == "conflict")
    #expect(try served.ask("POST", "/v1/changes/9999/undo", [bearer], body: []).status == 404)
    let history = try served.ask("GET", Self.item + "/history", [bearer]).object()
    #expect((history["history"] as? [Any])?.count == 3)
  }

  @Test("The second of two curators sees the other's changes, and nothing is overwritten")
  func twoCurators() throws {
    let served = try Served()
    let tag = try #require(try served.ask(Self.item + "/history").headers["etag"])
    #expect(try Self.patch(served, #"{"heading":29}"#, tag).status == 200)
    let late = try Self.patch(served, #"{"heading":200}"#, tag)
    #expect(late.status == 412)
    #expect(try late.problem() == "changedMeanwhile")
    let detail = try #require(try late.object()["detail"] as? String)
    #expect(detail.contains("heading 190 became 29"), "\(detail)")
    #expect(try served.ask(Self.item).object()["heading"] as? Double == 29)
    // It succeeds with the current basis, and also without one.
    let known = try #require(late.headers["etag"])
    #expect(try Self.patch(served, #"{"heading":200}"#, known).status == 200)
    #expect(try Self.patch(served, #"{"heading":201}"#, "*").status == 200)
    // A command is a curator, too.
    let before = try #require(try served.ask(Self.item + "/history").headers["etag"])
    let place = served.place
    let places = StorePaths(archive: place.archive, library: place.library, environment: [:])
    _ = try Curator(changing: places).set(
      "nypl:kept", ["title": "By a command"], isDryRun: false, by: ChangeAuthor(name: "eve"))
    let third = try Self.patch(served, #"{"heading":1}"#, before)
    #expect(third.status == 412)
    #expect((try third.object()["detail"] as? String)?.contains("by eve") == true)
    #expect(try served.ask(Self.item).object()["title"] as? String == "By a command")
  }

  @Test("While another program writes the archive, changes wait and matches don't")
  func writer() throws {
    let served = try Served(nil, ["--jobs", "1"])
    let port = try #require(served.base.split(separator: ":").last.flatMap { UInt16($0) })
    let curators = try (0..<4).map { _ in try RawClient(port: port) }
    let change = #"{"heading":29}"#
    let queue = try DatabaseQueue(path: served.place.archive)
    try queue.writeWithoutTransaction { db in
      try db.inTransaction(.immediate) {
        for curator in curators {
          try curator.send(
            "PATCH \(Self.item) HTTP/1.1\r\nHost: localhost\r\nIf-Match: *\r\n"
              + "Content-Type: application/json\r\nContent-Length: \(change.utf8.count)\r\n\r\n"
              + change)
        }
        Thread.sleep(forTimeInterval: 1)
        let match = try served.post(
          "/v1/match", json: #"{"latitude":40.7581,"longitude":-73.9855,"heading":193}"#)
        #expect(match.status == 200)
        return .rollback
      }
    }
    for curator in curators {
      let answer = curator.read(within: 30)
      #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
    }
  }

  @Test("An invalid value is refused with its field, and nothing changes")
  func refusals() throws {
    let served = try Served()
    let none = try Self.patch(served, #"{"heading":29}"#, nil)
    #expect(none.status == 428)
    #expect(try none.problem() == "preconditionRequired")
    #expect(try Self.patch(served, #"{"heading":29}"#, "W/x").status == 400)
    for (json, field) in [
      (#"{"media":"/etc/passwd"}"#, "media"), (#"{"id":"x"}"#, "id"),
      (#"{"heading":[1]}"#, "heading"),
      (#"{"title":5}"#, "title"),
    ] {
      let reply = try Self.patch(served, json, "*")
      #expect(reply.status == 400, "\(json)")
      #expect(try reply.object()["field"] as? String == field, "\(json)")
    }
    for json in ["{}", #"{"latitude":91}"#, #"{"heading":"north by north"}"#] {
      #expect(try Self.patch(served, json, "*").status == 400, "\(json)")
    }
    #expect(
      try Self.patch(served, #"{"heading":1}"#, "*", path: "/v1/items/nypl:none").status == 404)
    #expect(try served.ask("/v1/changes").object()["entries"].map { ($0 as? [Any])?.count } == 1)
    let same = try Self.patch(served, #"{"heading":190}"#, "*")
    #expect(same.status == 200)
    #expect(try same.object()["entry"] == nil)
  }

  @Test("The form for a place works without scripts: it saves, undoes, and reports other changes")
  func form() throws {
    let served = try Served()
    let path = "/items/nypl:kept/place"
    #expect(
      try served.ask("GET", "/items/nypl:kept", [PageTests.browser]).text.contains(
        "href=\"\(path)\""))
    let page = try served.ask("GET", path, [PageTests.browser])
    #expect(page.status == 200)
    #expect(page.text.contains("name=\"heading\" value=\"190\""))
    #expect(page.text.contains("name=\"latitude\" value=\"40.7582\""))
    let version = try #require(
      page.text.firstMatch(of: #/name="version" value="(\d+)"/#).map { String($0.1) })
    func fields(_ heading: String) -> [(String, String)] {
      [
        ("version", version), ("latitude", "40.7582"), ("longitude", "-73.9855"),
        ("accuracy", "5"), ("locationOf", "camera"), ("heading", heading),
        ("headingAccuracy", ""), ("fieldOfView", "45"),
      ]
    }
    let kept = try Self.send(served, path, fields("33,5"))
    #expect(kept.status == 303, "\(kept.text)")
    #expect(kept.headers["location"] == "\(path)?kept=1")
    let now = try served.ask(Self.item).object()
    #expect(now["heading"] as? Double == 33.5 && now["fieldOfView"] as? Double == 45)
    #expect(now["locationOf"] as? String == "camera")

    // The same form again: the later user sees both values, and can insist.
    let late = try Self.send(served, path, fields("77"))
    #expect(late.status == 412)
    #expect(late.text.contains("Another person changed this item meanwhile"))
    #expect(late.text.contains("heading 190 → 33.5"))
    #expect(late.text.contains("name=\"heading\" value=\"77\""))
    #expect(try served.ask(Self.item).object()["heading"] as? Double == 33.5)
    let bad = try Self.send(served, path, [("version", "99"), ("heading", "<b>")])
    #expect(bad.status == 400)
    #expect(bad.text.contains("can&#39;t be saved") || bad.text.contains("can't be saved"))
    #expect(!bad.text.contains("<b>"))

    let shown = try served.ask("GET", path, [PageTests.browser]).text
    let undo = try #require(
      shown.firstMatch(of: #/action="(/changes/\d+/undo)"/#).map { String($0.1) })
    let undone = try Self.send(served, undo, [("next", path)])
    #expect(undone.status == 303 && undone.headers["location"] == "\(path)?undone=1")
    #expect(try served.ask(Self.item).object()["heading"] as? Double == 190)
    let elsewhere = try Self.send(served, undo, [("next", "//evil.example")])
    #expect(elsewhere.status == 409)
    // An import isn't a button.
    let first = try served.ask("GET", path, [PageTests.browser]).text
    #expect(!first.contains("action=\"/changes/1/undo\""))
    #expect(
      try Self.send(served, path, fields("1"), ["Origin: https://evil.example"]).status == 403)
  }

  /// An archive with a copy that is placed better, one without a place, and one without a date.
  private static func copies() throws -> Workplace {
    let place = try Served.place()
    let csv = """
      id,title,date,latitude,longitude,heading,field_of_view,location_of,license,copy_of,source
      copy,A copy,1905,40.76,-73.98,44,50,camera,CC0-1.0,nypl:kept,https://example.org/3
      lost,Without a place,1905,,,,,,CC0-1.0,nypl:kept,https://example.org/4
      undated,Without a date,,40.75,-73.98,,,,,,https://example.org/5

      """
    let file = try place.write(Array(csv.utf8), to: "more.csv")
    let places = StorePaths(archive: place.archive, library: place.library, environment: [:])
    _ = try Curator(writing: places).importCatalogue(
      ImportRequest(source: file, collection: "more"))
    return place
  }

  @Test("A copy's place is suggested, and an item without a place gets one")
  func suggestions() throws {
    let served = try Served(try Self.copies())
    let page = try served.ask("GET", "/items/nypl:kept/place", [PageTests.browser]).text
    #expect(page.contains("A copy") && page.contains("?from=more:copy"))
    // The author and the time of the import are unknown.
    #expect(page.contains("<h2>Changes of this picture</h2>"))
    #expect(page.firstMatch(of: #/<p>\s*:/#) == nil)
    let taken = try served.ask(
      "GET", "/items/nypl:kept/place?from=more:copy", [PageTests.browser]
    ).text
    #expect(taken.contains("name=\"heading\" value=\"44\""))
    #expect(taken.contains("name=\"latitude\" value=\"40.76\""))
    // It is only in the form.
    #expect(try served.ask(Self.item).object()["heading"] as? Double == 190)

    #expect(try served.ask("/v1/items/more:lost").status == 404)
    let lost = try served.ask("GET", "/items/more:lost/place", [PageTests.browser])
    #expect(lost.status == 200)
    #expect(lost.text.contains("?from=nypl:kept"))
    let version = try #require(
      lost.text.firstMatch(of: #/name="version" value="(\d+)"/#).map { String($0.1) })
    let kept = try Self.send(
      served, "/items/more:lost/place",
      [("version", version), ("latitude", "40.7"), ("longitude", "-74"), ("heading", "10")])
    #expect(kept.status == 303, "\(kept.text)")
    #expect(try served.ask("/v1/items/more:lost").object()["heading"] as? Double == 10)
  }

  @Test("The review lists items to decide; they are accepted, corrected or dismissed, and undone")
  func review() throws {
    let served = try Served(try Self.copies())
    let report = try served.ask("/v1/review").object()
    let entries = try #require(report["entries"] as? [[String: Any]])
    let kinds = Set(entries.compactMap { $0["kind"] as? String })
    #expect(kinds.isSuperset(of: ["unplaced", "undated", "no-rights"]), "\(kinds)")
    #expect(try served.ask("/v1/review?kind=nothing").status == 400)
    let page = try served.ask("GET", "/review", [PageTests.browser])
    #expect(page.status == 200)
    #expect(page.text.contains("more:undated") && page.text.contains("Without a place"))
    #expect(page.text.contains("href=\"/items/more:lost/place\""))
    // One main action; an example doesn't look like a value.
    #expect(page.text.matches(of: /class="button main"/).count == 1)
    #expect(page.text.contains("placeholder=\"e.g. 1911-05\""))
    for title in ["Without a place", "Without a date"] {
      #expect(page.text.contains("<bdi>\(title)</bdi></a>"))
    }

    func decide(_ fields: [(String, String)]) throws -> Reply {
      try Self.send(served, "/review", fields)
    }
    func left(_ kind: String) throws -> Int? {
      (try served.ask("/v1/review?kind=\(kind)").object()["totals"] as? [String: Int])?[kind]
    }
    let version = try #require(
      try served.ask("/v1/items/more:undated/history").headers["etag"]
    ).filter(\.isNumber)
    // The list shows the fault of a wrong value at its field.
    let wrong = try decide([
      ("id", "more:undated"), ("kind", "undated"), ("decision", "correct"), ("list", ""),
      ("version", version), ("value", "tom<orrow"),
    ])
    #expect(wrong.status == 400 && wrong.text.contains("more:lost"), "\(wrong.text)")
    let field =
      #/role="alert">✗ <bdi>[^<]*<\/bdi><\/p><label>Date <input name="value" value="tom&lt;orrow"/#
    #expect(wrong.text.matches(of: field).count == 1, "\(wrong.text)")
    #expect(wrong.text.matches(of: #/ value="tom/#).count == 1)
    let corrected = try decide([
      ("id", "more:undated"), ("kind", "undated"), ("decision", "correct"), ("list", "undated"),
      ("version", version), ("value", "1911-05"),
    ])
    #expect(corrected.status == 303, "\(corrected.text)")
    #expect(corrected.headers["location"] == "/review?kind=undated&kept=1")
    #expect(try left("undated") == 0)
    #expect(try served.ask("/v1/items/more:undated").object()["date"] as? String == "1911-05")
    // A form's text is a value, never another field.
    let sly = try decide([
      ("id", "more:undated"), ("kind", "no-rights"), ("decision", "correct"),
      ("version", "99"), ("value", "CC0-1.0; media=/etc/passwd"),
    ])
    #expect(sly.status == 303 || sly.status == 400)
    #expect(try served.ask("/v1/items/more:undated").object()["media"] == nil)
    let late = try decide([
      ("id", "more:undated"), ("kind", "undated"), ("decision", "correct"),
      ("version", version), ("value", "1912"),
    ])
    #expect(late.status == 412)

    let dismissed = try served.post(
      "/v1/review", json: #"{"id":"more:lost","kind":"unplaced","decision":"dismiss"}"#)
    #expect(dismissed.status == 200, "\(dismissed.text)")
    #expect(try left("unplaced") == 0)
    let entry = try #require(try dismissed.object()["entry"] as? Int)
    #expect(try served.ask("POST", "/v1/changes/\(entry)/undo", body: []).status == 200)
    #expect(try left("unplaced") == 1)
    // There is no suggestion here to accept.
    let taken = try served.post(
      "/v1/review", json: #"{"id":"more:lost","kind":"unplaced","decision":"accept"}"#)
    #expect(taken.status == 422)
    #expect(
      try decide([("id", "more:lost"), ("kind", "unplaced"), ("decision", "x")]).status == 400)
    // An entry of an item with a picture shows it.
    let picture = "<img src=\"/v1/items/nypl:kept/picture?side=320\""
    let unlicensed = try Self.patch(
      served, #"{"license":""}"#, "*", path: "/v1/items/nypl:kept")
    #expect(unlicensed.status == 200, "\(unlicensed.text)")
    #expect(try served.ask("GET", "/review", [PageTests.browser]).text.contains(picture))
  }

  @Test("A part of an old map is shown for placing a picture, if its rights permit it")
  func ground() throws {
    let place = try Workplace()
    let places = StorePaths(archive: place.archive, library: place.library, environment: [:])
    _ = try Curator(writing: places).importCatalogue(
      ImportRequest(source: Project.root.appendingPathComponent("Archive/sample").path))
    let served = try Served(place)
    let found = try served.ask("/v1/places?latitude=40.7536&longitude=-73.9808").object()
    let map = try #require(
      (found["places"] as? [[String: Any]])?.first { $0["how"] as? String == "covers" }?["id"]
        as? String)
    let path = "/v1/items/\(map)/ground?latitude=40.7536&longitude=-73.9808"
    let part = try served.ask(path + "&radius=300")
    #expect(part.status == 200 && part.headers["content-type"] == "image/jpeg", "\(part.text)")
    #expect(part.body.prefix(2) == Data([0xFF, 0xD8]))
    let tag = try #require(part.headers["etag"])
    #expect(
      try served.ask("GET", path + "&radius=300", ["If-None-Match: \(tag)"]).status == 304)
    #expect(try served.ask("/v1/items/\(map)/ground?latitude=10&longitude=10").status == 404)
    #expect(try served.ask(path + "&radius=1").status == 400)
    #expect(try served.ask("/v1/items/\(map)/ground").status == 400)
  }
}
