/// A word or sign of an SQL text, as SQLite's own tokenizer cuts it (sqlite.org/lang_keywords.html,
/// `tokenize.c`).
package enum SQLToken: Hashable {
  /// A keyword or a bare name, in lower case.
  case word(String)
  /// A name in quotation marks, in lower case: SQLite's names are case-insensitive.
  case name(String)
  /// A text in single quotation marks.
  case text(String)
  /// A number.
  case number
  /// Any other sign.
  case sign(UInt8)

  /// The possible name of a word or quoted name; SQLite also accepts a text as a name.
  package var asName: String? {
    switch self {
    case .word(let name), .name(let name): name
    case .text(let text): text.lowercased()
    case .number, .sign: nil
    }
  }

  /// The tokens of a text without blanks and comments; `nil` for a text that ends within a
  /// quotation mark or contains NUL.
  package static func all(of text: String) -> [SQLToken]? {
    var scanner = SQLScanner(bytes: Array(text.utf8))
    return scanner.tokens()
  }
}

extension [SQLToken] {
  /// The tokens of names before a bracket: function calls and lists of columns.
  package func opensBracket(after index: Int) -> Bool {
    index + 1 < count && self[index + 1] == .sign(UInt8(ascii: "("))
  }
}

/// Cuts a text into tokens.
private struct SQLScanner {
  let bytes: [UInt8]
  private var index = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func tokens() -> [SQLToken]? {
    guard !bytes.contains(0) else { return nil }
    var tokens: [SQLToken] = []
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0C, 0x0D:
        index += 1
      case UInt8(ascii: "-") where next == byte:
        while index < bytes.count, bytes[index] != 0x0A { index += 1 }
      case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
        guard skipComment() else { return nil }
      case UInt8(ascii: "'"):
        guard let text = quoted(by: byte) else { return nil }
        tokens.append(.text(text))
      case UInt8(ascii: "\""), UInt8(ascii: "`"):
        guard let text = quoted(by: byte) else { return nil }
        tokens.append(.name(text.lowercased()))
      case UInt8(ascii: "["):
        guard let end = bytes[index...].firstIndex(of: UInt8(ascii: "]")) else { return nil }
        tokens.append(.name(String(decoding: bytes[(index + 1)..<end], as: UTF8.self).lowercased()))
        index = end + 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        while index < bytes.count, SQLScanner.isOfName(bytes[index]) || bytes[index] == 0x2E {
          index += 1
        }
        tokens.append(.number)
      case _ where SQLScanner.isOfName(byte):
        let start = index
        while index < bytes.count, SQLScanner.isOfName(bytes[index]) { index += 1 }
        tokens.append(
          .word(String(decoding: bytes[start..<index], as: UTF8.self).lowercased()))
      default:
        tokens.append(.sign(byte))
        index += 1
      }
    }
    return tokens
  }

  private var next: UInt8? { index + 1 < bytes.count ? bytes[index + 1] : nil }

  /// A comment that is never closed ends with the text.
  private mutating func skipComment() -> Bool {
    index += 2
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
        index += 2
        return true
      }
      index += 1
    }
    return false
  }

  private mutating func quoted(by mark: UInt8) -> String? {
    var text: [UInt8] = []
    index += 1
    while index < bytes.count {
      if bytes[index] == mark {
        guard next == mark else {
          index += 1
          return String(decoding: text, as: UTF8.self)
        }
        index += 1
      }
      text.append(bytes[index])
      index += 1
    }
    return nil
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }
}
