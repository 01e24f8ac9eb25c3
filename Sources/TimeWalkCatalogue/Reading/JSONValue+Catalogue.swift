import TimeWalkArchive
import TimeWalkBase

extension JSONValue {
  /// The text of a string, number or truth value; `nil` for anything else.
  var scalar: String? {
    switch self {
    case .null, .array, .object: nil
    case .bool, .number, .string: text
    }
  }

  /// The value under a dotted path, such as `location.lat`, `images.0.url` or
  /// `links.rel=self.href`.
  ///
  /// A key that itself holds dots is tried first. A number is a place in a list, from 0;
  /// `name=text` the first element or member that has the text under the name, or in a list there.
  func value(at path: Substring) -> JSONValue? {
    if case .object(let members) = self, let value = members[String(path)] { return value }
    let head = path.prefix { $0 != "." }
    let rest = path.dropFirst(head.count).dropFirst()
    guard let value = step(head) else { return nil }
    if rest.isEmpty { return head.count == path.count ? value : nil }
    return value.value(at: rest)
  }

  private func step(_ head: Substring) -> JSONValue? {
    switch self {
    case .object(let members):
      if let value = members[String(head)] { return value }
      guard head.contains("=") else { return nil }
      return members.sorted { $0.key < $1.key }.map(\.value).first { $0.fits(head) }
    case .array(let elements):
      if let index = Int(head) { return elements.indices.contains(index) ? elements[index] : nil }
      return head.contains("=") ? elements.first { $0.fits(head) } : nil
    default: return nil
    }
  }

  /// Returns true if an object has a text under a name, as in `rel=self`.
  private func fits(_ condition: Substring) -> Bool {
    let name = condition.prefix { $0 != "=" }
    let text = condition.dropFirst(name.count + 1)
    guard let value = members?[String(name)] else { return false }
    return value.scalar.map { $0 == text } ?? value.elements?.contains {
      $0.scalar.map { $0 == text } ?? false
    }
      ?? false
  }

  /// The value as a catalogue's text; `nil` for null and for anything without a text.
  ///
  /// A list is joined with semicolons. An object of lists of texts is IIIF's form of several
  /// languages. Its text is the one without a language, the English one, or the first by name;
  /// version 2 has objects with `@value`.
  var text: String? {
    switch self {
    case .null: return nil
    case .bool(let value): return value ? "true" : "false"
    case .number(let text): return text
    case .string(let text): return text
    case .array(let elements):
      let texts = elements.compactMap { element -> String? in
        switch element {
        case .object(let members): members["@value"]?.string
        case .array: nil
        default: element.text
        }
      }
      return texts.isEmpty ? nil : texts.joined(separator: "; ")
    case .object(let members):
      if let text = members["@value"]?.string { return text }
      let isLanguageMap =
        !members.isEmpty
        && members.values.allSatisfy { $0.elements?.allSatisfy { $0.string != nil } == true }
      guard isLanguageMap else { return nil }
      let language = ["none", "@none", "en"].first { members[$0] != nil } ?? members.keys.min()
      return language.flatMap { members[$0]?.text }
    }
  }
}
