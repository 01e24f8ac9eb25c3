import TimeWalkJSON

extension JSONValue {
  /// A finite number; `nil` for anything else, also for a text that says one.
  var number: Double? {
    if case .number(let text) = self { DecimalText.parse(text.utf8) } else { nil }
  }

  /// The value under a dotted path, such as `location.lat` or `images.0.url`.
  ///
  /// A key that itself holds dots is tried first. In GeoJSON, names are also looked for in `properties`.
  func value(at path: Substring) -> JSONValue? {
    switch self {
    case .object(let members):
      if let value = members[String(path)] { return value }
      guard let dot = path.firstIndex(of: ".") else { return nil }
      return members[String(path[..<dot])]?.value(at: path[path.index(after: dot)...])
    case .array(let elements):
      let head = path.prefix { $0 != "." }
      guard let index = Int(head), elements.indices.contains(index) else { return nil }
      let rest = path.dropFirst(head.count)
      return rest.isEmpty ? elements[index] : elements[index].value(at: rest.dropFirst())
    default: return nil
    }
  }

  /// The value as a catalogue's text; `nil` for null and for what is no text.
  ///
  /// A list is joined with semicolons. Of an object whose values are lists of texts, as IIIF writes texts in several
  /// languages, it is the one without a language, the English one, or the first by name.
  var text: String? {
    switch self {
    case .null: return nil
    case .bool(let value): return value ? "true" : "false"
    case .number(let text): return text
    case .string(let text): return text
    case .array(let elements):
      let texts = elements.compactMap { element -> String? in
        switch element {
        case .array, .object: nil
        default: element.text
        }
      }
      return texts.isEmpty ? nil : texts.joined(separator: "; ")
    case .object(let members):
      let isLanguageMap =
        !members.isEmpty
        && members.values.allSatisfy { $0.elements?.allSatisfy { $0.string != nil } == true }
      guard isLanguageMap else { return nil }
      let language = ["none", "@none", "en"].first { members[$0] != nil } ?? members.keys.min()
      return language.flatMap { members[$0]?.text }
    }
  }
}
