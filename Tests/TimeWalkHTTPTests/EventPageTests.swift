import Foundation
import Testing
import TimeWalkTestSupport

@testable import TimeWalkHTTP

/// Pages of events, asked of the built program as a browser without scripts asks.
@Suite("Pages of events", .waitsForProcesses, .serialized)
struct EventPageTests {
  private static let browser = [
    "Accept: text/html", "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Firefox/153.0",
  ]
  private static let form = ["Content-Type: application/x-www-form-urlencoded"]

  private func page(_ town: EventTown, _ path: String, _ who: [String]) throws -> Reply {
    try town.served.ask("GET", path, Self.browser + who)
  }

  private func post(_ town: EventTown, _ path: String, _ who: [String], _ text: String) throws
    -> Reply
  {
    try town.served.ask("POST", path, Self.browser + Self.form + who, body: Array(text.utf8))
  }

  @Test("An event is made with its beginning on a page, and changed there until it begins")
  func change() throws {
    let town = try EventTown()
    let made = try post(
      town, "/events", town.asOrganiser,
      "name=Later&begins=2090-05-03T10%3A00&minutes=-120&hours=2.5&photos=7&review=true&gallery=atEnd"
    )
    #expect(made.status == 303)
    let event = try #require(made.headers["location"]?.split(separator: "/").dropLast().last)
    let address = "/v1/events/\(event)"
    func kept() throws -> [String: Any] {
      try #require(try town.served.ask(address).object()["event"] as? [String: Any])
    }
    // The reader's clock was two hours ahead of UTC.
    #expect(try kept()["begins"] as? String == "2090-05-03T08:00:00Z")
    #expect(try kept()["ends"] as? String == "2090-05-03T10:30:00Z")
    #expect(try kept()["review"] as? Bool == true)
    let path = "/events/\(event)/change"
    let shown = try page(town, path, town.asOrganiser)
    #expect(shown.text.contains("value=\"2090-05-03T08:00\""))
    #expect(shown.text.contains("value=\"2.5\""))
    #expect(shown.text.contains("<option value=\"atEnd\" selected>"))
    #expect(shown.text.contains("name=\"review\" value=\"true\" checked"))
    let organise = try page(town, "/events/\(event)/organise", town.asOrganiser)
    #expect(organise.text.contains("href=\"\(path)\""))
    let changed = try post(
      town, path, town.asOrganiser,
      "name=Sooner&begins=2090-05-03T08%3A00&hours=1&photos=9&gallery=atOnce&stops=")
    #expect(changed.status == 303, "\(changed.text)")
    #expect(try kept()["name"] as? String == "Sooner")
    #expect(try kept()["ends"] as? String == "2090-05-03T09:00:00Z")
    #expect(try kept()["photos"] as? Int == 9)
    #expect(try kept()["review"] as? Bool == false)
    let wrong = try post(town, path, town.asOrganiser, "name=Sooner&begins=tomorrow&hours=1")
    #expect(wrong.status == 400)
    // A stranger is led to the event's entrance.
    let other = try post(town, path, town.asOther, "name=Mine&hours=1")
    #expect(other.headers["location"] == "/events/\(event)")
    #expect(try kept()["name"] as? String == "Sooner")
    // Once it has begun, nothing of this can be changed.
    let running = try town.make()
    #expect(try page(town, "/events/\(running)/change", town.asOrganiser).status == 403)
    let late = try post(town, "/events/\(running)/change", town.asOrganiser, "name=Late&hours=1")
    #expect(late.status == 403)
    let looked = try page(town, "/events/\(running)/organise", town.asOrganiser)
    #expect(!looked.text.contains("/events/\(running)/change"))
  }

  @Test("The form of an event with two views has each on its own line, and can be saved as it is")
  func views() throws {
    let town = try EventTown()
    let event = try town.make(
      #"{"name":"Later","begins":"2090-05-03T08:00:00Z","stops":"nypl:kept\nnypl:510d47dc"}"#)
    let path = "/events/\(event)/change"
    let shown = try page(town, path, town.asOrganiser).text
    let lines = try #require(shown.firstMatch(of: #/<textarea name="stops"[^>]*>([^<]*)</#)?.1)
    #expect(lines == "nypl:kept&#10;nypl:510d47dc&#10;")
    // Browsers send line feeds with carriage returns.
    let form = lines.replacing("&#10;", with: "%0D%0A")
    let saved = try post(town, path, town.asOrganiser, "name=Later&hours=1&stops=\(form)")
    #expect(saved.status == 303, "\(saved.text)")
    let kept = try town.served.ask("/v1/events/\(event)").object()["event"] as? [String: Any]
    #expect(kept?["stops"] as? [String] == ["nypl:kept", "nypl:510d47dc"])
  }

  @Test("After the end of a session, the form for an event leads to the organiser's entrance")
  func signedOut() throws {
    let town = try EventTown()
    let reply = try post(town, "/events", [], "name=Later&hours=2&photos=7&guests=30")
    #expect(reply.status == 401 && reply.text.contains("<h1>You are signed out</h1>"))
    #expect(reply.text.contains("class=\"button main\" href=\"/events\""))
  }

  @Test("Times have their zone, and scripts can show them in the reader's own")
  func moments() throws {
    let town = try EventTown()
    let event = try town.make(#"{"name":"Later","begins":"2090-05-03T08:00:00Z"}"#)
    let english = try page(town, "/events/\(event)", [])
    #expect(
      english.text.contains(
        #/It begins on <time datetime="2090-05-03T08:00:00Z">3 May 2090 at 0?8:00 UTC<\/time>\./#))
    let german = try page(town, "/events/\(event)", ["Accept-Language: de"])
    #expect(german.text.contains("3. Mai 2090"))
    #expect(german.text.contains("UTC</time>"))
  }

  @Test("The wall shows the public pictures, and nothing before a film is developed")
  func wall() throws {
    let town = try EventTown()
    let event = try town.make(#"{"name":"Old town","review":true}"#)
    let (ann, path) = (try town.join(event, "Ann"), "/events/\(event)/wall")
    let picture = try town.sent(event, ann)
    let waiting = try page(town, path, town.asOrganiser)
    #expect(waiting.status == 200)
    #expect(waiting.text.contains("/assets/") && waiting.text.contains("wall.js"))
    #expect(!waiting.text.contains(picture))
    _ = try post(town, "/events/\(event)/pictures/\(picture)/show", town.asOrganiser, "")
    let shown = try page(town, path, town.asOrganiser)
    #expect(shown.text.contains("data-picture=\"\(picture)\" data-words=\"Ann\""))
    #expect(try page(town, path, ann).status == 403)
    let film = try town.make(#"{"name":"Film","gallery":"atEnd"}"#)
    let bob = try town.join(film, "Bob")
    let hidden = try town.sent(film, bob)
    let early = try page(town, "/events/\(film)/wall", town.asOrganiser)
    #expect(early.text.contains("when the event has ended") && !early.text.contains(hidden))
    #expect(try post(town, "/events/\(film)/close", town.asOrganiser, "").status == 303)
    // Times are whole seconds, rounded up.
    Thread.sleep(forTimeInterval: 1.1)
    #expect(try page(town, "/events/\(film)/wall", town.asOrganiser).text.contains(hidden))
  }

  @Test("One's own picture is always visible: before a film is developed, and before its approval")
  func own() throws {
    let town = try EventTown()
    let film = try town.make(#"{"name":"Film","gallery":"atEnd"}"#)
    let reviewed = try town.make(#"{"name":"Reviewed","review":true}"#)
    for byCode in [false, true] {
      let (ann, bob) = (try town.join(film, "Ann", byCode: byCode), try town.join(film, "Bob"))
      let picture = "/pictures/\(try town.sent(film, ann))"
      let shown = try page(town, "/events/\(film)", ann)
      #expect(shown.text.contains(picture) && shown.text.contains("<h2>My pictures</h2>"))
      #expect(shown.text.contains("Until then you see only your own pictures."))
      #expect(!(try page(town, "/events/\(film)", bob)).text.contains(picture))
      #expect(try page(town, "/events/\(film)" + picture, ann).status == 200)
      #expect(try page(town, "/events/\(film)" + picture, bob).status == 403)

      let (eve, guy) = (
        try town.join(reviewed, "Eve", byCode: byCode), try town.join(reviewed, "Guy")
      )
      let waiting = try town.sent(reviewed, eve)
      let (own, other) = (
        try page(town, "/events/\(reviewed)", eve), try page(town, "/events/\(reviewed)", guy)
      )
      #expect(own.text.contains(waiting) && own.text.contains(">Waiting for the organiser</span>"))
      #expect(!other.text.contains(waiting) && !other.text.contains("Waiting for the organiser"))
      let show = "/events/\(reviewed)/pictures/\(waiting)/show"
      #expect(try post(town, show, town.asOrganiser, "").status == 303)
      let approved = try page(town, "/events/\(reviewed)", eve).text
      #expect(approved.contains(waiting) && !approved.contains("Waiting for the organiser"))
    }
  }

  @Test(
    "A picture's page leads to the newer and the older one, and back to its place in the gallery")
  func neighbours() throws {
    let town = try EventTown()
    let event = try town.make()
    let (ann, bob) = (try town.join(event, "Ann"), try town.join(event, "Bob"))
    let all = [try town.sent(event, ann), try town.sent(event, bob), try town.sent(event, ann)]
    for (index, picture) in all.enumerated() {
      let shown = try page(town, "/events/\(event)/pictures/\(picture)", ann).text
      let links = shown.matches(of: #/rel="(prev|next)" href="[^"]*\/pictures\/([0-9a-f]+)"/#)
        .map { "\($0.1) \($0.2)" }
      let newer = index < 2 ? ["prev \(all[index + 1])"] : []
      let older = index > 0 ? ["next \(all[index - 1])"] : []
      #expect(links == newer + older, "\(index)")
      #expect(shown.contains("href=\"/events/\(event)#picture-\(index + 1)\""))
    }
    #expect(try page(town, "/events/\(event)", ann).text.contains("id=\"picture-2\""))
    // Before a film is developed, only between one's own.
    let film = try town.make(#"{"name":"Film","gallery":"atEnd"}"#)
    let (eve, guy) = (try town.join(film, "Eve"), try town.join(film, "Guy"))
    let (first, _, last) = (
      try town.sent(film, eve), try town.sent(film, guy), try town.sent(film, eve)
    )
    let own = try page(town, "/events/\(film)/pictures/\(last)", eve).text
    #expect(own.contains("rel=\"next\" href=\"/events/\(film)/pictures/\(first)\""))
    let deleted = try post(town, "/events/\(film)/pictures/\(first)/delete", eve, "")
    #expect(deleted.status == 303 && deleted.headers["clear-site-data"] == "\"cache\"")
    let refused = try post(town, "/events/\(film)/pictures/\(last)/delete", guy, "")
    #expect(refused.status == 403 && refused.headers["clear-site-data"] == nil)
  }

  @Test("An organiser sees the first steps until guests come, and a message with the code to send")
  func firstSteps() throws {
    let town = try EventTown()
    let event = try town.make(#"{"name":"Caf\u00e9 & <co>"}"#)
    let path = "/events/\(event)/organise"
    let organise = try page(town, path, town.asOrganiser).text
    #expect(organise.contains("<h2>First steps</h2>"))
    let mail = String(try #require(organise.firstMatch(of: #/href="(mailto:[^"]*)"/#)).1)
    let parts = try #require(URLComponents(string: mail.replacing("&amp;", with: "&")))
    let fields = Dictionary(
      uniqueKeysWithValues: (parts.queryItems ?? []).map { ($0.name, $0.value ?? "") })
    #expect(parts.path.isEmpty && fields["subject"] == "Café & <co>")
    let body = try #require(fields["body"])
    #expect(body.contains("/events/\(event)\r\n") && body.contains("type this code at http"))
    let german = try page(town, path, town.asOrganiser + ["Accept-Language: de"]).text
    #expect(german.contains("Erste Schritte"))
    _ = try town.join(event, "Ann")
    let later = try page(town, path, town.asOrganiser).text
    #expect(!later.contains("First steps") && later.contains("mailto:?subject="))
  }

  @Test("An album to print has then beside now, and all pictures with captions but waiting ones")
  func album() throws {
    let town = try EventTown()
    let event = try town.make(#"{"name":"Old town","stops":"nypl:kept","review":true}"#)
    let ann = try town.join(event, "Ann")
    let all = [try town.sent(event, ann, "?stop=nypl:kept"), try town.sent(event, ann)]
    let path = "/events/\(event)/album"
    #expect(!(try page(town, path, town.asOrganiser)).text.contains("<figure>"))
    for picture in all {
      _ = try post(town, "/events/\(event)/pictures/\(picture)/show", town.asOrganiser, "")
    }
    let waiting = try town.sent(event, ann)
    let album = try page(town, path, town.asOrganiser)
    #expect(album.status == 200 && !album.text.contains(waiting))
    // Then beside now, and each picture with its author and its time.
    let pair = try #require(
      album.text.firstMatch(of: #/<section>.*?<\/section>/#.dotMatchesNewlines()))
    #expect(pair.output.contains("/events/\(event)/stops/1/picture"))
    #expect(pair.output.contains("/pictures/\(all[0])/large"))
    #expect(!pair.output.contains(all[1]))
    let leaves = try #require(album.text.split(separator: "<ul class=\"leaves\">").last)
    for picture in all { #expect(leaves.contains("/pictures/\(picture)/large")) }
    #expect(leaves.matches(of: #/<bdi>Ann<\/bdi>, <time datetime="/#).count == 2)
    let rest = try page(town, path + "?after=1", town.asOrganiser).text
    #expect(!rest.contains(all[0]) && rest.contains(all[1]) && !rest.contains("<section>"))
    let organise = try page(town, "/events/\(event)/organise", town.asOrganiser)
    #expect(organise.text.contains("href=\"\(path)\""))
    // The newest pictures first; what waits has its own list.
    let latest = try #require(
      organise.text.firstMatch(of: #/<ul class="latest">.*?<\/ul>/#.dotMatchesNewlines()))
    let shown = latest.output.matches(of: #/pictures\/([0-9a-f]+)\/small/#).map { String($0.1) }
    #expect(shown == [all[1], all[0]])
    let waits = try #require(organise.text.split(separator: "<ul class=\"cards thumbs\">").last)
    #expect(waits.contains(waiting))
  }

  @Test("Films show the pictures of each guest in their order, to the organiser alone")
  func films() throws {
    let town = try EventTown()
    let event = try town.make()
    let (ann, bob) = (try town.join(event, "Ann"), try town.join(event, "Bob"))
    let first = try town.sent(event, ann)
    let other = try town.sent(event, bob)
    let second = try town.sent(event, ann)
    let sheet = try page(town, "/events/\(event)/films", town.asOrganiser)
    let order = sheet.text.matches(of: #/pictures\/([0-9a-f]+)\/small/#).map { String($0.1) }
    #expect(order == [first, second, other])
    #expect(sheet.text.contains("<bdi>Ann</bdi>") && sheet.text.contains("<bdi>Bob</bdi>"))
    #expect(try page(town, "/events/\(event)/films", ann).status == 403)
  }

  @Test("Ticked pictures are downloaded as a zip; own ones are listed in pages")
  func some() throws {
    let town = try EventTown()
    let event = try town.make()
    let ann = try town.join(event, "Ann")
    let all = try (0..<3).map { _ in try town.sent(event, ann) }
    let plain = try page(town, "/events/\(event)", ann)
    #expect(plain.text.contains("choose=true") && !plain.text.contains("event-some"))
    let choosing = try page(town, "/events/\(event)?choose=true", ann)
    for picture in all { #expect(choosing.text.contains("type=\"checkbox\" name=\"\(picture)\"")) }
    let some = "/events/\(event)/some"
    let reply = try post(
      town, some, ann, "before=9&own=false&\(all[0])=true&\(all[2])=true")
    #expect(reply.status == 303)
    let zip = try town.served.ask("GET", try #require(reply.headers["location"]), ann)
    #expect(zip.status == 200)
    let names = String(decoding: zip.body, as: UTF8.self)
    #expect(names.contains("00001 Ann.jpg") && names.contains("00003 Ann.jpg"))
    #expect(!names.contains("00002 Ann.jpg"))
    let none = try post(town, some, ann, "before=2&own=true")
    #expect(none.headers["location"] == "/events/\(event)?choose=true&before=2&own=true")
    #expect(try town.seen(event, ann, "?own=true&limit=2") == Array(all.prefix(2)))
    #expect(try town.seen(event, ann, "?own=true&after=2") == [all[2]])
    for own in ["", "&own=true"] {
      #expect(try town.seen(event, ann, "?before=3&limit=1" + own) == [all[1]])
      #expect(try town.seen(event, ann, "?before=9" + own) == all.reversed())
    }
    let mine = try town.served.ask("GET", "/v1/events/\(event)/pictures?own=true&limit=2", ann)
    #expect(try mine.object()["next"] as? Int == 2)
    // A user who may not download gets no selection.
    let closed = try town.make(#"{"name":"Look only","downloads":"organiser"}"#)
    let bob = try town.join(closed, "Bob")
    _ = try town.sent(closed, bob)
    let look = try page(town, "/events/\(closed)?choose=true", bob)
    #expect(!look.text.contains("event-some"))
    #expect(!look.text.contains(#/href="[^"]*choose=true/#))
  }

  @Test("A report contains the browser's name only with its sender's consent")
  func reports() throws {
    let town = try EventTown()
    let event = try town.make()
    let ann = try town.join(event, "Ann")
    let help = try page(town, "/events/\(event)/help", ann)
    #expect(help.text.contains("Only what you write here is sent"))
    #expect(help.text.contains("which browser I use: </label>") == false)
    #expect(help.text.contains("Firefox"))
    for text in ["text=Too+dark", "text=Too+bright&browser=true"] {
      #expect(try post(town, "/events/\(event)/report", ann, text).status == 303)
    }
    let kept = try town.served.ask("GET", "/v1/events/\(event)/reports", town.asOrganiser).object()
    #expect(
      Set(try #require(kept["reports"] as? [String])) == ["Too dark", "Too bright\n(Firefox)"])
  }

  @Test("Faults of pages are stored without personal data, and shown to organisers")
  func faults() throws {
    let town = try EventTown()
    let event = try town.make()
    let picture = String(repeating: "ab", count: 16)
    let fault = #"""
      {"text":"Ann's album 'Ann Lee' at https://example.org/events/2345 ann@example.org 51.5074 x is undefined","page":"/events/\#(event)/pictures/\#(picture)?who=ann"}
      """#
    for _ in 0..<2 {
      let sent = try town.served.ask(
        "POST", "/v1/faults", Self.browser + ["Content-Type: application/json"],
        body: Array(fault.utf8))
      #expect(sent.status == 204, "\(sent.text)")
    }
    #expect(try town.served.ask("GET", "/v1/faults").status == 401)
    let reply = try town.served.ask("GET", "/v1/faults", town.asOrganiser)
    let faults = try #require(try reply.object()["faults"] as? [[String: Any]])
    let one = try #require(faults.first)
    #expect(faults.count == 1)
    #expect(one["page"] as? String == "/events/{id}/pictures/{picture}")
    #expect(one["browser"] as? String == "Firefox")
    #expect(one["count"] as? Int == 2)
    for word in ["Lee", "example", event, picture, "51.5", "@"] {
      #expect(!reply.text.contains(word), "\(word)")
    }
    let organise = try page(town, "/events/\(event)/organise", town.asOrganiser)
    #expect(organise.text.contains("/events/{id}/pictures/{picture}"))
    let text = String(repeating: "x", count: 2001)
    let long = try town.served.post("/v1/faults", json: #"{"text":"\#(text)","page":"/"}"#)
    #expect(long.status == 400)
  }

  @Test("A fault's text is cleaned, and there are never too many")
  func cleaned() {
    #expect(
      PageFaults.cleaned("Cannot read properties of null (reading 'Ann')")
        == "Cannot read properties of null (reading …)")
    #expect(PageFaults.cleaned("one\nAnn") == "one")
    #expect(PageFaults.cleaned("left \"open") == "left …")
    #expect(PageFaults.cleaned("photo /events/ann/x.jpg is bad") == "photo … is bad")
    #expect(PageFaults.cleaned("call 0151 23456 now") == "call … … now")
    #expect(PageFaults.cleaned("at 40.7,-73.9 or a@b.example") == "at … or …")
    #expect(PageFaults.cleaned("says `Ann` and 'Otto' here, line 12") == "says … here, line 12")
    #expect(PageFaults.cleaned(String(repeating: "a ", count: 500)).count == PageFaults.longest)
    // With backtracking this would take hours.
    let long = String(repeating: "-.,", count: 100_000)
    #expect(PageFaults.cleaned(long) == String(long.prefix(PageFaults.longest)))
    #expect(PageFaults.page("/events/ABCDEFGHJK/me#x") == "/events/{id}/me")
    #expect(PageFaults.page("/somebody") == "?")
    #expect(PageFaults.browser("Mozilla/5.0 (X) AppleWebKit Chrome/1 Safari/2 Edg/3") == "Edge")
    #expect(PageFaults.browser("curl/8") == "?")
    let faults = PageFaults()
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    for first in letters {
      for second in letters { faults.add("\(first)\(second)", page: "/", browser: "?") }
    }
    #expect(faults.all.count == PageFaults.most)
    #expect(faults.all.first?.text == "zz")
  }
}
