package import TimeWalk
package import TimeWalkBase

/// The interface for another front, which has its own protocol and the same methods.
extension Endpoint {
  /// Calls one method; its result is the same JSON, to the byte, that `answer` writes as `result`,
  /// but for files' addresses.
  ///
  /// - Parameters:
  ///   - method: its name.
  ///   - values: its parameters.
  ///   - links: the addresses of files.
  /// - Returns: the result, UTF-8.
  /// - Throws: the method's error; `internalFault` for an unknown method, because the front named
  ///   it and not its client.
  package func call(
    _ method: String, _ values: [String: JSONValue], links: AnswerLinks
  ) throws(TimeWalkError) -> [UInt8] {
    guard let known = MethodTable.byName[method] else {
      throw TimeWalkError(.internalFault, "unknown method \"\(method)\"")
    }
    var text = JSONText()
    try known.run(values, context(links: links), &text)
    return text.take()
  }

  /// The parameters of a method; `nil` for an unknown one.
  package static func fields(of method: String) -> [WireField]? {
    MethodTable.byName[method]?.fields
  }
}

/// The schemas of requests and answers, for a front that describes itself in another way.
package final class WireSchemas {
  private let types = TypeSchema()

  /// Knows no type yet.
  package init() {}

  /// The schemas of all types so far, by their names.
  package var components: [String: JSONValue] { types.components }

  /// The schema of a type; objects are references to `components`.
  package func schema(of type: any Decodable.Type) -> JSONValue {
    // A type that can't be read off would be found by the test that compares the document.
    (try? types.schema(of: type)) ?? true
  }

  /// The schema of a method's result.
  package func result(of method: String) -> JSONValue {
    guard case .type(let type)? = MethodTable.byName[method]?.result else {
      return ["type": "object"]
    }
    return schema(of: type)
  }

  /// The schema of a field.
  package static func schema(of field: WireField) -> JSONValue { OpenRPCDocument.schema(field) }
}
