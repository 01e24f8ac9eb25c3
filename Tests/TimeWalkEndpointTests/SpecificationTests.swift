import Foundation
import Testing
import TimeWalkEndpoint

/// The examples of section 7 of the JSON-RPC 2.0 specification, with TimeWalk's methods.
@Suite("JSON-RPC 2.0, section 7")
struct SpecificationTests {
  let corner: Corner

  init() throws { corner = try Corner() }

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
    "Notifications get no answer, whatever becomes of them",
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
    "The id comes back as it was",
    arguments: [
      "1", "0", "-7", "1.5", #""a""#, #""""#, "null", "9007199254740993", "9223372036854775807",
      "18446744073709551615", #""\u00e9 \u2028 \"""#, #""1""#,
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

  @Test("A blank line is no message", arguments: ["", " ", "\t", "\r", "  \r"])
  func blank(line: String) throws {
    #expect(try corner.answer(line) == nil)
  }
}
