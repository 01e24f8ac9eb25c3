internal import TimeWalkCore

extension CaptureMetadata {
  /// What a JPEG photo says of its capture.
  ///
  /// Looks at the first Exif block, the first XMP packet and the frame header. Broken metadata is a warning and never
  /// a refusal: what can be read is read.
  ///
  /// - Parameters:
  ///   - jpeg: the whole file.
  ///   - limits: how much is looked at.
  /// - Returns: the metadata, with `fieldsFromPhoto` set, and what was wrong with it.
  public static func read(jpeg: [UInt8], limits: MetadataLimits = MetadataLimits()) -> (
    metadata: CaptureMetadata, warnings: [MetadataWarning]
  ) {
    var reader = PhotoReader(limits: limits)
    do {
      reader.read(jpeg, try JPEGSegments(jpeg, limits: limits))
    } catch {
      reader.warn(.notJPEG, nil, error.message)
    }
    return (reader.metadata, reader.warnings)
  }
}

/// Gathers what the blocks of one photo say; the rooms are `+Position`, `+Camera` and `+Time`.
struct PhotoReader {
  let limits: MetadataLimits
  var metadata = CaptureMetadata()
  var warnings: [MetadataWarning] = []
  var exif: ExifReader?
  var block: TIFFBlock?
  var xmp: XMPPacket?
  var panorama: Panorama?

  init(limits: MetadataLimits) {
    self.limits = limits
    metadata.fieldsFromPhoto = Set(CaptureField.allCases)
  }

  mutating func warn(_ code: MetadataWarning.Code, _ field: CaptureField?, _ message: String) {
    warnings.append(MetadataWarning(code, field, message))
  }

  mutating func read(_ jpeg: [UInt8], _ segments: JPEGSegments) {
    if segments.isTruncated {
      warn(.truncated, nil, "The file breaks off before its picture.")
    }
    if segments.isLimited {
      warn(.limitReached, nil, "The file has more metadata than is looked at.")
    }
    if let frame = segments.frame, frame.width > 0, frame.height > 0 {
      metadata.pixelWidth = frame.width
      metadata.pixelHeight = frame.height
    }
    if let segment = segments.segments.first(where: { $0.kind == .exif }) {
      readExif(jpeg[segment.payload])
    }
    if let segment = segments.segments.first(where: { $0.kind == .xmp }) {
      let start = segment.payload.lowerBound + JPEGSegment.Signature.xmp.count
      xmp = XMPPacket(Array(jpeg[start..<segment.payload.upperBound]), limits: limits)
      panorama = xmp.map(Panorama.init)
    }
    readPosition()
    readAltitude()
    readHeading()
    readCamera()
    readExposure()
    readTilt()
    readTime()
  }

  private mutating func readExif(_ segment: ArraySlice<UInt8>) {
    let bytes = Array(segment.dropFirst(JPEGSegment.Signature.exif.count))
    block = TIFFBlock(bytes, limits: limits)
    guard block != nil, let reader = ExifReader(segment) else {
      warn(.exifUnreadable, nil, "The photo's Exif block can't be read.")
      return
    }
    exif = reader
  }

  /// A number from an entry; a fraction n/0 is a warning and no number, 0/0 says nothing.
  mutating func number(
    _ tag: UInt16, in role: TIFFBlock.Role, _ field: CaptureField, named name: String
  ) -> Double? {
    guard let first = exif?.field(tag, in: role)?.numbers.first else { return nil }
    if let value = first.value { return value }
    if !first.isBlank {
      warn(.valueNotANumber, field, "The photo's \(name) is no number; it was ignored.")
    }
    return nil
  }
}
