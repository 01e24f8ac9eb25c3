/// Makes an Exif block true for a picture made from the photo.
///
/// Nothing moves in it, but without the place it is written anew.
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
  /// pictures of a person. So are offsets from UTC, since some belong to one country. Artist and
  /// Copyright are the author's wish and stay.
  private static let harmless: [TIFFBlock.Role: Set<UInt16>] = [
    .primary: Set([
      0x0100, 0x0101, 0x0102, 0x0103, 0x0106, 0x010F, 0x0110, 0x0112, 0x0115, 0x011A, 0x011B,
      0x011C,
      0x0128, 0x0131, 0x0132, 0x013B, 0x013E, 0x013F, 0x0211, 0x0212, 0x0213, 0x0214,
      0x4746, 0x4749, 0x8298, 0xC614, 0xC630,
    ]),
    .exif: Set([
      0x829A, 0x829D, 0x8822, 0x8824, 0x8827, 0x8830, 0x8831, 0x8832, 0x8833, 0x8834, 0x8835,
      0x9000,
      0x9003, 0x9004, 0x9101, 0x9102, 0x9201, 0x9202, 0x9203, 0x9204, 0x9205, 0x9206, 0x9207,
      0x9208, 0x9209, 0x920A, 0x9214, 0x9290, 0x9291, 0x9292, 0x9405,
      0xA000, 0xA001, 0xA002, 0xA003, 0xA20B, 0xA20E, 0xA20F, 0xA210, 0xA214,
      0xA215, 0xA217, 0xA300, 0xA301, 0xA302, 0xA401, 0xA402, 0xA403, 0xA404, 0xA405, 0xA406,
      0xA407, 0xA408, 0xA40A, 0xA40C, 0xA432, 0xA433, 0xA434,
      0xA460, 0xA461, 0xA500,
    ]),
    .interoperability: Set([0x0001, 0x0002]),
  ]
  /// Those of them with text, among them times, and those of the type UNDEFINED; all others are
  /// numbers.
  private static let texts: Set<UInt16> = [
    0x0001, 0x010F, 0x0110, 0x0131, 0x0132, 0x013B, 0x8298, 0x8824, 0x9003, 0x9004, 0x9290, 0x9291,
    0x9292, 0xA433, 0xA434, 0xC614,
  ]
  private static let times: Set<UInt16> = [0x0132, 0x9003, 0x9004]
  private static let codes: Set<UInt16> = [
    0x0002, 0x9000, 0x9101, 0xA000, 0xA300, 0xA301, 0xA302,
  ]
  /// The most bytes of a code, and of numbers: six fractions.
  private static let longestCode = 8, longestNumbers = 48
  private static let copyrightTag: UInt16 = 0x8298

  private let limits: MetadataLimits
  private let block: TIFFBlock
  private var bytes: [UInt8]
  /// The positions of entries that go.
  private var removed: Set<Int> = []

  /// Takes the content of an Exif segment; `nil` when its header or first directory can't be read.
  init?(segment: [UInt8], limits: MetadataLimits) {
    let bytes = Array(segment.dropFirst(JPEGSegment.Signature.exif.count))
    guard let block = TIFFBlock(bytes, limits: limits) else { return nil }
    (self.limits, self.block) = (limits, block)
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
    if stripLocation { return copy.withoutPlace() }
    let end = copy.erase()
    copy.closeGaps()
    return Array(copy.bytes[..<end])
  }

  /// Makes a block for the same pixels of the harmless entries alone, written anew.
  ///
  /// An entry stays if its type and its length fit its tag, and if its value shares no byte with a
  /// directory or with a value that goes. A text must also be in its place in the order of tags. In
  /// a damaged block, an entry may have another one's tag, or refer to its bytes.
  ///
  /// - Returns: the block from its byte order mark; empty if it can't be read.
  func withoutPlace() -> [UInt8] {
    guard let block = TIFFBlock(bytes, limits: limits) else { return [] }
    var kept: [Int: Range<Int>] = [:]
    var gone = RangeSet(0..<TIFFBlock.headerSize)
    for directory in block.directories {
      let tags = directory.entries.map(\.tag)
      // Some writers omit the next directory's offset.
      let end = directory.nextPosition ?? directory.range.upperBound
      gone.insert(contentsOf: directory.range.lowerBound..<end)
      for (index, entry) in directory.entries.enumerated() {
        let isInPlace =
          !ExifEditor.texts.contains(entry.tag)
          || tags[..<index].last.map { $0 < entry.tag } != false
            && tags[(index + 1)...].first.map { $0 > entry.tag } != false
        if isInPlace, isHarmless(entry, in: directory.role) {
          kept[entry.position] = shortened(entry)
        } else if entry.isOutside {
          gone.insert(contentsOf: entry.value)
        }
      }
    }
    var composer = ExifComposer(block) { _, entry in
      guard let value = kept[entry.position],
        !entry.isOutside || !gone.ranges.contains(where: { $0.overlaps(value) })
      else { return nil }
      return value
    }
    return composer.composed()
  }

  private func isHarmless(_ entry: TIFFBlock.Entry, in role: TIFFBlock.Role) -> Bool {
    let tag = entry.tag
    guard !removed.contains(entry.position), ExifEditor.harmless[role]?.contains(tag) == true else {
      return false
    }
    return switch entry.type {
    case 2, 129: ExifEditor.texts.contains(tag) && !hasOffset(entry)
    case 7: ExifEditor.codes.contains(tag) && entry.value.count <= ExifEditor.longestCode
    default:
      !ExifEditor.texts.contains(tag) && !ExifEditor.codes.contains(tag)
        && entry.value.count <= ExifEditor.longestNumbers
    }
  }

  /// Returns true if an entry is a time with an offset behind it, which some programs write there.
  private func hasOffset(_ entry: TIFFBlock.Entry) -> Bool {
    guard ExifEditor.times.contains(entry.tag) else { return false }
    let text = String(decoding: bytes[shortened(entry)].filter { $0 != 0 }, as: UTF8.self)
    return PhotoTime(text).map { $0.time.offsetMinutes != nil || $0.rest != nil } ?? false
  }

  /// The value of a harmless entry; a text ends at its first NUL, and Copyright has two.
  private func shortened(_ entry: TIFFBlock.Entry) -> Range<Int> {
    guard ExifEditor.texts.contains(entry.tag) else { return entry.value }
    let (start, last) = (entry.value.lowerBound, entry.value.upperBound)
    var end = start
    for _ in 0..<(entry.tag == ExifEditor.copyrightTag ? 2 : 1) {
      end = bytes[end..<last].firstIndex(of: 0).map { $0 + 1 } ?? last
    }
    return start..<end
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

  /// Zeroes the thumbnail and its directory.
  ///
  /// Bytes that a kept entry refers to stay, even if a hostile thumbnail claims to cover them.
  ///
  /// - Returns: the end of the block without the zeroed bytes at its end.
  private mutating func erase() -> Int {
    var live = RangeSet(0..<8)
    var stale = RangeSet<Int>()
    for directory in block.directories {
      guard directory.role != .thumbnail else {
        stale.insert(contentsOf: directory.range)
        for entry in directory.entries { stale.insert(contentsOf: entry.value) }
        for range in pictureRanges(directory) { stale.insert(contentsOf: range) }
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
