import TimeWalkCore
import TimeWalkJSON

/// Pieces of JSON as texts, so that a file of any length is written with little memory.
extension JSONText {
  /// A string with its quotes.
  static func string(_ text: String) -> String {
    var json = JSONText()
    json.string(text)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// A value of the catalogue, `null` for none; numbers are the shortest that read as the same
  /// double.
  static func value(_ value: CatalogueValue?) -> String {
    switch value {
    case .number(let number): DecimalText.write(number)
    case .text(let text): string(text)
    case nil: "null"
    }
  }

  /// An object of members that are JSON already, in their order.
  static func object(_ members: [(name: String, json: String)]) -> String {
    "{" + members.map { string($0.name) + ":" + $0.json }.joined(separator: ",") + "}"
  }

  /// A list of elements that are JSON already.
  static func array(_ elements: [String]) -> String {
    "[" + elements.joined(separator: ",") + "]"
  }
}

extension ExportedRecord {
  /// The columns as members of a JSON object: unknown ones are `null`, numbers are numbers.
  func members(_ contents: ExportContents) -> [(name: String, json: String)] {
    let collection =
      contents.isMixed ? [(name: "collection", json: JSONText.string(id.collection))] : []
    return collection + contents.columns.map { ($0.rawValue, JSONText.value(self[$0])) }
      + contents.others.map { ($0, others[$0].map(JSONText.string) ?? "null") }
  }
}
