/// Keeps spreadsheets from taking a text for a formula.
///
/// A spreadsheet computes a cell that begins with `=`, `+`, `-` or `@`, also after a tab or a line
/// break. A formula can send the neighbouring cells to a third party. Such a text gets an
/// apostrophe in front, as OWASP's page "CSV Injection" recommends. A text with apostrophes before
/// such a sign also gets one, which makes the guard reversible.
package enum FormulaGuard {
  /// The text as a cell: with an apostrophe where a spreadsheet would compute it.
  package static func guarded(_ text: String) -> String {
    isComputed(text[...]) ? "'" + text : text
  }

  /// The text of a cell that `guarded` made.
  package static func restored(_ text: String) -> String {
    guard text.utf8.first == apostrophe else { return text }
    // By scalars: an accent may follow the apostrophe.
    let rest = Substring(text.unicodeScalars.dropFirst())
    return isComputed(rest) ? String(rest) : text
  }

  private static let apostrophe = UInt8(ascii: "'")

  /// Returns true if a text begins with a sign of formulas, or with apostrophes before one.
  private static func isComputed(_ text: Substring) -> Bool {
    guard let first = text.unicodeScalars.first(where: { $0 != "'" }) else { return false }
    // Keyboards for Japanese and Chinese give the wide forms; Excel treats them as the plain ones.
    return switch first {
    case "=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠": true
    default: false
    }
  }
}
