/// Numbers as people paste them.
package enum PlainNumber {
  /// The text with a hyphen for a typographer's minus, and without characters that nobody sees.
  package static func of(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where scalar.properties.generalCategory != .format {
      plain.append(scalar == "\u{2212}" ? "-" : scalar)
    }
    return String(plain)
  }
}
