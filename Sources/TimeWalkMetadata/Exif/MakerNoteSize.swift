/// The size of the picture as its camera stored it, which a maker note keeps where programs make
/// the picture smaller.
///
/// Tags are those of exiftool's lists: Canon's AFInfo (0x0012) and AFInfo2 (0x0026, 0x003C), Sony's
/// FullImageSize (0xB02B, height first), Panasonic's 0x004B and 0x004C.
enum MakerNoteSize {
  /// Reads a note; `nil` for another maker's note or one without a size.
  static func read(in block: TIFFBlock, make: String?, limits: MetadataLimits) -> FrameSize? {
    guard let entry = block.directory(.exif)?.entry(0x927C) else { return nil }
    let note = block.bytes[entry.value]
    let maker = make?.lowercased() ?? ""
    if maker.hasPrefix("canon") {
      // A bare directory; all offsets count from the block's start.
      guard let directory = directory(at: entry.value.lowerBound, block, limits) else { return nil }
      return size(of: 0x0026, at: 4, in: directory, block)
        ?? size(of: 0x003C, at: 4, in: directory, block)
        ?? size(of: 0x0012, at: 2, in: directory, block)
    }
    let heads = ["SONY DSC ", "SONY CAM ", "Panasonic\0"]
    guard heads.contains(where: { note.starts(with: Array($0.utf8)) }),
      let directory = directory(at: entry.value.lowerBound + 12, block, limits)
    else { return nil }
    if note.starts(with: Array("SONY".utf8)) {
      let numbers = directory.entry(0xB02B).map { integers($0, block) } ?? []
      return numbers.count == 2 ? FrameSize(width: numbers[1], height: numbers[0]) : nil
    }
    guard let width = block.integer(0x004B, in: directory),
      let height = block.integer(0x004C, in: directory)
    else { return nil }
    return FrameSize(width: width, height: height)
  }

  private static func directory(
    at offset: Int, _ block: TIFFBlock, _ limits: MetadataLimits
  ) -> TIFFBlock.Directory? {
    TIFFBlock.directory(
      in: block.bytes, at: offset, order: block.order, role: .exif, limits: limits)?.directory
  }

  /// The two numbers at an index of a list.
  private static func size(
    of tag: UInt16, at index: Int, in directory: TIFFBlock.Directory, _ block: TIFFBlock
  ) -> FrameSize? {
    let numbers = directory.entry(tag).map { integers($0, block) } ?? []
    guard numbers.count > index + 1 else { return nil }
    return FrameSize(width: numbers[index], height: numbers[index + 1])
  }

  private static func integers(_ entry: TIFFBlock.Entry, _ block: TIFFBlock) -> [Int] {
    block.field(entry).numbers.prefix(16).compactMap { $0.value.flatMap { Int(exactly: $0) } }
  }
}
