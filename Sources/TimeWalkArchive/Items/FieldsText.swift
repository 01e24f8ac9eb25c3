import TimeWalkBase

/// Names and texts as one JSON object, sorted by name, as the journal and items without a place
/// keep them.
package enum FieldsText {
  /// The JSON of some fields.
  package static func text(of fields: [String: String]) -> String {
    JSONText.object(
      fields.sorted { $0.key < $1.key }.map { (name: $0.key, json: JSONText.string($0.value)) })
  }

  /// The fields of a JSON object; members that aren't texts are left out, and other texts have no
  /// fields.
  package static func dictionary(of text: String?) -> [String: String] {
    guard let text else { return [:] }
    return object(text)?.compactMapValues(\.string) ?? [:]
  }

  /// The same; `nil` for anything but a JSON object of texts.
  package static func members(of text: String) -> [String: String]? {
    guard let members = object(text) else { return nil }
    let texts = members.compactMapValues(\.string)
    return texts.count == members.count ? texts : nil
  }

  private static func object(_ text: String) -> [String: JSONValue]? {
    var parser = JSONParser(Array(text.utf8))
    guard let members = (try? parser.value())?.members, parser.isAtEnd else { return nil }
    return members
  }
}
