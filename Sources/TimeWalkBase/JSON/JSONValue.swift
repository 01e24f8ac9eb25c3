/// A JSON value, with its numbers as they are written.
package enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, as the text that it is written as.
  case number(String)
  /// A text.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// Values by their names.
  case object([String: JSONValue])

  /// The members of an object; `nil` for anything else.
  package var members: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The elements of an array; `nil` for anything else.
  package var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The text of a string; `nil` for anything else.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The kind of value, for messages.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral
{
  /// Makes a text.
  package init(stringLiteral value: String) { self = .string(value) }
  /// Makes a list.
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Makes `true` or `false`.
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Makes a number.
  package init(integerLiteral value: Int) { self = .number(String(value)) }
  /// Makes an object; of duplicate names, the last value stays.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}
