/// The meaning of a comma in a number of a source.
package enum DecimalCommas: Hashable {
  /// Unknown: commas separate values there.
  case none
  /// A point, unless it can also be a thousands separator.
  case unlessThousands
  /// A point.
  case all
}

/// Reads the decimal numbers of catalogues: digits with a point, a sign and an exponent where need
/// be.
///
/// No spaces, no hexadecimal, no "nan" or "inf", no thousands separators.
package enum DecimalText {
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// The nearest double to the number, or `nil` for any other text and for numbers beyond all
  /// doubles.
  ///
  /// Up to fifteen digits are read by one exact integer and one exact power of ten, which rounds
  /// once and so correctly (W. D. Clinger, "How to Read Floating Point Numbers Accurately", 1990).
  /// The standard library reads the rest.
  package static func parse(_ bytes: some Collection<UInt8>) -> Double? {
    bytes.withContiguousStorageIfAvailable { parse($0) }
      ?? Array(bytes).withUnsafeBufferPointer {
        parse($0)
      }
  }

  /// The same for bytes in memory.
  ///
  /// Readers of catalogues call it for every number of a row; a generic function would be called
  /// for each byte.
  package static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    var mantissa: UInt64 = 0
    var digits = 0
    var significant = 0
    var decimals = 0
    var isNegative = false
    var hasPoint = false
    var index = bytes.startIndex
    if index < bytes.endIndex,
      bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+")
    {
      isNegative = bytes[index] == UInt8(ascii: "-")
      bytes.formIndex(after: &index)
    }
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        digits += 1
        if significant > 0 || byte != UInt8(ascii: "0") { significant += 1 }
        if significant <= 15 { mantissa = mantissa * 10 + UInt64(byte - UInt8(ascii: "0")) }
        if hasPoint { decimals += 1 }
      } else if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else {
        break
      }
      bytes.formIndex(after: &index)
    }
    guard digits > 0 else { return nil }
    if index == bytes.endIndex, significant <= 15, decimals <= 22 {
      let value = Double(mantissa) / powers[decimals]
      return isNegative ? -value : value
    }
    return slow(bytes, from: index)
  }

  private static func slow(_ bytes: UnsafeBufferPointer<UInt8>, from index: Int) -> Double? {
    var rest = bytes[index...]
    if let mark = rest.popFirst() {
      guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") else { return nil }
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
      guard !rest.isEmpty, rest.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") })
      else { return nil }
    }
    guard let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite else {
      return nil
    }
    return value
  }

  /// The shortest text that reads as the same number, without `.0`.
  package static func write(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
