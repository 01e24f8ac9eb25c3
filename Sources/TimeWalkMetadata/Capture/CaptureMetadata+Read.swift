internal import TimeWalkCore

extension CaptureMetadata {
  /// Reads a JPEG photo's data about its capture.
  package static func read(jpeg: [UInt8], limits: MetadataLimits = MetadataLimits()) -> (
    metadata: CaptureMetadata, warnings: [MetadataWarning]
  ) {
    read(jpeg, in: .jpeg, limits: limits)
  }

  /// Reads a photo's data about its capture.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - container: the structure of the file.
  ///   - limits: the limits of the search.
  /// - Returns: the metadata, with `fieldsFromPhoto` set, and its faults.
  package static func read(
    _ bytes: [UInt8], in container: PhotoContainer, limits: MetadataLimits = MetadataLimits()
  ) -> (metadata: CaptureMetadata, warnings: [MetadataWarning]) {
    read(EmbeddedMetadata(bytes, in: container, limits: limits), limits: limits)
  }

  /// Reads the capture's data from a photo's blocks.
  ///
  /// Uses the first Exif block, the first XMP packet and the size. Broken metadata is a warning and
  /// never an error: readable parts are used. If the file itself has an orientation, the result's
  /// orientation is 1, and its size that of the upright picture.
  package static func read(
    _ embedded: EmbeddedMetadata, limits: MetadataLimits = MetadataLimits()
  ) -> (metadata: CaptureMetadata, warnings: [MetadataWarning]) {
    var reader = PhotoReader(limits: limits)
    reader.read(embedded)
    return (reader.metadata, reader.warnings)
  }
}

/// Collects the values from the blocks of one photo; its parts are `+Position`, `+Camera` and
/// `+Time`.
struct PhotoReader {
  let limits: MetadataLimits
  var metadata = CaptureMetadata()
  var warnings: [MetadataWarning] = []
  var exif: ExifReader?
  var block: TIFFBlock?
  var xmp: XMPPacket?
  var panorama: Panorama?
  var drone: DronePose?

  init(limits: MetadataLimits) {
    self.limits = limits
    metadata.fieldsFromPhoto = Set(CaptureField.allCases)
  }

  mutating func warn(_ code: MetadataWarning.Code, _ field: CaptureField?, _ message: String) {
    warnings.append(MetadataWarning(code, field, message))
  }

  mutating func read(_ embedded: EmbeddedMetadata) {
    warnings = embedded.warnings
    if let frame = embedded.frame {
      metadata.pixelWidth = frame.width
      metadata.pixelHeight = frame.height
    }
    if let block = embedded.exif { readExif(block) }
    if let packet = embedded.xmp {
      xmp = XMPPacket(packet, limits: limits)
      panorama = xmp.map(Panorama.init)
      drone = xmp.flatMap(DronePose.init)
    }
    readPosition()
    readAltitude()
    readHeading()
    readCamera()
    readTilt()
    readTime()
    readExposure()
    if embedded.isTurnedByFile { metadata.orientation = 1 }
  }

  private mutating func readExif(_ bytes: [UInt8]) {
    block = TIFFBlock(bytes, limits: limits)
    guard let block, let reader = ExifReader(block) else {
      warn(.exifUnreadable, nil, "The photo's Exif block can't be read.")
      return
    }
    exif = reader
  }

  /// A number from an entry; a fraction n/0 is a warning and no number, 0/0 is unknown.
  mutating func number(
    _ tag: UInt16, in role: TIFFBlock.Role, _ field: CaptureField, named name: String
  ) -> Double? {
    guard let first = exif?.field(tag, in: role)?.numbers.first else { return nil }
    if let value = first.value { return value }
    if !first.isBlank {
      warn(.valueNotANumber, field, "The photo's \(name) isn't a number; ignored.")
    }
    return nil
  }
}
