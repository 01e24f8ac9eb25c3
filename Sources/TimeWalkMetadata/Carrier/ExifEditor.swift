/// Makes an Exif block true for a picture made from the photo, without moving anything in it.
struct ExifEditor {
  /// The tags of the pixel size, in their directory.
  private static let widths: [(role: TIFFBlock.Role, tag: UInt16)] = [
    (.primary, 0x0100), (.exif, 0xA002),
  ]
  private static let heights: [(role: TIFFBlock.Role, tag: UInt16)] = [
    (.primary, 0x0101), (.exif, 0xA003),
  ]
  private static let orientationTag: UInt16 = 0x0112
  /// SubjectArea and SubjectLocation, of the Exif directory.
  private static let subjectTags: [UInt16] = [0x9214, 0xA214]

  /// The tags that stay in a block without a place: the standard's tags about the camera, the
  /// picture and its author.
  ///
  /// A list of allowed tags rather than forbidden ones, because programs add their own. Left out
  /// are maker notes, GPS, captions and comments, names of files, XMP and IPTC, air pressure and
  /// depth of water. The camera's owner and serial numbers are left out, too: they connect the
  /// pictures of a person. Artist and Copyright are the author's wish and stay.
  private static let harmless: [TIFFBlock.Role: Set<UInt16>] = [
    .primary: Set([
      0x0100, 0x0101, 0x0102, 0x0103, 0x0106, 0x010F, 0x0110, 0x0112, 0x0115, 0x011A, 0x011B,
      0x011C,
      0x0128, 0x012D, 0x0131, 0x0132, 0x013B, 0x013E, 0x013F, 0x0211, 0x0212, 0x0213, 0x0214,
      0x4746, 0x4749, 0x8298, 0x8769, 0xC614, 0xC630,
    ]),
    .exif: Set([
      0x829A, 0x829D, 0x8822, 0x8824, 0x8827, 0x8830, 0x8831, 0x8832, 0x8833, 0x8834, 0x8835,
      0x9000,
      0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x9101, 0x9102, 0x9201, 0x9202, 0x9203, 0x9204,
      0x9205, 0x9206, 0x9207, 0x9208, 0x9209, 0x920A, 0x9214, 0x9290, 0x9291, 0x9292, 0x9405,
      0xA000, 0xA001, 0xA002, 0xA003, 0xA005, 0xA20B, 0xA20C, 0xA20E, 0xA20F, 0xA210, 0xA214,
      0xA215, 0xA217, 0xA300, 0xA301, 0xA302, 0xA401, 0xA402, 0xA403, 0xA404, 0xA405, 0xA406,
      0xA407, 0xA408, 0xA40A, 0xA40C, 0xA432, 0xA433, 0xA434,
      0xA460, 0xA461, 0xA462, 0xA500,
    ]),
    .interoperability: Set([0x0001, 0x0002]),
  ]

  private let block: TIFFBlock
  private var bytes: [UInt8]
  /// The positions of entries that go.
  private var removed: Set<Int> = []

  /// Takes the content of an Exif segment; `nil` when its header or first directory can't be read.
  init?(segment: [UInt8], limits: MetadataLimits) {
    let bytes = Array(segment.dropFirst(JPEGSegment.Signature.exif.count))
    guard let block = TIFFBlock(bytes, limits: limits) else { return nil }
    self.block = block
    self.bytes = bytes
  }

  /// The orientation that a segment states, 0 when it states none; `nil` when the segment can't be
  /// read.
  static func orientation(ofSegment segment: [UInt8], limits: MetadataLimits) -> Int? {
    guard let editor = ExifEditor(segment: segment, limits: limits),
      let primary = editor.block.directory(.primary)
    else { return nil }
    return editor.block.integer(orientationTag, in: primary) ?? 0
  }

  /// Makes the new block.
  ///
  /// - Parameters:
  ///   - width: the new picture's width in pixels.
  ///   - height: its height in pixels.
  ///   - original: the photo's stored size, for blocks without one.
  ///   - stripLocation: true to remove all values that could reveal a place.
  /// - Returns: the block from its byte order mark.
  func renewed(width: Int, height: Int, original: FrameSize?, stripLocation: Bool) -> [UInt8] {
    var copy = self
    copy.moveSubject(width: width, height: height, original: original)
    copy.set(ExifEditor.orientationTag, in: .primary, to: 1)
    for entry in ExifEditor.widths { copy.set(entry.tag, in: entry.role, to: width) }
    for entry in ExifEditor.heights { copy.set(entry.tag, in: entry.role, to: height) }
    copy.unlinkThumbnail()
    if stripLocation { copy.removeTelling() }
    let end = copy.erase(everythingUnknown: stripLocation)
    copy.closeGaps()
    return Array(copy.bytes[..<end])
  }

  /// Makes a block for the same pixels, without values that could reveal a place, and without the
  /// thumbnail.
  ///
  /// - Returns: the block from its byte order mark.
  func withoutPlace() -> [UInt8] {
    var copy = self
    copy.unlinkThumbnail()
    copy.removeTelling()
    let end = copy.erase(everythingUnknown: true)
    copy.closeGaps()
    return Array(copy.bytes[..<end])
  }

  /// Writes a number over every entry with a tag, in the entry's own type; an entry that can't hold
  /// it goes.
  private mutating func set(_ tag: UInt16, in role: TIFFBlock.Role, to number: Int) {
    for directory in block.directories where directory.role == role {
      for position in directory.slots where block.order.uint16(bytes, position) == tag {
        guard let entry = directory.entries.first(where: { $0.position == position }),
          let written = encoded(number, type: entry.type), entry.value.count >= written.count
        else {
          removed.insert(position)
          continue
        }
        let start = entry.value.lowerBound
        bytes.replaceSubrange(start..<start + written.count, with: written)
      }
    }
  }

  /// Overwrites the subject's old position with the one in the new picture.
  private mutating func moveSubject(width: Int, height: Int, original: FrameSize?) {
    guard let exif = block.directory(.exif) else { return }
    let stated = FrameSize(
      width: block.integer(0xA002, in: exif) ?? 0, height: block.integer(0xA003, in: exif) ?? 0)
    guard let stored = stated ?? original else { return }
    let orientation = block.directory(.primary).flatMap {
      block.integer(ExifEditor.orientationTag, in: $0)
    }
    let place = SubjectPlace(stored: stored, orientation: orientation ?? 1)
    for entry in exif.entries where ExifEditor.subjectTags.contains(entry.tag) && entry.type == 3 {
      let numbers = block.field(entry).numbers.compactMap { $0.value.map { Int($0) } }
      guard let moved = place.moved(numbers, width: width, height: height),
        moved.count * 2 == entry.value.count
      else { continue }
      bytes.replaceSubrange(
        entry.value, with: moved.flatMap { block.order.bytes(UInt64(min($0, 65_535)), count: 2) })
    }
  }

  private func encoded(_ number: Int, type: UInt16) -> [UInt8]? {
    let bits = UInt64(number)
    let order = block.order
    switch type {
    case 1, 6, 7: return number <= 127 ? [UInt8(number)] : nil
    case 3: return number <= 65_535 ? order.bytes(bits, count: 2) : nil
    case 8: return number <= 32_767 ? order.bytes(bits, count: 2) : nil
    case 4, 9, 13: return order.bytes(bits, count: 4)
    case 5, 10: return order.bytes(bits, count: 4) + order.bytes(1, count: 4)
    case 11: return order.bytes(UInt64(Float(number).bitPattern), count: 4)
    case 12: return order.bytes(Double(number).bitPattern, count: 8)
    default: return nil
    }
  }

  private mutating func unlinkThumbnail() {
    guard let at = block.directory(.primary)?.nextPosition else { return }
    bytes.replaceSubrange(at..<at + 4, with: [0, 0, 0, 0])
  }

  private mutating func removeTelling() {
    for directory in block.directories where ![.thumbnail, .gps].contains(directory.role) {
      let readable = Set(directory.entries.map(\.position))
      for position in directory.slots
      where !readable.contains(position)
        || ExifEditor.harmless[directory.role]?.contains(
          block.order.uint16(bytes, position)) != true
      {
        removed.insert(position)
      }
    }
  }

  /// Zeroes the thumbnail and its directory, or everything that no entry refers to.
  ///
  /// Bytes that a kept entry refers to stay, even if a hostile thumbnail claims to cover them.
  ///
  /// - Returns: the end of the block without the zeroed bytes at its end.
  private mutating func erase(everythingUnknown: Bool) -> Int {
    var live = RangeSet(0..<8)
    var stale = RangeSet<Int>()
    if everythingUnknown { stale.insert(contentsOf: bytes.indices) }
    for directory in block.directories {
      let isKept =
        directory.role != .thumbnail && !(everythingUnknown && directory.role == .gps)
      guard isKept else {
        stale.insert(contentsOf: directory.range)
        for entry in directory.entries { stale.insert(contentsOf: entry.value) }
        if directory.role == .thumbnail {
          for range in pictureRanges(directory) { stale.insert(contentsOf: range) }
        }
        continue
      }
      live.insert(contentsOf: directory.range)
      for entry in directory.entries where !removed.contains(entry.position) {
        live.insert(contentsOf: entry.value)
      }
    }
    let gone = stale.subtracting(live).intersection(RangeSet(bytes.indices))
    for range in gone.ranges {
      bytes.replaceSubrange(range, with: repeatElement(0, count: range.count))
    }
    guard let last = gone.ranges.last, last.upperBound == bytes.count else { return bytes.count }
    return max(8, last.lowerBound)
  }

  /// The ranges of a thumbnail's picture: a JPEG, or strips.
  private func pictureRanges(_ directory: TIFFBlock.Directory) -> [Range<Int>] {
    let pairs: [(UInt16, UInt16)] = [(0x0201, 0x0202), (0x0111, 0x0117)]
    return pairs.flatMap { offsetTag, lengthTag -> [Range<Int>] in
      guard let offsets = directory.entry(offsetTag), let lengths = directory.entry(lengthTag)
      else {
        return []
      }
      return zip(block.field(offsets).numbers, block.field(lengths).numbers).compactMap {
        guard let start = $0.value, let length = $1.value, start >= 8, length > 0,
          start < Double(bytes.count)
        else { return nil }
        return Int(start)..<Int(min(start + length, Double(bytes.count)))
      }
    }
  }

  /// Moves the entries behind removed ones up; their values keep their positions.
  private mutating func closeGaps() {
    for directory in block.directories {
      let all = directory.slots
      let kept = all.filter { !removed.contains($0) }
      guard kept.count < all.count else { continue }
      var table = block.order.bytes(UInt64(kept.count), count: 2)
      for position in kept { table += bytes[position..<position + 12] }
      if let next = directory.nextPosition { table += bytes[next..<next + 4] }
      table += [UInt8](repeating: 0, count: directory.range.count - table.count)
      bytes.replaceSubrange(directory.range, with: table)
    }
  }
}
