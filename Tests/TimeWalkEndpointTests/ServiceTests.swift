import Foundation
import Testing
import TimeWalkTestSupport

/// The endpoint as a process.
@Suite("The endpoint as a program sees it", .waitsForProcesses)
struct ServiceTests {
  static let ping = #"{"jsonrpc":"2.0","id":7,"method":"ping"}"#

  @Test("An answer comes before the input ends, and the end of the input is the end")
  func interactive() throws {
    let session = try EndpointSession(Workplace())
    for _ in 0..<3 { #expect(try session.ask(Self.ping)["id"] as? Int == 7) }
    #expect(try session.close() == 0)
  }

  @Test("A message may arrive in pieces, and end without a line feed")
  func pieces() throws {
    let session = try EndpointSession(Workplace())
    try session.send(Self.ping.utf8.prefix(10))
    try session.send(Self.ping.utf8.dropFirst(10))
    try session.send("\r\n".utf8)
    #expect((try session.receive() as? [String: Any])?["result"] != nil)
    let answer = try TimeWalkCommand.run(
      ["endpoint", "--library", session.library], input: Self.ping)
    #expect(answer.status == 0)
    #expect(try answer.json().map { $0["id"] as? Int } == [7])
    #expect(try session.close() == 0)
  }

  @Test(
    "A bad line gets an error and the next line its answer",
    arguments: [
      [0x7B], [0x00], [0xFF, 0xFE], Array("{\"a\":\"\0\"}".utf8), Array("[1,".utf8),
      Array(String(repeating: "[", count: 100_000).utf8), Array("\u{FEFF}{}".utf8),
    ] as [[UInt8]])
  func badLine(bytes: [UInt8]) throws {
    let session = try EndpointSession(Workplace())
    try session.send(bytes + [0x0A])
    let answer = try #require(try session.receive() as? [String: Any])
    let error = try #require(answer["error"] as? [String: Any])
    #expect([-32700, -32600].contains(error["code"] as? Int))
    #expect(try session.ask(Self.ping)["result"] != nil)
    #expect(try session.close() == 0)
  }

  @Test("A line over the limit is skipped, reported once, and the next is served")
  func longLine() throws {
    let session = try EndpointSession(Workplace(), ["--maximum-line", "1000"])
    try session.send(line: String(repeating: "a", count: 300_000))
    let answer = try #require(try session.receive() as? [String: Any])
    #expect((answer["error"] as? [String: Any])?["code"] as? Int == -32700)
    #expect(answer["id"] is NSNull)
    #expect(try session.ask(Self.ping)["result"] != nil)
    #expect(try session.close() == 0)
  }

  @Test("A batch of a hundred requests is answered, and a longer one is refused")
  func batch() throws {
    let session = try EndpointSession(Workplace())
    func batch(_ count: Int) -> String {
      let requests = (0..<count).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"ping"}"# }
      return "[" + requests.joined(separator: ",") + "]"
    }
    try session.send(line: batch(100))
    let answers = try #require(try session.receive() as? [[String: Any]])
    #expect(answers.count == 100 && answers.allSatisfy { $0["result"] != nil })
    try session.send(line: batch(101))
    let refused = try #require(try session.receive() as? [String: Any])
    #expect((refused["error"] as? [String: Any])?["code"] as? Int == -32600)
    #expect(try session.ask(Self.ping)["result"] != nil)
    #expect(try session.close() == 0)
  }

  @Test("A named archive that is not there is an error before the first line")
  func missingArchive() throws {
    let place = try Workplace()
    let result = try place.run(["endpoint", "--archive", place.folder.path("none.sqlite")])
    #expect(result.status == 66)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("none.sqlite"))
  }

  @Test("No hostile JSON stops it; each line has an answer", TestData.isPresent)
  func hostileJSON() throws {
    let place = try Workplace()
    var input: [UInt8] = []
    var pings = 0
    var blank: Set<Int> = []
    for name in TestData.files(in: "hostile/json") {
      let bytes = try TestData.bytes("hostile/json/" + name)
      guard bytes.count < 1 << 20 else { continue }
      pings += 1
      if bytes.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) { blank.insert(pings) }
      // A line end within a file would make two lines of it.
      input += bytes.map { $0 == 0x0A ? 0x20 : $0 } + [0x0A]
      input += Array(#"{"jsonrpc":"2.0","id":"ping \#(pings)","method":"ping"}"#.utf8) + [0x0A]
    }
    #expect(pings > 300)
    let file = try place.write(input, to: "lines")
    let result = try TimeWalkCommand.run(
      URL(fileURLWithPath: "/bin/sh"),
      [
        "-c", #"exec "$0" endpoint --ordered --library "$1" < "$2" 2> /dev/null"#,
        TimeWalkCommand.binary.path,
        place.library, file,
      ])
    #expect(result.status == 0, "\(result.errors.suffix(500))")
    var answered: [String] = []
    var since = 0
    for line in result.output.split(separator: "\n") {
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
      let objects = (value as? [[String: Any]]) ?? (value as? [String: Any]).map { [$0] }
      let all = try #require(objects, "\(line)")
      if all.count == 1, all[0]["result"] != nil, let id = all[0]["id"] as? String {
        answered.append(id)
        // One answer to the file before, none if it has only white space.
        #expect(since == (blank.contains(answered.count) ? 0 : 1), "\(id)")
        since = 0
        continue
      }
      since += 1
      for object in all {
        let error = try #require(object["error"] as? [String: Any])
        #expect([-32700, -32600].contains(error["code"] as? Int))
      }
    }
    #expect(answered == (1...pings).map { "ping \($0)" })
  }
}
