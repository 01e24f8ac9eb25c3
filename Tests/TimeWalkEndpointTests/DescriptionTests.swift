import Foundation
import Testing
import TimeWalk
import TimeWalkTestSupport

/// The endpoint's description, compared with its behaviour.
@Suite("The description of the endpoint", .waitsForProcesses)
struct DescriptionTests {
  let corner: Corner
  let document: [String: Any]

  init() throws {
    corner = try Corner()
    let result = try corner.object(#"{"jsonrpc":"2.0","id":1,"method":"describe"}"#)["result"]
    document = try #require(result as? [String: Any])
  }

  var methods: [[String: Any]] { document["methods"] as? [[String: Any]] ?? [] }

  func method(_ name: String) throws -> [String: Any] {
    try #require(methods.first { $0["name"] as? String == name })
  }

  func parameters(_ name: String) throws -> [[String: Any]] {
    try #require(try method(name)["params"] as? [[String: Any]])
  }

  @Test("The description is the recorded one; TIMEWALK_RECORD_OPENRPC=1 records it again")
  func recorded() throws {
    var document = document
    // The version of the document is that of the program, which the corner here makes up.
    var info = try #require(document["info"] as? [String: Any])
    info["version"] = Version.current
    document["info"] = info
    let text = try JSONSerialization.data(
      withJSONObject: document, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    // Where a person can look at it.
    let made = FileManager.default.temporaryDirectory.appendingPathComponent(
      "timewalk-openrpc.json")
    try (text + [0x0A]).write(to: made)
    let file = "Tests/Recorded/openrpc.json.gz"
    if ProcessInfo.processInfo.environment["TIMEWALK_RECORD_OPENRPC"] == "1" {
      let packed = try TimeWalkCommand.run(
        URL(fileURLWithPath: "/bin/sh"), ["-c", "gzip -9nc \"$1\" >\"$2\"", "sh", made.path, file],
        directory: Project.root)
      try #require(packed.status == 0, "\(packed.errors)")
    }
    let known = corner.folder.path("recorded.json")
    try KeptFile.unpack("openrpc.json", from: "Tests/Recorded", to: known)
    let isKnown = try Data(contentsOf: URL(fileURLWithPath: known)) == text + [0x0A]
    #expect(
      isKnown,
      """
      The description differs from \(file). To look: gzip -dc \(file) | diff - \(made.path). Where \
      the new one is right, record it: TIMEWALK_RECORD_OPENRPC=1 swift test --filter DescriptionTests
      """)
  }

  @Test("Each result has a schema")
  func results() throws {
    for method in methods {
      let result = try #require(method["result"] as? [String: Any])
      #expect(result["schema"] is [String: Any], "\(method["name"] ?? "")")
    }
  }

  @Test("It has the methods of the design")
  func names() {
    #expect(
      methods.compactMap { $0["name"] as? String } == [
        "submit", "match", "archive.search", "archive.item", "archive.places",
        "archive.map", "archive.collections", "archive.eras", "archive.stats", "photos.list",
        "photos.get",
        "photos.remove", "cancel", "ping", "describe",
      ])
    for method in methods {
      #expect(method["paramStructure"] as? String == "by-name")
      #expect((method["summary"] as? String)?.hasSuffix(".") == true)
      #expect(method["result"] != nil)
    }
  }

  @Test("Every reference leads somewhere")
  func references() throws {
    let text = String(
      decoding: try JSONSerialization.data(
        withJSONObject: document, options: .withoutEscapingSlashes), as: UTF8.self)
    let references = Set(
      text.matches(of: #/"\$ref":"#/components/(\w+)/([\w.]+)"/#).map { "\($0.1)/\($0.2)" })
    #expect(references.contains("schemas/MatchReport.Rights"))
    let components = try #require(document["components"] as? [String: [String: Any]])
    for reference in references {
      let parts = reference.split(separator: "/")
      #expect(components[String(parts[0])]?[String(parts[1])] != nil, "\(reference)")
    }
  }

  @Test("The ranges that it states are those that are enforced", arguments: ["match", "submit"])
  func ranges(method: String) throws {
    let required = method == "match" ? #""latitude":1,"longitude":1"# : #""base64":"AAAA""#
    func field(_ name: String, _ value: Double) throws -> String? {
      let text = value == value.rounded() ? "\(Int(value))" : "\(value)"
      let others = required.split(separator: ",").filter { !$0.hasPrefix("\"\(name)\"") }
      let params = (others + ["\"\(name)\":\(text)"]).joined(separator: ",")
      let answer = try corner.object(SideBySideTests.request("1", method, params))
      let data = (answer["error"] as? [String: Any])?["data"] as? [String: Any]
      return data?["field"] as? String
    }
    var count = 0
    for parameter in try parameters(method) {
      let name = try #require(parameter["name"] as? String)
      let schema = try #require(parameter["schema"] as? [String: Any])
      guard let least = schema["minimum"] as? Double, let most = schema["maximum"] as? Double
      else { continue }
      count += 1
      let step = schema["type"] as? String == "integer" ? 1 : max(1e-3, abs(most) * 1e-6)
      #expect(try field(name, least) != name, "\(name) \(least)")
      #expect(try field(name, most) != name, "\(name) \(most)")
      #expect(try field(name, least - step) == name, "\(name) below \(least)")
      #expect(try field(name, most + step) == name, "\(name) above \(most)")
    }
    #expect(count == (method == "submit" ? 12 : 10))
  }

  @Test(
    "The words that it lists are taken, and no others",
    arguments: ["altitudeReference", "headingReference"])
  func words(name: String) throws {
    let parameter = try #require(try parameters("match").first { $0["name"] as? String == name })
    let words = try #require((parameter["schema"] as? [String: Any])?["enum"] as? [String])
    #expect(!words.isEmpty)
    for (word, isTaken) in words.map({ ($0, true) }) + [("", false), ("north", false)] {
      let params = #""latitude":1,"longitude":1,"altitude":1,"\#(name)":"\#(word)""#
      let answer = try corner.object(SideBySideTests.request("1", "match", params))
      #expect((answer["result"] != nil) == isTaken, "\(word)")
    }
  }

  @Test("Texts, paths and tokens have the described maximum length")
  func lengths() throws {
    for (method, name) in [
      ("match", "era"), ("archive.item", "id"), ("cancel", "id"), ("submit", "path"),
    ] {
      let parameter = try #require(try parameters(method).first { $0["name"] as? String == name })
      let most = try #require((parameter["schema"] as? [String: Any])?["maxLength"] as? Int)
      let place = method == "match" ? #""latitude":1,"longitude":1,"# : ""
      func message(_ length: Int) throws -> String {
        let value = String(repeating: "é", count: length)
        let answer = try corner.object(
          SideBySideTests.request("1", method, place + #""\#(name)":"\#(value)""#))
        return (answer["error"] as? [String: Any])?["message"] as? String ?? ""
      }
      #expect(try !message(most).contains("is longer than"))
      #expect(try message(most + 1).contains("is longer than \(most)"))
    }
  }

  @Test("Real answers match the description")
  func answers() throws {
    let photo = Data(SamplePhone.photo()).base64EncodedString()
    let submitted = try corner.object(
      SideBySideTests.request("1", "submit", #""base64":"\#(photo)""#))
    #expect(submitted["result"] != nil)
    let list = try corner.object(SideBySideTests.request("1", "photos.list"))
    let photos = (list["result"] as? [String: Any])?["photos"] as? [[String: Any]]
    let id = try #require(photos?.first?["id"] as? String)
    let calls = [
      ("ping", ""), ("describe", ""), ("archive.stats", ""),
      ("archive.item", #""id":"nypl:510d47dc""#), ("archive.search", #""text":"broadway""#),
      ("archive.places", #""latitude":40.758,"longitude":-73.9855,"era":"1911""#),
      ("archive.map", #""z":14,"x":4824,"y":6157,"era":"1911""#), ("archive.collections", ""),
      ("archive.eras", ""), ("photos.list", #""limit":1"#),
      ("photos.get", #""id":"\#(id)""#), ("cancel", #""id":1"#),
      (
        "match",
        #""latitude":40.758,"longitude":-73.9855,"heading":205,"headingReference":"magnetic","era":"1890/..""#
      ),
      ("submit", #""base64":"\#(photo)","inline":true"#), ("photos.remove", #""ids":"\#(id)""#),
    ]
    for (name, params) in calls {
      let answer = try corner.object(SideBySideTests.request("1", name, params))
      let result = try #require(answer["result"], "\(name): \(answer)")
      let schema = try #require((try method(name)["result"] as? [String: Any])?["schema"])
      for fault in faults(result, schema, name) { Issue.record("\(fault)") }
    }
    #expect(calls.count == methods.count)
    #expect(!faults(["pong": 1], ["$ref": "#/components/schemas/PingReport"], "").isEmpty)
    #expect(
      !faults(["pong": "1", "a": 1], ["$ref": "#/components/schemas/PingReport"], "").isEmpty)
    #expect(!faults([String: Any](), ["$ref": "#/components/schemas/PingReport"], "").isEmpty)
  }

  @Test("The README's request and answer match the description", arguments: ["match"])
  func readme(name: String) throws {
    let readme = try String(
      contentsOf: Project.root.appendingPathComponent("README.md"), encoding: .utf8)
    let answer = try #require(
      readme.components(separatedBy: "```json\n").dropFirst().first?.components(
        separatedBy: "\n```"
      ).first)
    let object = try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
    let result = try #require(object?["result"])
    let schema = try #require((try method(name)["result"] as? [String: Any])?["schema"])
    // An example may leave fields out; it may not have others.
    for fault in faults(result, schema, name) where !fault.contains("is missing") {
      Issue.record("\(fault)")
    }
    let known = Set(try parameters(name).compactMap { $0["name"] as? String })
    let requests = readme.matches(of: #/echo '(\{"jsonrpc".*?\})' \|/#)
    #expect(!requests.isEmpty)
    for request in requests {
      let message = try JSONSerialization.jsonObject(with: Data(request.1.utf8)) as? [String: Any]
      guard message?["method"] as? String == name else { continue }
      let given = (message?["params"] as? [String: Any])?.keys.map { $0 } ?? []
      #expect(Set(given).isSubset(of: known))
    }
  }

  /// The parts of a value that its schema forbids; objects may only have the listed members.
  func faults(_ value: Any, _ schema: Any, _ path: String) -> [String] {
    guard let schema = schema as? [String: Any] else { return [] }
    if let reference = schema["$ref"] as? String {
      let name = String(reference.split(separator: "/").last ?? "")
      let all = (document["components"] as? [String: Any])?["schemas"] as? [String: Any]
      guard let target = all?[name] else { return ["\(path): there is no \(name)"] }
      return faults(value, target, path)
    }
    if let choices = schema["anyOf"] as? [Any] {
      return choices.contains { faults(value, $0, path).isEmpty }
        ? [] : ["\(path): is none of its kinds"]
    }
    if let words = schema["enum"] as? [String] {
      return words.contains(value as? String ?? "") ? [] : ["\(path): is none of its words"]
    }
    switch schema["type"] as? String {
    case "object":
      guard let members = value as? [String: Any] else { return ["\(path): is no object"] }
      guard let properties = schema["properties"] as? [String: Any] else { return [] }
      let missing = (schema["required"] as? [String] ?? []).filter { members[$0] == nil }
      return missing.map { "\(path).\($0) is missing" }
        + members.flatMap { name, member -> [String] in
          guard let inner = properties[name] else { return ["\(path).\(name) is not described"] }
          return faults(member, inner, "\(path).\(name)")
        }
    case "array":
      guard let elements = value as? [Any] else { return ["\(path): is no array"] }
      return elements.flatMap { faults($0, schema["items"] ?? true, "\(path)[]") }
    case "string": return value is String ? [] : ["\(path): is no string"]
    case "number": return value is NSNumber ? [] : ["\(path): is no number"]
    case "integer": return value is Int ? [] : ["\(path): is no whole number"]
    case "boolean": return value is Bool ? [] : ["\(path): is no boolean"]
    case "null": return value is NSNull ? [] : ["\(path): is not null"]
    default: return ["\(path): has a schema of no type"]
    }
  }
}
