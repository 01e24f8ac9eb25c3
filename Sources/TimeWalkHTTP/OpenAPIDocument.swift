internal import Foundation
internal import HTTPTypes
internal import TimeWalk
internal import TimeWalkEndpoint
internal import TimeWalkBase
internal import TimeWalkEvents

/// The description of the interface, OpenAPI 3.1, derived from the routes and the fields of
/// requests.
enum OpenAPIDocument {
  /// The document, UTF-8.
  static let bytes: [UInt8] = {
    var text = JSONText()
    text.value(make(version: Version.current))
    return text.take()
  }()

  static func make(version: String) -> JSONValue {
    let schemas = WireSchemas()
    var paths: [String: [String: JSONValue]] = [:]
    for route in RouteTable.api {
      paths[route.path, default: [:]][route.method.rawValue.lowercased()] = operation(
        route, schemas)
      if route.method == .get {
        paths[route.path, default: [:]]["head"] = operation(route, schemas, isHead: true)
      }
    }
    var components = Dictionary(
      uniqueKeysWithValues: schemas.components.map {
        (PublicSchema.name($0.key), PublicSchema.made(of: $0.value))
      })
    components["Problem"] = problem
    return PublicSchema.withNames([
      "openapi": "3.1.0",
      "info": [
        "title": "TimeWalk", "version": .string(version),
        "description":
          "What did this look like before? Parameters whose names start with x- are the client's own. null is the same as absent.",
        "license": ["name": "see the project"],
      ],
      "paths": .object(paths.mapValues { .object($0) }),
      "security": [["token": []], [:]],
      "components": [
        "schemas": .object(components),
        "securitySchemes": [
          "token": [
            "type": "http", "scheme": "bearer",
            "description":
              "Created with \"timewalk token add\". Not needed if only local clients reach the server, or if it is open.",
          ]
        ],
        "responses": ["Problem": ["description": "An error.", "content": problemContent]],
      ],
    ])
  }

  private static func operation(
    _ route: Route, _ schemas: WireSchemas, isHead: Bool = false
  ) -> JSONValue {
    let inPath = Set(
      route.segments.filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) })
    var parameters = route.fields.map { parameter($0, isInPath: inPath.contains($0.name)) }
    if route.body == .chunk {
      parameters.append([
        "name": "Upload-Offset", "in": "header", "required": true,
        "description": "The current length of the upload.",
        "schema": ["type": "integer", "minimum": 0, "maximum": .number(String(1 << 40))],
      ])
    }
    if route.needsVersion {
      parameters.append([
        "name": "If-Match", "in": "header", "required": true,
        "description":
          "The item's ETag, from its history or its last change; * for any.",
        "schema": ["type": "string", "pattern": "^([*]|\"[0-9]{1,18}\")$"],
      ])
    }
    var members: [String: JSONValue] = [
      "summary": .string((isHead ? "The headers of: " : "") + route.summary),
      "operationId": .string(identifier(route, isHead)),
      "parameters": .array(parameters),
      "responses": .object(responses(route, schemas, isHead)),
    ]
    if route.right == nil { members["security"] = [[:]] }
    if let body = body(route) { members["requestBody"] = body }
    return .object(members)
  }

  private static func identifier(_ route: Route, _ isHead: Bool) -> String {
    let words = route.segments.map { $0.filter { $0.isLetter || $0.isNumber } }
    return
      ((isHead ? "head" : route.method.rawValue.lowercased()) + " " + words.joined(separator: " "))
      .split(separator: " ").joined(separator: "_")
  }

  private static func parameter(_ field: WireField, isInPath: Bool) -> JSONValue {
    let isWhole = if case .integer = field.kind { true } else { false }
    var inPath: [String: JSONValue] = ["type": "string", "minLength": 1]
    if let pattern = field.pattern { inPath["pattern"] = .string(pattern) }
    return [
      "name": .string(field.name), "in": isInPath ? "path" : "query",
      "required": .bool(isInPath || field.isRequired), "description": .string(field.about),
      "schema": isInPath && !isWhole
        ? .object(inPath) : WireSchemas.schema(of: field),
    ]
  }

  private static func body(_ route: Route) -> JSONValue? {
    switch route.body {
    case .none: return nil
    case .fields(let fields):
      let properties = Dictionary(
        uniqueKeysWithValues: fields.map { ($0.name, bodySchema($0)) })
      var schema: [String: JSONValue] = [
        "type": "object", "properties": .object(properties),
        "required": .array(fields.filter(\.isRequired).map { .string($0.name) }),
        "patternProperties": ["^x-": true], "additionalProperties": false,
      ]
      // A change must have a value.
      if route.needsVersion { schema["minProperties"] = 1 }
      return ["required": true, "content": ["application/json": ["schema": .object(schema)]]]
    case .file:
      return [
        "required": true,
        "content": ["application/octet-stream": ["schema": [:]], "image/jpeg": ["schema": [:]]],
      ]
    case .chunk:
      // A part may be empty.
      return ["required": false, "content": ["application/octet-stream": ["schema": [:]]]]
    }
  }

  private static func bodySchema(_ field: WireField) -> JSONValue {
    let schema = WireSchemas.schema(of: field)
    return field.isRequired ? schema : ["anyOf": [schema, ["type": "null"]]]
  }

  private static func responses(
    _ route: Route, _ schemas: WireSchemas, _ isHead: Bool
  ) -> [String: JSONValue] {
    var result: [String: JSONValue] = [
      "default": ["$ref": "#/components/responses/Problem"]
    ]
    func good(_ status: Int, _ content: JSONValue?) {
      var response: [String: JSONValue] = ["description": "The result."]
      if let content, !isHead { response["content"] = content }
      result[String(status)] = .object(response)
    }
    switch route.answer {
    case .none: good(204, nil)
    case .method(let method):
      good(200, ["application/json": ["schema": schemas.result(of: method)]])
      if lists.contains(method), var response = result["200"]?.members {
        response["headers"] = ["Link": link]
        result["200"] = .object(response)
      }
    case .type(let type, let status):
      let content: JSONValue = ["application/json": ["schema": schemas.schema(of: type)]]
      good(status, content)
      // A photo that was submitted before gets 200.
      if status == 201, route.path != "/v1/uploads" { good(200, content) }
    case .file(let type):
      if route.path.hasPrefix("/v1/photos") {
        good(200, .object(PublicSchema.pictures))
        good(206, .object(PublicSchema.pictures))
        result["304"] = ["description": "The client's copy is current."]
      } else {
        good(200, [type: ["schema": [:]]])
      }
    }
    return result
  }

  /// The methods that answer with a page of a list.
  private static let lists: Set = ["archive.search", "photos.list"]
  private static let link: JSONValue = [
    "description": "The address of the next page with rel=\"next\", if there is one (RFC 8288).",
    "schema": ["type": "string"],
  ]

  private static let problemContent: JSONValue = [
    Problem.mediaType: ["schema": ["$ref": "#/components/schemas/Problem"]]
  ]

  /// Problem details (RFC 9457) with TimeWalk's word and field.
  private static let problem: JSONValue = {
    let words = Set(
      TimeWalkError.Code.allCases.map(\.rawValue) + HTTPWord.allCases.map(\.rawValue)
        + EventErrorCode.allCases.map(\.rawValue))
    return [
      "type": "object",
      "properties": [
        "type": ["type": "string"], "title": ["type": "string"], "status": ["type": "integer"],
        "detail": ["type": "string"],
        "code": ["type": "string", "enum": .array(words.sorted().map { .string($0) })],
        "field": ["type": "string"],
      ],
      "required": ["type", "title", "status", "detail", "code"],
    ]
  }()
}

/// The endpoint's schemas as HTTP clients see them.
enum PublicSchema {
  /// A name as OpenAPI allows it: letters, digits, dots, underscores, hyphens.
  static func name(_ type: String) -> String {
    String(type.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "_" })
  }

  /// The document with such names in its references.
  static func withNames(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map(withNames))
    case .object(let members):
      return .object(
        Dictionary(
          uniqueKeysWithValues: members.map { key, value in
            guard key == "$ref", let text = value.string, let slash = text.lastIndex(of: "/") else {
              return (key, withNames(value))
            }
            return (key, .string(text[...slash] + name(String(text[slash...].dropFirst()))))
          }))
    default: return value
    }
  }

  /// The schema of a type after `FileNaming.replacePaths(by:)`.
  static func made(of schema: JSONValue) -> JSONValue {
    guard var members = schema.members, var properties = members["properties"]?.members else {
      return schema
    }
    var required = Set(members["required"]?.elements?.compactMap(\.string) ?? [])
    if properties["sha256"] != nil, properties["originalURL"] != nil {
      // A photo has an id in place of its number.
      properties["id"] = ["type": "string"]
      required.insert("id")
    }
    if properties.removeValue(forKey: "path") != nil { properties["url"] = ["type": "string"] }
    for name in ["original", "missing", "base64", "sequence"] { properties[name] = nil }
    required.formIntersection(properties.keys)
    members["properties"] = .object(properties)
    members["required"] = .array(required.sorted().map { .string($0) })
    return .object(members)
  }

  /// The media types of a photo's files.
  static let pictures: [String: JSONValue] = Dictionary(
    uniqueKeysWithValues: ["image/jpeg", "image/webp", "text/html"].map { ($0, ["schema": [:]]) })
}
