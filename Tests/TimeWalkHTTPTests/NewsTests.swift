import Foundation
import Synchronization
import Testing
import TimeWalk
import TimeWalkTestSupport

@testable import TimeWalkHTTP

/// News, counts, and the end.
@Suite("News, metrics and the end", .waitsForProcesses, .serialized)
struct NewsTests {
  /// Listens by curl until the server ends, or for some seconds.
  static func listen(
    _ served: Served, _ query: String, _ headers: [String] = [], while body: () throws -> Void
  ) throws -> String {
    let folder = try TemporaryFolder()
    let curl = Process()
    curl.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
    let file = folder.url.appendingPathComponent("news")
    try Data().write(to: file)
    curl.arguments =
      ["-sN", "--max-time", "20"] + headers.flatMap { ["-H", $0] } + [
        served.base + "/v1/stream" + query
      ]
    curl.standardOutput = try FileHandle(forWritingTo: file)
    try curl.run()
    func text() throws -> String { String(decoding: try Data(contentsOf: file), as: UTF8.self) }
    for _ in 0..<200 where try !text().contains(": hello") { Thread.sleep(forTimeInterval: 0.05) }
    try body()
    Thread.sleep(forTimeInterval: 0.5)
    curl.interrupt()
    curl.waitUntilExit()
    return try text()
  }

  @Test("A photo's progress: queued, each step, done; the news report its addition and removal")
  func progress() throws {
    let served = try Served()
    var id = ""
    var news = ""
    let progress = try Self.listen(served, "?progressToken=mine") {
      news = try Self.listen(served, "") {
        let made = try served.submit("?progressToken=mine")
        id = try #require((try made.object()["photo"] as? [String: Any])?["id"] as? String)
        _ = try served.ask("POST", "/v1/photos?progressToken=other", body: [1, 2, 3])
        _ = try served.ask("DELETE", "/v1/photos/\(id)")
      }
    }
    let states = progress.matches(of: #/"state":"(\w+)"(?:,"step":"(\w+)")?/#)
      .map { $0.2.map(String.init) ?? String($0.1) }
    #expect(states == ["queued"] + PipelineStep.allCases.map(\.rawValue) + ["done"])
    #expect(progress.contains(#""photo":"\#(id)""#))
    #expect(!progress.contains("other"))
    #expect(news.contains("event: photo\n"))
    #expect(news.contains(#""state":"added""#))
    #expect(news.contains(#""state":"removed""#))
    #expect(!news.contains("progress"))
    // A late listener receives the result.
    let late = try Self.listen(served, "?progressToken=mine") {}
    #expect(late.contains(#""state":"done""#))
    let failed = try Self.listen(served, "?progressToken=other") {}
    #expect(failed.contains(#""code":"unsupportedFormat""#))
  }

  @Test("Streams are counted, and given back when their clients go")
  func streams() throws {
    let served = try Served(nil, ["--news-streams", "1"])
    _ = try Self.listen(served, "") {
      let second = try served.ask("GET", "/v1/stream", [], body: nil, ["--max-time", "5"])
      #expect(second.status == 503)
      #expect(second.headers["retry-after"] != nil)
      #expect(try served.ask("/metrics").text.contains("timewalk_news_streams 1\n"))
    }
    var text = ""
    for _ in 0..<100 where !text.contains("timewalk_news_streams 0\n") {
      text = try served.ask("/metrics").text
      Thread.sleep(forTimeInterval: 0.05)
    }
    #expect(text.contains("timewalk_news_streams 0\n"))
  }

  @Test("A revoked token's open stream receives nothing more, and the others continue")
  func revoked() throws {
    let place = try Served.place()
    let file = place.folder.path("tokens.json")
    let (first, second) = (
      ["Authorization: Bearer \(try AccessTests.add("first", .curate, file))"],
      ["Authorization: Bearer \(try AccessTests.add("second", .curate, file))"]
    )
    let served = try Served(place, ["--tokens", file])
    var other = ""
    let news = try Self.listen(served, "", first) {
      other = try Self.listen(served, "", second) {
        let revoked = try AccessTests.token(["revoke", "first", "--tokens", file])
        Thread.sleep(forTimeInterval: 1.2)
        let sent = try served.submit("", second)
        #expect(revoked.status == 0 && sent.status == 201)
      }
    }
    #expect(other.contains("event: photo\n"))
    #expect(news.contains(": hello") && !news.contains("event: photo\n"), "\(news)")
  }

  @Test("The heartbeat ends streams whose token is revoked or has another right")
  func changedTokens() throws {
    let folder = try TemporaryFolder()
    let file = TokenFile(path: folder.path("tokens.json"))
    for name in ["kept", "lowered", "replaced", "revoked"] {
      _ = try file.add(name, .curate, now: "2026-11-28T12:00:00Z")
    }
    var records = try file.read()
    let tokens = try TokenGuard(file)
    let hub = NewsHub(most: 8) { $0.isCurrent(in: tokens) }
    // A stream ends when nothing holds it.
    let streams = try records.map { record in
      try hub.listen(
        nil,
        of: Client(
          key: nil, address: "", group: nil, right: record.right, token: record.name, record: record
        ))
    }
    hub.beat()
    #expect(hub.count == 4)
    records.removeLast()
    records[1].right = .submit
    records[2].sha256 = String(records[2].sha256.reversed())
    try PrivateFile.write(Array(try JSONEncoder().encode(["tokens": records])), to: file.path)
    Thread.sleep(forTimeInterval: 1.1)
    hub.beat()
    withExtendedLifetime(streams) { #expect(hub.count == 1) }
  }

  @Test("Two senders with the same progress token receive only their own photos")
  func senders() async throws {
    let hub = NewsHub(most: 2)
    let topics = ["first", "second"].map { NewsTopic("a", of: .holder(of: $0)) }
    let (number, news) = try hub.listen(topics[0], of: .holder(of: "first"))
    hub.tell(.done(photo: "1", url: "/1"), topics[1])
    hub.tell(.done(photo: "2", url: "/2"), topics[0])
    hub.leave(number)
    var all: [String] = []
    for await text in news { all.append(String(decoding: text, as: UTF8.self)) }
    #expect(all.count == 1 && all[0].contains("\"/2\""), "\(all)")
  }

  @Test("A look at a listener's rights keeps no other listener waiting")
  func slowRights() async throws {
    let own = Mutex<NewsHub?>(nil)
    let heard = Mutex(0)
    let topic = NewsTopic("a", of: .holder(of: "sender"))
    let hub = NewsHub(most: 4) { _ in
      // Another request, while the tokens' file is read.
      if let hub = own.withLock({ $0 }),
        let (number, _) = try? hub.listen(topic, of: .holder(of: nil))
      {
        hub.leave(number)
        heard.withLock { $0 += 1 }
      }
      return true
    }
    own.withLock { $0 = hub }
    let (number, news) = try hub.listen(topic, of: .holder(of: "sender"))
    for _ in 0..<5 { hub.tell(.queued, topic) }
    hub.leave(number)
    own.withLock { $0 = nil }
    var count = 0
    for await _ in news { count += 1 }
    #expect(count == 5 && heard.withLock { $0 } == 5)
  }

  @Test("One address may have half of the streams")
  func address() throws {
    func client(_ group: String) -> Client {
      Client(key: "guest 1", address: group, group: group, right: .submit, token: nil)
    }
    let hub = NewsHub(most: 4)
    // A stream ends when nothing holds it.
    var open = try (0..<2).map { _ in try hub.listen(nil, of: client("1")) }
    #expect(throws: Problem.self) { try hub.listen(nil, of: client("1")) }
    open.append(try hub.listen(nil, of: client("2")))
    hub.leave(open[0].number)
    open.append(try hub.listen(nil, of: client("1")))
    // Clients of this machine may have all.
    open.append(try hub.listen(nil, of: .holder(of: nil)))
    #expect(throws: Problem.self) { try hub.listen(nil, of: client("3")) }
    withExtendedLifetime(open) { #expect(hub.count == 4) }
  }

  @Test("A slow listener loses the oldest messages, and delays no other")
  func slowListener() async throws {
    let hub = NewsHub(most: 2)
    let topic = NewsTopic("a", of: .holder(of: "sender"))
    let (number, news) = try hub.listen(topic, of: .holder(of: "sender"))
    for _ in 0..<1000 { hub.tell(.queued, topic) }
    hub.tell(.failed("busy"), topic)
    hub.leave(number)
    var all: [String] = []
    for await text in news { all.append(String(decoding: text, as: UTF8.self)) }
    #expect(all.count == 64)
    #expect(all.last?.contains("failed") == true)
  }

  @Test("Live, ready, and metrics in Prometheus's format")
  func watching() throws {
    let served = try Served()
    #expect(try served.ask("/livez").text == "alive\n")
    #expect(try served.ask("/readyz").text == "ready\n")
    _ = try served.post("/v1/match", json: ServerTests.pose)
    _ = try served.ask("/nothing")
    let metrics = try served.ask("/metrics")
    #expect(metrics.headers["content-type"]?.hasPrefix("text/plain; version=0.0.4") == true)
    for line in [
      #"timewalk_http_requests_total{method="POST",route="/v1/match",status="200"} 1"#,
      #"timewalk_http_requests_total{method="GET",route="none",status="404"} 1"#,
      #"timewalk_http_request_seconds_count{route="/v1/match"} 1"#,
      "timewalk_archive_items 2", "timewalk_queue_waiting 0", "timewalk_memory_held_bytes 0",
      "timewalk_uploads_open 0", "# TYPE timewalk_reader_starts_total counter",
    ] {
      #expect(metrics.text.contains(line + "\n"), "\(line)")
    }
    for line in metrics.text.split(separator: "\n") where !line.hasPrefix("#") {
      #expect(
        line.wholeMatch(of: #/[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e+-]+/#) != nil,
        "\(line)")
    }
  }

  @Test("A server without an archive lives, and isn't ready")
  func notReady() throws {
    let place = try Workplace()
    let served = try Served(place, hasArchive: false)
    #expect(try served.ask("/livez").status == 200)
    #expect(try served.ask("/readyz").status == 503)
    #expect(try served.ask("/v1/stats").problem() == "inputMissing")
    let page = try served.ask("GET", "/items", [PageTests.browser])
    #expect(page.status == 503 && page.text.contains("<h1>There is no archive yet</h1>"))
    #expect(page.text.contains("<code>timewalk archive import CATALOGUE</code>"))
    #expect(!page.text.contains("Too much at once"))
  }
}

/// The end of the server.
@Suite("The server's end", .waitsForProcesses, .serialized)
struct DrainTests {
  @Test("SIGTERM: running requests are answered, streams end, and the exit code is 0")
  func drains() throws {
    let served = try Served()
    let folder = try TemporaryFolder()
    let photo = folder.path("photo.jpg")
    try Data(SamplePhone.photo() + [UInt8](repeating: 0, count: 40_000))
      .write(to: URL(fileURLWithPath: photo))
    let curl = Process()
    curl.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
    // Two seconds of upload, within which the signal comes.
    curl.arguments = [
      "-s", "-o", folder.path("answer"), "-w", "%{http_code}", "--limit-rate", "20k",
      "-H", "Content-Type: image/jpeg", "--data-binary", "@" + photo, served.base + "/v1/photos",
    ]
    let output = Pipe()
    curl.standardOutput = output
    try curl.run()
    let stream = Process()
    stream.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
    stream.arguments = ["-sN", "-o", folder.path("news"), served.base + "/v1/stream"]
    try stream.run()
    Thread.sleep(forTimeInterval: 1)
    served.send(SIGTERM)
    curl.waitUntilExit()
    stream.waitUntilExit()
    #expect(
      try output.fileHandleForReading.readToEnd().map { String(decoding: $0, as: UTF8.self) }
        == "201")
    #expect(stream.terminationStatus == 0)
    #expect(served.end() == 0)
    #expect(try served.log().contains("drained"))
  }

  @Test("SIGTERM: a request that goes on is waited for only for its time")
  func drainTime() throws {
    let served = try Served(nil, ["--drain-time", "1", "--patience", "60"])
    let port = try #require(served.base.split(separator: ":").last.flatMap { UInt16($0) })
    let client = try RawClient(port: port)
    try client.send(
      "POST /v1/photos HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nabc")
    // The body must have begun.
    Thread.sleep(forTimeInterval: 0.5)
    let start = ContinuousClock.now
    served.send(SIGTERM)
    #expect(served.end() == 0)
    #expect(ContinuousClock.now - start < .seconds(30))
    withExtendedLifetime(client) {}
  }
}
