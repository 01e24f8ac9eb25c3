import TimeWalkImaging
import TimeWalkTestSupport

/// The boxes of a HEIF in any order, number and relation: each byte of the input adds one, or
/// selects its content.
///
/// Changes of a file's own bytes mostly break lengths, and come no further than the first box.
struct BoxedItems {
  private var input: ArraySlice<UInt8>
  private var infos: [UInt8] = [], references: [UInt8] = [], locations: [[UInt8]] = []
  private var properties: [UInt8] = [], associations: [[UInt8]] = []
  private var meta: [UInt8] = []
  /// Finished `meta` boxes.
  private var metas: [UInt8] = []
  private let coded: FormatFixtures.Coded
  private let data: [UInt8]

  private static let kinds = ["hvc1", "grid", "iovl", "iden", "Exif", "mime", "av01", "hvc1"]
  private static let relations = ["dimg", "dimg", "dimg", "auxl", "thmb", "cdsc"]
  private static let tile = (width: 64, height: 64)

  init(_ input: [UInt8], coded: FormatFixtures.Coded) {
    self.input = input[...]
    self.coded = coded
    data = coded.data + Self.grid + Self.overlay
  }

  /// One column, one row; and a ground with one layer.
  private static let grid: [UInt8] = [0, 0, 0, 0, 0, 32, 0, 24]
  private static let overlay: [UInt8] =
    [0, 0] + [UInt8](repeating: 0, count: 8) + [0, 32, 0, 24] + [0, 0, 0, 0]

  private mutating func next(_ bound: Int) -> Int { Int(input.popFirst() ?? 0) % bound }

  /// The file that the input describes.
  mutating func file() -> [UInt8] {
    while !input.isEmpty { step() }
    close()
    return HEIFBuilder.box("ftyp", Array("heic\0\0\0\0mif1heic".utf8)) + metas
  }

  private mutating func step() {
    switch next(12) {
    case 0, 1: addItem()
    case 2, 3: addReference()
    case 4: addLocation()
    case 5: associate()
    case 6: meta += HEIFBuilder.box("pitm", [0, 0, 0, 0] + HEIFBuilder.number(next(6), 2))
    case 7: flush(wide: next(2) == 1)
    case 8: close()
    case 9: properties += HEIFBuilder.turn(next(4))
    case 10: addSize()
    default: addWhole()
    }
  }

  /// A picture with all that it needs, or one that is made of others.
  private mutating func addWhole() {
    let (id, kind) = (next(6), next(4))
    infos += info(id, Self.kinds[kind])
    if kind > 0 { refer("dimg", from: id, to: [next(6)]) }
    locate(id, part: kind)
    associations.append(HEIFBuilder.number(id, 2) + (kind == 0 ? [2, 0x81, 2] : [1, 3]))
  }

  private mutating func addItem() { infos += info(next(6), Self.kinds[next(Self.kinds.count)]) }

  private func info(_ id: Int, _ kind: String) -> [UInt8] {
    HEIFBuilder.box(
      "infe", [2, 0, 0, 0] + HEIFBuilder.number(id, 2) + [0, 0] + Array(kind.utf8) + [0])
  }

  private mutating func addReference() {
    let kind = Self.relations[next(Self.relations.count)]
    let from = next(6)
    refer(kind, from: from, to: (0..<next(4)).map { _ in next(7) })
  }

  private mutating func refer(_ kind: String, from: Int, to: [Int]) {
    references += HEIFBuilder.box(
      kind,
      HEIFBuilder.number(from, 2) + HEIFBuilder.number(to.count, 2)
        + to.flatMap { HEIFBuilder.number($0, 2) })
  }

  private mutating func addLocation() {
    let id = next(6)
    locate(id, part: next(3))
  }

  private mutating func locate(_ id: Int, part: Int) {
    let lengths = [coded.data.count, Self.grid.count, Self.overlay.count]
    let index = min(part, 2)
    locations.append(
      HEIFBuilder.number(id, 2) + HEIFBuilder.number(1, 2) + HEIFBuilder.number(0, 2)
        + HEIFBuilder.number(1, 2) + HEIFBuilder.number(lengths.prefix(index).reduce(0, +), 4)
        + HEIFBuilder.number(lengths[index], 4))
  }

  private mutating func associate() {
    let id = next(6)
    let list = (0..<next(4)).map { _ in UInt8(next(6)) | (next(2) == 1 ? 0x80 : 0) }
    associations.append(HEIFBuilder.number(id, 2) + [UInt8(list.count)] + list)
  }

  private mutating func addSize() {
    properties += HEIFBuilder.box(
      "ispe",
      HEIFBuilder.number(0, 4) + HEIFBuilder.number(next(200), 4)
        + HEIFBuilder.number(next(200), 4))
  }

  /// Ends the lists of items and references; the next ones are in a second list.
  private mutating func flush(wide: Bool) {
    if !infos.isEmpty {
      meta += HEIFBuilder.box(
        "iinf", [0, 0, 0, 0] + HEIFBuilder.number(infos.count / 21, 2) + infos)
    }
    if !references.isEmpty {
      meta += HEIFBuilder.box("iref", [wide ? 1 : 0, 0, 0, 0] + references)
    }
    (infos, references) = ([], [])
  }

  private mutating func close() {
    flush(wide: false)
    let own =
      coded.decoder
      + [(Self.tile.width, Self.tile.height), (32, 24)].flatMap { size in
        HEIFBuilder.box(
          "ispe",
          HEIFBuilder.number(0, 4) + HEIFBuilder.number(size.0, 4) + HEIFBuilder.number(size.1, 4))
      }
    meta +=
      HEIFBuilder.box(
        "hdlr", HEIFBuilder.number(0, 8) + Array("pict".utf8) + HEIFBuilder.number(0, 13))
      + HEIFBuilder.box(
        "iloc",
        [1, 0, 0, 0, 0x44, 0] + HEIFBuilder.number(locations.count, 2) + locations.flatMap { $0 })
      + HEIFBuilder.box(
        "iprp",
        HEIFBuilder.box("ipco", own + properties)
          + HEIFBuilder.box(
            "ipma",
            [0, 0, 0, 0] + HEIFBuilder.number(associations.count, 4) + associations.flatMap { $0 }))
      + HEIFBuilder.box("idat", data)
    metas += HEIFBuilder.box("meta", [0, 0, 0, 0] + meta)
    (meta, properties, locations, associations) = ([], [], [], [])
  }
}

extension FuzzTarget {
  /// A file that passes our check of a HEIF's boxes must not crash libheif, and must stay within
  /// the limits.
  ///
  /// It runs in the fuzzer's own process: where libheif ends that, the two disagree.
  static let heifChecker = FuzzTarget("heif-checker", longest: 64) {
    [
      // A picture; one of a tile; a copy; layers; a copy of a tile's picture.
      [11, 1, 0, 6, 1], [11, 1, 0, 11, 2, 1, 1, 6, 2], [11, 1, 0, 11, 2, 3, 1, 6, 2],
      [11, 1, 0, 11, 2, 2, 1, 6, 2], [11, 1, 0, 11, 2, 1, 1, 11, 3, 3, 2, 6, 3],
    ]
  } run: { bytes in
    var items = BoxedItems(bytes, coded: try FormatFixtures.tiles().colour)
    let file = items.file()
    // A file's stated size may differ from the coded one, but both are limited.
    for size in [
      try? PictureInfo.read(file, limits: DecoderReading.limits).size,
      try? DecodedPicture.decode(file, limits: DecoderReading.limits).image.size,
    ] {
      guard let size else { continue }
      try promise(
        size.width * size.height <= DecoderReading.limits.pixels,
        "what the check let through is \(size)")
    }
  }
}
