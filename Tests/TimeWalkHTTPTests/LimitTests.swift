import Foundation
import HTTPTypes
import Testing
import TimeWalk
@testable import TimeWalkHTTP
import TimeWalkTestSupport

/// The limits of clients.
@Suite("The server's limits", .waitsForProcesses, .serialized)
struct LimitTests {
  @Test("A photo, and JSON, of the greatest size are taken; a byte more is refused at once")
  func bodies() throws {
    let photo = SamplePhone.photo()
    let json = Array(ServerTests.pose.utf8)
    let served = try Served(nil, ["--max-photo", "\(photo.count)", "--max-json", "\(json.count)"])
    #expect(try served.submit().status == 201)
    #expect(try served.post("/v1/match", json: ServerTests.pose).status == 200)
    for flags in [[], ["-H", "Transfer-Encoding: chunked"]] {
      let long = try served.ask("POST", "/v1/photos", body: photo + [0], flags)
      #expect(long.status == 413, "\(flags)")
      #expect(try long.problem() == "limitExceeded")
      #expect(long.headers["connection"] == "close")
    }
    #expect(try served.post("/v1/match", json: ServerTests.pose + " ").status == 413)
    #expect(Workplace.names(in: served.place.library + "/uploads").isEmpty)
  }

  @Test("Behind a refusal the rest of a body is not waited for")
  func refusalEnds() throws {
    let served = try Served(nil, ["--max-photo", "1000"])
    let start = ContinuousClock.now
    // A gigabyte at 1 MB/s would take a quarter of an hour.
    let reply = try served.ask(
      "POST", "/v1/photos", ["Expect:", "Transfer-Encoding: chunked"], body: nil,
      ["-T", "/dev/zero", "--limit-rate", "1M", "--max-time", "60"])
    #expect(reply.status == 413)
    #expect(ContinuousClock.now - start < .seconds(30))
  }

  @Test("A client that waits for 100 Continue gets it at once")
  func continues() throws {
    let served = try Served()
    let start = ContinuousClock.now
    let reply = try served.ask(
      "POST", "/v1/photos", ["Expect: 100-continue"], body: SamplePhone.photo(),
      ["--expect100-timeout", "30"])
    #expect(reply.status == 201)
    #expect(ContinuousClock.now - start < .seconds(25))
  }

  @Test("Requests of a client in a minute: the next one waits, and learns for how long")
  func rates() throws {
    let rates = RequestRates(perMinute: 60)
    let start = ContinuousClock.now
    for _ in 0..<60 { #expect(rates.count("a", now: start) == 0) }
    #expect(rates.count("a", now: start) == 1)
    #expect(rates.count("b", now: start) == 0)
    #expect(rates.count("a", now: start + .seconds(1.1)) == 0)
    #expect(rates.count("a", now: start + .seconds(1.2)) == 1)
    for _ in 0..<60 { #expect(rates.count("token", isKnown: true, now: start) == 0) }
    // Unknown clients displace unknown clients, and never known ones.
    let many = (0..<20_000).map { rates.count("\($0)", now: start + .seconds(2)) }
    #expect(many.allSatisfy { $0 == 0 })
    #expect(rates.count("token", isKnown: true, now: start) == 1)
    let served = try Served(nil, ["--requests-per-minute", "2"])
    let answers = try (0..<3).map { _ in try served.ask("/livez") }
    #expect(answers.map(\.status) == [200, 200, 429])
    #expect(
      answers[2].headers["retry-after"].flatMap(Int.init).map { (1...30).contains($0) } == true)
    // A refused request is one, too.
    let other = try Served(nil, ["--requests-per-minute", "2"])
    let refused = try (0..<3).map { _ in
      try other.ask("GET", "/v1/items", ["Authorization: Bearer unknown"]).status
    }
    #expect(refused == [401, 401, 429])
  }

  @Test(
    "A client that sends a head or a body too slowly is cut off, and a steady one is not",
    .longCheckOnly)
  func slowClients() throws {
    let served = try Served(nil, ["--patience", "2"])
    let port = try #require(served.base.split(separator: ":").last.flatMap { UInt16($0) })
    for sent in [
      "GET /livez HTTP/1.1\r\nHost: localhost\r\n",
      "POST /v1/photos HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nabc",
    ] {
      let client = try RawClient(port: port)
      try client.send(sent)
      let start = ContinuousClock.now
      _ = client.readToEnd(within: 20)
      #expect(ContinuousClock.now - start < .seconds(10), "\(sent)")
      #expect(ContinuousClock.now - start > .seconds(1), "\(sent)")
    }
    // 20 kB a second, for longer than the patience.
    let steady = try served.ask(
      "POST", "/v1/photos", body: SamplePhone.photo() + [UInt8](repeating: 0, count: 60_000),
      ["--limit-rate", "20k"])
    #expect(steady.status == 201, "\(steady.text)")
  }

  @Test("A connection without a request is closed after its time")
  func idle() throws {
    let served = try Served(nil, ["--idle-time", "2"])
    let port = try #require(served.base.split(separator: ":").last.flatMap { UInt16($0) })
    let client = try RawClient(port: port)
    for _ in 0..<4 {
      try client.send("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
      var answer = ""
      while !answer.hasSuffix("alive\n"), case let more = client.read(within: 20), !more.isEmpty {
        answer += more
      }
      #expect(answer.hasPrefix("HTTP/1.1 200 "))
      Thread.sleep(forTimeInterval: 0.7)
    }
    let start = ContinuousClock.now
    #expect(client.readToEnd(within: 20).isEmpty)
    #expect(ContinuousClock.now - start < .seconds(15))
  }

  @Test("The permission to send a body waits for the end of the answer before")
  func permission() throws {
    let served = try Served()
    let port = try #require(served.base.split(separator: ":").last.flatMap { UInt16($0) })
    let client = try RawClient(port: port)
    try client.send(
      "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n"
        + "POST /v1/match HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        + "Expect: 100-continue\r\nConnection: close\r\n"
        + "Content-Length: \(ServerTests.pose.utf8.count)\r\n\r\n")
    var answer = ""
    while !answer.contains("100 Continue"), case let more = client.read(within: 20), !more.isEmpty {
      answer += more
    }
    #expect(answer.hasPrefix("HTTP/1.1 200 "))
    #expect(answer.contains("alive\nHTTP/1.1 100 Continue"), "\(answer)")
    try client.send(ServerTests.pose)
    #expect(client.readToEnd(within: 20).contains("\"matches\""))
  }

  @Test("A body of another transfer coding than chunked is refused")
  func transferCoding() throws {
    let served = try Served()
    let port = try #require(served.base.split(separator: ":").last.flatMap { UInt16($0) })
    let body = ServerTests.pose
    for (coding, status) in [("gzip, chunked", 400), ("Chunked", 200)] {
      let client = try RawClient(port: port)
      try client.send(
        "POST /v1/match HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Connection: close\r\nTransfer-Encoding: \(coding)\r\n\r\n"
          + "\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\r\n")
      let answer = client.readToEnd(within: 20)
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(coding): \(answer)")
    }
  }

  @Test("A photo whose body ends before its Content-Length is not kept, however much is there")
  func shortBody() throws {
    let served = try Served()
    let port = try #require(served.base.split(separator: ":").last.flatMap { UInt16($0) })
    let photo = SamplePhone.photo()
    do {
      let client = try RawClient(port: port)
      try client.send(
        "POST /v1/photos HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(photo.count)\r\n\r\n")
      try client.send(bytes: Array(photo.dropLast(20)))
      // It must have come before the connection breaks.
      Thread.sleep(forTimeInterval: 0.5)
    }
    Thread.sleep(forTimeInterval: 1)
    let next = try served.ask("POST", "/v1/photos", body: photo)
    #expect(next.status == 201, "\(next.text)")
    #expect(try served.ask("GET", "/v1/photos").object()["total"] as? Int == 1)
  }

  @Test("Connections of one address are counted, and given back")
  func connections() throws {
    let served = try Served(nil, ["--connections-per-client", "2"])
    let port = try #require(served.base.split(separator: ":").last.flatMap { UInt16($0) })
    let request = "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n"
    var clients = try (0..<2).map { _ in try RawClient(port: port) }
    for client in clients {
      try client.send(request)
      #expect(client.read(within: 10).contains("200"))
    }
    let third = try RawClient(port: port)
    try? third.send(request)
    let refusal = third.readToEnd(within: 10)
    #expect(refusal.hasPrefix("HTTP/1.1 503 "), "\(refusal)")
    #expect(refusal.lowercased().contains("retry-after: 2\r\n"), "\(refusal)")
    clients.removeLast()
    Thread.sleep(forTimeInterval: 0.5)
    let fourth = try RawClient(port: port)
    try fourth.send(request)
    #expect(fourth.read(within: 10).contains("200"))
  }

  @Test("Above the total limit of connections the next one gets 503 and Retry-After")
  func connectionsInAll() throws {
    let served = try Served(nil, ["--connections", "3"])
    let port = try #require(served.base.split(separator: ":").last.flatMap { UInt16($0) })
    var clients = try (0..<3).map { _ in try RawClient(port: port) }
    // A connection between two requests would give way.
    for client in clients {
      try client.send("GET /v1/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(client.read(within: 10).contains("200"))
    }
    let refused = try served.ask("/livez")
    #expect(refused.status == 503 && refused.headers["retry-after"] == "2")
    clients.removeLast()
    Thread.sleep(forTimeInterval: 0.5)
    #expect(try served.ask("/livez").status == 200)
    #expect(clients.count == 2)
  }

  @Test(
    "A body that drips more slowly than the least rate is cut off, though it never rests",
    .longCheckOnly)
  func leastRate() throws {
    let served = try Served(nil, ["--patience", "2", "--least-rate", "5000"])
    let port = try #require(served.base.split(separator: ":").last.flatMap { UInt16($0) })
    let client = try RawClient(port: port)
    try client.send(
      "POST /v1/photos HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n")
    // On the average of the whole body, this would be enough for a minute.
    try client.send(String(repeating: "x", count: 300_000))
    let start = ContinuousClock.now
    var sent = 0
    // 200 bytes, ten times a second: no silence comes near the patience.
    while ContinuousClock.now - start < .seconds(30) {
      guard client.canSend(String(repeating: "x", count: 200)) else { break }
      sent += 200
      Thread.sleep(forTimeInterval: 0.1)
    }
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(ContinuousClock.now - start > .seconds(2) && sent > 2000)
    // The one with the rate is taken.
    let steady = try served.ask(
      "POST", "/v1/photos", body: SamplePhone.photo() + [UInt8](repeating: 0, count: 60_000),
      ["--limit-rate", "20k"])
    #expect(steady.status == 201, "\(steady.text)")
  }

  @Test("Invalid HTTP, and a head that is too long, get the usual form of errors")
  func heads() throws {
    let served = try Served()
    let port = try #require(served.base.split(separator: ":").last.flatMap { UInt16($0) })
    let line = "GET /livez HTTP/1.1\r\nHost: localhost\r\n"
    let long = String(repeating: "x", count: HTTPLimits.longestHead + 1000)
    let fields = (0...HTTPLimits.mostFields).map { "X-\($0): y\r\n" }.joined()
    let cases: [(sent: String, status: Int, code: String)] = [
      ("what is this?\r\n\r\n", 400, "parseError"), ("\u{16}\u{3}\u{1}\0\0", 400, "parseError"),
      (line + "Content-Length: ten\r\n\r\n", 400, "parseError"),
      (line + "No colon\r\n\r\n", 400, "parseError"),
      (
        "POST /v1/match HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n", 400, "parseError"
      ),
      (line + "\r\n" + "then nonsense\r\n\r\n", 400, "parseError"),
      ("GET /livez?\(long) HTTP/1.1\r\nHost: localhost\r\n\r\n", 431, "limitExceeded"),
      (line + "X: \(long)\r\n\r\n", 431, "limitExceeded"),
      (line + fields + "\r\n", 431, "limitExceeded"),
    ]
    for (sent, status, code) in cases {
      let client = try RawClient(port: port)
      // The server may have ended before all is sent.
      try? client.send(sent)
      let answer = client.readToEnd(within: 20)
      let last = try #require(answer.components(separatedBy: "HTTP/1.1 ").last)
      #expect(last.hasPrefix("\(status) "), "\(sent.prefix(60)): \(answer)")
      #expect(last.lowercased().contains("content-type: application/problem+json\r\n"))
      #expect(last.lowercased().contains("x-content-type-options: nosniff\r\n"))
      let body = try #require(last.components(separatedBy: "\r\n\r\n").last)
      let problem = try #require(
        try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any])
      #expect(problem["code"] as? String == code && problem["status"] as? Int == status, "\(body)")
    }
    // As much as is allowed is taken.
    let most = try RawClient(port: port)
    try most.send(line + "X: \(long.prefix(HTTPLimits.longestHead - 200))\r\n\r\n")
    #expect(most.read(within: 10).contains("200 OK"))
  }

  @Test("A search beyond its time gets 503, and a curator's goes on")
  func searchTime() throws {
    let place = try Served.place()
    let rows = (0..<3000).map { "item\($0),Street \($0),40.\(7000 + $0 % 900),-73.98" }
    let csv = try place.write(
      Array((["id,title,latitude,longitude"] + rows).joined(separator: "\n").utf8), to: "many.csv")
    let places = StorePaths(archive: place.archive, library: place.library, environment: [:])
    _ = try Curator(writing: places)
      .importCatalogue(ImportRequest(source: csv, collection: "many"))
    let file = place.folder.path("tokens.json")
    let tokens = try [Right.read, .curate].map { right in
      ["Authorization: Bearer \(try AccessTests.add("\(right)", right, file))"]
    }
    let search = "/v1/items?text=street&latitude=40.75&longitude=-73.98&radius=20000"
    let served = try Served(place, ["--tokens", file, "--search-time", "0.0001"])
    let refused = try served.ask("GET", search, tokens[0])
    #expect(refused.status == 503 && refused.headers["retry-after"] == "2")
    #expect(try refused.problem() == "busy")
    #expect(try (refused.object()["detail"] as? String)?.contains("search took longer") == true)
    #expect(try served.ask("GET", search, tokens[1]).status == 200)
    // The connection to the archive has no limit left, and other requests have a longer one.
    #expect(try served.ask("GET", "/v1/stats", tokens[0]).status == 200)
    let patient = try Served(place, ["--tokens", file, "--search-time", "60"])
    #expect(try patient.ask("GET", search, tokens[0]).object()["total"] as? Int == 3000)
    for (offset, status) in [(10_000, 200), (10_001, 400)] {
      let page = try patient.ask("GET", "/v1/items?offset=\(offset)", tokens[1])
      #expect(page.status == status, "\(offset): \(page.text)")
    }
  }

  @Test(
    "An offer of another protocol is ignored, and the connection ends: it is of no use to a proxy",
    arguments: [
      "GET /livez HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket",
      "GET /livez HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: h2c",
      "CONNECT localhost:443 HTTP/1.1",
    ])
  func otherProtocols(head: String) throws {
    let served = try Served()
    let port = try #require(served.base.split(separator: ":").last.flatMap { UInt16($0) })
    let client = try RawClient(port: port)
    try client.send(head + "\r\nHost: localhost:\(port)\r\n\r\n")
    let answer = client.readToEnd(within: 20).lowercased()
    #expect(answer.hasPrefix("http/1.1 "))
    #expect(answer.contains("connection: close\r\n"), "\(answer)")
  }

  @Test("Each limit has a flag and a line in SECURITY.md")
  func documented() throws {
    let help = try TimeWalkCommand.run(Served.program, ["serve", "--help"]).output
    let text = try String(
      contentsOf: Project.root.appendingPathComponent("SECURITY.md"), encoding: .utf8)
    for child in Mirror(reflecting: HTTPLimits()).children {
      let name = try #require(child.label)
      #expect(text.contains("`HTTPLimits.\(name)`"), "\(name)")
    }
    let rows = text.split(separator: "\n").filter { $0.contains("`HTTPLimits.") }
    let flags = rows.flatMap { $0.matches(of: #/`--([a-z-]+)`/#).map { String($0.1) } }
    #expect(flags.count == 20)
    for flag in flags { #expect(help.contains("--\(flag)"), "\(flag)") }
  }
}
