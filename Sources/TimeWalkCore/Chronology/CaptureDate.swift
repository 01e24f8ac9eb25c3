/// The date of a picture in EDTF, as a cataloguer wrote it, with the days that it may mean.
///
/// EDTF is ISO 8601-2:2019, levels 0 to 2, also published by the Library of Congress. These are our
/// decisions where it leaves a choice:
/// - An interval's unknown end lies within ten years of the known one: `1928/` ends on 1938-01-01,
///   `/1928` starts on 1918-12-31. An open end (`1928/..`) is `nil`.
/// - A qualified part may be off by its own unit (a year, month, day, or the decade of `192X`). It
///   is twice that when it is both uncertain and approximate (`%`). Significant digits widen only
///   `fuzzy`.
/// - A season that starts in December is that December alone.
/// - A date without a year, `XXXX-06`, belongs to no era.
/// - A set has the days from its first member to its last; `members` has each of them.
package struct CaptureDate: Hashable, Sendable {
  /// The longest text that is read, in bytes of UTF-8; a set of a hundred days fits.
  package static let greatestLength = 2048

  /// The EDTF text as given, without spaces at its ends.
  package let edtf: String
  /// The days that the text names when qualifiers such as `~` are taken at their word.
  package let strict: DateSpan
  /// The days that it may mean when qualifiers widen it; contains `strict`.
  package let fuzzy: DateSpan

  /// Reads an EDTF string; spaces at its ends are passed over.
  ///
  /// Throws for an empty text, one longer than `greatestLength`, and one that isn't EDTF. Throws
  /// also for a day that doesn't exist and an interval that ends before it starts.
  package init(edtf: String) throws(ChronologyError) {
    if let plain = PlainDate.bounds(of: edtf) {
      self.init(edtf: edtf, plain)
      return
    }
    try self.init(parsing: edtf)
  }

  /// Reads a string by the whole grammar.
  init(parsing edtf: String) throws(ChronologyError) {
    if let fault = CaptureDate.lengthFault(edtf) { throw fault }
    let text = CaptureDate.trimmed(edtf)
    self.init(edtf: text, try EDTFBounds(EDTFParser(text: text).expression(), text: text))
  }

  /// True if it names no year, as in `XXXX-06`: such a date has no era.
  package var isYearless: Bool {
    // The last leap year with four digits is 9996.
    strict.earliest?.year == 0 && (strict.latest?.year ?? 0) >= 9996
  }

  /// The days that a search goes by, strict and fuzzy: open at both ends for a date without a year.
  package var searchSpans: (strict: DateSpan, fuzzy: DateSpan) {
    guard isYearless, let open = DateSpan(earliest: nil, latest: nil) else {
      return (strict, fuzzy)
    }
    return (open, open)
  }

  private init(edtf: String, _ bounds: EDTFBounds) {
    self.edtf = edtf
    strict = bounds.strict
    fuzzy = bounds.fuzzy
  }

  /// The error of a text that is too long, shortened; `nil` for a shorter text.
  static func lengthFault(_ text: String) -> ChronologyError? {
    if text.utf8.count <= greatestLength { return nil }
    return ChronologyError(
      text: String(text.prefix(40)) + "…", reason: "it is longer than \(greatestLength) bytes")
  }

  /// A text without white space at its ends.
  static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    guard let first = scalars.firstIndex(where: { !isSpace($0) }),
      let last = scalars.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(scalars[first...last])
  }
}
