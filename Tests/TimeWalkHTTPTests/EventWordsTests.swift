import Foundation
import Testing
import TimeWalk
import TimeWalkHTTP
import TimeWalkTestSupport

/// The messages of events' pages for users without tokens.
@Suite("Words for guests of events", .waitsForProcesses, .serialized)
struct EventWordsTests {
  private static let browser = "Accept: text/html"

  private func page(
    _ town: EventTown, _ path: String, _ who: [String], form: String? = nil, language: String = "en"
  ) throws -> Reply {
    let headers = who + [Self.browser, "Accept-Language: \(language)"]
    guard let form else { return try town.served.ask("GET", path, headers) }
    return try town.served.ask(
      "POST", path, headers + ["Content-Type: application/x-www-form-urlencoded"],
      body: Array(form.utf8))
  }

  @Test(
    "An event's refusals are in the reader's language, without tokens, and link back",
    arguments: PageLanguage.allCases)
  func refusals(language: PageLanguage) throws {
    let town = try EventTown()
    let event = try town.make(#"{"name":"Old town","photos":1}"#)
    let code = language.rawValue
    let (ann, bob) = (try town.join(event, "Ann"), try town.join(event, "Bob", byCode: true))
    let picture = try town.sent(event, ann)
    let back = "href=\"/events/\(event)\""
    /// Path, caller, form, status, and the link's target.
    let cases: [(String, [String], String?, Int, String)] = [
      ("/events/\(event)/organise", ann, nil, 403, back),
      ("/events/\(event)/camera", bob, nil, 403, back),
      ("/events/\(event)/pictures/\(picture)/delete", bob, "", 403, back),
      ("/events/\(event)/pictures/AAAA", ann, nil, 404, back),
      ("/events/\(event)/join", [], "name=", 400, back),
      ("/events/sign-in", [], "name=anna&passphrase=wrong", 401, "href=\"/events\""),
      ("/events/ABCDEFGHJK", [], nil, 404, "href=\"/events\""),
    ]
    for (path, who, form, status, link) in cases {
      let reply = try page(town, path, who, form: form, language: code)
      #expect(reply.status == status, "\(path)")
      let start = reply.text.split(separator: "<main", maxSplits: 1).last
      let body = start?.split(separator: "</main>", maxSplits: 1).first.map(String.init) ?? ""
      #expect(!body.contains(#/[Tt]oken|[Jj]eton/#), "\(path): \(body)")
      #expect(body.contains(link), "\(path): \(body)")
      // English details are for programs.
      if language != .english { #expect(!body.contains("lang=\"en\""), "\(path): \(body)") }
    }
    // A photo too many, by a form without scripts.
    let body = Array(
      "--edge\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a.jpg\"\r\n\r\n".utf8)
    let full = try town.served.ask(
      "POST", "/events/\(event)/pictures",
      ann + [
        Self.browser, "Accept-Language: \(code)",
        "Content-Type: multipart/form-data; boundary=edge",
      ], body: body + EventTown.photo + Array("\r\n--edge--\r\n".utf8))
    #expect(full.status == 409, "\(full.text)")
    #expect(full.text.contains(language.text("No more pictures")))
  }

  @Test("Every page of an event leads to privacy and help, for guests and the organiser")
  func always() throws {
    let town = try EventTown()
    let event = try town.make(#"{"name":"Old town","stops":"nypl:kept"}"#)
    let (ann, bob) = (try town.join(event, "Ann"), try town.join(event, "Bob", byCode: true))
    let picture = try town.sent(event, ann)
    let everybody = [
      "", "?own=true", "?choose=true", "/me", "/help", "/privacy", "/pictures/\(picture)", "/stops",
      "/camera",
    ]
    let pages: [([String], [String])] = [
      (ann, everybody), (bob, ["", "/me", "/help", "/privacy", "/pictures/\(picture)", "/stops"]),
      (town.asOrganiser, ["/organise", "/cards", "/films"]), ([], ["", "/help", "/privacy"]),
    ]
    for (who, paths) in pages {
      for path in paths {
        let reply = try page(town, "/events/\(event)" + path, who)
        #expect(reply.status == 200, "\(path)")
        for word in ["privacy", "help"] {
          #expect(reply.text.contains("href=\"/events/\(event)/\(word)\""), "\(path): \(word)")
        }
        // One bar stays at the lower edge: the gallery's, or that of the chosen pictures.
        #expect(reply.text.matches(of: #/class="(dock|actions chosen-bar)"/#).count <= 1, "\(path)")
        // The head leads back to the event by its name, except where that is the title.
        let back = "href=\"/events/\(event)\">← <bdi>Old town</bdi></a>"
        let isNamed =
          path.isEmpty || path.hasPrefix("?") || ["/camera", "/organise", "/cards"].contains(path)
        #expect(reply.text.contains(back) != isNamed, "\(path)")
      }
    }
  }

  @Test("The head of a page leads only where its reader may go")
  func head() throws {
    let town = try EventTown()
    let event = try town.make()
    for (who, mayRead) in [
      (try town.join(event, "Ann"), false), ([], false), (town.asOrganiser, true),
    ] {
      for path in ["/", "/events", "/events/\(event)", "/events/\(event)/help", "/nothing"] {
        let text = try page(town, path, who).text
        let head =
          text.split(separator: "<header", maxSplits: 1).last?.prefix { $0 != "\u{c}" } ?? ""
        let bar = String(head.split(separator: "</header>").first ?? "")
        #expect(bar.contains("href=\"/map\"") == mayRead, "\(path)")
        for link in bar.matches(of: #/href="(\/[^"]*)"/#) {
          #expect(try page(town, String(link.1), who).status == 200, "\(path) leads to \(link.1)")
        }
      }
    }
  }
}
