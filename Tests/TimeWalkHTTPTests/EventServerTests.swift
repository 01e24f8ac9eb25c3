import Foundation
import Testing
import TimeWalk
import TimeWalkTestSupport
import TimeWalkEvents

@testable import TimeWalkHTTP

/// Events over HTTP, asked of the built program.
@Suite("Events over HTTP", .waitsForProcesses, .serialized)
struct EventServerTests {
  @Test("From its making to pictures in the gallery, deletion, and the person's erasure")
  func whole() throws {
    let town = try EventTown()
    let event = try town.make(#"{"name":"Old town","photos":2,"hours":3}"#)
    let address = "/v1/events/\(event)"
    let stranger = try town.served.ask(address).object()
    #expect(stranger["may"] as? [String] == ["join"])
    #expect(stranger["me"] == nil)
    // Typed in small letters, with a hyphen.
    let typed = event.lowercased().prefix(5) + "-" + event.lowercased().suffix(5)
    #expect(try town.served.ask("/v1/events/\(typed)").status == 200)
    let ann = try town.join(event, "Ann")
    let bob = try town.join(event, "Bob", byCode: true)
    let first = try town.sent(event, ann, "?key=one&name=Gate")
    // The same key is the same picture.
    let again = try town.send(event, ann, "?key=one")
    #expect(again.status == 200)
    #expect(try again.object()["id"] as? String == first)
    let second = try town.sent(event, ann)
    let full = try town.send(event, ann)
    #expect(full.status == 409)
    #expect(try full.problem() == "limitReached")
    #expect(try full.object()["detail"] as? String == "all 2 photos are taken")
    let single = try town.make(#"{"name":"One each","photos":1}"#)
    let eve = try town.join(single, "Eve")
    _ = try town.sent(single, eve)
    let taken = try town.send(single, eve)
    #expect(taken.status == 409)
    #expect(try taken.object()["detail"] as? String == "the only photo is taken")
    #expect(try town.seen(event, bob) == [first, second])
    #expect(try town.seen(event, bob, "?limit=1") == [first])
    #expect(try town.seen(event, bob, "?after=1") == [second])
    // A deleted picture frees its place.
    let gone = try town.served.ask("DELETE", "\(address)/pictures/\(first)", ann)
    #expect(gone.status == 200)
    #expect(try gone.object()["erased"] as? Bool == true)
    #expect(try town.served.ask("GET", "\(address)/pictures/\(first)/small", bob).status == 404)
    let third = try town.sent(event, ann)
    #expect(try town.seen(event, bob) == [second, third])
    let kept = try town.served.ask("GET", "\(address)/me", ann).object()
    #expect(kept["name"] as? String == "Ann")
    #expect((kept["pictures"] as? [[String: Any]])?.count == 2)
    #expect(try town.served.ask("DELETE", "\(address)/me", ann).status == 200)
    #expect(try town.seen(event, bob).isEmpty)
    #expect(try town.served.ask("GET", "\(address)/me", ann).status == 401)
    #expect(try town.served.ask("DELETE", address, town.asOther).status == 401)
    #expect(try town.served.ask("DELETE", address, town.asOrganiser).status == 200)
    #expect(try town.served.ask(address).status == 404)
  }

  @Test("Times are those that the calendar has, with their offset; keys and zips are checked alike")
  func requestsAreChecked() throws {
    #expect(
      try EventTimes.date("2026-11-23T10:00:00+01:00", field: "ends").timeIntervalSince1970
        == 1_795_424_400)
    for text in [
      "2026-02-30T10:00:00Z", "2026-11-23T25:00:00Z", "2026-11-23T10:00:00Z or so",
      "2026-11-23T10:00:00", "tomorrow", "",
    ] {
      #expect(throws: TimeWalkError.self, "\(text)") { try EventTimes.date(text, field: "ends") }
    }
    let town = try EventTown()
    let event = try town.make()
    let ann = try town.join(event, "Ann")
    // 64 letters of four bytes each.
    let longest = String(repeating: "%F0%9F%98%80", count: 64)
    for (key, status) in [(longest, 201), (longest + "x", 400), ("", 400)] {
      let sent = try town.send(event, ann, "?key=\(key)")
      #expect(sent.status == status, "\(key.count): \(sent.text)")
    }
    for list in ["%F0%9F%98%80", "0123,", String(repeating: "0", count: 33)] {
      let zip = try town.served.ask("GET", "/v1/events/\(event)/zip?pictures=\(list)", ann)
      #expect(zip.status == 400, "\(list): \(zip.status)")
      #expect(try zip.object()["field"] as? String == "pictures")
    }
  }

  @Test("Pictures are refused before their sender's consent to the stored data")
  func consent() throws {
    let town = try EventTown()
    let event = try town.make()
    let ann = try town.join(event, "Ann", agrees: false)
    let refused = try town.send(event, ann)
    #expect(refused.status == 403)
    #expect(try refused.problem() == "consentMissing")
    let address = "/v1/events/\(event)/me"
    func agree(_ version: String) throws -> Reply {
      try town.served.ask(
        "PATCH", address, ann + ["Content-Type: application/json"],
        body: Array(#"{"consent":"\#(version)"}"#.utf8))
    }
    #expect(try agree("0123").status == 400)
    #expect(try agree(try town.policy(event)).status == 200)
    #expect(try town.send(event, ann).status == 201)
    let kept = try town.served.ask("GET", address, ann).object()
    let version = try town.policy(event)
    #expect(kept["consentTo"] as? String == version)
    #expect(kept["consentGiven"] is String)
  }

  @Test("Positions are stored and sent only if the event shows them")
  func positions() throws {
    let town = try EventTown()
    #expect(EventTown.tellsPlace(Data(EventTown.photo)))
    for shows in [false, true] {
      let event = try town.make(#"{"name":"Old town","positions":\#(shows)}"#)
      let ann = try town.join(event, "Ann")
      let picture = try town.sent(event, ann)
      let address = "/v1/events/\(event)/pictures/\(picture)"
      let original = try town.served.ask("GET", address + "/original", ann)
      #expect(EventTown.tellsPlace(original.body) == shows)
      // Sizes never reveal it.
      for size in ["small", "large"] {
        let reply = try town.served.ask("GET", "\(address)/\(size)", ann)
        #expect(reply.status == 200)
        #expect(reply.headers["content-type"] == "image/jpeg")
        #expect(!EventTown.tellsPlace(reply.body))
      }
      let list = try town.served.ask("GET", "/v1/events/\(event)/pictures", ann).object()
      let told = try #require((list["pictures"] as? [[String: Any]])?.first)
      #expect((told["latitude"] as? Double != nil) == shows)
      if shows { #expect(Array(original.body) == EventTown.photo) }
    }
  }

  @Test("Where the organiser allows it, a JPEG keeps its quality, and still loses its place")
  func quality() throws {
    let town = try EventTown()
    // The thumbnail within Exif has a scan, too.
    let photo = EventTown.photo
    let scan = photo.indices.dropLast().last { photo[$0] == 0xFF && photo[$0 + 1] == 0xDA }
    let coded = photo[try #require(scan)...]
    for keeps in [false, true] {
      let event = try town.make(#"{"name":"Old town","quality":\#(keeps)}"#)
      let ann = try town.join(event, "Ann")
      let picture = try town.sent(event, ann)
      let original = try town.served.ask(
        "GET", "/v1/events/\(event)/pictures/\(picture)/original", ann)
      #expect(original.body.suffix(coded.count).elementsEqual(coded) == keeps)
      #expect(!EventTown.tellsPlace(original.body))
    }
  }

  @Test("Pictures have an ETag, and zips a length, a list, and parts that fit together")
  func files() throws {
    let town = try EventTown()
    let event = try town.make()
    let ann = try town.join(event, "Ann")
    let picture = try town.sent(event, ann)
    _ = try town.sent(event, ann)
    let address = "/v1/events/\(event)"
    let small = try town.served.ask("GET", "\(address)/pictures/\(picture)/small", ann)
    let tag = try #require(small.headers["etag"])
    let known = try town.served.ask(
      "GET", "\(address)/pictures/\(picture)/small", ann + ["If-None-Match: \(tag)"])
    #expect(known.status == 304)
    #expect(try town.served.ask("GET", "\(address)/pictures/\(picture)/huge", ann).status == 404)
    let zip = try town.served.ask("GET", "\(address)/zip", ann)
    #expect(zip.status == 200)
    #expect(zip.headers["content-length"] == "\(zip.body.count)")
    let folder = try TemporaryFolder()
    try zip.body.write(to: URL(fileURLWithPath: folder.path("all.zip")))
    let listed = try TimeWalkCommand.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["python3", "-m", "zipfile", "-l", folder.path("all.zip")])
    #expect(listed.status == 0)
    #expect(listed.output.contains("pictures.csv"))
    #expect(listed.output.contains("00001 Ann.jpg"))
    let zipTag = try #require(zip.headers["etag"])
    let start = try town.served.ask("GET", "\(address)/zip", ann + ["Range: bytes=0-999"])
    let rest = try town.served.ask(
      "GET", "\(address)/zip", ann + ["Range: bytes=1000-", "If-Range: \(zipTag)"])
    #expect(start.status == 206)
    #expect(rest.status == 206)
    #expect(start.body + rest.body == zip.body)
    let beyond = try town.served.ask(
      "GET", "\(address)/zip", ann + ["Range: bytes=\(zip.body.count)-"])
    #expect(beyond.status == 416)
    let one = try town.served.ask("GET", "\(address)/zip?pictures=\(picture)", ann)
    #expect(one.body.count < zip.body.count)
    let mine = try town.served.ask("GET", "\(address)/me/zip", ann)
    #expect(mine.status == 200)
    #expect(mine.body.starts(with: Data("PK".utf8)))
    // Downloads are counted, without saying whose.
    let counts = try town.served.ask("GET", "\(address)/counts", town.asOrganiser).object()
    #expect(counts["pictures"] as? Int == 2)
    #expect(counts["downloads"] as? Int == 3)
    #expect(counts["people"] as? Int == 1)
    #expect(try town.served.ask("GET", "\(address)/zip?whole=true", ann).status == 403)
    #expect(try town.served.ask("GET", "\(address)/zip?whole=true", town.asOrganiser).status == 200)
  }

  @Test("Only its owner and the organiser see a waiting picture, until it is published")
  func review() throws {
    let town = try EventTown()
    let event = try town.make(#"{"name":"Old town","review":true}"#)
    let (ann, bob) = (try town.join(event, "Ann"), try town.join(event, "Bob"))
    let hearing = try (
      bob: EventListener(town, event, bob), organiser: EventListener(town, event, town.asOrganiser)
    )
    // A client that never saw a picture isn't informed of its deletion.
    let unseen = try town.sent(event, ann)
    let deleted = try town.served.ask("DELETE", "/v1/events/\(event)/pictures/\(unseen)", ann)
    #expect(deleted.status == 200)
    let picture = try town.sent(event, ann)
    try hearing.organiser.wait(for: #""state":"removed","picture":"\#(unseen)","number":1"#)
    try hearing.organiser.wait(for: #""state":"added","picture":"\#(picture)","number":2"#)
    #expect(try !hearing.bob.heard().contains(picture))
    #expect(try town.seen(event, bob).isEmpty)
    #expect(try town.seen(event, ann) == [picture])
    #expect(try town.seen(event, town.asOrganiser) == [picture])
    let file = "/v1/events/\(event)/pictures/\(picture)"
    #expect(try town.served.ask("GET", file + "/small", bob).status == 403)
    func show(_ who: [String]) throws -> Int {
      try town.served.ask(
        "PATCH", file, who + ["Content-Type: application/json"],
        body: Array(#"{"shown":true}"#.utf8)
      ).status
    }
    #expect(try show(bob) == 403)
    #expect(try show(ann) == 403)
    #expect(try show(town.asOther) == 401)
    #expect(try show(town.asOrganiser) == 204)
    try hearing.bob.wait(for: #""state":"added","picture":"\#(picture)","number":2"#)
    #expect(try !hearing.bob.heard().contains(unseen))
    #expect(try town.seen(event, bob) == [picture])
    #expect(try town.served.ask("GET", file + "/small", bob).status == 200)
  }

  @Test("New pictures and deletions reach the listeners; others receive nothing")
  func news() throws {
    let town = try EventTown()
    let event = try town.make()
    let ann = try town.join(event, "Ann")
    #expect(try town.served.ask("/v1/events/\(event)/stream").status == 401)
    let listener = try EventListener(town, event, ann)
    let picture = try town.sent(event, ann)
    try listener.wait(for: #""state":"added","picture":"\#(picture)","number":1"#)
    _ = try town.served.ask("DELETE", "/v1/events/\(event)/pictures/\(picture)", ann)
    try listener.wait(for: #""state":"removed","picture":"\#(picture)","number":1"#)
    #expect(try town.served.ask("DELETE", "/v1/events/\(event)", town.asOrganiser).status == 200)
    try listener.wait(for: #""state":"gone""#)
    #expect(listener.end() == 0)
  }

  @Test(
    "The code leads to the event, for its organiser alone", arguments: ["code.png", "code.svg"])
  func code(name: String) throws {
    let town = try EventTown()
    let event = try town.make()
    let ann = try town.join(event, "Ann")
    #expect(try town.served.ask("GET", "/v1/events/\(event)/\(name)", ann).status == 403)
    let code = try town.served.ask("GET", "/v1/events/\(event)/\(name)", town.asOrganiser)
    #expect(code.status == 200)
    guard name == "code.png" else {
      #expect(code.text.hasPrefix("<svg "))
      return
    }
    let folder = try TemporaryFolder()
    try code.body.write(to: URL(fileURLWithPath: folder.path("code.png")))
    let reader = URL(fileURLWithPath: "/usr/bin/zbarimg")
    guard FileManager.default.isExecutableFile(atPath: reader.path) else { return }
    let read = try TimeWalkCommand.run(reader, ["-q", "--nodbus", folder.path("code.png")])
    #expect(read.output == "QR-Code:\(town.served.base)/events/\(event)\n")
  }

  @Test(
    "Ten at once take the last places exactly, and a kill between loses no acknowledged picture")
  func limit() async throws {
    let town = try EventTown()
    let event = try town.make(#"{"name":"Old town","photos":4}"#)
    let ann = try town.join(event, "Ann")
    let address = town.served.base + "/v1/events/\(event)/pictures"
    let folder = try TemporaryFolder()
    try Data(EventTown.photo).write(to: URL(fileURLWithPath: folder.path("photo.jpg")))
    let all = try (0..<10).map { index in
      let curl = Process()
      curl.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
      curl.arguments = [
        "-s", "-o", folder.path("answer\(index)"), "-w", "%{http_code}", "-H", ann[0], "-H",
        "Content-Type: image/jpeg", "--data-binary", "@" + folder.path("photo.jpg"), address,
      ]
      let output = Pipe()
      curl.standardOutput = output
      try curl.run()
      return (curl, output)
    }
    var codes: [String] = []
    for (curl, output) in all {
      curl.waitUntilExit()
      codes.append(
        String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self))
    }
    #expect(codes.count { $0 == "201" } == 4, "\(codes)")
    #expect(codes.count { $0 == "409" } == 6, "\(codes)")
    let before = try town.seen(event, ann)
    #expect(before.count == 4)
    town.served.send(SIGKILL)
    _ = town.served.end()
    let next = try EventTown(in: town)
    #expect(try next.seen(event, ann) == before)
    #expect(try next.send(event, ann).status == 409)
  }

  @Test(
    "Thirty days after its end an event is hidden; a server that was off erases it a day later, not before"
  )
  func erasure() throws {
    let begin = Int(Date().timeIntervalSince1970)
    var town = try EventTown(at: begin)
    let event = try town.make(#"{"name":"Old town","hours":1}"#)
    let ann = try town.join(event, "Ann Unmistakable")
    _ = try town.sent(event, ann)
    let files = town.place.library + "/events/\(event)"
    #expect(FileManager.default.fileExists(atPath: files))
    let end = begin + 3600
    // Late pictures are accepted for a day if they were taken before; new ones aren't.
    town = try restarted(town, at: end + 60)
    #expect(try town.send(event, ann).status == 403)
    let taken = Date(timeIntervalSince1970: TimeInterval(begin + 60)).formatted(.iso8601)
    #expect(try town.send(event, ann, "?key=late&taken=\(taken)").status == 201)
    town = try restarted(town, at: end + 30 * 86_400 - 5)
    #expect(try town.seen(event, ann).count == 2)
    town = try restarted(town, at: end + 30 * 86_400)
    #expect(try town.served.ask("GET", "/v1/events/\(event)", ann).status == 404)
    #expect(FileManager.default.fileExists(atPath: files))
    #expect(try town.served.log().contains("expired data is hidden, and erased only after"))
    // The hold began five seconds before the event expired.
    town = try restarted(town, at: end + 31 * 86_400 - 5)
    #expect(try town.served.ask("GET", "/v1/events/\(event)", ann).status == 404)
    #expect(!FileManager.default.fileExists(atPath: files))
    for name in ["events.sqlite", "events.sqlite-wal"] {
      let bytes = FileManager.default.contents(atPath: town.place.library + "/" + name) ?? Data()
      #expect(bytes.range(of: Data("Unmistakable".utf8)) == nil, "\(name)")
      #expect(bytes.range(of: Data(event.utf8)) == nil, "\(name)")
    }
    #expect(try !town.served.log().contains("Unmistakable"))
  }

  private func restarted(_ town: EventTown, at moment: Int) throws -> EventTown {
    town.served.send(SIGKILL)
    _ = town.served.end()
    return try EventTown(in: town, at: moment)
  }
}
