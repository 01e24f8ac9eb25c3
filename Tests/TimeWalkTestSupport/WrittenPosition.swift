import Foundation

/// The possible notations of a position in a file, for a search byte by byte.
package struct WrittenPosition: Sendable {
  /// The texts: decimal degrees to three decimals, degrees and minutes, degrees, minutes and
  /// seconds.
  package let texts: [[UInt8]]
  /// The fractions as a photo's own Exif block has them, and with their bytes in the other order.
  package let fractions: [[UInt8]]

  /// Makes the ways to write a latitude or longitude in degrees; short numbers, which appear
  /// anywhere, are left out.
  package init(angle: Double, block: [UInt8]?) {
    let size = abs(angle)
    let whole = Int(size)
    let minutes = (size - Double(whole)) * 60
    let seconds = (minutes - minutes.rounded(.down)) * 60
    // So many decimals, cut and not rounded.
    func cut(_ number: Double, _ decimals: Int) -> String {
      String("\(number)".prefix("\(Int(number))".count + 1 + decimals))
    }
    let decimal = cut((size * 1e7).rounded(.down) / 1e7, 3)
    var texts: [String] = []
    if whole > 0, decimal.count >= 5 {
      let minute = Int(minutes)
      texts = [
        decimal, decimal.replacingOccurrences(of: ".", with: ","),
        "\(whole),\(minute),\(Int(seconds))", "\(whole),\(cut(minutes, 2))",
        "\(whole) deg \(minute)'", "\(whole)\u{B0} \(minute)'", "\(whole)\u{B0}\(minute)'",
      ]
    }
    self.texts = texts.map { Array($0.utf8) }
    fractions = block.map { WrittenPosition.fractions(in: $0) } ?? []
  }

  /// Those of them that are in some bytes.
  package func found(in bytes: [UInt8]) -> [String] {
    texts.filter { bytes.holds($0) }.map { String(decoding: $0, as: UTF8.self) }
      + fractions.filter { bytes.holds($0) }.map { "\($0)" }
  }

  /// The values of tags 2 and 4 of the GPS directory, as they are and turned.
  private static func fractions(in block: [UInt8]) -> [[UInt8]] {
    let isBig = block.first == 0x4D
    func number(_ at: Int, _ count: Int) -> Int {
      guard at >= 0, at + count <= block.count else { return 0 }
      let bytes = block[at..<(at + count)]
      return (isBig ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }
    func rows(_ directory: Int) -> [Int] {
      (0..<min(number(directory, 2), 200)).map { directory + 2 + 12 * $0 }
    }
    guard let pointer = rows(number(4, 4)).first(where: { number($0, 2) == 0x8825 }) else {
      return []
    }
    return rows(number(pointer + 8, 4)).filter { [2, 4].contains(number($0, 2)) }
      .flatMap { row -> [[UInt8]] in
        let at = number(row + 8, 4)
        guard number(row + 4, 4) == 3, at + 24 <= block.count else { return [] }
        let value = Array(block[at..<(at + 24)])
        // Zeros are everywhere.
        guard value.filter({ $0 != 0 }).count >= 6 else { return [] }
        let turned = stride(from: 0, to: 24, by: 4).flatMap { value[$0..<($0 + 4)].reversed() }
        return [value, turned]
      }
  }
}

extension [UInt8] {
  /// Returns true if these contain some bytes.
  ///
  /// With the C library's search for the first byte: Foundation took 150 s for real photos'
  /// outputs.
  package func holds(_ part: [UInt8]) -> Bool {
    withUnsafeBytes { whole in
      guard let start = whole.baseAddress, let first = part.first else { return part.isEmpty }
      var at = 0
      while at + part.count <= count,
        let found = memchr(start + at, Int32(first), count - part.count - at + 1)
      {
        if memcmp(found, part, part.count) == 0 { return true }
        at = found - UnsafeMutableRawPointer(mutating: start) + 1
      }
      return false
    }
  }
}
