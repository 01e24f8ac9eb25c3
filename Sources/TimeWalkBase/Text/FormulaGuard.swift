/// Keeps spreadsheets from taking a text for a formula.
///
/// A spreadsheet computes a cell that begins with `=`, `+`, `-` or `@`, also behind a tab or a line
/// break, and a formula can send what stands beside it to strangers. As OWASP's page "CSV
/// Injection" recommends, such a text gets an apostrophe before it, and so does one that begins
/// with apostrophes before such a sign, so that reading gives every text back.
package enum FormulaGuard {
  /// The text as a cell: with an apostrophe where a spreadsheet would compute it.
  package static func guarded(_ text: String) -> String {
    isComputed(text[...]) ? "'" + text : text
  }

  /// The text of a cell that `guarded` made.
  package static func restored(_ text: String) -> String {
    guard text.utf8.first == apostrophe else { return text }
    // By scalars: an accent may stand on the apostrophe.
    let rest = Substring(text.unicodeScalars.dropFirst())
    return isComputed(rest) ? String(rest) : text
  }

  private static let apostrophe = UInt8(ascii: "'")

  /// Whether a text begins with a sign of formulas, or with apostrophes before one.
  private static func isComputed(_ text: Substring) -> Bool {
    guard let first = text.unicodeScalars.first(where: { $0 != "'" }) else { return false }
    // The wide forms are what keyboards for Japanese and Chinese give; Excel takes them for the
    // plain ones.
    return switch first {
    case "=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠": true
    default: false
    }
  }
}
