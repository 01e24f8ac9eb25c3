/// Turns the bytes of UTF-16, as Excel writes "Unicode text", into those of UTF-8, in pieces of any
/// length.
///
/// Half a pair of surrogates becomes U+FFFD, as Unicode recommends.
package struct UTF16Decoder {
  private let isBigEndian: Bool
  /// The first byte of an incomplete unit.
  private var half: UInt8?
  /// The first unit of an incomplete pair.
  private var high: UInt16?

  /// Starts after the byte order mark, or a text without.
  package init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  /// Recognizes UTF-16 by its byte order mark; `nil` for anything else.
  package init?(mark: some Collection<UInt8>) {
    switch Array(mark) {
    case [0xFF, 0xFE]: isBigEndian = false
    case [0xFE, 0xFF]: isBigEndian = true
    default: return nil
    }
  }

  /// Appends a piece's text; incomplete units wait for the next piece.
  package mutating func decode(_ bytes: [UInt8], into text: inout [UInt8]) {
    text.reserveCapacity(text.count + bytes.count)
    for byte in bytes {
      guard let first = half else {
        half = byte
        continue
      }
      half = nil
      let unit =
        isBigEndian ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first)
      take(unit, into: &text)
    }
  }

  /// Appends the rest of a text that ends in the middle.
  package mutating func finish(into text: inout [UInt8]) {
    if high != nil || half != nil { put("\u{FFFD}", into: &text) }
    (high, half) = (nil, nil)
  }

  private mutating func take(_ unit: UInt16, into text: inout [UInt8]) {
    if let first = high {
      high = nil
      if (0xDC00...0xDFFF).contains(unit) {
        let value = 0x10000 + (UInt32(first) - 0xD800) << 10 + UInt32(unit) - 0xDC00
        return put(Unicode.Scalar(value) ?? "\u{FFFD}", into: &text)
      }
      put("\u{FFFD}", into: &text)
    }
    if (0xD800...0xDBFF).contains(unit) {
      high = unit
    } else {
      put(Unicode.Scalar(unit) ?? "\u{FFFD}", into: &text)
    }
  }

  private func put(_ scalar: Unicode.Scalar, into text: inout [UInt8]) {
    text.append(contentsOf: UTF8.encode(scalar)?.map { $0 } ?? [])
  }
}
