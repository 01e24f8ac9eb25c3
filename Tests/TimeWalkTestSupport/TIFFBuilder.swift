/// Writes little-endian TIFF directories, for files that no available tool makes.
package struct TIFFBuilder: Sendable {
  /// The value of a tag.
  package enum Value: Sendable {
    case shorts([Int]), longs([Int]), bytes([UInt8]), text(String), fractions([Double]), doubles(
      [Double])
    /// The offset of a block of data.
    case offset(of: Int)
    /// The offset of another directory.
    case directory(Int)
  }

  /// Directories, each a list of tags; the first one begins the file.
  package var directories: [[(tag: Int, value: Value)]]
  /// Blocks of data.
  package var blocks: [[UInt8]]

  /// Makes a file of directories and blocks.
  package init(directories: [[(tag: Int, value: Value)]], blocks: [[UInt8]]) {
    self.directories = directories
    self.blocks = blocks
  }

  /// The file.
  package func bytes() -> [UInt8] {
    // Data first, then the directories from the last to the first, whose places are known by then.
    var file: [UInt8] = Array("II".utf8) + [42, 0, 0, 0, 0, 0]
    var starts: [Int] = []
    for block in blocks {
      starts.append(file.count)
      file += block + (block.count % 2 == 0 ? [] : [0])
    }
    var places = [Int](repeating: 0, count: directories.count)
    for index in directories.indices.reversed() {
      var entries: [UInt8] = []
      for (tag, value) in directories[index].sorted(by: { $0.tag < $1.tag }) {
        let (type, count, data) = encoded(value, starts: starts, places: places)
        entries += Self.number(tag, 2) + Self.number(type, 2) + Self.number(count, 4)
        if data.count <= 4 {
          entries += data + [UInt8](repeating: 0, count: 4 - data.count)
        } else {
          entries += Self.number(file.count, 4)
          file += data + (data.count % 2 == 0 ? [] : [0])
        }
      }
      places[index] = file.count
      file += Self.number(directories[index].count, 2) + entries + [0, 0, 0, 0]
    }
    file.replaceSubrange(4..<8, with: Self.number(places[0], 4))
    return file
  }

  private func encoded(_ value: Value, starts: [Int], places: [Int]) -> (Int, Int, [UInt8]) {
    switch value {
    case .shorts(let values): (3, values.count, values.flatMap { Self.number($0, 2) })
    case .longs(let values): (4, values.count, values.flatMap { Self.number($0, 4) })
    case .bytes(let values): (1, values.count, values)
    case .text(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
    case .fractions(let values):
      (
        10, values.count,
        values.flatMap { Self.number(Int(($0 * 10_000).rounded()), 4) + Self.number(10_000, 4) }
      )
    case .doubles(let values):
      (12, values.count, values.flatMap { Self.number(Int(bitPattern: UInt($0.bitPattern)), 8) })
    case .offset(let block): (4, 1, Self.number(starts[block], 4))
    case .directory(let index): (4, 1, Self.number(places[index], 4))
    }
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// A TIFF of three samples of 16 bits in one strip, packed (PackBits): a tenth of each row is
  /// noise, the rest is gray.
  package static func deepTIFF(_ width: Int, _ height: Int) -> [UInt8] {
    var random = SeededGenerator(seed: 3)
    var row: [UInt8] = []
    var rest = 6 * width
    while rest > 0 {
      let noise = min(rest, 128)
      row.append(UInt8(noise - 1))
      for _ in 0..<noise { row.append(UInt8(truncatingIfNeeded: random.next() >> 32)) }
      rest -= noise
      for _ in 0..<9 where rest > 0 {
        let run = min(rest, 128)
        row += run == 1 ? [0, 0x70] : [UInt8(truncatingIfNeeded: 1 - run), 0x70]
        rest -= run
      }
    }
    var strip: [UInt8] = []
    strip.reserveCapacity(row.count * height)
    for _ in 0..<height { strip += row }
    return TIFFBuilder(
      directories: [
        [
          (256, .longs([width])), (257, .longs([height])), (258, .shorts([16, 16, 16])),
          (259, .shorts([32773])), (262, .shorts([2])), (273, .offset(of: 0)),
          (277, .shorts([3])), (278, .longs([height])), (279, .longs([strip.count])),
        ]
      ], blocks: [strip]
    ).bytes()
  }

  /// A gray TIFF with GeoTIFF's tags (OGC 19-008r4): any doubles and keys.
  package static func geoTIFF(
    _ width: Int, _ height: Int, tags: [Int: [Double]], keys: [Int]
  ) -> [UInt8] {
    let pixels = (0..<width * height).map { UInt8(truncatingIfNeeded: $0 % width * 200 / width) }
    return TIFFBuilder(
      directories: [
        [
          (256, .longs([width])), (257, .longs([height])), (258, .shorts([8])),
          (259, .shorts([1])), (262, .shorts([1])), (273, .offset(of: 0)), (277, .shorts([1])),
          (278, .longs([height])), (279, .longs([pixels.count])), (34735, .shorts(keys)),
        ] + tags.map { ($0.key, .doubles($0.value)) }
      ], blocks: [pixels]
    ).bytes()
  }

  /// The keys of a GeoTIFF in a system of an EPSG code, whose pixels are areas or points.
  package static func geoKeys(projected: Bool = true, _ epsg: Int, isPoint: Bool = false) -> [Int] {
    [1, 1, 0, 3, 1024, 0, 1, projected ? 1 : 2, 1025, 0, 1, isPoint ? 2 : 1]
      + [projected ? 3072 : 2048, 0, 1, epsg]
  }

  /// A DNG of 64 x 48 pixels: all gray, with a quarter of red at the top left, and an optional JPEG
  /// inside.
  package static func dng(orientation: Int = 1, preview: [UInt8]? = nil) -> [UInt8] {
    var samples: [UInt8] = []
    for y in 0..<48 {
      for x in 0..<64 {
        let isRed = x % 2 == 0 && y % 2 == 0
        samples += number(x < 32 && y < 24 ? (isRed ? 15_000 : 1_000) : 6_000, 2)
      }
    }
    return dng(64, 48, samples: samples, orientation: orientation, preview: preview)
  }

  /// A DNG of gray of any size, two bytes for each pixel.
  package static func grayDNG(_ width: Int, _ height: Int) -> [UInt8] {
    dng(
      width, height, samples: [UInt8](repeating: 0x17, count: 2 * width * height), orientation: 1,
      preview: nil)
  }

  private static func dng(
    _ width: Int, _ height: Int, samples: [UInt8], orientation: Int, preview: [UInt8]?
  ) -> [UInt8] {
    let common: [(tag: Int, value: Value)] = [
      (50706, .bytes([1, 4, 0, 0])), (50708, .text("TimeWalk test")), (271, .text("TimeWalk")),
      (272, .text("test")), (274, .shorts([orientation])),
      // Directly to sRGB's primaries, which keeps colours unchanged.
      (
        50721,
        .fractions([3.2406, -1.5372, -0.4986, -0.9689, 1.8758, 0.0415, 0.0557, -0.2040, 1.0570])
      ),
      (50728, .fractions([1, 1, 1])), (50778, .shorts([21])),
    ]
    let raw: [(tag: Int, value: Value)] = [
      (254, .longs([0])), (256, .longs([width])), (257, .longs([height])), (258, .shorts([16])),
      (259, .shorts([1])), (262, .shorts([32803])), (277, .shorts([1])), (278, .longs([height])),
      (273, .offset(of: 0)), (279, .longs([samples.count])), (33421, .shorts([2, 2])),
      (33422, .bytes([0, 1, 1, 2])), (50717, .longs([16_383])),
    ]
    guard let preview else {
      return TIFFBuilder(directories: [common + raw], blocks: [samples]).bytes()
    }
    let small: [(tag: Int, value: Value)] = [
      (254, .longs([1])), (256, .longs([width])), (257, .longs([height])),
      (258, .shorts([8, 8, 8])), (259, .shorts([7])), (262, .shorts([6])), (277, .shorts([3])),
      (278, .longs([height])), (273, .offset(of: 1)), (279, .longs([preview.count])),
      (330, .directory(1)),
    ]
    return TIFFBuilder(directories: [common + small, raw], blocks: [samples, preview]).bytes()
  }
}
