/// Percent-encoding (RFC 3986), also as forms use it.
enum PercentCoding {
  /// A text as one segment of a path.
  static func encoded(_ text: String) -> String {
    text.utf8.map { isPlain($0) ? String(UnicodeScalar($0)) : "%" + hexadecimal($0) }.joined()
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = Array("0123456789ABCDEF")
    return String([digits[Int(byte >> 4)], digits[Int(byte & 15)]])
  }

  /// A query with all characters encoded that an address can't contain.
  static func tidied(_ query: String) -> String {
    let others = Set("!$&'()*+,;=/?%@".utf8)
    return query.utf8.map { byte in
      isPlain(byte) || others.contains(byte)
        ? String(UnicodeScalar(byte)) : "%" + hexadecimal(byte)
    }.joined()
  }

  /// Decodes a text.
  ///
  /// - Parameters:
  ///   - text: a segment of a path, or a part of a query.
  ///   - isForm: true if a plus means a space, as in browsers' queries.
  /// - Returns: the text; `nil` if it isn't encoded UTF-8.
  static func decoded(_ text: Substring, isForm: Bool = false) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(value), let low = rest.popFirst().flatMap(value)
        else { return nil }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where isForm: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x41 + 10
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
  }

  /// Returns true if a byte needs no encoding in a segment: an unreserved character, or the colon
  /// of an item's name.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || "-._~:".utf8.contains(byte)
  }
}
