/// Writes a new Exif block from the directories of another one, or of a TIFF file.
///
/// It is for blocks that can't be copied unchanged. These are TIFF files, whose directories lie
/// between the pixels, and blocks that are longer than a JPEG segment. Entries keep their type,
/// their bytes and the block's byte order. A maker note's offsets may count from the block's start;
/// it then keeps its position if there is space.
struct ExifComposer {
  /// The maximum length of a block behind the signature of its segment.
  static let greatestSize = JPEGSegment.greatestPayload - JPEGSegment.Signature.exif.count

  /// The number of bytes of values that are searched; more are left out anyway.
  private static let greatestTaken = 1 << 20

  private struct Entry {
    let tag: UInt16
    let type: UInt16
    let count: Int
    let value: [UInt8]
    let origin: Int

    /// Its length behind the directory.
    var outside: Int { value.count <= 4 ? 0 : value.count + value.count & 1 }
  }

  private let order: ByteOrder
  private var tables: [TIFFBlock.Role: [Entry]] = [:]
  /// Omitted or moved entries, by name.
  private(set) var leftOut: [String] = []
  private(set) var movesMakerNote = false

  static let makerNote: UInt16 = 0x927C
  private static let pointers: [(tag: UInt16, from: TIFFBlock.Role, to: TIFFBlock.Role)] = [
    (0x8769, .primary, .exif), (0x8825, .primary, .gps), (0xA005, .exif, .interoperability),
  ]
  private static let order: [TIFFBlock.Role] = [.primary, .exif, .gps, .interoperability]

  /// Takes the entries of a block.
  ///
  /// - Parameters:
  ///   - block: the block, or a whole TIFF file. Its thumbnail directory is not taken.
  ///   - value: the range of an entry's value that is taken; `nil` if the entry isn't.
  init(
    _ block: TIFFBlock,
    taking value: (TIFFBlock.Role, TIFFBlock.Entry) -> Range<Int>? = { $1.value }
  ) {
    order = block.order
    take(block, value)
  }

  /// Takes the entries of several blocks, of a tag that two have the later one's; `nil` for none.
  ///
  /// The order of bytes is that of the block with the maker note, whose bytes can't be turned.
  init?(joining blocks: [TIFFBlock]) {
    let noted = blocks.last { $0.directory(.exif)?.entry(ExifComposer.makerNote) != nil }
    guard let first = blocks.first else { return nil }
    order = (noted ?? first).order
    for block in blocks { take(block) }
  }

  private mutating func take(
    _ block: TIFFBlock,
    _ value: (TIFFBlock.Role, TIFFBlock.Entry) -> Range<Int>? = { $1.value }
  ) {
    // Entries of a hostile file may all share the same bytes.
    var remaining = ExifComposer.greatestTaken
    for role in ExifComposer.order {
      guard let directory = block.directory(role) else { continue }
      var seen: Set<UInt16> = []
      let earlier = tables[role] ?? []
      tables[role] = nil
      for entry in directory.entries {
        guard let value = value(role, entry), let size = ExifField.size(ofType: entry.type),
          !ExifComposer.pointers.contains(where: { $0.tag == entry.tag && $0.from == role }),
          seen.insert(entry.tag).inserted
        else { continue }
        guard value.count <= min(ExifComposer.greatestSize, remaining) else {
          leftOut.append(ExifComposer.name(of: entry.tag))
          continue
        }
        remaining -= value.count
        tables[role, default: []].append(
          Entry(
            tag: entry.tag, type: entry.type, count: value.count / size,
            value: inOrder(Array(block.bytes[value]), type: entry.type, from: block.order),
            origin: value.lowerBound))
      }
      tables[role, default: []] += earlier.filter { !seen.contains($0.tag) }
    }
  }

  /// A value in this block's order of bytes.
  private func inOrder(_ value: [UInt8], type: UInt16, from other: ByteOrder) -> [UInt8] {
    guard other != order, let size = ExifField.size(ofType: type), size > 1 else { return value }
    // Fractions are two numbers of four bytes.
    let part = type == 5 || type == 10 ? 4 : size
    return stride(from: 0, to: value.count, by: part).flatMap {
      value[$0..<min($0 + part, value.count)].reversed()
    }
  }

  /// The entries that the written block has lost.
  var warnings: [MetadataWarning] {
    var result: [MetadataWarning] = []
    if !leftOut.isEmpty {
      let names = leftOut.prefix(5).joined(separator: ", ")
      result.append(
        MetadataWarning(
          .leftOut, nil, "The photo's Exif is longer than a JPEG can hold; left out: \(names)."))
    }
    if movesMakerNote {
      result.append(
        MetadataWarning(
          .leftOut, nil, "The maker note had to move; its internal offsets may be wrong.")
      )
    }
    return result
  }

  /// True if there is anything to write.
  var isEmpty: Bool { tables.values.allSatisfy(\.isEmpty) }

  /// The block; the longest values are left out until it fits into a segment.
  mutating func composed() -> [UInt8] {
    while true {
      if let bytes = written(keepingMakerNote: true) { return bytes }
      if let bytes = written(keepingMakerNote: false) {
        movesMakerNote = true
        return bytes
      }
      guard let longest = longest() else { return [] }
      let entry = tables[longest.role]?.remove(at: longest.index)
      if let entry { leftOut.append(ExifComposer.name(of: entry.tag)) }
    }
  }

  private func longest() -> (role: TIFFBlock.Role, index: Int)? {
    var result: (role: TIFFBlock.Role, index: Int, size: Int)?
    for role in ExifComposer.order {
      for (index, entry) in (tables[role] ?? []).enumerated()
      where entry.outside > result?.size ?? -1 {
        result = (role, index, entry.outside)
      }
    }
    return result.map { ($0.role, $0.index) }
  }

  /// The block; `nil` if it is too long, or if the maker note's position can't be kept.
  private func written(keepingMakerNote: Bool) -> [UInt8]? {
    let note = tables[.exif]?.first {
      $0.tag == ExifComposer.makerNote && $0.outside > 0
        && !ExifComposer.countsFromItself($0.value)
    }
    if keepingMakerNote, note == nil { return laidOut(around: nil) }
    if !keepingMakerNote { return note == nil ? nil : laidOut(around: nil) }
    return note.flatMap { laidOut(around: $0) }
  }

  private func laidOut(around fixed: Entry?) -> [UInt8]? {
    // Only directories with entries, or with a pointer to one that has some.
    let hasInterop = tables[.interoperability]?.isEmpty == false
    let hasExif = tables[.exif]?.isEmpty == false || hasInterop
    let present: [TIFFBlock.Role: Bool] = [
      .primary: true, .exif: hasExif, .gps: tables[.gps]?.isEmpty == false,
      .interoperability: hasInterop,
    ]
    let reserved = fixed.map { $0.origin..<($0.origin + $0.outside) }
    if let reserved, reserved.lowerBound < 8 || reserved.upperBound > ExifComposer.greatestSize {
      return nil
    }
    var cursor = 8
    func place(_ size: Int) -> Int {
      if let reserved, cursor < reserved.upperBound, cursor + size > reserved.lowerBound {
        cursor = reserved.upperBound + reserved.upperBound & 1
      }
      defer { cursor += size + size & 1 }
      return cursor
    }
    var starts: [TIFFBlock.Role: Int] = [:]
    var lists: [TIFFBlock.Role: [(entry: Entry, position: Int)]] = [:]
    for role in ExifComposer.order where present[role] == true {
      let pointers = ExifComposer.pointers.filter { $0.from == role && present[$0.to] == true }
      let entries = tables[role] ?? []
      starts[role] = place(6 + 12 * (entries.count + pointers.count))
      lists[role] = entries.map { entry in
        guard entry.outside > 0 else { return (entry, 0) }
        if let fixed, role == .exif, entry.tag == fixed.tag { return (entry, fixed.origin) }
        return (entry, place(entry.outside))
      }
    }
    let end = max(cursor, reserved?.upperBound ?? 0)
    guard end <= ExifComposer.greatestSize else { return nil }
    var bytes = [UInt8](repeating: 0, count: end)
    bytes.replaceSubrange(0..<4, with: order == .big ? Array("MM\0*".utf8) : Array("II*\0".utf8))
    bytes.replaceSubrange(4..<8, with: order.bytes(UInt64(starts[.primary] ?? 8), count: 4))
    for (role, list) in lists {
      guard let start = starts[role] else { continue }
      var rows: [(tag: UInt16, row: [UInt8])] = list.map { entry, position in
        let head =
          order.bytes(UInt64(entry.tag), count: 2) + order.bytes(UInt64(entry.type), count: 2)
          + order.bytes(UInt64(entry.count), count: 4)
        guard entry.outside > 0 else {
          return (
            entry.tag, head + entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
          )
        }
        bytes.replaceSubrange(position..<(position + entry.value.count), with: entry.value)
        return (entry.tag, head + order.bytes(UInt64(position), count: 4))
      }
      for pointer in ExifComposer.pointers where pointer.from == role {
        guard let target = starts[pointer.to] else { continue }
        rows.append(
          (
            pointer.tag,
            order.bytes(UInt64(pointer.tag), count: 2) + order.bytes(4, count: 2)
              + order.bytes(1, count: 4) + order.bytes(UInt64(target), count: 4)
          ))
      }
      let table =
        order.bytes(UInt64(rows.count), count: 2)
        + rows.sorted { $0.tag < $1.tag }.flatMap(\.row) + [0, 0, 0, 0]
      bytes.replaceSubrange(start..<(start + table.count), with: table)
    }
    return bytes
  }

  /// Returns true if a maker note's offsets count from its own start; it can then be moved.
  static func countsFromItself(_ note: [UInt8]) -> Bool {
    let heads: [[UInt8]] = [
      Array("Apple iOS\0".utf8), Array("Nikon\0\u{2}".utf8), Array("OLYMPUS\0".utf8),
      Array("OM SYSTEM\0".utf8), Array("FUJIFILM".utf8), Array("PENTAX \0".utf8),
      Array("SAMSUNG\0".utf8),
    ]
    return heads.contains(where: note.starts(with:))
  }

  private static func name(of tag: UInt16) -> String {
    switch tag {
    case makerNote: return "the maker note"
    case 0x9286: return "the user comment"
    case 0x010E: return "the image description"
    case 0xC4A5: return "the print settings"
    default: return "tag 0x\(String(tag, radix: 16, uppercase: true))"
    }
  }
}
