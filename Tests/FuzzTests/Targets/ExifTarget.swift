import TimeWalkTestSupport

@testable import TimeWalkMetadata

extension FuzzTarget {
  /// An Exif block: visited, read by libexif, written again, and corrected for a smaller picture.
  static let exif = FuzzTarget("exif") {
    [
      SamplePhone.exif().block, SamplePhone.exif(bigEndian: false).block,
      ExifBuilder().setting(
        0x927C, .undefined(Array("Apple iOS\0\0\u{1}MM\0\u{1}".utf8)), in: .exif
      )
      .block,
    ]
  } run: { bytes in
    let limits = MetadataLimits()
    guard let block = TIFFBlock(bytes, limits: limits) else { return }
    for directory in block.directories {
      try promise(
        bytes.indices.contains(directory.range.lowerBound)
          && directory.range.upperBound <= bytes.count, "a directory reaches beyond the block")
      for entry in directory.entries {
        try promise(entry.value.upperBound <= bytes.count, "a value reaches beyond the block")
        _ = block.field(entry).numbers
        _ = block.field(entry).text
      }
    }
    if let reader = ExifReader(block) {
      for entry in block.directories.flatMap(\.entries) {
        _ = reader.field(entry.tag, in: .exif)?.numbers
      }
    }
    _ = AppleMakerNote(in: block, limits: limits)
    try rewrite(block, limits)

    var photo = EmbeddedMetadata(sidecar: [])
    photo.add(exif: bytes[...])
    _ = CaptureMetadata.read(photo)
    _ = PictureWords.read(photo)
  }

  private static func rewrite(_ block: TIFFBlock, _ limits: MetadataLimits) throws {
    var composer = ExifComposer(block)
    let composed = composer.composed()
    try promise(composed.count <= ExifComposer.greatestSize, "a composed block fits no segment")
    try promise(
      composed.isEmpty || TIFFBlock(composed, limits: limits)?.isDamaged == false,
      "a composed block is damaged")
    guard
      let editor = ExifEditor(segment: JPEGSegment.Signature.exif + block.bytes, limits: limits)
    else { return }
    let renewed = editor.renewed(width: 640, height: 480, original: nil, stripLocation: false)
    try promise(renewed.count <= block.bytes.count, "a renewed block has grown")
    let bare = editor.withoutPlace()
    try promise(bare.count <= ExifComposer.greatestSize, "a bare block fits no segment")
    try promise(
      TIFFBlock(bare, limits: limits)?.isDamaged == false, "a block without its place is damaged")
    var amendment = ExifAmendment(order: block.order)
    amendment.set(0x9003, text: "2026:11:22 12:00:00", in: .exif)
    amendment.set(0x0012, text: "WGS-84", in: .gps)
    if let amended = amendment.applied(to: block.bytes, limits: limits) {
      try promise(TIFFBlock(amended, limits: limits) != nil, "an amended block can't be read")
    }
  }
}
