/// Makes foreign text safe to print: characters that move a terminal's cursor, break a line or are
/// invisible become escapes.
///
/// A title, a file name or a photo's metadata can contain anything. Unescaped, `ESC ] 52` writes
/// the reader's clipboard, and a carriage return hides a line. A bidirectional control (Trojan
/// Source, CVE-2021-42574) reverses it.
package enum VisibleText {
  /// A text on one line, for people, in which tabs stay.
  ///
  /// A line feed becomes `\n`, an escape character `\u{1B}`.
  package static func line(_ text: String) -> String {
    // Most lines are plain ASCII, which their bytes show.
    guard text.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 > 0x7E }) else { return text }
    var result = ""
    var before: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      if scalar == "\t" || !isUnsafe(scalar, after: before) {
        result.unicodeScalars.append(scalar)
      } else {
        switch scalar {
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case let raw where RawPath.byte(raw) != nil:
          result += "\\x\(String(RawPath.byte(raw) ?? 0, radix: 16, uppercase: true))"
        default: result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
      }
      before = scalar
    }
    return result
  }

  /// Columns of text with a tab between them; tabs within a column are escaped.
  package static func columns(_ texts: [String]) -> String {
    texts.map { line($0).replacing("\t", with: "\\t") }.joined(separator: "\t")
  }

  /// Equivalent JSON, with escapes for all characters that `line` escapes.
  ///
  /// Such characters occur only within JSON's strings, where an escape means the character itself.
  /// Controls below 32 are already escaped there, unless they are white space between the lines of
  /// the JSON.
  package static func json(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 > 0x7E }) else { return text }
    var result = ""
    var before: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      if scalar.value < 0x20 || !isUnsafe(scalar, after: before) {
        result.unicodeScalars.append(scalar)
      } else {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
      before = scalar
    }
    return result
  }

  /// The same of JSON in UTF-8.
  package static func json(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(where: { $0 > 0x7E }) else { return text }
    return Array(json(String(decoding: text, as: UTF8.self)).utf8)
  }

  /// Returns true if a scalar may not be printed as it is.
  private static func isUnsafe(_ scalar: Unicode.Scalar, after before: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E: return false
    // Joiners and variation selectors are part of Persian, Indic scripts and emoji. After ASCII or
    // after another of their kind they only create two texts that look alike.
    case 0x200C, 0x200D, 0xFE00...0xFE0F:
      return before.value < 0x80
        || before.properties.isDefaultIgnorableCodePoint
          && before.value != 0xFE0F
    // Annotations within a line, which hide the annotated text.
    case 0xFFF9...0xFFFB: return true
    // Bytes of names that aren't text.
    case _ where RawPath.byte(scalar) != nil: return true
    default: break
    }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    default:
      return properties.isDefaultIgnorableCodePoint || properties.isBidiControl
        || properties.isNoncharacterCodePoint
    }
  }
}
