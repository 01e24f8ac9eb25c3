internal import HTTPTypes
internal import TimeWalk
internal import TimeWalkBase

/// Reads the parameters of an address as the fields of a request.
enum Query {
  /// The most bytes of a query; paths and queries together have the server's own limit.
  static let mostParameters = 100

  /// The values by their names, each as its field wants it.
  ///
  /// - Parameters:
  ///   - query: what stands behind the question mark.
  ///   - fields: what may be asked.
  /// - Returns: the values; names that no field has stay texts, and are refused by whoever reads
  ///   the request.
  /// - Throws: a problem for what can't be decoded, for a name that stands twice, and for numbers
  ///   and switches that are none.
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
        throw Problem(.parseError, "the address's parameters can't be decoded")
      }
      let value = try value(text, of: name, kinds[name])
      guard values.updateValue(value, forKey: name) == nil else {
        throw Problem(
          .badRequest, TimeWalkError.Code.invalidValue.rawValue,
          "\"\(name.prefix(60))\" stands twice", field: name)
      }
    }
    return values
  }

  /// A value as its field wants it; a text where no field has the name.
  ///
  /// - Throws: a problem for numbers and switches that are none.
  static func value(
    _ text: String, of name: String, _ kind: WireField.Kind?
  ) throws(Problem) -> JSONValue {
    switch kind {
    case .number, .integer:
      guard text.wholeMatch(of: #/-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/#) != nil else {
        throw refusal(name, "must be a number")
      }
      return .number(text)
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
