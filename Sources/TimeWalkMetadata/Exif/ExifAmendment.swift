import TimeWalkCore

/// Entries that are put into an Exif block, or taken out of it, without moving anything else.
///
/// A directory that gets another entry is rewritten behind the block, with its values after it, and
/// pointers to the old one are changed. Maker notes therefore keep their positions. Replaced bytes
/// are zeroed.
struct ExifAmendment {
  private struct Entry {
    let tag: UInt16
    let type: UInt16
    let count: Int
    let value: [UInt8]
  }

  private let order: ByteOrder
  private var added: [TIFFBlock.Role: [Entry]] = [:]
  private var removed: [TIFFBlock.Role: Set<UInt16>] = [:]

  /// A block without entries.
  static let emptyBlock: [UInt8] = Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 0, 0, 0, 0, 0]

  init(order: ByteOrder) { self.order = order }

  var isEmpty: Bool { added.values.allSatisfy(\.isEmpty) }

  /// Returns true if a directory gets an entry.
  func added(in role: TIFFBlock.Role) -> Bool { added[role]?.isEmpty == false }

  mutating func remove(_ tags: [UInt16], from role: TIFFBlock.Role) {
    removed[role, default: []].formUnion(tags)
  }

  private mutating func put(
    _ tag: UInt16, _ type: UInt16, _ count: Int, _ value: [UInt8], in role: TIFFBlock.Role
  ) {
    removed[role, default: []].insert(tag)
    added[role, default: []].append(Entry(tag: tag, type: type, count: count, value: value))
  }

  mutating func set(_ tag: UInt16, text: String, in role: TIFFBlock.Role) {
    let bytes = Array(text.utf8) + [0]
    put(tag, 2, bytes.count, bytes, in: role)
  }

  mutating func set(_ tag: UInt16, bytes: [UInt8], in role: TIFFBlock.Role) {
    put(tag, 1, bytes.count, bytes, in: role)
  }

  mutating func set(_ tag: UInt16, undefined bytes: [UInt8], in role: TIFFBlock.Role) {
    put(tag, 7, bytes.count, bytes, in: role)
  }

  /// Fractions over a whole number, each at least 0.
  mutating func set(
    _ tag: UInt16, fractions: [(value: Double, over: Double)], in role: TIFFBlock.Role
  ) {
    let bytes = fractions.flatMap { value, over in
      order.bytes(UInt64(UInt32(clamping: Int(nearest: value * over))), count: 4)
        + order.bytes(UInt64(over), count: 4)
    }
    put(tag, 5, fractions.count, bytes, in: role)
  }

  mutating func set(_ tag: UInt16, signed value: Double, over: Double, in role: TIFFBlock.Role) {
    let numerator = UInt32(bitPattern: Int32(clamping: Int(nearest: value * over)))
    put(
      tag, 10, 1,
      order.bytes(UInt64(numerator), count: 4) + order.bytes(UInt64(over), count: 4), in: role)
  }

  /// A block with the entries; `nil` if it can't be read.
  func applied(to block: [UInt8], limits: MetadataLimits) -> [UInt8]? {
    guard let parsed = TIFFBlock(block, limits: limits), parsed.order == order else { return nil }
    var bytes = block
    var pointers: [(tag: UInt16, target: Int)] = []
    for (role, tag) in [(TIFFBlock.Role.gps, UInt16(0x8825)), (.exif, 0x8769)] {
      let gone = removed[role] ?? []
      guard added[role]?.isEmpty == false || parsed.directory(role) != nil, !gone.isEmpty else {
        continue
      }
      let directory = parsed.directory(role)
      if added[role]?.isEmpty != false,
        directory?.entries.contains(where: { gone.contains($0.tag) }) != true
      {
        continue
      }
      pointers.append((tag, write(role, directory, parsed, next: 0, into: &bytes)))
    }
    guard let primary = parsed.directory(.primary) else { return nil }
    var missing: [(tag: UInt16, target: Int)] = []
    for pointer in pointers {
      if let entry = primary.entry(pointer.tag), entry.value.count == 4 {
        bytes.replaceSubrange(entry.value, with: order.bytes(UInt64(pointer.target), count: 4))
      } else {
        missing.append(pointer)
      }
    }
    if !missing.isEmpty {
      let next = primary.nextPosition.map { Int(order.uint32(bytes, $0)) } ?? 0
      let start = write(.primary, primary, parsed, more: missing, next: next, into: &bytes)
      bytes.replaceSubrange(4..<8, with: order.bytes(UInt64(start), count: 4))
    }
    return bytes
  }

  /// Writes a directory behind the block, and zeroes the old one and the values that went.
  private func write(
    _ role: TIFFBlock.Role, _ directory: TIFFBlock.Directory?, _ parsed: TIFFBlock,
    more: [(tag: UInt16, target: Int)] = [], next: Int, into bytes: inout [UInt8]
  ) -> Int {
    var rows: [(tag: UInt16, row: [UInt8])] = []
    let gone = removed[role] ?? []
    if let directory {
      let kept = parsed.directories.flatMap { other in
        other.entries.filter { other.role != role || !gone.contains($0.tag) }.map(\.value)
      }
      // Offsets of a hostile block may lead to its header or to a directory.
      let tables = parsed.directories.map(\.range).filter { $0 != directory.range }
      let needed = [0..<TIFFBlock.headerSize] + tables + kept
      let slots = directory.slots
      var erased = RangeSet<Int>()
      for position in slots {
        let tag = order.uint16(bytes, position)
        guard gone.contains(tag) || more.contains(where: { $0.tag == tag }) else {
          rows.append((tag, Array(bytes[position..<(position + 12)])))
          continue
        }
        if let value = directory.entries.first(where: { $0.position == position })?.value,
          !needed.contains(where: { $0.overlaps(value) })
        {
          erased.insert(contentsOf: value)
        }
      }
      // Once each, even if several entries share them.
      for range in erased.ranges {
        bytes.replaceSubrange(range, with: repeatElement(0, count: range.count))
      }
      // Where directories share bytes, the old one stays.
      let others = parsed.directories.filter { $0.range != directory.range }
      if !others.contains(where: { $0.range.overlaps(directory.range) }),
        !kept.contains(where: {
          $0.overlaps(directory.range) && !directory.range.contains($0.lowerBound)
        })
      {
        bytes.replaceSubrange(
          directory.range, with: [UInt8](repeating: 0, count: directory.range.count))
      }
    }
    for pointer in more {
      rows.append(
        (pointer.tag, row(pointer.tag, 4, 1, order.bytes(UInt64(pointer.target), count: 4))))
    }
    for entry in added[role] ?? [] {
      var field = entry.value
      if field.count > 4 {
        if bytes.count & 1 == 1 { bytes.append(0) }
        field = order.bytes(UInt64(bytes.count), count: 4)
        bytes += entry.value
      }
      field += [UInt8](repeating: 0, count: 4 - field.count)
      rows.append((entry.tag, row(entry.tag, entry.type, entry.count, field)))
    }
    if bytes.count & 1 == 1 { bytes.append(0) }
    let start = bytes.count
    bytes += order.bytes(UInt64(rows.count), count: 2)
    bytes += rows.sorted { $0.tag < $1.tag }.flatMap(\.row)
    bytes += order.bytes(UInt64(next), count: 4)
    return start
  }

  private func row(_ tag: UInt16, _ type: UInt16, _ count: Int, _ field: [UInt8]) -> [UInt8] {
    order.bytes(UInt64(tag), count: 2) + order.bytes(UInt64(type), count: 2)
      + order.bytes(UInt64(count), count: 4) + field
  }
}

extension TIFFBlock.Directory {
  /// The positions of all entries, also of those that can't be read.
  var slots: [Int] {
    let end = nextPosition ?? range.upperBound
    return Array(stride(from: range.lowerBound + 2, to: end, by: 12))
  }
}
