import Foundation
import Testing
import TimeWalk
import TimeWalkTestSupport
import TimeWalkEvents

@testable import TimeWalkHTTP

/// Many guests behind one address, and events that begin and end while their pages are open.
@Suite("Many guests at once", .waitsForProcesses, .serialized)
struct EventCrowdTests {
  /// Opens a stream of news.
  private func listen(_ town: EventTown, _ event: String, _ headers: [String]) throws -> RawClient {
    let port = try #require(town.served.base.split(separator: ":").last.flatMap { UInt16($0) })
    let client = try RawClient(port: port)
    let lines =
      ["GET /v1/events/\(event)/stream HTTP/1.1", "Host: 127.0.0.1:\(port)"] + headers + ["", ""]
    try client.send(lines.joined(separator: "\r\n"))
    return client
  }

  /// A stream's output up to a word.
  private func heard(_ client: RawClient, until word: String) -> String {
    var all = ""
    while !all.contains(word) {
      let more = client.read(within: 30)
      if more.isEmpty { break }
      all += more
    }
    return all
  }

  /// Guests, without a request for each.
  private func guests(_ count: Int, _ town: EventTown, _ event: String) throws -> [[String]] {
    let id = try #require(EventID(event))
    let store = try EventStore(directory: town.place.library)
    let policy = try town.policy(event)
    return try (0..<count).map { number in
      var joining = GuestDetails(name: "Guest \(number)")
      joining.consent = Consent(policy: policy, given: Date())
      let token = try #require(try store.join(id, as: joining, at: Date()).token)
      return ["Cookie: \(EventCookie.guest(id))=\(token)"]
    }
  }

  @Test("150 guests of one address each have a stream of news, and can still send", .longCheckOnly)
  func oneAddress() throws {
    let town = try EventTown()
    let event = try town.make()
    let all = try guests(150, town, event)
    #expect(all.count > HTTPLimits.strangersConnections)
    var streams: [RawClient] = []
    for guest in all {
      // A page comes before its news.
      #expect(try town.served.ask("GET", "/v1/events/\(event)", guest).status == 200)
      let stream = try listen(town, event, guest)
      let said = heard(stream, until: "event: state")
      #expect(said.hasPrefix("HTTP/1.1 200 "), "\(streams.count): \(said.prefix(100))")
      streams.append(stream)
    }
    #expect(try town.send(event, all[0]).status == 201)
    // An unknown client is counted by its address, which has no open request.
    #expect(try town.served.ask("/v1/events/\(event)").status == 200)
    // A guest can't have as many as pleases.
    let more = try (0..<HTTPLimits.strangersConnections).map { _ in
      try listen(town, event, all[0])
    }
    let refused = more.filter { $0.read(within: 30).hasPrefix("HTTP/1.1 503 ") }
    #expect(!refused.isEmpty && refused.count < more.count)
  }

  @Test("Unfinished pictures and news of a guest give way when connections run out")
  func unfinished() throws {
    let town = try EventTown(flags: ["--connections", "16"])
    let event = try town.make()
    let guest = try town.join(event, "Ann")
    let port = try #require(town.served.base.split(separator: ":").last.flatMap { UInt16($0) })
    let host = "Host: 127.0.0.1:\(port)"
    let head = [
      "POST /v1/events/\(event)/pictures HTTP/1.1", host, "Content-Type: image/jpeg",
      "Content-Length: 1000000",
    ]
    let sent = (head + guest + ["", "abc"]).joined(separator: "\r\n")
    let news = (["GET /v1/events/\(event)/stream HTTP/1.1", host] + guest + ["", ""])
      .joined(separator: "\r\n")
    for request in [sent, "GET /livez HTTP/1.1\r\n\(host)\r\n\r\n" + sent, news] {
      let held = try (0..<32).map { _ in
        let client = try RawClient(port: port)
        try client.send(request)
        // Its request has begun before the next one comes.
        Thread.sleep(forTimeInterval: 0.05)
        return client
      }
      #expect(try town.served.ask("/livez").status == 200)
      #expect(held.count == 32)
    }
  }

  /// Sends requests by one curl, eight at a time.
  ///
  /// - Parameters:
  ///   - requests: the address of each, with lines of curl's configuration.
  ///   - town: the server.
  /// - Returns: the status codes, in any order.
  /// - Throws: when curl can't be run.
  private func codes(
    of requests: [(path: String, lines: [String])], _ town: EventTown
  ) throws -> [String] {
    let parts = requests.map { path, lines in
      (["url = \"\(town.served.base)\(path)\"", "output = /dev/null"] + lines + [
        #"write-out = "%{http_code}\n""#
      ]).joined(separator: "\n")
    }
    let file = try town.place.write(
      Array(parts.joined(separator: "\nnext\n").utf8), to: "requests.txt")
    let result = try TimeWalkCommand.run(
      URL(fileURLWithPath: "/usr/bin/curl"), ["-sS", "-Z", "--parallel-max", "8", "-K", file])
    #expect(result.status == 0, "\(result.errors.suffix(500))")
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test(
    "200 guests of one address open the page, join within ten minutes, send 24 pictures each within an hour and see the gallery",
    .longCheckOnly, .enabled(if: EventTown.clock != nil, "there is no C compiler"),
    arguments: [false, true])
  func wholeEvent(isBehindProxy: Bool) throws {
    let ahead = try TemporaryFolder()
    func setClock(_ seconds: Int) throws {
      try Data("\(seconds)".utf8).write(to: URL(fileURLWithPath: ahead.path("seconds")))
    }
    try setClock(0)
    let town = try EventTown(
      ahead: ahead.path("seconds"), ofAllClocks: true,
      flags: isBehindProxy ? ["--behind", "https://events.example.org"] : [])
    let event = try town.make()
    let here =
      isBehindProxy ? ["Host: events.example.org", "X-Forwarded-For: 192.0.2.1"] : [String]()
    func lines(_ headers: [String]) -> [String] { (here + headers).map { "header = \"\($0)\"" } }
    let policy = try town.policy(event)
    let join = try town.served.ask("GET", "/events/\(event)/join", here + ["Accept: text/html"])
    let parts = join.text.matches(of: #/<(?:link|script|img)[^>]*?(?:href|src)="(/[^"]+)"/#)
      .map { String($0.1) }
    #expect(parts.count > 3, "\(join.text.prefix(2000))")
    var guests: [[String]] = []
    for number in 0..<200 {
      try setClock(3 * number)
      let opened = try codes(
        of: ["/events/\(event)/join"].map { ($0, lines(["Accept: text/html"])) }
          + parts.map { ($0, lines([])) }, town)
      #expect(Set(opened) == ["200"] && opened.count == parts.count + 1, "\(number): \(opened)")
      let joined = try town.served.post(
        "/v1/events/\(event)/people", json: #"{"name":"Guest","consent":"\#(policy)"}"#, here)
      try #require(joined.status == 201, "\(number): \(joined.text)")
      guests.append(["Cookie: \(joined.cookies[0])"])
    }
    let photo = try town.place.write(JPEGBuilder(width: 16, height: 16).bytes, to: "small.jpg")
    let sending = ["Content-Type: image/jpeg"]
    for round in 0..<24 {
      try setClock(600 + 150 * round)
      let pictures = "/v1/events/\(event)/pictures"
      let sent = try codes(
        of: guests.map { (pictures, lines($0 + sending) + ["data-binary = \"@\(photo)\""]) }, town)
      #expect(Set(sent) == ["201"] && sent.count == guests.count, "\(round): \(Set(sent))")
      // Each page asks for the new pictures; one guest loads them all.
      let news = "\(pictures)?after=\(200 * round)&limit=500"
      let seen = try town.served.ask("GET", news, here + guests[0]).object()
      let new = try #require(seen["pictures"] as? [[String: Any]]).compactMap {
        $0["id"] as? String
      }
      #expect(new.count == 200)
      let watched = try codes(
        of: guests.map { (news, lines($0)) }
          + new.map { ("\(pictures)/\($0)/small", lines(guests[0])) }, town)
      #expect(Set(watched) == ["200"] && watched.count == 400, "\(round): \(Set(watched))")
    }
    let gallery = try codes(
      of: guests.map { ("/events/\(event)", lines($0 + ["Accept: text/html"])) }, town)
    #expect(Set(gallery) == ["200"] && gallery.count == guests.count)
  }

  @Test("A guest's requests count for the guest, and forged ones for the address")
  func rates() throws {
    // One more every ten seconds: a busy machine doesn't wait that long between two of these.
    let town = try EventTown(flags: ["--requests-per-minute", "6"])
    let event = try town.make()
    let ann = try guests(1, town, event)[0]
    #expect(try town.served.ask("GET", "/v1/events/\(event)", ann).status == 200)
    let invented = ["Cookie: timewalk_event_\(event)=AAAA"]
    var codes: [Int] = []
    for _ in 0..<60 where codes.last != 429 {
      codes.append(try town.served.ask("GET", "/v1/events/\(event)", invented).status)
    }
    #expect(codes.last == 429)
    #expect(try town.served.ask("/v1/events/\(event)").status == 429)
    #expect(try town.served.ask("GET", "/v1/events/\(event)", ann).status == 200)
    codes = []
    for _ in 0..<60 where codes.last != 429 {
      codes.append(try town.served.ask("GET", "/v1/events/\(event)", ann).status)
    }
    #expect(codes.count > 4 && codes.last == 429)
  }

  @Test("Faults of pages have a limit for each address, which is no limit for its other requests")
  func faults() throws {
    let town = try EventTown(flags: ["--behind", "https://events.example.org"])
    func requests(
      _ path: String, _ address: String, _ more: [String], count: Int
    ) throws -> [String] {
      let lines = ["Host: events.example.org", "X-Forwarded-For: \(address)"].map {
        "header = \"\($0)\""
      }
      return try codes(of: (0..<count).map { _ in (path, lines + more) }, town)
    }
    let fault = [
      #"header = "Content-Type: application/json""#,
      #"data = "{\"text\":\"x is undefined\",\"page\":\"/\"}""#,
    ]
    let all = try requests("/v1/faults", "192.0.2.1", fault, count: 300)
    #expect(all.count == 300 && Set(all) == ["204", "429"])
    // Sixty at once, and one more each second.
    #expect(all.count { $0 == "204" } >= 60)
    #expect(try requests("/livez", "192.0.2.1", [], count: 2) == ["200", "200"])
    #expect(try requests("/v1/faults", "192.0.2.2", fault, count: 1) == ["204"])
  }

  @Test("A proxy serves more clients than the limit of connections of one address")
  func proxy() throws {
    let town = try EventTown(flags: ["--behind", "https://events.example.org"])
    let port = try #require(town.served.base.split(separator: ":").last.flatMap { UInt16($0) })
    let clients = try (0..<HTTPLimits.strangersConnections + 20).map { number in
      let client = try RawClient(port: port)
      try client.send(
        "GET /livez HTTP/1.1\r\nHost: events.example.org\r\nX-Forwarded-For: 192.0.2.\(number)\r\n\r\n"
      )
      return client
    }
    for client in clients { #expect(client.read(within: 30).hasPrefix("HTTP/1.1 200 ")) }
  }

  @Test("Until a film is developed its guests receive only the event's news, and then its end")
  func film() throws {
    let town = try EventTown()
    let event = try town.make(#"{"name":"Film","gallery":"atEnd","uploads":"guests"}"#)
    for byCode in [false, true] {
      let guest = try town.join(event, "Bob", byCode: byCode)
      let stream = try listen(town, event, guest)
      #expect(
        heard(stream, until: "running").contains("event: state\ndata: {\"state\":\"running\"}"))
      let picture = try town.sent(event, try town.join(event, "Ann"))
      if byCode {
        #expect(
          try town.served.ask("POST", "/v1/events/\(event)/close", town.asOrganiser).status == 200)
        let rest = heard(stream, until: "changed") + stream.readToEnd(within: 10)
        #expect(rest.contains("event: event\ndata: {\"state\":\"changed\"}"))
        #expect(!rest.contains(picture))
        Thread.sleep(forTimeInterval: 1.1)
        let again = try listen(town, event, guest)
        #expect(heard(again, until: "event: state").contains("\"ended\""))
      } else {
        #expect(!stream.read(within: 1).contains(picture))
      }
    }
  }

  @Test("Listeners receive an event's beginning and end on time, once")
  func times() async throws {
    let place = try Workplace()
    let side = try EventSide(
      places: StorePaths(archive: place.archive, library: place.library, environment: [:]),
      library: place.library, mostStreams: 10)
    let now = Date()
    var settings = EventSettings(name: "Later", begins: now + 3600, ends: now + 7200)
    settings.gallery = .atEnd
    let event = try side.store.create(settings, by: .organiser("token:first"), at: now)
    var joining = GuestDetails(name: "Bob")
    joining.consent = Consent(policy: "1", given: now)
    let token = try #require(try side.store.join(event.id, as: joining, at: now).token)
    func told(since start: Date, at moment: Date) async throws -> String {
      let (number, news) = try side.news.listen(
        to: event.id, in: event.state(at: start), as: .token(token), isOrganiser: false,
        seesGallery: false, of: .holder(of: nil))
      side.tick(at: moment, isThorough: false)
      side.news.leave(number)
      var all = ""
      for await bytes in news { all += String(decoding: bytes, as: UTF8.self) }
      return all
    }
    for (start, moment, isChange) in [
      (0, 1, false), (1, 3700, true), (3700, 3800, false), (3800, 7300, true), (7300, 7400, false),
    ] {
      let all = try await told(since: now + TimeInterval(start), at: now + TimeInterval(moment))
      #expect(all.contains("changed") == isChange, "\(all)")
    }
    // A client in no event receives nothing.
    #expect(try await told(since: now + 7400, at: event.erases + 1).contains("gone"))
  }
}
