import Foundation
import Testing
import TimeWalkTestSupport

@Suite("The endpoint's log")
struct LogTests {
  static let match = SideBySideTests.request(
    "\"here\"", "match", #""latitude":12.3456789,"longitude":-65.4321"#)
  static let wrong = SideBySideTests.request("7", "match", #""latitude":98.7654,"longitude":0"#)

  /// What is logged of two requests and a line that is none.
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

  @Test("Positions are logged when that is asked for")
  func positions() throws {
    let text = try entries(["--log-positions"]).text
    #expect(text.contains(#""latitude":"12.3456789""#) && text.contains("98.7654"))
  }

  @Test(
    "The level says what is logged",
    arguments: [
      ("info", ["begin", "request", "request", "refused", "drain", "end"]),
      ("notice", ["request", "refused"]), ("warning", []), ("critical", []),
    ])
  func level(name: String, messages: [String]) throws {
    let entries = try entries(["--log-level", name]).entries
    #expect(entries.compactMap { $0["message"] as? String }.sorted() == messages.sorted())
    #expect(try Workplace().run(["endpoint", "--log-level", "loud"]).status == 64)
  }

  @Test("A log that nobody reads holds nothing up")
  func unread() throws {
    let session = try EndpointSession(Workplace(), listens: true)
    // Far more lines than a pipe holds.
    for id in 0..<2000 { #expect(try session.ask(SideBySideTests.ping(id))["result"] != nil) }
    // What comes after the reader is back says how much it missed.
    while let entry = try session.log(), entry["id"] as? String != "100" {}
    _ = try session.ask(SideBySideTests.ping(3000))
    var lost = 0
    while lost == 0, let entry = try session.log() { lost = entry["lost"] as? Int ?? 0 }
    #expect(lost > 0)
    #expect(try session.close() == 0)
  }
}
