internal import Foundation
internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkBase

extension JSONValue {
  /// A member of an object; `nil` for anything else.
  subscript(_ key: String) -> JSONValue? { members?[key] }

  /// A text or a number as a text; `nil` for anything else.
  var word: String? {
    switch self {
    case .string(let text): text
    case .number(let text): text
    default: nil
    }
  }

  /// A number, or a numeric text, for sources that write either.
  var amount: Double? { word.flatMap { DecimalText.parse($0.utf8) } }

  /// A whole number; `nil` for anything else.
  var whole: Int? {
    if case .number(let text) = self { Int(text) } else { nil }
  }
}

/// Addresses with parameters.
enum Query {
  /// An address with parameters in their order, each escaped.
  static func address(_ base: String, _ parameters: [(String, String)]) -> String {
    let query = parameters.map { "\($0.0)=\(escaped($0.1))" }.joined(separator: "&")
    return parameters.isEmpty ? base : base + (base.contains("?") ? "&" : "?") + query
  }

  /// A text as a value of a query: all but letters, digits and the unreserved marks is escaped
  /// (RFC 3986, section 2.3).
  static func escaped(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        return String(UnicodeScalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        return "%" + (byte < 16 ? "0" : "") + digits
      }
    }.joined()
  }

  /// A number of degrees with at most six decimals, a tenth of a metre: the same place gives the
  /// same question.
  static func degrees(_ value: Double) -> String {
    DecimalText.write((value * 1e6).rounded() / 1e6)
  }
}

extension GatherQuestion {
  /// The date of a work as far as it answers the question.
  ///
  /// - Returns: EDTF, or why it doesn't.
  func date(_ text: String?) -> Result<String, Exclusion> {
    guard let text, let reading = try? DateReading(text: text), let date = reading.date,
      era.relation(to: date) != nil
    else { return .failure(.undated) }
    return era.isShared(by: date) ? .success(date.edtf) : .failure(.otherTime)
  }

  /// The years of the era, whole ones, for sources that are asked by years; `nil` at an open end.
  var years: (first: Int?, last: Int?) {
    (era.span.earliest.map { $0.year }, era.span.latest.map { $0.year })
  }
}
