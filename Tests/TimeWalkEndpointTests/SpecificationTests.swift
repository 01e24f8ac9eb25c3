import Foundation
import Testing
import TimeWalkEndpoint

/// The examples of section 7 of the JSON-RPC 2.0 specification, with TimeWalk's methods.
@Suite("JSON-RPC 2.0, section 7")
struct SpecificationTests {
  let corner: Corner

  init() throws { corner = try Corner() }

  /// The specification's unchanged examples, in its order; TimeWalk has none of their methods, and
  /// takes no parameters by position.
  static let examples: [(String, String?)] = [
    (
      #"{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}"#,
      #"{"id":1,"error":-32601}"#
    ),
    (
      #"{"jsonrpc": "2.0", "method": "subtract", "params": [23, 42], "id": 2}"#,
      #"{"id":2,"error":-32601}"#
    ),
    (
      #"{"jsonrpc": "2.0", "method": "subtract", "params": {"subtrahend": 23, "minuend": 42}, "id": 3}"#,
      #"{"id":3,"error":-32601}"#
    ),
    (
      #"{"jsonrpc": "2.0", "method": "subtract", "params": {"minuend": 42, "subtrahend": 23}, "id": 4}"#,
      #"{"id":4,"error":-32601}"#
    ),
    (#"{"jsonrpc": "2.0", "method": "update", "params": [1,2,3,4,5]}"#, nil),
    (#"{"jsonrpc": "2.0", "method": "foobar"}"#, nil),
    (#"{"jsonrpc": "2.0", "method": "foobar", "id": "1"}"#, #"{"id":"1","error":-32601}"#),
    (
      #"{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]"#,
      #"{"id":null,"error":-32700}"#
    ),
    (#"{"jsonrpc": "2.0", "method": 1, "params": "bar"}"#, #"{"id":null,"error":-32600}"#),
    (
      #"[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},{"jsonrpc": "2.0", "method"]"#,
      #"{"id":null,"error":-32700}"#
    ),
    ("[]", #"{"id":null,"error":-32600}"#),
    ("[1]", #"[{"id":null,"error":-32600}]"#),
    (
      "[1,2,3]",
      #"[{"id":null,"error":-32600},{"id":null,"error":-32600},{"id":null,"error":-32600}]"#
    ),
    (
      """
      [{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},\
      {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]},\
      {"jsonrpc": "2.0", "method": "subtract", "params": [42,23], "id": "2"},{"foo": "boo"},\
      {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},\
      {"jsonrpc": "2.0", "method": "get_data", "id": "9"}]
      """,
      #"[{"id":"1","error":-32601},{"id":"2","error":-32601},{"id":null,"error":-32600},{"id":"5","error":-32601},{"id":"9","error":-32601}]"#
    ),
    (
      #"[{"jsonrpc": "2.0", "method": "notify_sum", "params": [1,2,4]},{"jsonrpc": "2.0", "method": "notify_hello", "params": [7]}]"#,
      nil
    ),
  ]

  @Test("Every example of the section has the answer that it has there", arguments: examples)
  func example(line: String, expected: String?) throws {
    func short(_ answer: Any) throws -> NSDictionary {
      let object = try #require(answer as? [String: Any])
      try Corner.check(object)
      return ["id": object["id"] ?? NSNull(), "error": try Corner.code(object) ?? 0]
    }
    let answer = try corner.answer(line)
    guard let expected else {
      #expect(answer == nil)
      return
    }
    let wanted = try JSONSerialization.jsonObject(with: Data(expected.utf8)) as? NSObject
    let given: NSObject =
      if let list = answer as? [Any] {
        try list.map(short) as NSArray
      } else {
        try short(try #require(answer))
      }
    #expect(given == wanted)
  }

  @Test("Parameters by position are refused: TimeWalk's have names")
  func positional() throws {
    let object = try corner.object(
      #"{"jsonrpc": "2.0", "method": "match", "params": [40.758, -73.9855], "id": 1}"#)
    #expect(try Corner.code(object) == -32602)
    #expect(object["id"] as? Int == 1)
  }

  @Test("Named parameters may come in any order")
  func named() throws {
    let answers = try [
      #"{"jsonrpc": "2.0", "method": "match", "params": {"latitude": 40.758, "longitude": -73.9855}, "id": 3}"#,
      #"{"jsonrpc": "2.0", "method": "match", "params": {"longitude": -73.9855, "latitude": 40.758}, "id": 3}"#,
      #"{"id": 3, "params": {"longitude": -73.9855, "latitude": 40.758}, "method": "match", "jsonrpc": "2.0"}"#,
    ].map { try #require(corner.endpoint.answer(Array($0.utf8))) }
    #expect(Set(answers).count == 1)
    #expect(answers[0].contains("nypl:510d47dc"))
  }

  @Test(
    "Notifications get no answer, whether they succeed or fail",
    arguments: [
      #"{"jsonrpc": "2.0", "method": "ping"}"#,
      #"{"jsonrpc": "2.0", "method": "match", "params": [1,2,3,4,5]}"#,
      #"{"jsonrpc": "2.0", "method": "foobar"}"#,
      #"{"jsonrpc": "2.0", "method": "match", "params": {"latitude": "north"}}"#,
    ])
  func notification(line: String) throws {
    #expect(try corner.answer(line) == nil)
  }

  @Test("A method that does not exist")
  func unknownMethod() throws {
    let object = try corner.object(#"{"jsonrpc": "2.0", "method": "foobar", "id": "1"}"#)
    #expect(try Corner.code(object) == -32601)
    #expect(object["id"] as? String == "1")
  }

  @Test(
    "Invalid JSON",
    arguments: [
      #"{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]"#,
      #"[{"jsonrpc": "2.0", "method": "ping", "id": "1"},{"jsonrpc": "2.0", "method""#,
      "{", "nonsense", "{}{}", #"{"jsonrpc":"2.0","method":"ping","id":1}}"#, "\u{FEFF}",
    ])
  func parseError(line: String) throws {
    let object = try corner.object(line)
    #expect(try Corner.code(object) == -32700)
    #expect(object["id"] is NSNull)
  }

  @Test(
    "Invalid requests",
    arguments: [
      #"{"jsonrpc": "2.0", "method": 1, "params": "bar"}"#, "[]", "1", "true", "null", #""ping""#,
      "{}", #"{"method": "ping", "id": 1}"#, #"{"jsonrpc": "1.0", "method": "ping", "id": 1}"#,
      #"{"jsonrpc": 2.0, "method": "ping", "id": 1}"#,
      #"{"jsonrpc": "2.0", "id": 1}"#, #"{"jsonrpc": "2.0", "method": null, "id": 1}"#,
      #"{"jsonrpc": "2.0", "method": "ping", "params": 3, "id": 1}"#,
      #"{"jsonrpc": "2.0", "method": "ping", "params": null, "id": 1}"#,
      #"{"jsonrpc": "2.0", "method": "ping", "id": {}}"#,
      #"{"jsonrpc": "2.0", "method": "ping", "id": [1]}"#,
      #"{"jsonrpc": "2.0", "method": "ping", "id": true}"#,
    ])
  func invalidRequest(line: String) throws {
    #expect(try corner.code(line) == -32600)
  }

  @Test("A batch of nothing but faults", arguments: [("[1]", 1), ("[1,2,3]", 3)])
  func invalidBatch(line: String, count: Int) throws {
    let answers = try #require(try corner.answer(line) as? [[String: Any]])
    #expect(answers.count == count)
    for answer in answers {
      try Corner.check(answer)
      #expect(try Corner.code(answer) == -32600)
      #expect(answer["id"] is NSNull)
    }
  }

  @Test("A mixed batch")
  func batch() throws {
    let line = """
      [{"jsonrpc": "2.0", "method": "ping", "id": "1"},\
      {"jsonrpc": "2.0", "method": "ping", "params": {}},\
      {"jsonrpc": "2.0", "method": "match", "params": {"latitude": 40.758, "longitude": -73.9855}, "id": "2"},\
      {"foo": "boo"},\
      {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},\
      {"jsonrpc": "2.0", "method": "ping", "id": "9"}]
      """
    let answers = try #require(try corner.answer(line) as? [[String: Any]])
    for answer in answers { try Corner.check(answer) }
    #expect(answers.map { $0["id"] as? String } == ["1", "2", nil, "5", "9"])
    #expect(try answers.map(Corner.code) == [nil, nil, -32600, -32601, nil])
  }

  @Test("A batch of notifications gets no answer")
  func notificationBatch() throws {
    let line = """
      [{"jsonrpc": "2.0", "method": "ping"},{"jsonrpc": "2.0", "method": "foobar"}]
      """
    #expect(try corner.answer(line) == nil)
  }

  @Test(
    "The id is returned unchanged",
    arguments: [
      "1", "0", "-7", "1.5", #""a""#, #""""#, "null", "9007199254740993", "9223372036854775807",
      "18446744073709551615", #""\u00e9 \u2028 \"""#, #""1""#, "12345678901234567890123", "1.50",
      "-0",
      "1E5",
    ])
  func id(id: String) throws {
    for method in ["ping", "nothing"] {
      let line = #"{"jsonrpc":"2.0","method":"\#(method)","id":\#(id)}"#
      let sent = try JSONSerialization.jsonObject(with: Data(id.utf8), options: .fragmentsAllowed)
      let expected = try #require(sent as? NSObject)
      #expect(try corner.object(line)["id"] as? NSObject == expected)
      // Numbers that are close count as equal above; a client would look for its own digits.
      guard sent is NSNumber else { continue }
      let text = try #require(corner.endpoint.answer(Array(line.utf8)))
      #expect(text.contains(#""id":\#(id),"#) || text.contains(#""id":\#(id)}"#), "\(text)")
    }
  }

  @Test("A number beyond all numeric types is returned unchanged")
  func hugeID() throws {
    for id in ["1e400", "-1e-400", String(repeating: "9", count: 10_000)] {
      let line = #"{"jsonrpc":"2.0","method":"ping","id":\#(id)}"#
      let text = try #require(corner.endpoint.answer(Array(line.utf8)))
      #expect(text.hasPrefix(#"{"id":\#(id),"#))
    }
  }

  @Test(
    "A duplicate key is refused and named; other parsers would take either value",
    arguments: [
      (#"{"jsonrpc":"2.0","method":"ping","method":"match","id":1}"#, -32600, "method", "1"),
      (#"{"jsonrpc":"2.0","method":"ping","id":1,"id":2}"#, -32600, "id", "null"),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"match","params":{"latitude":1,"longitude":2,"latitude":3}}"#,
        -32602, "latitude", "1"
      ),
      (
        #"{"jsonrpc":"2.0","id":"a","method":"ping","params":{"x-mine":{"a":1,"a":1}}}"#, -32602,
        "x-mine", #""a""#
      ),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"ping","x-mine":[{"a":1,"a":1}]}"#, -32600, "x-mine", "1"
      ),
      (#"{"jsonrpc":"2.0","id":1,"method":"ping","\u006dethod":"ping"}"#, -32600, "method", "1"),
    ])
  func duplicate(line: String, code: Int, field: String, id: String) throws {
    let text = try #require(corner.endpoint.answer(Array(line.utf8)))
    #expect(text.contains(#""id":\#(id),"#))
    let object = try corner.object(line)
    let error = try #require(object["error"] as? [String: Any])
    #expect(error["code"] as? Int == code)
    #expect((error["data"] as? [String: Any])?["field"] as? String == field)
  }

  @Test("A member that requests don't have is refused and named; x- are the client's own")
  func members() throws {
    let object = try corner.object(#"{"jsonrpc":"2.0","id":1,"method":"ping","parms":{}}"#)
    let error = try #require(object["error"] as? [String: Any])
    #expect(error["code"] as? Int == -32600)
    #expect((error["data"] as? [String: Any])?["field"] as? String == "parms")
    #expect(
      try corner.object(#"{"jsonrpc":"2.0","id":1,"method":"ping","x-trace":1}"#)["result"] != nil)
  }

  @Test("A batch may contain at most a hundred requests")
  func largestBatch() throws {
    func batch(_ count: Int) -> String {
      "["
        + Array(repeating: #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, count: count)
        .joined(separator: ",") + "]"
    }
    #expect((try corner.answer(batch(100)) as? [Any])?.count == 100)
    #expect(try corner.code(batch(101)) == -32600)
  }

  @Test("A byte order mark before a message is passed over")
  func mark() throws {
    let line = "\u{FEFF}" + #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    #expect(try corner.object(line)["result"] != nil)
  }

  @Test("Nesting is bounded", arguments: [(128, true), (129, false), (100_000, false)])
  func nesting(depth: Int, isTaken: Bool) throws {
    let value = String(repeating: "[", count: depth - 2) + String(repeating: "]", count: depth - 2)
    let line = #"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x-deep":\#(value)}}"#
    let object = try corner.object(line)
    #expect((object["result"] != nil) == isTaken)
  }

  @Test("A blank line isn't a message", arguments: ["", " ", "\t", "\r", "  \r"])
  func blank(line: String) throws {
    #expect(try corner.answer(line) == nil)
  }
}
