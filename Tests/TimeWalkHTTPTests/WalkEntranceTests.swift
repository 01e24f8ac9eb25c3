import Foundation
import Testing
import TimeWalkTestSupport
import TimeWalkEvents

@testable import TimeWalkHTTP

/// Guests, organisers and strangers, asked of the built program.
@Suite("Who comes into a walk over HTTP", .waitsForProcesses, .serialized)
struct WalkEntranceTests {
  @Test(
    "The guest's cookie is out of scripts' reach, goes to this site alone, and by HTTPS where that is"
  )
  func cookie() throws {
    let town = try WalkTown(flags: ["--behind", "https://walks.example.org"])
    let walk = try town.make()
    let reply = try town.served.post("/v1/walks/\(walk)/people", json: #"{"name":"Ann"}"#)
    let cookie = try #require(reply.headers["set-cookie"])
    #expect(cookie.hasPrefix("timewalk_walk_\(walk)="))
    for word in ["HttpOnly", "SameSite=Lax", "Secure", "Path=/", "Max-Age="] {
      #expect(cookie.contains(word), "\(word)")
    }
    // A visitor's ends with the browser.
    let visitor = try town.served.post(
      "/v1/walks/\(walk)/people", json: #"{"name":"Bob","codeAlone":true}"#)
    #expect(try #require(visitor.headers["set-cookie"]).contains("Max-Age") == false)
    let answer = try reply.object()
    #expect(
      (answer["walk"] as? [String: Any])?["join"] as? String
        == "https://walks.example.org/walks/\(walk)")
    // Nothing in the answer is the token.
    let token = cookie.drop { $0 != "=" }.dropFirst().prefix { $0 != ";" }
    #expect(!reply.text.contains(token))
    // Another site's page can't come in with it.
    let foreign = try town.served.ask(
      "DELETE", "/v1/walks/\(walk)/me",
      ["Cookie: \(cookie.prefix { $0 != ";" })", "Sec-Fetch-Site: cross-site"])
    #expect(foreign.status == 403)
  }

  @Test("Pages lead strangers to the walk's entrance, and an organiser can take part")
  func entrance() throws {
    let town = try WalkTown()
    let walk = try town.make()
    let browser = ["Accept: text/html"]
    for path in ["me", "organise", "cards", "pictures/0123456789abcdef0123456789abcdef"] {
      let reply = try town.served.ask("GET", "/walks/\(walk)/\(path)", browser)
      #expect(reply.status == 303, "\(path)")
      #expect(reply.headers["location"] == "/walks/\(walk)")
    }
    let entrance = try town.served.ask("GET", "/walks/\(walk)", browser)
    #expect(entrance.status == 200)
    #expect(entrance.text.contains("What is your name?"))
    let organiser = try town.served.ask("GET", "/walks/\(walk)", browser + town.asOrganiser)
    #expect(organiser.text.contains("/walks/\(walk)/join"))
    // Whoever is signed in, but not among the people, is told to join.
    let early = try town.send(walk, town.asOrganiser)
    #expect(early.status == 403)
    #expect(try early.problem() == "notAllowed")
    #expect(try (early.object()["detail"] as? String)?.hasPrefix("join the walk") == true)
    #expect(try town.send(walk, []).status == 401)
    let joining = #"{"name":"Olga","consent":"\#(try town.policy(walk))"}"#
    let joined = try town.served.post("/v1/walks/\(walk)/people", json: joining, town.asOrganiser)
    #expect(joined.status == 201)
    #expect(try town.send(walk, town.asOrganiser).status == 201)
    let gone = try town.served.ask("GET", "/walks/2345678923/me", browser)
    #expect(gone.status == 404)
  }

  @Test("An organiser's account: signs in, makes a walk, is locked after five wrong passphrases")
  func account() throws {
    let town = try WalkTown()
    let store = try WalkStore(directory: town.place.library)
    try store.setAccount("anna", passphrase: "correct horse battery")
    func signIn(_ passphrase: String, _ name: String = "anna") throws -> Reply {
      try town.served.post(
        "/v1/walk-sessions", json: #"{"name":"\#(name)","passphrase":"\#(passphrase)"}"#)
    }
    let reply = try signIn("correct horse battery")
    #expect(reply.status == 204)
    let cookie = try #require(reply.headers["set-cookie"])
    #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"))
    let who = ["Cookie: \(cookie.prefix { $0 != ";" })"]
    let made = try town.served.post("/v1/walks", json: #"{"name":"Hers"}"#, who)
    #expect(made.status == 201)
    let walk = try #require(try made.object()["id"] as? String)
    let own = try town.served.ask("GET", "/v1/walks", who).object()
    #expect((own["walks"] as? [Any])?.count == 1)
    #expect(try town.served.ask("GET", "/v1/walks/\(walk)/counts", town.asOrganiser).status == 401)
    #expect(try town.served.ask("DELETE", "/v1/walk-sessions", who).status == 204)
    #expect(try town.served.ask("GET", "/v1/walks", who).status == 401)
    for _ in 0..<5 { #expect(try signIn("wrong").problem() == "wrongPassphrase") }
    let locked = try signIn("correct horse battery")
    #expect(locked.status == 429)
    #expect(locked.headers["retry-after"] == "900")
    #expect(try signIn("correct horse battery", "nobody").problem() == "wrongPassphrase")
  }

  @Test("A walk made at a terminal is looked after over HTTP by the organiser that it names")
  func terminal() throws {
    let town = try WalkTown()
    try WalkStore(directory: town.place.library).setAccount("anna", passphrase: "a long passphrase")
    let session = try town.served.post(
      "/v1/walk-sessions", json: #"{"name":"anna","passphrase":"a long passphrase"}"#)
    let cookie = try #require(session.headers["set-cookie"])
    let asAnna = ["Cookie: \(cookie.prefix { $0 != ";" })"]
    let callers = [("token:first", town.asOrganiser), ("anna", asAnna), ("other", town.asOther)]
    for named in ["token:first", "anna", nil] {
      let made = try town.place.run(
        ["walk", "create", "Old town", "--json"] + (named.map { ["--organiser", $0] } ?? []))
      #expect(made.status == 0 && made.faults.isEmpty, "\(made.errors)")
      #expect(made.errors.contains("token:first") == (named == "token:first"))
      let walk = try #require(try made.json().first?["id"] as? String)
      for (name, headers) in callers {
        let isOrganiser = name == named
        for path in ["counts", "people", "code.svg", "code.png", "zip?whole=true"] {
          let reply = try town.served.ask("GET", "/v1/walks/\(walk)/\(path)", headers)
          #expect(reply.status == (isOrganiser ? 200 : 401), "\(named ?? "-") \(name) \(path)")
        }
        let own = try town.served.ask("GET", "/v1/walks", headers).object()
        let ids = (own["walks"] as? [[String: Any]])?.compactMap { $0["id"] as? String }
        #expect(ids?.contains(walk) == isOrganiser)
      }
    }
  }

  @Test("Guessed ids and pictures say nothing, whatever is asked")
  func guesses() throws {
    let town = try WalkTown()
    let walk = try town.make()
    let ann = try town.join(walk, "Ann")
    let picture = try town.sent(walk, ann)
    let elsewhere = try town.make(#"{"name":"Elsewhere"}"#)
    let eve = try town.join(elsewhere, "Eve")
    for guess in ["2345678923", "ABCDEFGHJK", "short", "%2e%2e%2f", "AAAAAAAAAAAAAAAAAAAAAA"] {
      for rest in ["", "/pictures", "/me", "/zip", "/events", "/counts", "/code.svg"] {
        let reply = try town.served.ask("GET", "/v1/walks/\(guess)\(rest)", ann)
        #expect([404].contains(reply.status), "\(guess)\(rest): \(reply.status)")
      }
    }
    // Somebody of another walk is a stranger here, and a picture of this one isn't in the other.
    #expect(try town.served.ask("GET", "/v1/walks/\(walk)/pictures", eve).status == 401)
    #expect(
      try town.served.ask("GET", "/v1/walks/\(walk)/pictures/\(picture)/small", eve).status == 401)
    #expect(
      try town.served.ask("GET", "/v1/walks/\(elsewhere)/pictures/\(picture)/small", eve).status
        == 404)
    // An organiser of other walks neither.
    #expect(try town.served.ask("GET", "/v1/walks/\(walk)/pictures", town.asOther).status == 401)
    #expect(try town.served.post("/v1/walks", json: #"{"name":"x"}"#).status == 401)
    #expect(try town.served.ask("GET", "/v1/walks").status == 401)
  }
}
