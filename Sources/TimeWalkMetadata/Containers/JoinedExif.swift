/// Exif that lies in several segments of a JPEG, joined as exiftool joins it.
extension EmbeddedMetadata {
  /// The number of blocks that are joined; files have two at most.
  private static let mostBlocks = 8

  /// Makes one block of all.
  ///
  /// A later segment without a byte order mark continues the block of the one before. exiftool
  /// writes more than 64 KB in this form. Of several blocks, each of which is whole, all entries
  /// count, and the later one of a tag.
  mutating func joinExif(_ limits: MetadataLimits) {
    guard blocks.count(where: { $0.kind == .exif }) > 1 else { return }
    var joined: [Block] = []
    for block in blocks {
      if block.kind == .exif, let last = joined.indices.last, joined[last].kind == .exif,
        !EmbeddedMetadata.hasHeader(block.content)
      {
        joined[last].payload += block.content
      } else {
        joined.append(block)
      }
    }
    blocks = joined
    let all = blocks.indices.filter { blocks[$0].kind == .exif }
    let parsed = all.prefix(EmbeddedMetadata.mostBlocks).compactMap {
      TIFFBlock(Array(blocks[$0].content), limits: limits)
    }
    guard all.count > 1, let first = all.first, var composer = ExifComposer(joining: parsed) else {
      return
    }
    blocks[first].payload = JPEGSegment.Signature.exif + composer.composed()
    warnings += composer.warnings
    for index in all.dropFirst().reversed() { blocks.remove(at: index) }
  }

  private static func hasHeader(_ content: ArraySlice<UInt8>) -> Bool {
    content.starts(with: Array("MM\0*".utf8)) || content.starts(with: Array("II*\0".utf8))
  }

  /// The contents of the segments that a block of more than 64 KB is written into, signature and
  /// all; none but the first begins with a byte order mark.
  static func segments(ofExif block: [UInt8]) -> [[UInt8]] {
    var result: [[UInt8]] = []
    var rest = block[...]
    while !rest.isEmpty {
      var count = min(rest.count, ExifComposer.greatestSize)
      if hasHeader(rest.dropFirst(count)) { count -= 1 }
      result.append(JPEGSegment.Signature.exif + rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return result
  }
}
