/// Numbers as people paste them.
package enum PlainNumber {
  /// The text with a hyphen for a typographer's minus, and without invisible characters.
  package static func of(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where scalar.properties.generalCategory != .format {
      plain.append(scalar == "\u{2212}" ? "-" : scalar)
    }
    return String(plain)
  }

  /// The same without its unit: `90°` and `10 m` equal the numbers of their column.
  package static func of(_ text: String, unit units: [String]) -> String {
    let plain = of(text)
    guard let last = plain.last, last != ".", !last.isNumber else { return plain }
    let folded = plain.lowercased()
    for unit in units where folded.hasSuffix(unit) {
      let number = plain.dropLast(unit.count).reversed().drop(while: \.isWhitespace)
      guard let end = number.first, end.isNumber || end == "." else { continue }
      return String(number.reversed())
    }
    return plain
  }
}
