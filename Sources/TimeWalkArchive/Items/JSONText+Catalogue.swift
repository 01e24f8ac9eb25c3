package import TimeWalkBase

/// Pieces of JSON as texts, for writing a file of any length with little memory.
extension JSONText {
  /// A string with its quotes.
  package static func string(_ text: String) -> String {
    var json = JSONText()
    json.string(text)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// A value of the catalogue, `null` for none; numbers are the shortest that read as the same
  /// double.
  package static func value(_ value: CatalogueValue?) -> String {
    switch value {
    case .number(let number): DecimalText.write(number)
    case .text(let text): string(text)
    case nil: "null"
    }
  }

  /// An object of members that are JSON already, in their order.
  package static func object(_ members: [(name: String, json: String)]) -> String {
    "{" + members.map { string($0.name) + ":" + $0.json }.joined(separator: ",") + "}"
  }

  /// A list of elements that are JSON already.
  package static func array(_ elements: [String]) -> String {
    "[" + elements.joined(separator: ",") + "]"
  }
}

extension JSONValue {
  /// A finite number; `nil` for anything else, also for a numeric text.
  package var number: Double? {
    if case .number(let text) = self { DecimalText.parse(text.utf8) } else { nil }
  }
}
