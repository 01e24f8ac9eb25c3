import Foundation
import Testing
import TimeWalkTestSupport
import TimeWalkEvents

@testable import TimeWalkHTTP

/// Guests, organisers and strangers, asked of the built program.
@Suite("Joining an event over HTTP", .waitsForProcesses, .serialized)
struct EventEntranceTests {
  @Test("As many people join from one address within an hour as the organiser expects guests")
  func joins() throws {
    let town = try EventTown(flags: ["--behind", "https://events.example.org"])
    let event = try town.make(#"{"name":"Small","guests":2}"#)
    let policy = try town.policy(event)
    func join(_ address: String?) throws -> Reply {
      try town.served.post(
        "/v1/events/\(event)/people", json: #"{"name":"Ann","consent":"\#(policy)"}"#,
        address.map { ["X-Forwarded-For: \($0)"] } ?? [])
    }
    let both = try (0..<2).map { _ in try join("192.0.2.1") }
    #expect(both.map(\.status) == [201, 201])
    let guest = ["Cookie: \(both[0].cookies[0])", "X-Forwarded-For: 192.0.2.1"]
    #expect(try town.served.ask("POST", "/v1/events/\(event)/leave", guest).status == 204)
    let third = try join("192.0.2.1")
    #expect(third.status == 429)
    #expect(try third.problem() == "tooManyRequests")
    let wait = third.headers["retry-after"].flatMap(Int.init) ?? 0
    #expect((3400...3600).contains(wait))
    // A guest who comes back is no new one.
    let other = ["Cookie: \(both[1].cookies[0])", "X-Forwarded-For: 192.0.2.1"]
    #expect(try town.served.ask("GET", "/v1/events/\(event)/me", other).status == 200)
    #expect(try join("192.0.2.2").status == 201)
    // Without names of clients there are no limits of addresses; the log says so once.
    for _ in 0..<4 { #expect(try join(nil).status == 201) }
    #expect(try town.served.log().components(separatedBy: "send X-Forwarded-For").count == 2)
  }

  @Test("Before the privacy notice is complete, the page of events says so plainly, not as a fault")
  func incomplete() throws {
    let page = try Served().ask("GET", "/events", ["Accept: text/html"])
    #expect(page.status == 200 && page.text.contains("No event can be made here yet"))
    #expect(!page.text.contains("failed") && !page.text.contains("Make the event</button>"))
  }

  @Test("The gallery of an event that hasn't begun leads on: to its views, to joining, or to help")
  func early() throws {
    let town = try EventTown()
    for (stops, paths) in [("", ["help", "join"]), ("nypl:kept", ["stops", "join"])] {
      let event = try town.make(
        #"{"name":"Later","begins":"2090-05-03T08:00:00Z","stops":"\#(stops)"}"#)
      for (who, path) in zip([try town.join(event, "Ann"), town.asOrganiser], paths) {
        let shown = try town.served.ask("GET", "/events/\(event)", ["Accept: text/html"] + who).text
        let mains = shown.matches(of: #/class="button main" href="([^"]*)"/#).map { String($0.1) }
        #expect(mains == ["/events/\(event)/\(path)"])
      }
    }
  }

  @Test(
    "The guest's cookie is hidden from scripts, limited to this site, and secure with HTTPS"
  )
  func cookie() throws {
    let town = try EventTown(flags: ["--behind", "https://events.example.org"])
    let event = try town.make()
    let reply = try town.served.post("/v1/events/\(event)/people", json: #"{"name":"Ann"}"#)
    let cookie = try #require(reply.headers["set-cookie"])
    #expect(cookie.hasPrefix("timewalk_event_\(event)="))
    for word in ["HttpOnly", "SameSite=Lax", "Secure", "Path=/", "Max-Age="] {
      #expect(cookie.contains(word), "\(word)")
    }
    // A visitor's ends with the browser.
    let visitor = try town.served.post(
      "/v1/events/\(event)/people", json: #"{"name":"Bob","codeAlone":true}"#)
    #expect(try #require(visitor.headers["set-cookie"]).contains("Max-Age") == false)
    let answer = try reply.object()
    #expect(
      (answer["event"] as? [String: Any])?["join"] as? String
        == "https://events.example.org/events/\(event)")
    // Nothing in the answer is the token.
    let token = cookie.drop { $0 != "=" }.dropFirst().prefix { $0 != ";" }
    #expect(!reply.text.contains(token))
    #expect(token.wholeMatch(of: #/[A-Za-z0-9_-]{43}/#) != nil, "256 bits")
    // Another site's page can't use it.
    let foreign = try town.served.ask(
      "DELETE", "/v1/events/\(event)/me",
      ["Cookie: \(cookie.prefix { $0 != ";" })", "Sec-Fetch-Site: cross-site"])
    #expect(foreign.status == 403)
  }

  @Test("Pages lead strangers to the event's entrance, and an organiser can take part")
  func entrance() throws {
    let town = try EventTown()
    let event = try town.make()
    let browser = ["Accept: text/html"]
    for path in ["me", "organise", "cards", "pictures/0123456789abcdef0123456789abcdef"] {
      let reply = try town.served.ask("GET", "/events/\(event)/\(path)", browser)
      #expect(reply.status == 303, "\(path)")
      #expect(reply.headers["location"] == "/events/\(event)")
    }
    let entrance = try town.served.ask("GET", "/events/\(event)", browser)
    #expect(entrance.status == 200)
    #expect(entrance.text.contains("What is your name?"))
    let organiser = try town.served.ask("GET", "/events/\(event)", browser + town.asOrganiser)
    #expect(organiser.text.contains("/events/\(event)/join"))
    // A signed-in user who hasn't joined is asked to join.
    let early = try town.send(event, town.asOrganiser)
    #expect(early.status == 403)
    #expect(try early.problem() == "notAllowed")
    #expect(try (early.object()["detail"] as? String)?.hasPrefix("join the event") == true)
    #expect(try town.send(event, []).status == 401)
    let joining = #"{"name":"Olga","consent":"\#(try town.policy(event))"}"#
    let joined = try town.served.post("/v1/events/\(event)/people", json: joining, town.asOrganiser)
    #expect(joined.status == 201)
    #expect(try town.send(event, town.asOrganiser).status == 201)
    let gone = try town.served.ask("GET", "/events/2345678923/me", browser)
    #expect(gone.status == 404)
  }

  @Test("After joining, a browser without cookies gets the reason, and another gets the event")
  func cookies() throws {
    let town = try EventTown()
    let event = try town.make()
    let browser = ["Accept: text/html"]
    let joined = try town.served.ask(
      "POST", "/events/\(event)/join",
      browser + ["Content-Type: application/x-www-form-urlencoded"], body: Array("name=Ann".utf8))
    #expect(joined.status == 303)
    let next = try #require(joined.headers["location"])
    let refused = try town.served.ask("GET", next, browser)
    #expect(refused.status == 200 && refused.text.contains("stored no cookie"))
    #expect(refused.text.contains("What is your name?"))
    let cookie = try #require(joined.headers["set-cookie"]).prefix { $0 != ";" }
    let kept = try town.served.ask("GET", next, browser + ["Cookie: \(cookie)"])
    #expect(kept.status == 303 && kept.headers["location"] == "/events/\(event)")
    let entrance = try town.served.ask("GET", "/events/\(event)", browser)
    #expect(!entrance.text.contains("stored no cookie"))
  }

  @Test(
    "The first page and /events list the events of this browser, with the data kept of its guest")
  func joined() throws {
    let town = try EventTown()
    let (first, second) = (try town.make(), try town.make(#"{"name":"<Harbour>"}"#))
    let pairs = try [town.join(first, "Ann"), town.join(second, "Bea", byCode: true)].map {
      $0[0].replacing("Cookie: ", with: "")
    }
    let (both, html) = (["Cookie: " + pairs.joined(separator: "; ")], ["Accept: text/html"])
    _ = try town.sent(first, both)
    for path in ["/", "/events"] {
      let page = try town.served.ask("GET", path, html + both)
      #expect(page.status == 200 && page.text.contains("<h2>Events that you joined</h2>"))
      for event in [first, second] { #expect(page.text.contains("href=\"/events/\(event)\"")) }
      #expect(page.text.contains("<bdi>&lt;Harbour&gt;</bdi>"))
      let other = try town.served.ask("GET", path, html)
      #expect(!other.text.contains("Events that you joined") && !other.text.contains(first))
      // The token of a guest is valid for one event only.
      let wrong = pairs[0].replacing(first, with: second)
      let guessed = try town.served.ask("GET", path, html + ["Cookie: \(wrong)"])
      #expect(guessed.status == 200 && !guessed.text.contains(second))
    }
    let events = try town.served.ask("GET", "/events", html + both)
    #expect(events.text.contains("<bdi>Ann, 1 picture</bdi>"))
    #expect(events.text.contains("<bdi>Bea, 0 pictures</bdi>"))
    #expect(events.text.contains("href=\"/events/\(first)/me\""))
    let left = try town.served.ask("POST", "/events/\(first)/leave", html + both, body: [])
    #expect(left.status == 303)
    #expect(!(try town.served.ask("GET", "/", html + both).text.contains(first)))
  }

  @Test("An organiser's account: signs in, makes an event, is locked after five wrong passphrases")
  func account() throws {
    let town = try EventTown()
    let store = try EventStore(directory: town.place.library)
    try store.setAccount("anna", passphrase: "correct horse battery")
    func signIn(
      _ passphrase: String, _ name: String = "anna", _ headers: [String] = []
    ) throws -> Reply {
      try town.served.post(
        "/v1/event-sessions", json: #"{"name":"\#(name)","passphrase":"\#(passphrase)"}"#, headers)
    }
    let reply = try signIn("correct horse battery")
    #expect(reply.status == 204)
    let cookie = try #require(reply.headers["set-cookie"])
    #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"))
    let who = ["Cookie: \(cookie.prefix { $0 != ";" })"]
    let made = try town.served.post("/v1/events", json: #"{"name":"Hers"}"#, who)
    #expect(made.status == 201)
    let event = try #require(try made.object()["id"] as? String)
    let own = try town.served.ask("GET", "/v1/events", who).object()
    #expect((own["events"] as? [Any])?.count == 1)
    #expect(
      try town.served.ask("GET", "/v1/events/\(event)/counts", town.asOrganiser).status == 401)
    #expect(try town.served.ask("DELETE", "/v1/event-sessions", who).status == 204)
    #expect(try town.served.ask("GET", "/v1/events", who).status == 401)
    for _ in 0..<5 { #expect(try signIn("wrong").problem() == "wrongPassphrase") }
    let locked = try signIn("correct horse battery")
    #expect(locked.status == 429)
    #expect(locked.headers["retry-after"] == "900")
    #expect(try signIn("correct horse battery", "nobody").problem() == "wrongPassphrase")
    // A device that signed in before isn't locked out with its address.
    let device = try #require(reply.cookies.first { $0.hasPrefix("timewalk_device=") })
    let again = try signIn("correct horse battery", "anna", ["Cookie: \(device)"])
    #expect(again.status == 204)
    // A session ends with its passphrase.
    let session = try #require(again.cookies.first { $0.hasPrefix("timewalk_account=") })
    #expect(try town.served.ask("GET", "/v1/events", ["Cookie: \(session)"]).status == 200)
    try store.setAccount("anna", passphrase: "another correct horse")
    #expect(try town.served.ask("GET", "/v1/events", ["Cookie: \(session)"]).status == 401)
    #expect(try signIn("another correct horse", "anna", ["Cookie: \(device)"]).status == 429)
    // It ends with its account, too.
    try store.setAccount("eva", passphrase: "correct horse battery")
    let eva = try #require(
      try signIn("correct horse battery", "eva").cookies.first { $0.hasPrefix("timewalk_account=") }
    )
    #expect(try town.served.ask("GET", "/v1/events", ["Cookie: \(eva)"]).status == 200)
    #expect(try store.removeAccount("eva"))
    #expect(try town.served.ask("GET", "/v1/events", ["Cookie: \(eva)"]).status == 401)
  }

  @Test("An event made at a terminal is looked after over HTTP by the organiser that it names")
  func terminal() throws {
    let town = try EventTown()
    try EventStore(directory: town.place.library).setAccount(
      "anna", passphrase: "a long passphrase")
    let session = try town.served.post(
      "/v1/event-sessions", json: #"{"name":"anna","passphrase":"a long passphrase"}"#)
    let cookie = try #require(session.headers["set-cookie"])
    let asAnna = ["Cookie: \(cookie.prefix { $0 != ";" })"]
    let callers = [("token:first", town.asOrganiser), ("anna", asAnna), ("other", town.asOther)]
    for named in ["token:first", "anna", nil] {
      let made = try town.place.run(
        ["event", "create", "Old town", "--json"] + (named.map { ["--organiser", $0] } ?? []))
      #expect(made.status == 0 && made.faults.isEmpty, "\(made.errors)")
      #expect(made.errors.contains("token:first") == (named == "token:first"))
      let event = try #require(try made.json().first?["id"] as? String)
      for (name, headers) in callers {
        let isOrganiser = name == named
        for path in ["counts", "people", "code.svg", "code.png", "zip?whole=true"] {
          let reply = try town.served.ask("GET", "/v1/events/\(event)/\(path)", headers)
          #expect(reply.status == (isOrganiser ? 200 : 401), "\(named ?? "-") \(name) \(path)")
        }
        let own = try town.served.ask("GET", "/v1/events", headers).object()
        let ids = (own["events"] as? [[String: Any]])?.compactMap { $0["id"] as? String }
        #expect(ids?.contains(event) == isOrganiser)
      }
    }
  }

  @Test("Guessed ids and pictures reveal nothing, for all requests")
  func guesses() throws {
    let town = try EventTown()
    let event = try town.make()
    let ann = try town.join(event, "Ann")
    let picture = try town.sent(event, ann)
    let elsewhere = try town.make(#"{"name":"Elsewhere"}"#)
    let eve = try town.join(elsewhere, "Eve")
    for guess in ["2345678923", "ABCDEFGHJK", "short", "%2e%2e%2f", "AAAAAAAAAAAAAAAAAAAAAA"] {
      for rest in ["", "/pictures", "/me", "/zip", "/stream", "/counts", "/code.svg"] {
        let reply = try town.served.ask("GET", "/v1/events/\(guess)\(rest)", ann)
        #expect([404].contains(reply.status), "\(guess)\(rest): \(reply.status)")
      }
    }
    // A guest of another event is a stranger here, and a picture of this one isn't in the other.
    #expect(try town.served.ask("GET", "/v1/events/\(event)/pictures", eve).status == 401)
    #expect(
      try town.served.ask("GET", "/v1/events/\(event)/pictures/\(picture)/small", eve).status == 401
    )
    #expect(
      try town.served.ask("GET", "/v1/events/\(elsewhere)/pictures/\(picture)/small", eve).status
        == 404)
    // An organiser of other events neither.
    #expect(try town.served.ask("GET", "/v1/events/\(event)/pictures", town.asOther).status == 401)
    #expect(try town.served.post("/v1/events", json: #"{"name":"x"}"#).status == 401)
    #expect(try town.served.ask("GET", "/v1/events").status == 401)
  }
}
