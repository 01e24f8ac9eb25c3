package import TimeWalkBase

/// The encoding of a source, as a user names it.
package enum TextEncoding: Hashable, Sendable {
  case utf8
  case utf16(isBigEndian: Bool)
  case singleByte(SingleByteEncoding)

  /// The names, of which `init(named:)` also takes other forms.
  package static let names =
    ["utf-8", "utf-16le", "utf-16be"] + SingleByteEncoding.allCases.map(\.rawValue)

  /// The encoding of a name; `nil` for an unknown one.
  package init?(named name: String) {
    switch name.lowercased().filter({ $0.isLetter || $0.isNumber }) {
    case "utf8", "ascii", "usascii": self = .utf8
    case "utf16", "utf16le": self = .utf16(isBigEndian: false)
    case "utf16be": self = .utf16(isBigEndian: true)
    default:
      guard let encoding = SingleByteEncoding(named: name) else { return nil }
      self = .singleByte(encoding)
    }
  }

  /// Its name in the journal.
  var name: String {
    switch self {
    case .utf8: "utf-8"
    case .utf16(let isBigEndian): isBigEndian ? "utf-16be" : "utf-16le"
    case .singleByte(let encoding): encoding.rawValue
    }
  }
}

/// The meaning of a file's bytes.
enum FileEncoding: Hashable {
  /// UTF-8, and another encoding for single texts that aren't.
  case utf8(otherwise: SingleByteEncoding?)
  case singleByte(SingleByteEncoding)

  /// A text; `nil` for bytes that mean nothing.
  func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    // Plain ASCII, as nearly all text is, needs no validation, which takes as long as the rest.
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    switch self {
    case .utf8(let other): return String(validating: bytes, as: UTF8.self) ?? other?.decode(bytes)
    case .singleByte(let encoding): return encoding.decode(bytes)
    }
  }
}

extension FileEncoding {
  /// The meaning of the bytes in a given encoding; UTF-16 is converted to UTF-8 before.
  init(_ given: TextEncoding) {
    if case .singleByte(let encoding) = given {
      self = .singleByte(encoding)
    } else {
      self = .utf8(otherwise: nil)
    }
  }
}
