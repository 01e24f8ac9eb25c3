import Foundation
import Testing
import TimeWalkTestSupport

/// Requests that are worked on at once, as the built program does it.
@Suite("Requests side by side", .waitsForProcesses)
struct SideBySideTests {
  static func request(_ id: String, _ method: String, _ params: String = "") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{\#(params)}}"#
  }

  static func ping(_ id: Int) -> String { request("\(id)", "ping") }

  /// A photo that takes a while, and the request to take it in, with news of its steps.
  static func slow(_ place: Workplace, _ id: Int) throws -> String {
    // One file for each, since an endpoint may be reading it.
    let path = try place.write(SamplePhone.photo(), to: "photo \(id).jpg")
    return request("\(id)", "submit", #""path":"\#(path)","progressToken":"slow \#(id)""#)
  }

  static func id(_ answer: Any?) -> Int? { (answer as? [String: Any])?["id"] as? Int }

  static func fault(_ answer: Any?) -> String? {
    let error = (answer as? [String: Any])?["error"] as? [String: Any]
    return (error?["data"] as? [String: Any])?["code"] as? String
  }

  static func step(_ line: Any?) -> String? {
    ((line as? [String: Any])?["params"] as? [String: Any])?["step"] as? String
  }

  @Test("A quick answer passes a slow one")
  func asTheyFinish() throws {
    let place = try Workplace()
    let session = try EndpointSession(place, ["--jobs", "2"])
    try session.send(line: try Self.slow(place, 1))
    #expect(Self.step(try session.receive()) == "read")
    try session.send(line: Self.ping(2))
    var ids: [Int] = []
    while ids.count < 2 {
      if let id = Self.id(try session.receive()) { ids.append(id) }
    }
    #expect(ids == [2, 1])
    #expect(try session.close() == 0)
  }

  @Test("With --ordered answers keep the order of the requests of any kind")
  func ordered() throws {
    let place = try Workplace()
    let session = try EndpointSession(place, ["--jobs", "2", "--ordered"])
    try session.send(line: try Self.slow(place, 1))
    for id in 2...50 {
      switch id % 4 {
      case 0: try session.send(line: Self.request("\(id)", "match", #""latitude":1"#))
      case 1: try session.send(line: "[" + Self.ping(id) + "," + Self.ping(id) + "]")
      case 2: try session.send(line: Self.request("\(id)", "cancel", #""id":"nobody""#))
      default: try session.send(line: Self.ping(id))
      }
      try session.send(line: #"{"jsonrpc":"2.0","method":"ping"}"#)
    }
    var ids: [Int] = []
    while ids.count < 50 {
      let answer = try #require(try session.receive())
      if let id = Self.id(answer) ?? Self.id((answer as? [Any])?.first) { ids.append(id) }
    }
    #expect(ids == Array(1...50))
    #expect(try session.close() == 0)
  }

  @Test("A batch is answered together, in one line, when the last of it is done")
  func batch() throws {
    let place = try Workplace()
    let session = try EndpointSession(place, ["--jobs", "2"])
    try session.send(line: "[\(Self.ping(1)),\(try Self.slow(place, 2)),\(Self.ping(3))]")
    try session.send(line: Self.ping(4))
    var answers: [Any] = []
    while answers.count < 2 {
      let answer = try #require(try session.receive())
      if Self.step(answer) == nil { answers.append(answer) }
    }
    #expect(Self.id(answers[0]) == 4)
    #expect((answers[1] as? [Any])?.map(Self.id) == [1, 2, 3])
    #expect(try session.close() == 0)
  }

  @Test("Each step of a submit is reported before it begins, with the given token")
  func progress() throws {
    let place = try Workplace()
    let session = try EndpointSession(place)
    try session.send(
      line: try Self.slow(place, 1).replacing("\"slow 1\"", with: "12345678901234567890123"))
    for (number, step) in ["read", "locate", "search", "render", "keep"].enumerated() {
      #expect(
        try session.line() == #"""
          {"jsonrpc":"2.0","method":"$/progress","params":{"number":\#(number + 1),\#
          "step":"\#(step)","token":12345678901234567890123,"total":5}}
          """#)
    }
    #expect(Self.id(try session.receive()) == 1)
    #expect(try session.close() == 0)
  }

  @Test(
    "A waiting request is cancelled before it begins, with a matching answer",
    arguments: [[], ["--ordered"]])
  func cancelWaiting(flags: [String]) throws {
    let place = try Workplace()
    let session = try EndpointSession(place, ["--jobs", "1"] + flags)
    try session.send(line: try Self.slow(place, 1))
    #expect(Self.step(try session.receive()) == "read")
    try session.send(line: try Self.slow(place, 2))
    try session.send(line: Self.request("3", "cancel", #""id":2"#))
    var answers: [Int: Any] = [:]
    var order: [Int] = []
    while answers.count < 3 {
      let answer = try #require(try session.receive())
      guard let id = Self.id(answer) else {
        let params = (answer as? [String: Any])?["params"] as? [String: Any]
        #expect(params?["token"] as? String == "slow 1", "the second was begun")
        continue
      }
      order.append(id)
      answers[id] = answer
    }
    #expect(Self.fault(answers[2]) == "cancelled")
    #expect(order == (flags.isEmpty ? [2, 3, 1] : [1, 2, 3]))
    let result = (answers[3] as? [String: Any])?["result"] as? [String: String]
    #expect(result == ["state": "waiting"])
    #expect((answers[1] as? [String: Any])?["result"] != nil)
    #expect(try session.close() == 0)
  }

  @Test(
    "A running request ends before its next step, leaves nothing behind, with a matching answer")
  func cancelRunning() throws {
    let place = try Workplace()
    let session = try EndpointSession(place, ["--jobs", "1"])
    try session.send(line: try Self.slow(place, 1))
    #expect(Self.step(try session.receive()) == "read")
    try session.send(line: Self.request("2", "cancel", #""id":1"#))
    var answers: [Int: Any] = [:]
    while answers.count < 2 {
      let answer = try #require(try session.receive())
      if let id = Self.id(answer) { answers[id] = answer }
      #expect(Self.step(answer) != "keep")
    }
    let result = (answers[2] as? [String: Any])?["result"] as? [String: String]
    #expect(result == ["state": "running"])
    #expect(Self.fault(answers[1]) == "cancelled")
    #expect(
      (answers[1] as? [String: Any])?["error"].map { ($0 as? [String: Any])?["code"] as? Int }
        == -32015)
    #expect(Workplace.names(in: place.library + "/pictures").isEmpty)
    #expect(try session.close() == 0)
  }

  @Test("Cancelling a missing request isn't an error", arguments: ["1", "\"a\"", "1.0"])
  func cancelNothing(id: String) throws {
    let session = try EndpointSession(Workplace())
    let answer = try session.ask(Self.request("1", "cancel", #""id":\#(id)"#))
    #expect(answer["result"] as? [String: String] == ["state": "unknown"])
    let other = try session.ask(Self.request("1", "cancel", #""id":null"#))
    #expect(Self.fault(other) == "invalidValue")
    #expect(try session.close() == 0)
  }

  @Test(
    "A client that doesn't read is waited for: nothing more is taken from it, and nothing is lost")
  func backpressure() throws {
    let session = try EndpointSession(Workplace(), ["--jobs", "2", "--queue", "4"])
    let describe = Array((Self.request("1", "describe") + "\n").utf8)
    _ = try session.ask(Self.ping(0))
    let descriptor = session.inputDescriptor
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    var sent = 0
    var isFull = false
    // The pipes hold some thousand of these lines; a reader that never stops would take them all.
    while sent < 20_000, !isFull {
      let count = describe.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count == describe.count {
        sent += 1
      } else {
        #expect(count < 0 && errno == EAGAIN, "part of a line was taken")
        var look = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        // It may only be busy: it has stopped when there is no room for a whole second.
        isFull = poll(&look, 1, 1000) == 0
      }
    }
    #expect(isFull, "\(sent) requests were taken")
    let memory = try Self.memory(of: session, "VmHWM")
    // A sanitizer takes several times the memory.
    if !Sanitizer.isThere { #expect(memory < 200_000, "\(memory) kB") }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    for _ in 0..<sent { #expect(try session.line()?.hasPrefix(#"{"id":1,"jsonrpc""#) == true) }
    #expect(try session.close() == 0)
  }

  @Test(
    "A line of 200 MB is skipped without being kept, and the next is served",
    arguments: [0x61, 0x00])
  func hugeLine(byte: UInt8) throws {
    let session = try EndpointSession(Workplace())
    let piece = [UInt8](repeating: byte, count: 1 << 20)
    for _ in 0..<200 { try session.send(piece) }
    try session.send(line: "")
    #expect(Self.fault(try session.receive()) == "parseError")
    #expect(try session.ask(Self.ping(1))["result"] != nil)
    // Twice the limit, as an array that grows has it for a moment, and the program itself.
    let memory = try Self.memory(of: session, "VmHWM")
    if !Sanitizer.isThere { #expect(memory < 64 * 1024 * 2 + 100_000, "\(memory) kB") }
    #expect(try session.close() == 0)
  }

  @Test(
    "SIGTERM ends the reading, the requests read so far are answered, and the exit code is 0",
    arguments: [SIGTERM, SIGINT])
  func drain(signal: Int32) throws {
    let place = try Workplace()
    let session = try EndpointSession(place, ["--jobs", "1"], listens: true)
    try session.send(line: try Self.slow(place, 1))
    #expect(Self.step(try session.receive()) == "read")
    try session.send(line: try Self.slow(place, 2))
    try session.send(line: Self.ping(3))
    // Answered by the reader itself: so it has read the one before, too.
    var answered: Set<Int> = []
    while !answered.contains(3) {
      if let id = Self.id(try session.receive()) { answered.insert(id) }
    }
    session.signal(signal)
    while let line = try session.receive() {
      if let id = Self.id(line) { answered.insert(id) }
    }
    #expect(answered == [1, 2, 3])
    #expect(session.end() == 0)
  }

  @Test("A second SIGINT ends it at once")
  func interrupt() throws {
    let place = try Workplace()
    let session = try EndpointSession(place, ["--jobs", "1"], listens: true)
    try session.send(line: try Self.slow(place, 1))
    #expect(Self.step(try session.receive()) == "read")
    for id in 2...20 { try session.send(line: try Self.slow(place, id)) }
    try session.send(line: Self.ping(21))
    while Self.id(try session.receive()) != 21 {}
    session.signal(SIGINT)
    while let entry = try session.log(), entry["message"] as? String != "drain" {}
    session.signal(SIGINT)
    #expect(session.end() == 130)
  }

  @Test("A client that has gone ends it with an error of output")
  func gone() throws {
    let session = try EndpointSession(Workplace())
    #expect(try session.ask(Self.ping(1))["result"] != nil)
    try session.leave()
    // A process that another test starts at this instant may hold the pipe for a moment more.
    signal(SIGPIPE, SIG_IGN)
    while session.isRunning {
      try? session.send(line: Self.ping(2))
      Thread.sleep(forTimeInterval: 0.05)
    }
    #expect(session.end() == 74)
  }

  /// A figure of a process's memory, kB.
  static func memory(of session: EndpointSession, _ name: String) throws -> Int {
    let file = "/proc/\(session.processIdentifier)/status"
    let status = try String(contentsOfFile: file, encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name + ":") })
    return try #require(line.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }.first)
  }
}
