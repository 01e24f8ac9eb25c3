/// The tags of a TIFF file's first directory that are about the file and its pixels, and not about
/// the photo.
enum TIFFTags {
  static let xmp: UInt16 = 0x02BC
  static let iptc: UInt16 = 0x83BB
  static let photoshop: UInt16 = 0x8649
  static let profile: UInt16 = 0x8773
  private static let version: UInt16 = 0xC612

  /// Tags about the storage and coding of the pixels (TIFF 6.0, sections 8 to 23), blocks with
  /// segments of their own, and Photoshop's layers.
  ///
  /// Also a map's georeference (GeoTIFF). They are false for a smaller picture. They are false for
  /// a smaller picture.
  private static let structure: Set<UInt16> = [
    0x00FE, 0x00FF, 0x0100, 0x0101, 0x0102, 0x0103, 0x0106, 0x0107, 0x0108, 0x0109, 0x010A, 0x0111,
    0x0115, 0x0116, 0x0117, 0x0118, 0x0119, 0x011C, 0x0120, 0x0121, 0x0122, 0x0123, 0x0124, 0x0125,
    0x012D, 0x013D, 0x0140, 0x0141, 0x0142, 0x0143, 0x0144, 0x0145, 0x0146, 0x0147, 0x0148, 0x014A,
    0x014C, 0x014D, 0x014E, 0x0150, 0x0151, 0x0152, 0x0153, 0x0154, 0x0155, 0x0156, 0x0157, 0x0158,
    0x0159, 0x015A, 0x015B, 0x0190, 0x0200, 0x0201, 0x0202, 0x0203, 0x0205, 0x0206, 0x0207, 0x0208,
    0x0209, 0x0211, 0x0212, 0x0213, 0x0214, xmp, 0x80E3, 0x80E4, 0x80E5, 0x80E6, 0x828D, 0x828E,
    0x830E, 0x8480, 0x8482, iptc, 0x85D8, photoshop, profile, 0x87AF, 0x87B0, 0x87B1, 0x935C,
    0xA480, 0xA481,
  ]

  /// A DNG's tags about the camera rather than its raw pixels (DNG 1.7, chapter 4).
  private static let ofCamera: Set<UInt16> = [
    // UniqueCameraModel, LocalizedCameraModel, CameraSerialNumber, LensInfo, OriginalRawFileName,
    // CameraLabel.
    0xC614, 0xC615, 0xC62F, 0xC630, 0xC68B, 0xC7A1,
  ]

  /// Returns true if a tag of the first directory holds for a JPEG made from the file.
  static func isOfPhoto(_ tag: UInt16) -> Bool {
    if structure.contains(tag) { return false }
    // The tags of DNG, up to 1.7's.
    if (0xC612...0xC7FF).contains(tag) || (0xCD00...0xCDFF).contains(tag) {
      return ofCamera.contains(tag)
    }
    return true
  }

  /// Returns true if a file is a DNG.
  static func isDNG(_ directory: TIFFBlock.Directory) -> Bool { directory.entry(version) != nil }
}

extension EmbeddedMetadata {
  /// The directories of a TIFF file, which form an Exif block, and the blocks in its tags.
  mutating func readTIFF(_ bytes: [UInt8], _ limits: MetadataLimits) {
    guard let block = TIFFBlock(bytes, limits: limits), let primary = block.directory(.primary)
    else {
      let isBig = bytes.starts(with: [0x49, 0x49, 43]) || bytes.starts(with: [0x4D, 0x4D, 0, 43])
      return warn(
        .exifUnreadable,
        isBig
          ? "The metadata of BigTIFF files can't be read."
          : "The file's first directory can't be read.")
    }
    isRaw = TIFFTags.isDNG(primary)
    geoTIFF = GeoTIFFTags(primary, of: block)
    if let width = block.integer(0x0100, in: primary),
      let height = block.integer(0x0101, in: primary)
    {
      frame = FrameSize(width: width, height: height)
    }
    var composer = ExifComposer(block) { role, entry in
      role != .primary || TIFFTags.isOfPhoto(entry.tag) ? entry.value : nil
    }
    if !composer.isEmpty { add(exif: composer.composed()[...]) }
    warnings += composer.warnings
    func value(_ tag: UInt16) -> ArraySlice<UInt8>? {
      primary.entry(tag).map { bytes[$0.value] }
        .flatMap { $0.count <= limits.maximumMetadataBytes ? $0 : nil }
    }
    if let packet = value(TIFFTags.xmp) { add(xmp: packet) }
    if let resources = value(TIFFTags.photoshop) { add(photoshop: resources) }
    if let record = value(TIFFTags.iptc), photoshop.map(PhotoshopResources.hasIPTC) != true {
      add(photoshop: record)
    }
    if let profile = value(TIFFTags.profile) { add(profile: profile) }
  }
}
