internal import Foundation
internal import TimeWalk
internal import TimeWalkBase

/// The description of the methods, after the OpenRPC specification 1.3.2.
enum OpenRPCDocument {
  static func make(version: String) -> JSONValue {
    let types = TypeSchema()
    let methods = MethodTable.all.map { describe($0, types) }
    return [
      "openrpc": "1.3.2",
      "info": [
        "title": "TimeWalk",
        "version": .string(version),
        "description":
          "JSON-RPC 2.0 on standard input and output, one message a line. Parameters are named; names that start with x- belong to the client.",
      ],
      "methods": .array(methods),
      "components": [
        "schemas": .object(types.components),
        "errors": .object(
          Dictionary(
            uniqueKeysWithValues: TimeWalkError.Code.allCases.map { ($0.rawValue, error($0)) })),
      ],
      "x-notifications": [
        [
          "name": .string(ProgressNote.method),
          "summary":
            "Sent before each step of a submit with a progressToken; number counts from 1.",
          "params": [
            parameter(WireField("token", .token, "The progressToken.").required),
            parameter(
              WireField(
                "step", .word(PipelineStep.allCases.map(\.rawValue)), "The name of the step."
              )
              .required),
            parameter(
              WireField(
                "number", .integer(1...PipelineStep.allCases.count), "The number of the step."
              )
              .required),
            parameter(
              WireField(
                "total", .integer(1...PipelineStep.allCases.count), "The total number of steps."
              ).required),
          ],
        ]
      ],
    ]
  }

  private static func describe(_ method: Method, _ types: TypeSchema) -> JSONValue {
    let result: JSONValue
    switch method.result {
    // A type that can't be read off would be found by the test that compares the document.
    case .type(let type): result = (try? types.schema(of: type)) ?? true
    case .document: result = ["type": "object"]
    }
    let common: [TimeWalkError.Code] = [
      .invalidValue, .archiveUnusable, .inputOutput, .busy, .cancelled, .internalFault,
    ]
    let errors = (common + method.errors).map {
      JSONValue.object(["$ref": .string("#/components/errors/\($0.rawValue)")])
    }
    return [
      "name": .string(method.name), "summary": .string(method.summary), "paramStructure": "by-name",
      "params": .array(method.fields.map(parameter)),
      "result": ["name": "result", "schema": result], "errors": .array(errors),
    ]
  }

  private static func error(_ code: TimeWalkError.Code) -> JSONValue {
    [
      "code": .number(String(RPCFault.number(of: code))), "message": .string(code.rawValue),
      "data": ["code": .string(code.rawValue)],
    ]
  }

  private static func parameter(_ field: WireField) -> JSONValue {
    [
      "name": .string(field.name), "description": .string(field.about),
      "required": .bool(field.isRequired), "schema": schema(field),
    ]
  }

  static func schema(_ field: WireField) -> JSONValue {
    func number(_ value: Double) -> JSONValue {
      var text = JSONText()
      text.number(value)
      return .number(String(decoding: text.bytes, as: UTF8.self))
    }
    var schema: [String: JSONValue] =
      switch field.kind {
      case .number(let range):
        [
          "type": "number", "minimum": number(range.lowerBound),
          "maximum": number(range.upperBound),
        ]
      case .integer(let range):
        [
          "type": "integer", "minimum": .number(String(range.lowerBound)),
          "maximum": .number(String(range.upperBound)),
        ]
      case .flag: ["type": "boolean"]
      case .text(let most): ["type": "string", "maxLength": .number(String(most))]
      case .word(let words): ["type": "string", "enum": .array(words.map { .string($0) })]
      case .path:
        [
          "type": "string", "minLength": 1, "maxLength": .number(String(WireField.longestPath)),
          "pattern": "^[^\\u0000]*$",
        ]
      case .base64(let most):
        [
          "type": "string", "contentEncoding": "base64", "maxLength": .number(String(most)),
        ]
      case .token:
        [
          "type": ["string", "number"], "maxLength": .number(String(WireField.usualText)),
        ]
      }
    schema["default"] = field.fallback
    if let pattern = field.pattern { schema["pattern"] = .string(pattern) }
    return .object(schema)
  }
}
