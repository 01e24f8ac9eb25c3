import TimeWalkArchive

/// Bytes of numbers, the lowest first.
struct Bytes {
  private(set) var bytes: [UInt8] = []

  /// Adds a number.
  mutating func put(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Adds a double.
  mutating func put(_ number: Double) { put(number.bitPattern) }

  /// Adds bytes.
  mutating func put(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }
}
