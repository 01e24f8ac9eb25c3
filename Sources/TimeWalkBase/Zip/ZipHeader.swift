/// A zip's header of one file, before its data and in its directory.
struct ZipHeader {
  enum Method: UInt16 {
    case stored = 0
    case deflated = 8
  }

  var name: [UInt8]
  var method: Method
  var checksum: UInt32
  var size: UInt64
  var compressed: UInt64
  var offset: UInt64
  var time: ZipTime

  /// A value that doesn't fit into 32 or 16 bits; the extension has the actual value.
  private static let (beyond, manyFiles) = (UInt64(UInt32.max), UInt64(UInt16.max))

  private var isLarge: Bool { size >= Self.beyond || compressed >= Self.beyond }
  private var isFar: Bool { offset >= Self.beyond }

  /// The version of the format that a reader must support: 2.0, or 4.5 with 64 bits.
  private var version: UInt16 { isLarge || isFar ? 45 : 20 }
  /// Bit 11 for a name in UTF-8, bit 3 where checksum and sizes follow the data.
  private var flags: UInt16 { method == .deflated ? 1 << 11 | 1 << 3 : 1 << 11 }

  /// The header before the data.
  var local: [UInt8] {
    let known = method == .stored
    var bytes: [UInt8] = []
    bytes.put(0x0403_4B50 as UInt32)
    for number in [version, flags, method.rawValue, time.time, time.day] { bytes.put(number) }
    bytes.put(known ? checksum : 0)
    bytes.put(known ? narrow(compressed) : 0)
    bytes.put(known ? narrow(size) : 0)
    bytes.put(UInt16(clamping: name.count))
    bytes.put(UInt16(isLarge ? 20 : 0))
    bytes += name
    if isLarge {
      bytes.put(1 as UInt16)
      bytes.put(16 as UInt16)
      bytes.put(size)
      bytes.put(compressed)
    }
    return bytes
  }

  /// The record after data whose size was unknown before.
  var descriptor: [UInt8] {
    var bytes: [UInt8] = []
    bytes.put(0x0807_4B50 as UInt32)
    bytes.put(checksum)
    bytes.put(narrow(compressed))
    bytes.put(narrow(size))
    return bytes
  }

  /// The entry of the directory.
  var central: [UInt8] {
    var extra: [UInt8] = []
    if isLarge || isFar {
      extra.put(1 as UInt16)
      extra.put(UInt16((isLarge ? 16 : 0) + (isFar ? 8 : 0)))
      if isLarge {
        extra.put(size)
        extra.put(compressed)
      }
      if isFar { extra.put(offset) }
    }
    var bytes: [UInt8] = []
    bytes.put(0x0201_4B50 as UInt32)
    // The file was made by Unix, which determines the meaning of the attributes.
    for number in [3 << 8 | version, version, flags, method.rawValue, time.time, time.day] {
      bytes.put(number)
    }
    bytes.put(checksum)
    bytes.put(isLarge ? .max : UInt32(compressed))
    bytes.put(isLarge ? .max : UInt32(size))
    bytes.put(UInt16(clamping: name.count))
    bytes.put(UInt16(extra.count))
    // No comment, disk 0, no inner attributes; a plain file that its owner may write.
    for number in [0, 0, 0] as [UInt16] { bytes.put(number) }
    bytes.put(0o100644 << 16 as UInt32)
    bytes.put(isFar ? .max : UInt32(offset))
    return bytes + name + extra
  }

  private func narrow(_ number: UInt64) -> UInt32 { isLarge ? .max : UInt32(clamping: number) }

  /// The end record of a zip, preceded by the 64-bit one if needed.
  static func end(count: UInt64, start: UInt64, length: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    if count >= manyFiles || start >= beyond || length >= beyond {
      bytes.put(0x0606_4B50 as UInt32)
      // The length of the rest of this record; the versions "made by" and "needed": 4.5.
      bytes.put(44 as UInt64)
      bytes.put(3 << 8 | 45 as UInt16)
      bytes.put(45 as UInt16)
      for number in [0, 0] as [UInt32] { bytes.put(number) }
      for number in [count, count, length, start] { bytes.put(number) }
      bytes.put(0x0706_4B50 as UInt32)
      bytes.put(0 as UInt32)
      bytes.put(start + length)
      bytes.put(1 as UInt32)
    }
    bytes.put(0x0605_4B50 as UInt32)
    for number in [0, 0] as [UInt16] { bytes.put(number) }
    for _ in 0..<2 { bytes.put(UInt16(clamping: count)) }
    bytes.put(UInt32(clamping: length))
    bytes.put(UInt32(clamping: start))
    bytes.put(0 as UInt16)
    return bytes
  }
}

/// A file's modification time in a zip: local time without a zone, in steps of two seconds, 1980 to
/// 2107.
package struct ZipTime: Hashable, Sendable {
  let day: UInt16
  let time: UInt16

  /// The earliest time that a zip can hold.
  static let first = ZipTime(day: 1 << 5 | 1, time: 0)

  private init(day: UInt16, time: UInt16) {
    self.day = day
    self.time = time
  }

  /// Makes a time; `nil` outside the years of a zip.
  package init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    guard (1980...2107).contains(year), (1...12).contains(month), (1...31).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
    else { return nil }
    self.init(
      day: UInt16(year - 1980) << 9 | UInt16(month) << 5 | UInt16(day),
      time: UInt16(hour) << 11 | UInt16(minute) << 5 | UInt16(second / 2))
  }
}

extension [UInt8] {
  /// Adds a number, its lowest byte first.
  fileprivate mutating func put(_ number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}
