/// Reads a text from beginning to end, with white space between its parts.
struct ByteReader {
  private let bytes: [UInt8]
  /// The offset of the next byte.
  private(set) var index = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// True if nothing but white space is left.
  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return index == bytes.count
    }
  }

  /// Passes a character, if it comes next.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  /// Reads up to white space or one of some characters; "" where one comes next.
  mutating func word(until ends: String) -> String {
    skipSpace()
    return read { $0 <= 0x20 || ends.utf8.contains($0) }
  }

  /// Reads up to a character and skips it; `nil` if it doesn't occur.
  mutating func text(before mark: Unicode.Scalar) -> String? {
    let text = read { $0 == UInt8(ascii: mark) }
    guard index < bytes.count else { return nil }
    index += 1
    return text
  }

  mutating func skipSpace() { _ = read { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } }

  private mutating func read(until isEnd: (UInt8) -> Bool) -> String {
    let start = index
    while index < bytes.count, !isEnd(bytes[index]) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }
}

extension Double {
  /// A finite number in decimal digits, with an exponent perhaps; `nil` for words such as `nan`
  /// and for hexadecimal digits, which Swift reads, too.
  init?(decimal text: some StringProtocol) {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }),
      let value = Double(text), value.isFinite
    else { return nil }
    self = value
  }
}
