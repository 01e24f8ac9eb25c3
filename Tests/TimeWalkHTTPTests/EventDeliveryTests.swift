import Foundation
import Testing
import TimeWalkTestSupport

@testable import TimeWalkHTTP

/// News for many, and pictures whose server is killed, asked of the built program.
@Suite("Uploads of an event arrive", .waitsForProcesses, .serialized)
struct EventDeliveryTests {
  /// Many requests of one curl at once; each answer goes into a file of its own.
  private func many(
    _ requests: [(path: String, who: [String], more: [String])], of town: EventTown,
    in folder: TemporaryFolder
  ) throws -> Process {
    let parts = requests.enumerated().map { index, request in
      ([
        "url = \"\(town.served.base)\(request.path)\"", "no-buffer", "silent", "max-time = 300",
        "output = \"\(folder.path("answer\(index)"))\"",
      ] + request.who.map { "header = \"\($0)\"" } + request.more).joined(separator: "\n")
    }
    let list = parts.joined(separator: "\nnext\n")
    try Data(list.utf8).write(to: URL(fileURLWithPath: folder.path("requests")))
    let curl = Process()
    curl.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
    curl.arguments = [
      "--parallel", "--parallel-immediate", "--parallel-max", "\(requests.count)", "-K",
      folder.path("requests"),
    ]
    curl.standardOutput = try FileHandle(
      forWritingTo: try empty(folder.url.appendingPathComponent("codes")))
    curl.standardError = FileHandle.nullDevice
    try curl.run()
    return curl
  }

  private func empty(_ file: URL) throws -> URL {
    try Data().write(to: file)
    return file
  }

  private func text(_ folder: TemporaryFolder, _ name: String) -> String {
    let bytes = FileManager.default.contents(atPath: folder.path(name)) ?? Data()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Waits until something is so, for a minute at most.
  private func wait(_ isSo: () throws -> Bool) throws {
    let patience = Date(timeIntervalSinceNow: 60)
    while try !isSo(), Date() < patience { Thread.sleep(forTimeInterval: 0.1) }
    #expect(try isSo())
  }

  @Test(
    "Each of 200 listeners receives each picture once, in order, and the end",
    .longCheckOnly)
  func news() throws {
    let town = try EventTown(flags: ["--connections-per-client", "1000"])
    let event = try town.make()
    let people = try (0..<20).map { try town.join(event, "Guest \($0)") }
    let folder = try TemporaryFolder()
    let listeners = (0..<200).map {
      (path: "/v1/events/\(event)/stream", who: people[$0 % people.count], more: [String]())
    }
    let curl = try many(listeners, of: town, in: folder)
    defer { if curl.isRunning { curl.terminate() } }
    let all = listeners.indices.map { "answer\($0)" }
    try wait { all.allSatisfy { text(folder, $0).contains(": hello") } }
    let pictures = try (0..<6).map { try town.sent(event, people[$0]) }
    let address = "/v1/events/\(event)"
    let deletion = try town.served.ask("DELETE", "\(address)/pictures/\(pictures[2])", people[2])
    #expect(deletion.status == 200)
    #expect(try town.served.ask("DELETE", address, town.asOrganiser).status == 200)
    curl.waitUntilExit()
    #expect(curl.terminationStatus == 0)
    let expected =
      pictures.enumerated().map { "added \($1) \($0 + 1)" } + ["removed \(pictures[2]) 3"]
    for name in all {
      let heard = text(folder, name).matches(
        of: #/"state":"(\w+)","picture":"([0-9a-f]+)","number":(\d+)/#
      ).map { "\($0.1) \($0.2) \($0.3)" }
      #expect(heard == expected, "\(name)")
      #expect(text(folder, name).matches(of: #/"state":"gone"/#).count == 1)
    }
  }

  @Test(
    "A kill between ten uploads loses no acknowledged picture, and the limit stays exact",
    arguments: Project.isLongCheck ? [0, 1, 2, 3] : [1])
  func kill(after acknowledged: Int) throws {
    let town = try EventTown()
    let event = try town.make(#"{"name":"Old town","photos":4}"#)
    let ann = try town.join(event, "Ann")
    let folder = try TemporaryFolder()
    let photo = folder.path("photo.jpg")
    try Data(EventTown.photo).write(to: URL(fileURLWithPath: photo))
    let uploads = (0..<10).map {
      (
        path: "/v1/events/\(event)/pictures?key=key\($0)", who: ann,
        more: [
          "header = \"Content-Type: image/jpeg\"", "data-binary = \"@\(photo)\"",
          "write-out = \"\($0) %{http_code}\\n\"",
        ]
      )
    }
    let curl = try many(uploads, of: town, in: folder)
    func codes() -> [String: String] {
      var codes: [String: String] = [:]
      for line in text(folder, "codes").split(separator: "\n") {
        let words = line.split(separator: " ").map(String.init)
        if words.count == 2 { codes[words[0]] = words[1] }
      }
      return codes
    }
    let files = town.place.library + "/events/\(event)"
    // Not before the first file is being written.
    try wait {
      !Workplace.names(in: files).isEmpty && codes().values.count { $0 == "201" } >= acknowledged
    }
    town.served.send(SIGKILL)
    _ = town.served.end()
    curl.waitUntilExit()
    var known: [String] = []
    for (index, code) in codes() where code == "201" {
      let answer = try JSONSerialization.jsonObject(with: Data(text(folder, "answer\(index)").utf8))
      known.append(try #require((answer as? [String: Any])?["id"] as? String))
    }
    #expect(known.count >= acknowledged && known.count <= 4)
    let next = try EventTown(in: town)
    let before = try next.seen(event, ann)
    #expect(Set(known).isSubset(of: before), "\(known) \(before)")
    #expect(before.count <= 4)
    // Unknown uploads leave no file behind.
    let stems = Workplace.names(in: files).map { String($0.prefix { $0 != "." && $0 != "-" }) }
    #expect(Set(stems) == Set(before))
    // All is sent again, as after a lost answer: received pictures are the same, and four are new.
    let again = try (0..<10).map { try next.send(event, ann, "?key=key\($0)") }
    let taken = again.filter { $0.status == 200 || $0.status == 201 }
    #expect(taken.count == 4)
    #expect(again.count { $0.status == 200 } == before.count)
    #expect(again.count { $0.status == 409 } == 6)
    let ids = try taken.map { try $0.object()["id"] as? String }
    #expect(Set(ids) == Set(try next.seen(event, ann)))
    #expect(Set(ids).count == 4)
  }
}
