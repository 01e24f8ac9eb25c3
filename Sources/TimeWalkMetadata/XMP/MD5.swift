internal import Foundation

/// MD5 (RFC 1321), which extended XMP takes as the name of what belongs together; it protects nothing.
enum MD5 {
  private static let shifts: [[UInt32]] = [
    [7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21],
  ]

  /// The whole part of 2^32 times the sine of 1...64, without a sign.
  private static let sines: [UInt32] = (1...64).map { UInt32(4_294_967_296 * abs(sin(Double($0)))) }

  /// The digest in 32 capital hexadecimal digits.
  static func hexadecimal(_ bytes: [UInt8]) -> String {
    digest(bytes).map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }

  private static func digest(_ message: [UInt8]) -> [UInt8] {
    var bytes = message + [0x80]
    bytes += [UInt8](repeating: 0, count: (120 - bytes.count % 64) % 64)
    bytes += ByteOrder.little.bytes(UInt64(message.count) &* 8, count: 8)
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
    for block in stride(from: 0, to: bytes.count, by: 64) {
      let words = (0..<16).map { ByteOrder.little.uint32(bytes, block + 4 * $0) }
      var (a, b, c, d) = (state[0], state[1], state[2], state[3])
      for i in 0..<64 {
        let (mixed, word): (UInt32, Int)
        switch i / 16 {
        case 0: (mixed, word) = ((b & c) | (~b & d), i)
        case 1: (mixed, word) = ((d & b) | (~d & c), (5 * i + 1) % 16)
        case 2: (mixed, word) = (b ^ c ^ d, (3 * i + 5) % 16)
        default: (mixed, word) = (c ^ (b | ~d), 7 * i % 16)
        }
        let sum = a &+ mixed &+ sines[i] &+ words[word]
        let shift = shifts[i / 16][i % 4]
        (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
      }
      state[0] &+= a
      state[1] &+= b
      state[2] &+= c
      state[3] &+= d
    }
    return state.flatMap { ByteOrder.little.bytes(UInt64($0), count: 4) }
  }
}
