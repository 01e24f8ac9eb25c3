import Foundation

/// Names and texts as one JSON object, sorted by name, as the journal and items without a place keep them.
enum FieldsText {
  /// The JSON of some fields.
  static func text(of fields: [String: String]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(fields), as: UTF8.self)
  }

  /// The fields of a JSON object; what is no text in it is left out, and other texts have none.
  static func dictionary(of text: String?) -> [String: String] {
    guard let text,
      let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    else { return [:] }
    return object.compactMapValues { $0 as? String }
  }
}
