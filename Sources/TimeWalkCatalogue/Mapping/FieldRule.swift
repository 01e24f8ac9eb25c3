import TimeWalkArchive

/// The source of one field's text.
struct FieldRule: Hashable, Sendable {
  /// One place to look.
  enum Origin: Hashable, Sendable {
    /// A column's name, or a path.
    case name(String)
    /// A fixed text.
    case constant(String)
    /// A text with names in braces, such as `https://example.org/{id}`; nothing when one of them is
    /// empty.
    case template(String)
  }

  /// The paths; the first with a text counts.
  var origins: [Origin]
  /// A computation over all the places' texts instead.
  var computation: Computation?
  /// The steps that transform the text, in order.
  var transforms: [TextTransform] = []
  /// Replacements of whole texts; unlisted texts stay, unless `*` is listed.
  var values: [String: String] = [:]
  /// A name that must have a text for the rule to apply.
  var condition: String?

  /// The rule that takes a column unchanged.
  static func name(_ name: String) -> FieldRule { FieldRule(origins: [.name(name)]) }

  /// The only column, when it is taken unchanged.
  var plainName: String? {
    guard origins.count == 1, computation == nil, transforms.isEmpty, values.isEmpty,
      condition == nil, case .name(let name)? = origins.first
    else { return nil }
    return name
  }

  /// The names whose texts are taken as a whole.
  var wholeNames: [String] {
    origins.compactMap { origin in
      guard case .name(let name) = origin else { return nil }
      return name
    }
  }

  /// Returns true if the field contains all of a name's text.
  ///
  /// With several names the field has only one text. A line or an address is a part of a text, and
  /// a replaced text is another. A computed value, a place, a number or a parsed day is the same in
  /// another form.
  func takesWhole(_ name: String) -> Bool {
    if computation != nil || name == condition { return true }
    if transforms.contains(where: { ![.firstLine, .firstURL].contains($0) }) { return true }
    return wholeNames.count == 1 && transforms.isEmpty && values.isEmpty
  }

  /// Every name that is used.
  var names: [String] {
    let used = origins.flatMap { origin -> [String] in
      switch origin {
      case .name(let name): [name]
      case .constant: []
      case .template(let text): FieldRule.names(in: text)
      }
    }
    return used + [condition].compactMap { $0 }
  }

  /// For people: where the text comes from.
  var description: String {
    let parts = origins.map { origin -> String in
      switch origin {
      case .name(let name): name
      case .constant(let text): "\"\(text)\""
      case .template(let text): "\"\(text)\""
      }
    }
    let steps = [computation?.rawValue].compactMap { $0 } + transforms.map(\.rawValue)
    return parts.joined(separator: computation == nil ? " or " : " and ")
      + (steps.isEmpty ? "" : " (\(steps.joined(separator: ", ")))")
  }

  /// The first non-empty text that the rule's steps reduce to nothing; `nil` when there is none.
  func missed(_ look: (String) -> String?) -> String? {
    guard transforms.contains(where: \.isMissed) else { return nil }
    for case .name(let name) in origins {
      if let text = look(name)?.trimmed, !text.isEmpty { return text }
    }
    return nil
  }

  /// The text; `nil` when there is none.
  func text(_ look: (String) -> String?) -> String? {
    func found(_ name: String) -> String? {
      guard let text = look(name)?.trimmed, !text.isEmpty else { return nil }
      return text
    }
    if let condition, found(condition) == nil { return nil }
    if let computation {
      return computation.text(
        of: origins.map { origin in
          switch origin {
          case .name(let name): found(name)
          case .constant(let text): text
          case .template(let text): FieldRule.fill(text, found)
          }
        })
    }
    for origin in origins {
      var text: String?
      switch origin {
      case .name(let name): text = found(name)
      case .constant(let constant): return constant
      case .template(let template): text = FieldRule.fill(template, found)
      }
      for transform in transforms { text = text.flatMap(transform.text) }
      if let own = text, !values.isEmpty { text = values[own] ?? values["*"] ?? own }
      if let text = text?.trimmed, !text.isEmpty { return text }
    }
    return nil
  }

  private static func names(in template: String) -> [String] {
    template.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap {
      part in
      part.firstIndex(of: "}").map { String(part[..<$0]) }
    }
  }

  private static func fill(_ template: String, _ found: (String) -> String?) -> String? {
    var filled = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      guard let text = found(String(rest[rest.index(after: open)..<close])) else { return nil }
      filled += rest[..<open] + text
      rest = rest[rest.index(after: close)...]
    }
    return filled + rest
  }
}
