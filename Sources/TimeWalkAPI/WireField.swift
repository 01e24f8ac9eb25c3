package import TimeWalkBase

/// A field of a request, with its permitted values.
///
/// The only definition: commands and the endpoint validate with it, and the endpoint's description
/// is made from it.
package struct WireField: Hashable, Sendable {
  /// The permitted values of a field.
  package enum Kind: Hashable, Sendable {
    /// A number within a range.
    case number(ClosedRange<Double>)
    /// A whole number within a range.
    case integer(ClosedRange<Int>)
    /// `true` or `false`.
    case flag
    /// A text with this maximum of Unicode scalars.
    case text(most: Int)
    /// One of these texts.
    case word([String])
    /// The path of a file or folder: neither empty nor with a NUL in it.
    case path
    /// Bytes in base64, possibly empty, with this maximum of characters.
    case base64(most: Int)
    /// A text or a number, which is returned unchanged.
    case token
  }

  /// Its name on the wire.
  package let name: String
  /// Its permitted values.
  package let kind: Kind
  /// Its meaning: one sentence.
  package let about: String
  /// Its unit, such as `degrees`, or its kind of content; `nil` if obvious.
  package let unit: String?
  /// The regular expression of its text for JSON Schema (ECMA 262); `nil` for any text, and if no
  /// expression describes it.
  ///
  /// It describes the field readers' own checks; `check` ignores it.
  package private(set) var pattern: String?
  /// True if there is no request without it.
  package var isRequired = false
  /// The default value as JSON; `nil` when it depends on other values.
  package var fallback: JSONValue?

  /// The default maximum length of a text.
  package static let usualText = 1000
  /// The maximum length of a path; longer ones are invalid on Linux.
  package static let longestPath = 4095

  /// Describes a field.
  package init(
    _ name: String, _ kind: Kind, _ about: String, unit: String? = nil, fallback: JSONValue? = nil
  ) {
    self.name = name
    self.kind = kind
    self.about = about
    self.unit = unit
    self.fallback = fallback
  }

  /// The same field, without which there is no request.
  package var required: WireField {
    var copy = self
    copy.isRequired = true
    return copy
  }

  /// The same field, with a pattern for its text.
  package func matching(_ pattern: String) -> WireField {
    var copy = self
    copy.pattern = pattern
    return copy
  }

  /// Refuses names of parameters that aren't known; names that start with `x-` are the client's
  /// own.
  ///
  /// - Throws: `invalidValue` with the first unknown name as the field.
  package static func refuseUnknown(
    _ names: some Sequence<String>, but known: Set<String>
  ) throws(TimeWalkError) {
    guard let name = names.filter({ !known.contains($0) && !$0.hasPrefix("x-") }).min() else {
      return
    }
    throw TimeWalkError(.invalidValue, "unknown parameter \"\(name.prefix(60))\"", field: name)
  }

  /// Refuses a value that the field can't hold.
  ///
  /// - Throws: `invalidValue` with the field.
  package func check(_ value: JSONValue) throws(TimeWalkError) {
    switch (kind, value) {
    case (.number(let range), .number(let text)):
      try check(Double(text) ?? .nan, within: range)
    case (.integer(let range), .number):
      guard let whole = WireField.whole(value) else { throw refusal("must be a whole number") }
      guard range.contains(whole) else {
        throw TimeWalkError(
          .invalidValue,
          "\(name) \(whole) must be within \(range.lowerBound)...\(range.upperBound)",
          field: name)
      }
    case (.flag, .bool), (.token, .number): break
    case (.token, .string(let text)), (.text, .string(let text)):
      try check(length: text, most: kind.most ?? WireField.usualText)
    case (.word(let words), .string(let text)): try check(text, among: words)
    case (.path, .string(let text)):
      guard !text.isEmpty else { throw refusal("isn't a path") }
      try check(length: text, most: WireField.longestPath)
    case (.base64(let most), .string(let text)):
      guard text.utf8.count <= most else {
        throw TimeWalkError(
          .limitExceeded, "\(name) is longer than \(most) characters", field: name)
      }
    default: throw refusal("must be \(kind.name), not \(value.kind)")
    }
  }

  /// Refuses a number beyond a range, and a value that isn't a number.
  package func check(_ value: Double, within range: ClosedRange<Double>) throws(TimeWalkError) {
    guard !range.contains(value) else { return }
    throw TimeWalkError(
      .invalidValue,
      "\(name) \(value) must be within \(range.lowerBound) to \(range.upperBound)", field: name)
  }

  package func check(_ text: String, among words: [String]) throws(TimeWalkError) {
    guard !words.contains(text) else { return }
    let known = words.map { "\"\($0)\"" }.joined(separator: ", ")
    throw TimeWalkError(
      .invalidValue, "\(name) \"\(text.prefix(60))\" must be one of \(known)", field: name)
  }

  private func check(length text: String, most: Int) throws(TimeWalkError) {
    guard !text.utf8.contains(0) else { throw refusal("has a NUL character") }
    guard text.utf8.count > most, text.unicodeScalars.count > most else { return }
    throw refusal("is longer than \(most) characters")
  }

  private func refusal(_ reason: String) -> TimeWalkError {
    TimeWalkError(.invalidValue, "\(name) \(reason)", field: name)
  }

  /// A whole number in any notation: `10`, `10.0` and `1e1` are equal; `nil` for anything else.
  package static func whole(_ value: JSONValue) -> Int? {
    guard case .number(let text) = value else { return nil }
    if let whole = Int(text) { return whole }
    return Double(text).flatMap { Int(exactly: $0) }
  }
}

extension WireField.Kind {
  fileprivate var name: String {
    switch self {
    case .number: "a number"
    case .integer: "a whole number"
    case .flag: "a boolean"
    case .text, .word, .path, .base64: "a string"
    case .token: "a string or a number"
    }
  }

  fileprivate var most: Int? {
    if case .text(let most) = self { most } else { nil }
  }
}
