import Foundation
import HTTPTypes
import Testing
import TimeWalk
import TimeWalkTestSupport

@testable import TimeWalkHTTP

/// The description of the interface, compared with its behaviour.
@Suite("The description of the interface", .waitsForProcesses, .serialized)
struct OpenAPITests {
  let document: [String: Any]

  init() throws {
    document = try #require(
      try JSONSerialization.jsonObject(with: Data(OpenAPIDocument.bytes)) as? [String: Any])
  }

  @Test("It has every route with its method, and nothing else")
  func routes() throws {
    #expect(document["openapi"] as? String == "3.1.0")
    let paths = try #require(document["paths"] as? [String: [String: Any]])
    let listed = Set(paths.flatMap { path, methods in methods.keys.map { "\($0) \(path)" } })
    var known = Set(RouteTable.api.map { "\($0.method.rawValue.lowercased()) \($0.path)" })
    known.formUnion(RouteTable.api.filter { $0.method == .get }.map { "head \($0.path)" })
    #expect(listed == known)
    for (path, methods) in paths {
      for case let (_, operation as [String: Any]) in methods {
        let parameters = operation["parameters"] as? [[String: Any]] ?? []
        let inPath = Set(
          parameters.filter { $0["in"] as? String == "path" }.compactMap { $0["name"] as? String })
        #expect(inPath == Set(path.matches(of: #/\{(\w+)\}/#).map { String($0.1) }), "\(path)")
      }
    }
  }

  @Test("Every reference has a target, and no schema has hidden fields")
  func references() throws {
    let text = String(decoding: OpenAPIDocument.bytes, as: UTF8.self)
    let components = try #require(document["components"] as? [String: [String: Any]])
    let references = Set(
      text.matches(of: #/"\$ref":"#/components/(\w+)/([\w.]+)"/#).map { "\($0.1)/\($0.2)" })
    #expect(references.count > 5)
    for reference in references {
      let parts = reference.split(separator: "/").map(String.init)
      #expect(components[parts[0]]?[parts[1]] != nil, "\(reference)")
    }
    let schemas = try #require(components["schemas"] as? [String: [String: Any]])
    for (name, schema) in schemas {
      let properties = schema["properties"] as? [String: Any] ?? [:]
      for hidden in ["path", "original", "sequence", "missing", "base64"] {
        #expect(properties[hidden] == nil, "\(name).\(hidden)")
      }
      for required in schema["required"] as? [String] ?? [] {
        #expect(properties[required] != nil, "\(name).\(required)")
      }
    }
    #expect(
      (components["securitySchemes"]?["token"] as? [String: Any])?["scheme"] as? String == "bearer")
    let problem = try #require(schemas["Problem"]?["properties"] as? [String: [String: Any]])
    let words = try #require(problem["code"]?["enum"] as? [String])
    for code in TimeWalkError.Code.allCases { #expect(words.contains(code.rawValue)) }
  }

  @Test("openapi-spec-validator takes it", .enabled(if: validator != nil, "not installed"))
  func validated() throws {
    let folder = try TemporaryFolder()
    let file = folder.path("openapi.json")
    try Data(OpenAPIDocument.bytes).write(to: URL(fileURLWithPath: file))
    let result = try TimeWalkCommand.run(try #require(Self.validator), [file])
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    // It does find faults.
    try Data(#"{"openapi":"3.1.0","info":{}}"#.utf8).write(to: URL(fileURLWithPath: file))
    #expect(try TimeWalkCommand.run(try #require(Self.validator), [file]).status != 0)
  }

  /// The tool that makes requests from the document, and validates the answers.
  private static let asker = PythonPackages(
    "schemathesis-1", ["schemathesis==4.32.5", "hypothesis==6.170.17"])

  @Test(
    "schemathesis finds nothing: the server accepts and refuses as documented",
    .longCheckOnly,
    .enabled(if: asker.isThere, "the reason is printed above"))
  func schemathesis() async throws {
    let place = try Served.place()
    try EventTown.completeNotice(in: place)
    let served = try Served(place)
    let folder = Project.root.appendingPathComponent("Tests/OpenAPI")
    var environment = ProcessInfo.processInfo.environment
    environment["SCHEMATHESIS_HOOKS"] = folder.appendingPathComponent("hooks.py").path
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    let program = try #require(Self.asker.python)
      .deletingLastPathComponent().appendingPathComponent("schemathesis")
    let arguments = [
      "--config-file", folder.appendingPathComponent("schemathesis.toml").path, "run",
      served.base + "/openapi.json", "--phases", "coverage,fuzzing", "--seed", "20",
      "--max-examples", "3", "--generation-database", "none", "--output-truncate", "true",
    ]
    // It leaves notes where it runs.
    let result = try await PythonPackages.run(
      program, arguments, environment, directory: place.folder.url)
    #expect(result.status == 0, "\(result.output.suffix(8000))\n\(result.errors.suffix(2000))")
    // It did ask.
    let cases = result.output.firstMatch(of: #/([0-9]+) generated/#).flatMap { Int($0.1) }
    #expect(cases ?? 0 > 1000)
  }

  /// PyPI's openapi-spec-validator.
  static let validator: URL? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { URL(fileURLWithPath: $0 + "/openapi-spec-validator") }
    .first { FileManager.default.isExecutableFile(atPath: $0.path) }

  @Test("Real answers have the documented properties, and no others")
  func answers() throws {
    let served = try Served()
    let made = try served.submit("?compose=beside")
    let id = try #require((try made.object()["photo"] as? [String: Any])?["id"] as? String)
    let upload = try served.post("/v1/uploads", json: #"{"size":5}"#)
    let cases: [(String, String, Reply)] = [
      ("post", "/v1/match", try served.post("/v1/match", json: ServerTests.pose)),
      ("post", "/v1/photos", made), ("get", "/v1/photos/{id}", try served.ask("/v1/photos/\(id)")),
      ("get", "/v1/items", try served.ask("/v1/items")),
      ("get", "/v1/items/{id}", try served.ask("/v1/items/nypl:kept")),
      ("get", "/v1/stats", try served.ask("/v1/stats")), ("post", "/v1/uploads", upload),
      ("get", "/v1/items/{id}", try served.ask("/v1/items/nypl:none")),
    ]
    for (method, path, reply) in cases {
      let paths = document["paths"] as? [String: [String: [String: Any]]]
      let responses = try #require(paths?[path]?[method]?["responses"] as? [String: [String: Any]])
      var response = try #require(responses["\(reply.status)"] ?? responses["default"])
      if response["$ref"] != nil {
        let all = (document["components"] as? [String: [String: [String: Any]]])?["responses"]
        response = try #require(all?["Problem"])
      }
      let content = try #require(response["content"] as? [String: [String: Any]])
      let type = try #require(reply.headers["content-type"])
      let schema = try #require(content[type]?["schema"], "\(path): \(type)")
      for fault in faults(try reply.object(), schema, path) { Issue.record("\(fault)") }
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
    switch schema["type"] as? String {
    case "object":
      guard let members = value as? [String: Any],
        let properties = schema["properties"] as? [String: Any]
      else { return ["\(path): is no object"] }
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
    default: return []
    }
  }
}
