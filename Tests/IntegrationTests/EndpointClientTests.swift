import Foundation
import Testing
import TimeWalkTestSupport

@Suite("Clients of the endpoint, and requests from scripts", .waitsForProcesses, .onEachEngine)
struct EndpointClientTests {
  /// Returns true if a program is installed.
  static func has(_ program: String) -> Bool {
    (try? TimeWalkCommand.run(URL(fileURLWithPath: "/usr/bin/env"), [program, "--version"]).status)
      == 0
  }

  static func place() throws -> Workplace {
    let place = try Workplace()
    let starter = Project.root.appendingPathComponent("Archive/new-york").path
    #expect(try place.run(["archive", "import", starter, "--archive", place.archive]).status == 0)
    return place
  }

  /// Runs an example unchanged, with the built program first in the path.
  static func run(_ example: String, with program: String) throws -> TimeWalkCommand.Result {
    let place = try place()
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try TimeWalkCommand.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      [program, Project.root.appendingPathComponent("Examples/\(example)").path],
      environment: [
        "PATH": TimeWalkCommand.binary.deletingLastPathComponent().path + ":" + path,
        "TIMEWALK_ARCHIVE": place.archive, "TIMEWALK_LIBRARY": place.library,
      ])
  }

  static func check(_ result: TimeWalkCommand.Result) {
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines.allSatisfy { $0.wholeMatch(of: #/[01]\.\d\d  \S+  .+/#) != nil }, "\(result.output)")
  }

  @Test("The Python example runs unchanged", .enabled(if: has("python3"), "there is no python3"))
  func python() throws { Self.check(try Self.run("client.py", with: "python3")) }

  @Test("The Node example runs unchanged", .enabled(if: has("node"), "there is no node"))
  func node() throws { Self.check(try Self.run("client.mjs", with: "node")) }

  @Test("The examples are short enough to copy", arguments: ["client.py", "client.mjs"])
  func length(example: String) throws {
    let file = Project.root.appendingPathComponent("Examples/\(example)")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    #expect(lines.count <= 45)
  }

  @Test("A request prints the result that the endpoint gives, in the same bytes")
  func request() throws {
    let place = try Self.place()
    for (method, params) in [
      ("match", #"{"latitude":40.7536,"longitude":-73.9808,"heading":29,"limit":2}"#),
      ("archive.item", #"{"id":"new-york:flatiron-1902"}"#), ("archive.stats", "{}"),
      ("describe", "{}"),
    ] {
      let result = try place.run(["request", method, params])
      #expect(result.status == 0)
      #expect(result.errors.isEmpty)
      let piped = try place.run(["request", method, "-"], input: params)
      #expect(piped.output == result.output)
      let message = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
      let answer = try place.run(["endpoint", "--once"], input: message)
      #expect(
        answer.output == #"{"id":1,"jsonrpc":"2.0","result":\#(result.output.dropLast())}"# + "\n")
    }
  }

  @Test(
    "A failed request prints the reason and has the exit code of its kind",
    arguments: [
      (["match", "{}"], 64, "invalidValue", "latitude"),
      (
        ["match", #"{"latitude":1,"longitude":1,"x-mine":1,"mine":1}"#], 64, "invalidValue", "mine"
      ),
      (["nothing"], 64, "invalidValue", nil), (["match", "[1,2]"], 64, "invalidValue", nil),
      (["match", "{"], 65, "dataRefused", nil), (["match", "{} {}"], 65, "dataRefused", nil),
      (["archive.item", #"{"id":"a:b"}"#], 66, "inputMissing", nil),
      (["submit", #"{"path":"/nowhere.jpg"}"#], 66, "inputMissing", nil),
    ] as [([String], Int32, String, String?)])
  func failure(arguments: [String], status: Int32, code: String, field: String?) throws {
    let result = try Workplace().run(["request"] + arguments)
    #expect(result.status == status)
    let error = try #require(result.json().first?["error"] as? [String: Any])
    #expect(error["code"] as? String == code)
    #expect(error["field"] as? String == field)
    #expect(result.errors.hasPrefix("timewalk: "))
  }

  @Test("--once answers one message, a batch too, and leaves the rest")
  func once() throws {
    let place = try Workplace()
    let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    for (input, lines) in [
      ("\n \n\(ping)\n\(ping)\n", 1), ("[\(ping),\(ping)]\n\(ping)", 1), ("{\n\(ping)", 1), ("", 0),
      (#"{"jsonrpc":"2.0","method":"ping"}"# + "\n" + ping, 0),
    ] {
      let result = try place.run(["endpoint", "--once"], input: input)
      #expect(result.status == 0)
      #expect(result.output.split(separator: "\n").count == lines)
    }
  }
}
