import Foundation
import Testing
import TimeWalk
@testable import TimeWalkHTTP
import TimeWalkTestSupport

/// Overload of the built server, and failures during its work.
@Suite("The server under a burden", .waitsForProcesses, .serialized)
struct BurdenTests {
  /// A sample of a metric; 0 where there is none yet.
  private static func metric(_ name: String, _ served: Served) throws -> Double {
    let lines = try served.ask("/metrics").text.split(separator: "\n")
    let line = lines.first { $0.hasPrefix(name + " ") }
    return line.flatMap { Double($0.dropFirst(name.count + 1)) } ?? 0
  }

  @Test("Photos sent at once are all answered, with 201 or with 503 and when to come back")
  func queue() throws {
    let served = try Served(nil, ["--longest-wait", "1", "--jobs", "1"])
    let photo = try served.place.write(SamplePhone.photo(), to: "photo.jpg")
    let ask =
      "curl -s -o $1/body$i -w '%{http_code} %header{retry-after}\\n' --data-binary @$1/photo.jpg"
      + " -H 'Content-Type: image/jpeg' \"$2/v1/photos?again=true\""
    let folder = URL(fileURLWithPath: photo).deletingLastPathComponent().path
    let result = try TimeWalkCommand.run(
      URL(fileURLWithPath: "/bin/bash"),
      ["-c", "for i in {1..12}; do \(ask) & done; wait", "bash", folder, served.base])
    let told = result.output.split(separator: "\n").map(String.init)
    #expect(told.count == 12, "\(result.output)\(result.errors)")
    #expect(told.contains { $0.hasPrefix("201") }, "\(told)")
    #expect(told.allSatisfy { $0.hasPrefix("201") || $0.hasPrefix("503 ") }, "\(told)")
    // Behind the rush all is as before.
    #expect(try served.submit("?again=true").status == 201)
    #expect(try Self.metric("timewalk_queue_waiting", served) == 0)
  }

  @Test("Bodies of a client count while they arrive, on every way in, and others' go on")
  func bodies() throws {
    let town = try EventTown(flags: ["--upload-space-per-client", "1000000", "--patience", "120"])
    let event = try town.make()
    let (ann, bob) = (try town.join(event, "Ann"), try town.join(event, "Bob"))
    let folder = town.place.library + "/uploads"
    let pictures = "/v1/events/\(event)/pictures"
    let long = [UInt8](repeating: 0, count: 1_500_000)
    for (path, headers) in [(pictures, ann), ("/v1/photos", town.asOrganiser)] {
      for flags in [[], ["-H", "Transfer-Encoding: chunked"]] {
        let refused = try town.served.ask("POST", path, headers, body: long, flags)
        #expect(refused.status == 503 && refused.headers["retry-after"] == "60", "\(path) \(flags)")
      }
    }
    let upload = #"{"size":1500000}"#
    #expect(try town.served.post("/v1/uploads", json: upload, town.asOrganiser).status == 503)
    #expect(Workplace.names(in: folder).isEmpty)
    let port = try #require(town.served.base.split(separator: ":").last.flatMap { UInt16($0) })
    do {
      let client = try RawClient(port: port)
      defer { withExtendedLifetime(client) {} }
      let lines = [
        "POST \(pictures) HTTP/1.1", "Host: localhost", ann[0], "Content-Type: image/jpeg",
        "Content-Length: 1000000", "", "",
      ]
      try client.send(lines.joined(separator: "\r\n"))
      // All but a hundred bytes: a photo needs more.
      try client.send(bytes: Array(long.prefix(999_900)))
      func arrived() -> Int {
        Workplace.names(in: folder).reduce(0) { bytes, name in
          let facts = try? FileManager.default.attributesOfItem(atPath: folder + "/" + name)
          return bytes + (facts?[.size] as? Int ?? 0)
        }
      }
      // Bytes are counted as they arrive, and written in pieces.
      for _ in 0..<600 where arrived() < 700_000 { Thread.sleep(forTimeInterval: 0.1) }
      Thread.sleep(forTimeInterval: 1)
      #expect(try town.send(event, ann).status == 503)
      #expect(try town.send(event, bob).status == 201)
    }
    for _ in 0..<600 where !Workplace.names(in: folder).isEmpty {
      Thread.sleep(forTimeInterval: 0.1)
    }
    #expect(try town.send(event, ann).status == 201)
  }

  @Test("A form is gone when its photo is copied: the bytes that count for both are those of one")
  func form() throws {
    let folder = try TemporaryFolder()
    let (form, photo) = (folder.path("form"), folder.path("photo"))
    let part = "Content-Disposition: form-data; name=\"photo\"; filename=\"a.jpg\"\r\n\r\n"
    try Data("--mark\r\n\(part)a photo\r\n--mark--\r\n".utf8).write(
      to: URL(fileURLWithPath: form))
    let read = try Call.photo(
      of: form, to: photo, contentType: "multipart/form-data; boundary=mark")
    #expect(try read.get().isEmpty)
    #expect(try String(contentsOfFile: photo, encoding: .utf8) == "a photo")
    #expect(!FileManager.default.fileExists(atPath: form))
  }

  /// Waits until something holds, for a minute at most.
  private static func wait(until isDone: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(60)
    while try !isDone(), ContinuousClock.now < end { Thread.sleep(forTimeInterval: 0.1) }
  }

  /// Connections with a JSON body of which all but the last byte is sent.
  private static func unfinished(
    _ count: Int, _ served: Served, _ path: String, size: Int, from address: String? = nil
  ) throws -> [RawClient] {
    let port = try #require(served.base.split(separator: ":").last.flatMap { UInt16($0) })
    let lines = [
      "POST \(path) HTTP/1.1", "Host: localhost", "Content-Type: application/json",
      "Content-Length: \(size)",
    ]
    let head = (lines + (address.map { ["X-Forwarded-For: \($0)"] } ?? []) + ["", ""])
      .joined(separator: "\r\n")
    return try (0..<count).map { _ in
      let client = try RawClient(port: port)
      try client.send(head + String(repeating: " ", count: size - 1))
      return client
    }
  }

  @Test(
    "Long JSON that doesn't end counts while it is in memory; short JSON always has room",
    .longCheckOnly)
  func heldJSON() throws {
    let served = try Served(nil, ["--max-json", "8192", "--patience", "120"])
    let short = ServerTests.pose
    let long = short + String(repeating: " ", count: 8000 - short.utf8.count)
    func match(_ json: String) throws -> Reply { try served.post("/v1/match", json: json) }
    #expect(try match(long).status == 200)
    do {
      // 64 times 8 KiB may be in memory, without the first 4 KiB of each: 128 of these.
      let clients = try Self.unfinished(200, served, "/v1/match", size: 8192)
      defer { withExtendedLifetime(clients) {} }
      try Self.wait { try match(long).status == 503 }
      let refused = try match(long)
      #expect(refused.status == 503 && refused.headers["retry-after"] == "60")
      #expect(try match(short).status == 200)
    }
    try Self.wait { try match(long).status == 200 }
    #expect(try match(long).status == 200)
  }

  @Test(
    "Behind a proxy, one address with many unfinished requests leaves room for others",
    .longCheckOnly)
  func proxied() throws {
    let place = try Served.place()
    let file = place.folder.path("tokens.json")
    _ = try AccessTests.add("anna", .submit, file)
    let served = try Served(
      place, ["--behind", "https://localhost", "--tokens", file, "--patience", "120"])
    let path = "/v1/event-sessions"
    let clients = try Self.unfinished(
      HTTPLimits.proxiedRequests, served, path, size: 200, from: "198.51.100.7")
    defer { withExtendedLifetime(clients) {} }
    func ask(_ address: String) throws -> Reply {
      try served.post(path, json: "{}", ["Host: localhost", "X-Forwarded-For: \(address)"])
    }
    // An answer that was just read may still count as a request.
    try Self.wait { try (0..<4).allSatisfy { _ in try ask("198.51.100.7").status == 429 } }
    let refused = try ask("198.51.100.7")
    #expect(refused.status == 429)
    #expect(refused.headers["retry-after"] == "5")
    #expect(try ask("198.51.100.8").status != 429)
  }

  @Test("Of many bodies that don't end, little is in memory", .longCheckOnly)
  func heldPhotos() throws {
    guard !Sanitizer.isThere else { return }
    let served = try Served(nil, ["--patience", "120"])
    let port = try #require(served.base.split(separator: ":").last.flatMap { UInt16($0) })
    let head = [
      "POST /v1/photos HTTP/1.1", "Host: localhost", "Content-Type: image/jpeg",
      "Content-Length: 9000000", "", "",
    ].joined(separator: "\r\n")
    let before = try Self.resident(served)
    var clients: [RawClient] = []
    defer { withExtendedLifetime(clients) {} }
    for _ in 0..<500 {
      let client = try RawClient(port: port)
      try client.send(bytes: Array(head.utf8) + [UInt8](repeating: 0, count: 261_000))
      clients.append(client)
    }
    Thread.sleep(forTimeInterval: 2)
    // All of it would be 130 MB.
    #expect(try Self.resident(served) - before < 110 << 20)
    #expect(try served.ask("/livez").status == 200)
  }

  @Test("A stranger's JSON is short, whichever route takes it")
  func strangersJSON() throws {
    let town = try EventTown()
    let event = try town.make()
    let long = #"{"text":""# + String(repeating: "x", count: HTTPLimits.strangersJSON) + #""}"#
    for path in ["/v1/event-sessions", "/v1/faults", "/v1/events", "/v1/events/\(event)/people"] {
      let reply = try town.served.post(path, json: long)
      #expect([401, 413].contains(reply.status), "\(path): \(reply.status)")
    }
  }

  @Test("Without the folder for bodies, answers are 503 and when to come back")
  func missingFolder() throws {
    let served = try Served()
    try FileManager.default.removeItem(atPath: served.place.library + "/uploads")
    for reply in [try served.submit(), try served.post("/v1/uploads", json: #"{"size":10}"#)] {
      #expect(reply.status == 503 && reply.headers["retry-after"] == "60", "\(reply.text)")
      #expect(try reply.problem() == "cannotCreate")
    }
  }

  @Test("With one upload open the next one gets 503 and Retry-After; a finished one doesn't count")
  func uploads() throws {
    let served = try Served(nil, ["--uploads", "1"])
    let first = try served.post("/v1/uploads", json: #"{"size":10}"#)
    #expect(first.status == 201)
    let second = try served.post("/v1/uploads", json: #"{"size":10}"#)
    #expect(second.status == 503 && second.headers["retry-after"] == "60")
    #expect(try second.problem() == "busy")
    #expect(try served.ask("DELETE", try #require(first.headers["location"])).status == 204)
    #expect(try served.post("/v1/uploads", json: #"{"size":10}"#).status == 201)
  }

  @Test("A photo that declares 4 thousand million pixels is refused before it is decoded")
  func bomb() throws {
    let served = try Served()
    var bytes = SamplePhone.photo()
    // The last head of a frame is the photo's: the one before it is its thumbnail's.
    let frame = try #require(
      bytes.indices.dropLast(8).last { index in
        bytes[index] == 0xFF && (0xC0...0xC2).contains(bytes[index + 1])
      })
    // 65,000 by 65,000, within a JPEG's limits.
    for index in 5...8 { bytes[frame + index] = [0xFD, 0xE8][(index + 1) % 2] }
    let before = try Self.resident(served)
    let reply = try served.ask("POST", "/v1/photos", body: bytes)
    #expect(reply.status == 413, "\(reply.text)")
    #expect(try reply.problem() == "limitExceeded")
    #expect(reply.text.contains("pixels"))
    // A sanitizer delays the release of freed memory.
    if !Sanitizer.isThere { #expect(try Self.resident(served) - before < 200 << 20) }
    #expect(Workplace.names(in: served.place.library + "/uploads").isEmpty)
    #expect(try served.submit().status == 201)
  }

  /// Bytes of memory that the server holds.
  private static func resident(_ served: Served) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(served.identifier)/status", encoding: .utf8)
    let line = try #require(status.firstMatch(of: #/VmRSS:\s+(\d+) kB/#))
    return (Int(line.1) ?? 0) << 10
  }

  @Test("A reader of pictures that is killed is started again, which the metrics count")
  func killedReader() throws {
    let served = try Served(nil, ["--jobs", "1"])
    #expect(try served.submit().status == 201)
    let started = try Self.metric("timewalk_reader_starts_total", served)
    #expect(started >= 1)
    let parent = served.identifier
    let list = "/proc/\(parent)/task"
    let readers = try FileManager.default.contentsOfDirectory(atPath: list).flatMap { thread in
      (try? String(contentsOfFile: "\(list)/\(thread)/children", encoding: .utf8))?
        .split(separator: " ").compactMap { Int32($0) } ?? []
    }
    #expect(!readers.isEmpty)
    // They are readable only by the server.
    for reader in readers { kill(reader, SIGKILL) }
    for number in 0..<3 {
      let reply = try served.ask("POST", "/v1/photos", body: SamplePhone.photo() + [UInt8(number)])
      #expect(reply.status == 201, "\(reply.text)")
    }
    #expect(try Self.metric("timewalk_reader_starts_total", served) > started)
  }

  @Test(
    "A tile of 2,500 pictures has at most 2,000 features, which represent all; pages format numbers"
  )
  func crowdedTile() throws {
    let place = try Workplace()
    var csv = "id,title,date,latitude,longitude,license,source\n"
    for row in 0..<2500 {
      let (latitude, longitude) = (40 + 0.01 * Double(row / 50), -74 + 0.01 * Double(row % 50))
      csv += "r\(row),Row \(row),1911,\(latitude),\(longitude),CC0-1.0,https://example.org/\(row)\n"
    }
    let file = try place.write(Array(csv.utf8), to: "many.csv")
    let places = StorePaths(archive: place.archive, library: place.library, environment: [:])
    _ = try Curator(writing: places)
      .importCatalogue(ImportRequest(source: file, collection: "many"))
    let served = try Served(place)
    for path in ["/v1/map/0/0/0", "/v1/map/1/0/0", "/v1/map/3/2/3"] {
      let features = try #require(try served.ask(path).object()["features"] as? [[String: Any]])
      #expect((1...2000).contains(features.count), "\(path): \(features.count)")
      let stand = features.map {
        ($0["properties"] as? [String: Any])?["count"] as? Int ?? 1
      }
      #expect(stand.reduce(0, +) == 2500, "\(path)")
    }
    for (language, count) in [("en", "2,500 pictures"), ("de", "2.500 Bilder")] {
      let page = try served.ask(
        "GET", "/items", ["Accept: text/html", "Accept-Language: \(language)"])
      #expect(page.text.contains(count), "\(language)")
    }
  }

  @Test("Addresses in answers begin with that of --behind")
  func publicAddress() throws {
    let name = "https://archive.example.org"
    let place = try Served.place()
    let file = place.folder.path("tokens.json")
    let token = ["Authorization: Bearer \(try AccessTests.add("anna", .submit, file))"]
    let served = try Served(place, ["--behind", name, "--tokens", file])
    let made = try served.submit("", token)
    #expect(made.headers["location"]?.hasPrefix(name + "/v1/photos/") == true)
    func ask(_ path: String) throws -> Reply { try served.ask("GET", path, token) }
    for (reply, path) in [
      (made, "/v1/photos/"), (try ask("/v1/items/nypl:kept"), "/v1/items/nypl:kept/picture"),
      (try ask("/v1/items.geojson?limit=1"), "/v1/items.geojson?limit=1&after="),
      (try ask("/v1/items/nypl:kept/iiif"), "/v1/items/nypl:kept/picture"),
      (try ask("/v1/items/nypl:kept/stac"), "/v1/items/nypl:kept/picture"),
    ] {
      let addresses = try reply.texts().filter { $0.contains("/v1/") }
      #expect(addresses.contains { $0.hasPrefix(name + path) }, "\(addresses)")
      #expect(addresses.allSatisfy { !$0.contains(served.base) }, "\(addresses)")
    }
    let link = try ask("/v1/items?limit=1").headers["link"]
    #expect(link?.hasPrefix("<\(name)/v1/items?limit=1&after=") == true)
  }
}
