/// The order of the bytes of a number in a TIFF block.
enum ByteOrder {
  case big
  case little

  /// The 16-bit number at a position that must lie inside the bytes.
  func uint16(_ bytes: [UInt8], _ at: Int) -> UInt16 {
    let (a, b) = (UInt16(bytes[at]), UInt16(bytes[at + 1]))
    return self == .big ? a << 8 | b : b << 8 | a
  }

  /// The 32-bit number at a position that must lie inside the bytes.
  func uint32(_ bytes: [UInt8], _ at: Int) -> UInt32 {
    let first = UInt32(uint16(bytes, at))
    let second = UInt32(uint16(bytes, at + 2))
    return self == .big ? first << 16 | second : second << 16 | first
  }

  /// The 64-bit number at a position that must lie inside the bytes.
  func uint64(_ bytes: [UInt8], _ at: Int) -> UInt64 {
    let first = UInt64(uint32(bytes, at))
    let second = UInt64(uint32(bytes, at + 4))
    return self == .big ? first << 32 | second : second << 32 | first
  }

  /// The lowest bytes of a number, in the requested count.
  func bytes(_ value: UInt64, count: Int) -> [UInt8] {
    let little = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    return self == .big ? little.reversed() : little
  }
}
