import Foundation
import Testing
import TimeWalkTestSupport

@testable import TimeWalkHTTP

/// Views to be found, then beside now, and a guest's settings, asked of the built program.
@Suite("Views of an event and settings of its guests", .waitsForProcesses, .serialized)
struct EventStopsTests {
  private static let browser = ["Accept: text/html"]
  private static let form = ["Content-Type: application/x-www-form-urlencoded"]
  private static let stops = ["nypl:kept", "nypl:510d47dc"]

  private func page(_ town: EventTown, _ path: String, _ who: [String]) throws -> Reply {
    try town.served.ask("GET", path, Self.browser + who)
  }

  private func post(_ town: EventTown, _ path: String, _ who: [String], _ text: String) throws
    -> Reply
  {
    try town.served.ask("POST", path, Self.browser + Self.form + who, body: Array(text.utf8))
  }

  private func stop(_ town: EventTown, _ event: String, _ who: [String], _ picture: String) throws
    -> String?
  {
    let list = try town.served.ask("GET", "/v1/events/\(event)/pictures", who).object()
    let all = try #require(list["pictures"] as? [[String: Any]])
    return all.first { $0["id"] as? String == picture }?["stop"] as? String
  }

  @Test("A picture has its view: from its upload, and later from its owner")
  func saying() throws {
    let town = try EventTown()
    let event = try town.make(
      #"{"name":"Old town","stops":"\#(Self.stops.joined(separator: "\\n"))"}"#)
    let (ann, bob) = (try town.join(event, "Ann"), try town.join(event, "Bob"))
    let picture = try town.sent(event, ann, "?stop=nypl:kept")
    #expect(try stop(town, event, bob, picture) == "nypl:kept")
    #expect(try town.send(event, ann, "?stop=nypl:other").status == 400)
    let address = "/events/\(event)/pictures/\(picture)"
    #expect(try page(town, address, ann).text.contains("value=\"nypl:kept\" selected"))
    #expect(try !page(town, address, bob).text.contains("nypl:kept"))
    #expect(try post(town, address + "/stop", bob, "stop=").status == 403)
    #expect(try post(town, address + "/stop", ann, "stop=nypl%3A510d47dc").status == 303)
    #expect(try stop(town, event, ann, picture) == "nypl:510d47dc")
    #expect(try post(town, address + "/stop", ann, "stop=nypl%3Aother").status == 400)
    #expect(try post(town, address + "/stop", ann, "stop=").status == 303)
    #expect(try stop(town, event, ann, picture) == nil)
  }

  @Test("The page of the views has a numbered map, and old pictures with the guests' pictures")
  func thenAndNow() throws {
    let town = try EventTown()
    let event = try town.make(
      #"{"name":"Old <b>town","review":true,"stops":"\#(Self.stops.joined(separator: "\\n"))"}"#)
    let (ann, path) = (try town.join(event, "Ann"), "/events/\(event)/stops")
    let picture = try town.sent(event, ann, "?stop=nypl:kept")
    // Pictures waiting for review are hidden from others, also here.
    #expect(try !page(town, path, ann).text.contains(picture))
    let show = "/events/\(event)/pictures/\(picture)/show"
    #expect(try post(town, show, town.asOrganiser, "").status == 303)
    let visitor = try town.join(event, "Vera", byCode: true)
    for (who, camera) in [(ann, true), (visitor, false)] {
      let shown = try page(town, path, who)
      #expect(shown.status == 200)
      for part in [
        "href=\"#stop-1\"", "href=\"#stop-2\"", "id=\"stop-2\"", "/events/\(event)/stops/1/picture",
        "/pictures/\(picture)/small", "Not taken yet.", "Old &lt;b&gt;town",
      ] { #expect(shown.text.contains(part), "\(part)") }
      #expect(shown.text.contains("camera?stop=nypl:kept") == camera)
      #expect(!shown.text.contains("then-and-now"))
    }
    // Views are in the route's order. The main action below them is for the next one to find.
    let order = try page(town, path, ann).text
    let links = order.matches(of: #/<a( class="button main")? href="[^"]*camera\?stop=([^"]+)"/#)
    #expect(links.map { String($0.2) } == Self.stops + [Self.stops[1]])
    #expect(links.map { $0.1 != nil } == [false, false, true])
    #expect(try page(town, path, []).status == 303)
    #expect(try page(town, "/events/\(event)", ann).text.contains("href=\"\(path)\""))
    let plain = try town.make()
    let bob = try town.join(plain, "Bob")
    #expect(try !page(town, "/events/\(plain)", bob).text.contains("/stops"))

    let file = "/v1/events/\(event)/then-and-now"
    #expect(try page(town, path, town.asOrganiser).text.contains("href=\"\(file)\""))
    #expect(try town.served.ask("GET", file, ann).status == 403)
    let whole = try town.served.ask("GET", file, town.asOrganiser)
    #expect(whole.status == 200)
    #expect(whole.headers["content-disposition"]?.hasPrefix("attachment") == true)
    // All of it is in the file: the old picture and the new one.
    #expect(whole.text.matches(of: #/src="data:image\/jpeg;base64,/#).count == 2)
    #expect(!whole.text.contains("src=\"/"))
    #expect(whole.text.contains("<svg ") && whole.text.contains("Ann"))
    let german = try town.served.ask("GET", file, town.asOrganiser + ["Accept-Language: de"]).text
    for part in ["<html lang=\"de\">", "Die Ansicht damals", "Noch hat sie niemand aufgenommen."] {
      #expect(german.contains(part), "\(part)")
    }
    // After the end no picture is taken: the organiser's main action is the page as one file.
    #expect(
      try town.served.ask("POST", "/v1/events/\(event)/close", town.asOrganiser).status == 200)
    // Times are whole seconds, rounded up.
    Thread.sleep(forTimeInterval: 1.1)
    let ended = try page(town, path, town.asOrganiser).text
    let main = ended.matches(of: #/class="button main" href="([^"]+)"/#)
    #expect(main.map { String($0.1) } == [file])
  }

  @Test("A guest chooses the language of the event's pages, which goes with the one cookie")
  func settings() throws {
    let town = try EventTown()
    let event = try town.make()
    let ann = try town.join(event, "Ann")
    let me = "/events/\(event)/me"
    #expect(try page(town, me, ann).text.contains("<option value=\"en\" lang=\"en\" selected>"))
    let saved = try post(town, "/events/\(event)/settings", ann, "name=Anna&language=de")
    #expect(saved.status == 303)
    let cookie = try #require(saved.headers["set-cookie"])
    #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"))
    let kept = String(cookie.prefix { $0 != ";" })
    // The same cookie as before, with the language at its end.
    #expect("Cookie: \(kept)" == ann[0] + ".de")
    let german = ["Cookie: \(kept)"]
    for path in ["/events/\(event)", me, "/events/\(event)/help"] {
      let shown = try page(town, path, german + ["Accept-Language: en"])
      #expect(shown.status == 200 && shown.text.contains("<html lang=\"de\">"), "\(path)")
    }
    let about = try page(town, me, german)
    #expect(about.text.contains("Anna") && about.text.contains("value=\"de\" lang=\"de\" selected"))
    #expect(try town.sent(event, german).isEmpty == false)
    let notice = try page(town, "/events/\(event)/privacy", german)
    #expect(notice.text.contains("<h2>Wer verantwortlich ist</h2>"))
    #expect(notice.text.contains("Museum of Towns"))
    // Elsewhere the browser's language counts.
    #expect(try page(town, "/events", german).text.contains("<html lang=\"en\">"))
    let visitor = try town.join(event, "Vera", byCode: true)
    #expect(try !page(town, me, visitor).text.contains("name=\"language\""))
    let refused = try post(town, "/events/\(event)/settings", visitor, "name=Vera&language=de")
    #expect(refused.status == 403)
    let renamed = try post(town, "/events/\(event)/settings", visitor, "name=Veronica")
    #expect(renamed.status == 303 && renamed.headers["set-cookie"] == nil)
    #expect(try page(town, me, visitor).text.contains("Veronica"))
  }
}
