import Foundation
import Testing
import TimeWalkTestSupport
import TimeWalkEvents

@testable import TimeWalkHTTP

/// The privacy of the pages, tested with the built program.
@Suite("Pages of events take care of people's data", .waitsForProcesses, .serialized)
struct EventCareTests {
  private static let browser = ["Accept: text/html"]

  private func post(
    _ town: EventTown, _ path: String, _ who: [String], _ text: String = ""
  ) throws -> Reply {
    try town.served.ask("POST", path, Self.browser + EventTown.form + who, body: Array(text.utf8))
  }

  private func takesAway(_ reply: Reply, _ cookie: [String]) -> Bool {
    let name = cookie.first?.dropFirst("Cookie: ".count).prefix { $0 != "=" } ?? ""
    let header = reply.headers["set-cookie"] ?? ""
    return header.hasPrefix(name + "=;") && header.contains("Max-Age=0")
      && header.contains("HttpOnly")
  }

  @Test("The form on one's page erases a person; leaving forgets a visitor's name alone")
  func going() throws {
    let town = try EventTown()
    let event = try town.make()
    let page = "/events/\(event)"
    let guest = try town.join(event, "Ann Unmistakable")
    let visitor = try town.join(event, "Vera Unforgettable", byCode: true)
    let lasting = try town.join(event, "Gus Remembered")
    let (first, second) = (try town.sent(event, guest), try town.sent(event, visitor))
    let third = try town.sent(event, lasting)
    for who in [guest, visitor, lasting] {
      let me = try town.served.ask("GET", page + "/me", Self.browser + who).text
      for form in ["erase", "leave"] {
        #expect(me.contains("method=\"post\" action=\"\(page)/\(form)\""), "\(form)")
      }
    }
    // A visitor and a guest leave: their uploads stay, and of the two the guest's name.
    let left = try post(town, page + "/leave", visitor)
    #expect(left.status == 303 && left.headers["location"] == page)
    #expect(takesAway(left, visitor))
    let gone = try town.served.ask("POST", "/v1\(page)/leave", lasting)
    #expect(gone.status == 204)
    #expect(takesAway(gone, lasting))
    for who in [visitor, lasting] {
      #expect(try town.served.ask("GET", "/v1\(page)/me", who).status == 401)
      #expect(try town.served.ask("POST", "/v1\(page)/leave", who).status == 401)
      #expect(try town.send(event, who).status == 401)
    }
    // The server erases many names at once, within the hour.
    _ = try EventStore(directory: town.place.library).housekeeping(at: Date())
    #expect(!town.holds("Unforgettable") && town.holds("Gus Remembered"))
    #expect(try town.seen(event, guest) == [first, second, third])
    // A guest is erased.
    let hears = try EventListener(town, event, town.asOrganiser)
    let erased = try post(town, page + "/erase", guest)
    #expect(erased.status == 303 && erased.headers["location"] == page)
    #expect(takesAway(erased, guest))
    try hears.wait(for: #""state":"removed","picture":"\#(first)","number":1"#)
    #expect(try town.served.ask("GET", "/v1\(page)/me", guest).status == 401)
    #expect(try town.seen(event, town.asOrganiser) == [second, third])
    #expect(!town.holds("Unmistakable") && !town.holds(first))
    // A visitor can have the same.
    let late = try town.join(event, "Eve Unspeakable", byCode: true)
    let fourth = try town.sent(event, late)
    #expect(try post(town, page + "/erase", late).status == 303)
    #expect(!town.holds("Unspeakable") && !town.holds(fourth))
    #expect(try post(town, page + "/erase", late).headers["location"] == page)
    #expect(try town.seen(event, town.asOrganiser) == [second, third])
  }

  @Test("Pages show the deletion date and the contact, and set no cookie, for all visitors")
  func looking() throws {
    let town = try EventTown()
    let event = try town.make()
    let (guest, visitor) = (try town.join(event, "Ann"), try town.join(event, "Vera", byCode: true))
    let picture = try town.sent(event, guest)
    let kept = try town.served.ask("/v1/events/\(event)").object()["event"] as? [String: Any]
    let erases = try #require(kept?["erases"] as? String)
    let everybody = ["", "/join", "/help", "/privacy"]
    let inside = ["/me", "/stops", "/pictures/\(picture)"]
    let organising = ["/organise", "/cards", "/films", "/wall"]
    let looks: [(who: [String], paths: [String])] = [
      ([], everybody), (visitor, everybody + inside), (guest, everybody + inside + ["/camera"]),
      (town.asOrganiser, everybody + ["/stops", "/pictures/\(picture)"] + organising),
    ]
    for (who, paths) in looks {
      for path in paths {
        let reply = try town.served.ask("GET", "/events/\(event)\(path)", Self.browser + who)
        #expect(reply.status == 200, "\(path)")
        #expect(reply.headers["set-cookie"] == nil, "\(path)")
        if ["", "/join", "/me", "/organise"].contains(path) {
          #expect(reply.text.contains("datetime=\"\(erases)\""), "\(path)")
        }
        if path == "/help" {
          #expect(reply.text.contains("<a href=\"mailto:us@example.org\">us@example.org</a>"))
          #expect(reply.text.contains("Museum of Towns"))
        }
      }
      for path in ["", "/pictures", "/me", "/zip", "/counts", "/pictures/\(picture)/small"] {
        let reply = try town.served.ask("GET", "/v1/events/\(event)\(path)", who)
        #expect(reply.headers["set-cookie"] == nil, "\(path)")
      }
    }
    for path in ["/events", "/"] {
      #expect(
        try town.served.ask("GET", path, Self.browser).headers["set-cookie"] == nil, "\(path)")
    }
  }

  @Test("Another site's forms change nothing, with any of the browser's headers")
  func foreign() throws {
    let town = try EventTown()
    let event = try town.make(#"{"name":"Old town","review":true}"#)
    let page = "/events/\(event)"
    let guest = try town.join(event, "Ann")
    let picture = try town.sent(event, guest)
    func state() throws -> [String] {
      [
        try town.served.ask("GET", "/v1\(page)/me", guest).text,
        try town.served.ask("GET", "/v1\(page)/counts", town.asOrganiser).text,
        try town.served.ask("GET", "/v1\(page)/reports", town.asOrganiser).text,
        try town.served.ask("GET", "/v1/events", town.asOrganiser).text,
      ]
    }
    let before = try state()
    let forms = [
      ("settings", "name=Eve", guest), ("report", "text=Eve", guest), ("leave", "", guest),
      ("erase", "", guest), ("consent", "consent=", guest), ("join", "name=Eve", guest),
      ("pictures/\(picture)/name", "name=Eve", guest), ("pictures/\(picture)/delete", "", guest),
      ("pictures/\(picture)/show", "", town.asOrganiser), ("close", "", town.asOrganiser),
      ("extend", "hours=1", town.asOrganiser), ("remove", "", town.asOrganiser),
    ]
    let sites = [
      ["Sec-Fetch-Site: cross-site"], ["Sec-Fetch-Site: same-site"],
      ["Origin: https://evil.example"], ["Origin: null"],
      ["Sec-Fetch-Site: cross-site", "Origin: \(town.served.base)"],
    ]
    for site in sites {
      for (path, text, who) in forms {
        let reply = try post(town, "\(page)/\(path)", who + site, text)
        #expect(reply.status == 403, "\(site) \(path)")
        #expect(reply.headers["set-cookie"] == nil, "\(site) \(path)")
      }
      let made = try post(town, "/events", town.asOrganiser + site, "name=Eve&hours=1&photos=1")
      #expect(made.status == 403, "\(site)")
      let photo = try town.ask("PHOTOFORM", "/pictures", of: event, guest + site)
      #expect(photo.status == 403, "\(site)")
    }
    #expect(try state() == before)
    // The same form from the page itself.
    let own = ["Sec-Fetch-Site: same-origin", "Origin: \(town.served.base)"]
    #expect(try post(town, page + "/settings", guest + own, "name=Eva").status == 303)
    #expect(try state() != before)
  }

  @Test("Signing out by the form ends the session on the server, too")
  func signOut() throws {
    let town = try EventTown()
    let store = try EventStore(directory: town.place.library)
    try store.setAccount("anna", passphrase: "correct horse battery")
    let came = try post(
      town, "/events/sign-in", [], "name=anna&passphrase=correct+horse+battery")
    #expect(came.status == 303 && came.headers["location"] == "/events")
    let cookie = try #require(came.headers["set-cookie"])
    let who = ["Cookie: \(cookie.prefix { $0 != ";" })"]
    let made = try post(town, "/events", who, "name=Hers&hours=1&photos=3")
    #expect(made.status == 303)
    let organise = try #require(made.headers["location"])
    let page = try town.served.ask("GET", organise, Self.browser + who)
    #expect(page.text.contains("method=\"post\" action=\"/events/sign-out\""))
    let out = try post(town, "/events/sign-out", who)
    #expect(out.status == 303 && out.headers["location"] == "/events")
    #expect(takesAway(out, who))
    // A kept cookie is useless.
    #expect(try town.served.ask("GET", "/v1/events", who).status == 401)
    let after = try town.served.ask("GET", organise, Self.browser + who)
    #expect(
      after.status == 303 && after.headers["location"] == organise.replacing("/organise", with: ""))
  }
}
