/// JPEGs of any size with some noise in them, made in a moment: each block has one tone, as a
/// blurred photo's have.
extension LargePhotos {
  /// The kind of a JPEG's samples.
  package enum Colours: Sendable {
    /// Luma, and two planes of colour that four pixels share.
    case shared
    /// Cyan, magenta, yellow and black, as Adobe writes them.
    case inks
  }

  /// A JPEG.
  ///
  /// - Parameters:
  ///   - width: pixels a row.
  ///   - height: rows.
  ///   - colours: the kind of its samples.
  ///   - refinements: the scans that follow the first one, each without news of the first
  ///     component; 0 for a JPEG that is not progressive.
  ///   - segments: the segments before the tables.
  /// - Returns: the file.
  package static func jpeg(
    _ width: Int, _ height: Int, colours: Colours = .shared, refinements: Int = 0,
    segments: [UInt8] = []
  ) -> [UInt8] {
    let components = colours == .inks ? 4 : 3
    let isProgressive = refinements > 0
    var file: [UInt8] = [0xFF, 0xD8] + segments
    if colours == .inks { file += segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0]) }
    file += segment(0xDB, [0] + [UInt8](repeating: 16, count: 64))
    let planes = (1...components).flatMap { number -> [UInt8] in
      [UInt8(number), colours == .shared && number == 1 ? 0x22 : 0x11, 0]
    }
    file += segment(
      isProgressive ? 0xC2 : 0xC0,
      [8] + HEIFBuilder.number(height, 2) + HEIFBuilder.number(width, 2) + [UInt8(components)]
        + planes)
    // Differences of up to three bits, each category in three; the end of a block, and of a run of
    // 16,384 or more blocks.
    file += segment(0xC4, [0x00, 0, 0, 4] + [UInt8](repeating: 0, count: 13) + [0, 1, 2, 3])
    file += segment(0xC4, [0x10, 0, 2] + [UInt8](repeating: 0, count: 14) + [0x00, 0xE0])
    let side = colours == .shared ? 16 : 8
    let units = ((width + side - 1) / side) * ((height + side - 1) / side)
    let names = (1...components).flatMap { number -> [UInt8] in [UInt8(number), 0] }
    file += segment(
      0xDA, [UInt8(components)] + names + (isProgressive ? [0, 0, 0x01] : [0, 63, 0]))
    var bits = CodedBits()
    var random = SeededGenerator(seed: 9)
    let blocks = colours == .shared ? 6 : 4
    var kept: UInt64 = 0
    for unit in 0..<units {
      // Away from the last tone and back by as much, which keeps tones in the middle: a number's
      // complement is its negative.
      let isBack = unit % 2 == 1
      var noise = isBack ? kept : random.next()
      kept = noise
      for _ in 0..<blocks {
        let size = noise & 3
        bits.put(size, 3)
        if size > 0 { bits.put((isBack ? ~noise : noise) >> 2 & (1 << size - 1), Int(size)) }
        if !isProgressive { bits.put(0, 2) }
        noise >>= 6
      }
    }
    file += bits.finished()
    let all = ((width + 7) / 8) * ((height + 7) / 8)
    for scan in 0..<refinements {
      // From bit 13 down to 0, and bit 0 again and again.
      let bit = UInt8(max(0, 13 - scan))
      let approximation = scan == 0 ? bit : (bit + 1) << 4 | bit
      file += segment(0xDA, [1, 1, 0, 1, 63, approximation])
      var rest = all
      var bits = CodedBits()
      while rest > 0 {
        let run = min(rest, 32_767)
        if run >= 16_384 {
          bits.put(1, 2)
          bits.put(UInt64(run - 16_384), 14)
          rest -= run
        } else {
          bits.put(0, 2)
          rest -= 1
        }
      }
      file += bits.finished()
    }
    return file + [0xFF, 0xD9]
  }

  private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker] + HEIFBuilder.number(content.count + 2, 2) + content
  }
}

/// Bits of a JPEG's scan, with a zero behind each byte of ones.
private struct CodedBits {
  private var bytes: [UInt8] = []
  private var waiting: UInt64 = 0
  private var count = 0

  mutating func put(_ value: UInt64, _ length: Int) {
    waiting = waiting << UInt64(length) | value
    count += length
    while count >= 8 {
      count -= 8
      let byte = UInt8(truncatingIfNeeded: waiting >> UInt64(count))
      bytes.append(byte)
      if byte == 0xFF { bytes.append(0) }
    }
  }

  mutating func finished() -> [UInt8] {
    if count > 0 { put((1 << UInt64(8 - count)) - 1, 8 - count) }
    return bytes
  }
}
