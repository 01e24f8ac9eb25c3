internal import HTTPTypes
internal import TimeWalk
internal import TimeWalkBase

/// Reads the parameters of an address as the fields of a request.
enum Query {
  /// The most parameters of a query; the server limits the bytes of an address.
  static let mostParameters = 100

  /// The values by their names, each in its field's type.
  ///
  /// - Parameters:
  ///   - query: the text after the question mark.
  ///   - fields: the known fields.
  /// - Returns: the values; those without a field are texts, and the caller refuses them.
  /// - Throws: a problem for a malformed encoding, a repeated name, or a malformed number or
  ///   boolean.
  static func values(
    _ query: String?, fields: [WireField]
  ) throws(Problem) -> [String: JSONValue] {
    let kinds = Dictionary(fields.map { ($0.name, $0.kind) }) { first, _ in first }
    var values: [String: JSONValue] = [:]
    let parts = (query ?? "").split(separator: "&")
    guard parts.count <= mostParameters else {
      throw Problem(.parseError, "the address has more than \(mostParameters) parameters")
    }
    for part in parts {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentCoding.decoded(pair[0], isForm: true),
        let text = PercentCoding.decoded(pair.count > 1 ? pair[1] : "", isForm: true)
      else {
        throw Problem(.parseError, "can't decode the parameters of the address")
      }
      let value = try value(text, of: name, kinds[name])
      guard values.updateValue(value, forKey: name) == nil else {
        throw Problem(
          .badRequest, TimeWalkError.Code.invalidValue.rawValue,
          "\"\(name.prefix(60))\" is given twice", field: name)
      }
    }
    return values
  }

  /// A value in its field's type; a text without a field.
  ///
  /// - Throws: a problem for a malformed number or boolean.
  static func value(
    _ text: String, of name: String, _ kind: WireField.Kind?
  ) throws(Problem) -> JSONValue {
    switch kind {
    case .number, .integer:
      // The parser of JSON reads each byte once, and takes spaces around a number.
      guard let value = try? JSONValue(document: Array(text.utf8)), value == .number(text) else {
        throw refusal(name, "must be a number")
      }
      return value
    case .flag:
      switch text {
      case "true": return true
      case "false": return false
      default: throw refusal(name, "must be true or false")
      }
    case .text, .word, .path, .base64, .token, nil: return .string(text)
    }
  }

  private static func refusal(_ name: String, _ reason: String) -> Problem {
    Problem(
      .badRequest, TimeWalkError.Code.invalidValue.rawValue, "\(name) \(reason)", field: name)
  }
}
