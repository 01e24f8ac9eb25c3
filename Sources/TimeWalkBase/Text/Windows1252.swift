/// The one-byte encoding of western Windows, a superset of Latin-1 as far as printed characters go.
package enum Windows1252 {
  /// The characters of the bytes 0x80 to 0x9F, after the Unicode consortium's table CP1252; 0 is
  /// undefined.
  private static let upper: [UInt32] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]

  /// The text; `nil` when a byte means nothing.
  package static func decode(_ bytes: some Sequence<UInt8>) -> String? {
    var text = String.UnicodeScalarView()
    for byte in bytes {
      let value = (0x80..<0xA0).contains(byte) ? upper[Int(byte) - 0x80] : UInt32(byte)
      guard value != 0 || byte == 0, let scalar = Unicode.Scalar(value) else { return nil }
      text.append(scalar)
    }
    return String(text)
  }
}
