import Foundation
import Testing
import TimeWalkTestSupport
import TimeWalkEvents

@testable import TimeWalkHTTP

/// Many guesses and many pictures, asked of the built program.
@Suite("Many guesses and many pictures of events", .longCheckOnly, .waitsForProcesses, .serialized)
struct EventLoadTests {
  /// Asks for many addresses over one connection; how each was answered, and how long the answer
  /// was.
  private func all(_ paths: [String], of town: EventTown, _ who: [String] = []) throws -> [String] {
    let list = paths.map {
      "url = \"\(town.served.base)\($0)\"\noutput = /dev/null\n"
    }.joined()
    let file = town.place.folder.path("guesses.txt")
    try Data(list.utf8).write(to: URL(fileURLWithPath: file))
    let result = try TimeWalkCommand.run(
      URL(fileURLWithPath: "/usr/bin/curl"),
      ["-sS", "-K", file, "-w", "%{http_code} %{size_download}\n"]
        + who.flatMap { ["-H", $0] })
    #expect(result.status == 0, "\(result.errors)")
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test("3,000 guessed ids get equal answers, for all clients and requests")
  func guesses() throws {
    let town = try EventTown(flags: ["--requests-per-minute", "1000000"])
    let event = try town.make()
    let guest = try town.join(event, "Gus")
    let rests = ["", "/pictures", "/zip", "/me", "/code.svg", "/counts"]
    for who in [[], guest, town.asOther] {
      let guesses = (0..<1000).map {
        "/v1/events/\(EventID.random().text)\(rests[$0 % rests.count])"
      }
      let answers = try all(guesses, of: town, who)
      #expect(answers.count == 1000)
      // The same status and the same words: a near guess and a far one can't be distinguished.
      #expect(Set(answers).count == 1 && answers[0].hasPrefix("404 "), "\(Set(answers))")
    }
    // The existing event answers otherwise: the guesses were valid requests.
    #expect(try all(["/v1/events/\(event)/pictures"], of: town, guest)[0].hasPrefix("200 "))
  }

  @Test("A guessing client soon has to wait")
  func limited() throws {
    let town = try EventTown(flags: ["--requests-per-minute", "60"])
    let guesses = (0..<300).map { _ in "/v1/events/\(EventID.random().text)" }
    let codes = try all(guesses, of: town).map { String($0.prefix(3)) }
    let asked = codes.count { $0 == "404" }
    // 60 at once, and one a second while they are asked.
    #expect((60..<120).contains(asked), "\(asked) were answered")
    #expect(codes.count { $0 == "429" } == 300 - asked)
  }

  @Test(
    "A zip of 2,400 pictures takes under 64 MB of memory, continues after a cut, and opens in three tools"
  )
  func zip() throws {
    let town = try EventTown()
    let event = try town.make(#"{"name":"Old town","photos":1000}"#)
    let id = try #require(EventID(event))
    let store = try EventStore(directory: town.place.library)
    var chance = Array(0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
    for name in ["Ann", "Bob", "Eve"] {
      var joining = GuestDetails(name: name)
      joining.consent = Consent(policy: try town.policy(event), given: Date())
      let token = try #require(try store.join(id, as: joining, at: Date()).token)
      for number in 0..<800 {
        chance[0] = UInt8(truncatingIfNeeded: number)
        _ = try store.add(PictureSending(), to: id, by: .token(token), at: Date()) { _ in
          NewPicture(original: .bytes(chance), ending: "jpg")
        }
      }
    }
    let address = town.served.base + "/v1/events/\(event)/zip?whole=true"
    let (whole, part) = (town.place.folder.path("whole.zip"), town.place.folder.path("part.zip"))
    func curl(_ file: String, _ flags: [String]) throws -> TimeWalkCommand.Result {
      try TimeWalkCommand.run(
        URL(fileURLWithPath: "/usr/bin/curl"),
        ["-sS", "-H", town.asOrganiser[0], "-o", file] + flags + [address])
    }
    // One-time loading is done before.
    #expect(try curl(part, ["-r", "0-99"]).status == 0)
    // 5 resets the peak (Linux, proc(5)): an earlier one doesn't count.
    try "5".write(
      toFile: "/proc/\(town.served.identifier)/clear_refs", atomically: false, encoding: .utf8)
    let before = try memory("VmRSS", of: town)
    #expect(try curl(whole, []).status == 0)
    let growth = try memory("VmHWM", of: town) - before
    // A sanitizer delays the release of freed memory.
    if !Sanitizer.isThere { #expect(growth < 64 << 20, "it grew by \(growth) bytes") }
    // An interrupted download continues where it stopped.
    #expect(try curl(part, ["-r", "0-123456788"]).status == 0)
    #expect(try curl(part, ["-C", "-"]).status == 0)
    let same = try TimeWalkCommand.run(URL(fileURLWithPath: "/usr/bin/cmp"), [whole, part])
    #expect(same.status == 0, "\(same.output)")
    try refusesTheFifth(event, town)
    let length = try FileManager.default.attributesOfItem(atPath: whole)[.size] as? Int
    #expect(try #require(length) > 240_000_000)
    let script =
      "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), len(z.namelist()))"
    for (command, last) in [
      (["unzip", "-tq", whole], "No errors detected"),
      (["python3", "-c", script, whole], "None 2401"),
      (["bsdtar", "-tvf", whole], "02400 Eve.jpg"),
    ] {
      let result = try TimeWalkCommand.run(
        URL(fileURLWithPath: "/usr/bin/env"), ["LC_ALL=C.UTF-8"] + command)
      #expect(result.status == 0, "\(command): \(result.errors)")
      #expect(result.output.contains(last), "\(command): \(result.output.suffix(200))")
    }
  }

  @Test("Of pictures that aren't read, little is in memory, and their readers are disconnected")
  func unread() throws {
    // A sanitizer delays the release of freed memory.
    guard !Sanitizer.isThere else { return }
    let town = try EventTown(flags: ["--patience", "5", "--connections-per-client", "400"])
    let event = try town.make()
    let id = try #require(EventID(event))
    let store = try EventStore(directory: town.place.library)
    var joining = GuestDetails(name: "Ann")
    joining.consent = Consent(policy: try town.policy(event), given: Date())
    let token = try #require(try store.join(id, as: joining, at: Date()).token)
    let size = 8 << 20
    let picture = try store.add(PictureSending(), to: id, by: .token(token), at: Date()) { _ in
      NewPicture(original: .bytes([UInt8](repeating: 32, count: size)), ending: "jpg")
    }
    let port = try #require(town.served.base.split(separator: ":").last.flatMap { UInt16($0) })
    let path = "/v1/events/\(event)/pictures/\(picture.id)/original"
    let before = try memory("VmRSS", of: town)
    let readers = try (0..<300).map { _ in try RawClient(port: port) }
    for reader in readers {
      try reader.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(town.asOrganiser[0])\r\n\r\n")
    }
    Thread.sleep(forTimeInterval: 3)
    // 16 MiB of long pieces, 300 short ones, and the connections; all of it would be 2.4 GB.
    let growth = try memory("VmRSS", of: town) - before
    #expect(growth < 128 << 20, "it grew by \(growth) bytes")
    Thread.sleep(forTimeInterval: 20)
    for reader in [readers[0], readers[299]] {
      // The system has little of it, too.
      let rest = reader.readToEnd(within: 5)
      #expect(rest.contains(" 200 ") && rest.utf8.count < 1 << 20, "\(rest.utf8.count) bytes came")
    }
  }

  /// A guest reads at most four zips at a time.
  private func refusesTheFifth(_ event: String, _ town: EventTown) throws {
    let guest = try town.join(event, "Zoe")
    let port = try #require(town.served.base.split(separator: ":").last.flatMap { UInt16($0) })
    let path = "/v1/events/\(event)/zip"
    var readers = try (0..<SharedZips.most).map { _ in try RawClient(port: port) }
    for reader in readers {
      try reader.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(guest[0])\r\n\r\n")
      #expect(reader.read(within: 10).contains(" 200 "))
    }
    let refused = try town.served.ask("GET", path, guest)
    #expect(refused.status == 429 && refused.headers["retry-after"] == "5")
    readers.removeAll()
    Thread.sleep(forTimeInterval: 0.5)
    #expect(try town.served.ask("GET", path, guest + ["Range: bytes=0-99"]).status == 206)
  }

  /// The server process's memory of one kind, bytes.
  private func memory(_ kind: String, of town: EventTown) throws -> Int {
    let status = try String(
      contentsOfFile: "/proc/\(town.served.identifier)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(kind + ":") })
    return try #require(Int(line.split(separator: " ").dropLast().last ?? "")) << 10
  }
}
