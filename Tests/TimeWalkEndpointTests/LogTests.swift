import Foundation
import Logging
import Testing
import TimeWalkTestSupport

@testable import TimeWalkEndpoint

@Suite("The endpoint's log", .waitsForProcesses)
struct LogTests {
  static let match = SideBySideTests.request(
    "\"here\"", "match", #""latitude":12.3456789,"longitude":-65.4321"#)
  static let wrong = SideBySideTests.request("7", "match", #""latitude":98.7654,"longitude":0"#)

  /// The log of two requests and an invalid line.
  func entries(_ flags: [String]) throws -> (entries: [[String: Any]], text: String) {
    let result = try Workplace().run(
      ["endpoint", "--ordered"] + flags,
      input: [Self.match, Self.wrong, "{"].joined(separator: "\n"))
    #expect(result.status == 0)
    let entries = try result.errors.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    return (entries, result.errors)
  }

  @Test("Each request has a line with its id, method, timing and outcome, and no position")
  func entry() throws {
    let (entries, text) = try entries([])
    let requests = entries.filter { $0["message"] as? String == "request" }
    let match = try #require(requests.first { $0["id"] as? String == "here" })
    #expect(match["method"] as? String == "match")
    #expect(match["outcome"] as? String == "ok")
    #expect(match["level"] as? String == "info")
    for name in ["waited", "ran", "bytes"] { #expect(match[name] is NSNumber, "\(name)") }
    #expect((match["time"] as? String)?.hasSuffix("Z") == true)
    let wrong = try #require(requests.first { $0["id"] as? String == "7" })
    #expect(wrong["outcome"] as? String == "invalidValue")
    #expect(wrong["field"] as? String == "latitude")
    #expect(wrong["code"] as? Int == -32602)
    #expect(entries.contains { $0["outcome"] as? String == "parseError" })
    for secret in ["12.34", "65.43", "98.76"] { #expect(!text.contains(secret)) }
  }

  @Test("Positions are logged on request")
  func positions() throws {
    let text = try entries(["--log-positions"]).text
    #expect(text.contains(#""latitude":"12.3456789""#) && text.contains("98.7654"))
  }

  @Test(
    "The level selects the messages",
    arguments: [
      ("info", ["begin", "request", "request", "refused", "drain", "end"]),
      ("notice", ["request", "refused"]), ("warning", []), ("critical", []),
    ])
  func level(name: String, messages: [String]) throws {
    let entries = try entries(["--log-level", name]).entries
    #expect(entries.compactMap { $0["message"] as? String }.sorted() == messages.sorted())
    #expect(try Workplace().run(["endpoint", "--log-level", "loud"]).status == 64)
  }

  @Test("A log without a reader delays nothing")
  func unread() throws {
    let session = try EndpointSession(Workplace(), listens: true)
    // Far more lines than a pipe holds.
    for id in 0..<2000 { #expect(try session.ask(SideBySideTests.ping(id))["result"] != nil) }
    // The next message after the reader is back has the number of lost ones.
    while let entry = try session.log(), entry["id"] as? String != "100" {}
    _ = try session.ask(SideBySideTests.ping(3000))
    var lost = 0
    while lost == 0, let entry = try session.log() { lost = entry["lost"] as? Int ?? 0 }
    #expect(lost > 0)
    #expect(try session.close() == 0)
  }

  @Test(
    "Buffered lines of successful requests are written with the next other line"
  )
  func gathered() throws {
    let ends = AnswerStreamTests.pipe()
    let lines = LogLines(level: .info, descriptor: ends.write)
    lines.answered(id: "a\"é", method: "match", bytes: 12, ran: 0.25, waited: 3)
    lines.answered(id: nil, method: "ping", bytes: 0, ran: 0, waited: 0.001)
    // Nothing to read yet.
    var look = pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0)
    #expect(poll(&look, 1, 0) == 0)
    var logger = Logger(label: "test") { _ in lines }
    logger.logLevel = .info
    logger.info(
      "request",
      metadata: [
        "bytes": .stringConvertible(12), "id": "a\"é", "method": "match", "outcome": "ok",
        "ran": .stringConvertible(0.25), "waited": .stringConvertible(3),
      ])
    lines.answered(id: String(repeating: "x", count: 500), method: "m", bytes: 1, ran: 1, waited: 1)
    lines.flush()
    lines.flush()
    close(ends.write)
    let all = AnswerStreamTests.lines(of: ends.read).map { line in
      // All but the time.
      String(String(decoding: line, as: UTF8.self).drop { $0 != "," })
    }
    try #require(all.count == 4)
    #expect(all[0] == all[2])
    #expect(all[1].contains(#""method":"ping""#) && !all[1].contains("id"))
    #expect(all[3].contains("\"" + String(repeating: "x", count: 200) + "\""))
    close(ends.read)
  }

  @Test("Nothing is lost while the log is read, for any number of buffered lines")
  func much() throws {
    let ends = AnswerStreamTests.pipe()
    let lines = LogLines(level: .info, descriptor: ends.write)
    for number in 0..<300 {
      lines.answered(id: "\(number)", method: "match", bytes: number, ran: 1, waited: 1)
    }
    lines.flush()
    close(ends.write)
    let all = AnswerStreamTests.lines(of: ends.read).map { String(decoding: $0, as: UTF8.self) }
    #expect(all.count == 300)
    for (number, line) in all.enumerated() { #expect(line.contains("\"id\":\"\(number)\"")) }
    close(ends.read)
  }
}
