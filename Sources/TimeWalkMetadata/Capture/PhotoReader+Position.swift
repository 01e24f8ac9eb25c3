internal import TimeWalkCore

/// Position and altitude.
///
/// Values come from EXIF, then XMP's `exif:GPSLatitude`, then a drone's own properties. XMP is also
/// used if EXIF has 0, 0.
extension PhotoReader {
  mutating func readPosition() {
    readStatus()
    let latitude = readDegrees(0x0002, reference: 0x0001, "latitude", .latitude)
    let longitude = readDegrees(0x0004, reference: 0x0003, "longitude", .longitude)
    metadata.latitude = latitude
    metadata.longitude = longitude
    if latitude == nil || longitude == nil || (latitude == 0 && longitude == 0),
      let (latitude, longitude) = positionFromXMP()
    {
      metadata.latitude = latitude
      metadata.longitude = longitude
      metadata.positionFlaw = nil
    }
    if metadata.latitude == nil, metadata.longitude == nil, metadata.positionFlaw == nil,
      exif?.hasEntries(in: .gps) == true
    {
      metadata.positionFlaw = .emptyBlock
    }
    // Cameras write 0 m for an unknown accuracy.
    if let error = number(0x001F, in: .gps, .position, named: "positioning error")
      ?? xmp?.number("GPSHPositioningError", in: .exif)
      ?? xmp?.number("GPSHPositioningError", in: .exifExtension), error > 0
    {
      metadata.horizontalAccuracy = error
    }
    readDatum()
    if metadata.latitude == nil, metadata.longitude == nil { readCreatedLocation() }
  }

  private mutating func readStatus() {
    guard let status = exif?.field(0x0009, in: .gps)?.text?.uppercased(), status.first == "V" else {
      return
    }
    warn(
      .fixVoid, .position,
      "The photo says that the receiver had no valid fix; its position may be old.")
  }

  /// Degrees, degrees and minutes, or degrees, minutes and seconds, signed by their reference.
  private mutating func readDegrees(
    _ tag: UInt16, reference: UInt16, _ name: String, _ axis: WrittenDegrees.Axis
  ) -> Double? {
    guard let field = exif?.field(tag, in: .gps) else { return nil }
    let text = exif?.field(reference, in: .gps)?.text
    if field.isText { return readDegrees(field.text, reference: text, name, axis) }
    let (positive, negative) = axis.letters
    var parts = Array(field.numbers.prefix(3))
    // Blank parts at the end mean "not given": 0/0 seconds after decimal minutes.
    while let last = parts.last, last.isBlank { parts.removeLast() }
    guard !parts.isEmpty else { return nil }
    let values = parts.compactMap(\.value)
    guard values.count == parts.count else {
      metadata.positionFlaw = .notANumber
      warn(.valueNotANumber, .position, "The photo's \(name) isn't a number; ignored.")
      return nil
    }
    if values.dropFirst().contains(where: { $0.magnitude > 60 }) {
      warn(.valueOutOfRange, .position, "The photo's \(name) has minutes or seconds above 60.")
    }
    let isNegative = values.contains { $0 < 0 }
    let size = zip(values, [1.0, 60, 3600]).map { $0.magnitude / $1 }.reduce(0, +)
    let letter = text?.uppercased().first
    if letter == negative { return -size }
    if letter == positive {
      guard isNegative else { return size }
      // EXIF has no sign, so a written one is intended.
      warn(
        .contradiction, .position,
        "The photo's \(name) is negative and marked \(positive); read as \(negative).")
      return -size
    }
    if size != 0 {
      warn(
        .referenceMissing, .position,
        "The photo's \(name) has no mark for \(positive) or \(negative); read as "
          + "\(isNegative ? negative : positive).")
    }
    return isNegative ? -size : size
  }

  /// The same, written as text against the standard.
  private mutating func readDegrees(
    _ text: String?, reference: String?, _ name: String, _ axis: WrittenDegrees.Axis
  ) -> Double? {
    guard let text else { return nil }
    if let degrees = WrittenDegrees(text, reference: reference, axis)?.degrees { return degrees }
    metadata.positionFlaw = .notANumber
    warn(
      .valueNotANumber, .position,
      "The photo's \(name) \"\(PhotoReader.shown(text))\" can't be read; ignored. "
        + "Give --\(name) instead.")
    return nil
  }

  /// Altitude with its reference: 0 above and 1 below sea level, 2 and 3 the ellipsoid (EXIF 3.0);
  /// absent means 0.
  ///
  /// Without EXIF, XMP's `exif:GPSAltitude`, then a drone's own.
  mutating func readAltitude() {
    if let size = number(0x0006, in: .gps, .altitude, named: "altitude") {
      let (reference, isBelow) = altitudeReference(exif?.field(0x0005, in: .gps))
      metadata.altitude = isBelow ? -size.magnitude : size
      metadata.altitudeReference = reference
    } else if let size = xmp?.number("GPSAltitude", in: .exif) {
      let code = xmp?.number("GPSAltitudeRef", in: .exif) ?? 0
      metadata.altitude = code == 1 || code == 3 ? -size.magnitude : size
      metadata.altitudeReference =
        switch code {
        case 0, 1: .seaLevel
        case 2, 3: .ellipsoid
        default: .unknown
        }
    } else if let height = drone?.altitude {
      metadata.altitude = height
      metadata.altitudeReference = drone?.altitudeReference
    }
  }

  private mutating func altitudeReference(
    _ field: ExifField?
  ) -> (reference: Altitude.Reference, isBelow: Bool) {
    guard let field, let first = field.bytes.first else { return (.seaLevel, false) }
    // Wider types store the number as a whole; ASCII digits are seen as well.
    let isByte = [1, 2, 6, 7].contains(field.type)
    var code = isByte ? Int(first) : field.number.flatMap { Int(exactly: $0) } ?? -1
    if (0x30...0x33).contains(code) { code -= 0x30 }
    guard (0...3).contains(code) else {
      warn(
        .referenceMissing, .altitude,
        "The photo's altitude reference isn't valid, so the reference is unknown."
      )
      return (.unknown, false)
    }
    if field.type != 1 || field.bytes.count != 1 {
      warn(
        .referenceMalformed, .altitude,
        "The photo's altitude reference has a wrong form; read as \(code).")
    }
    return (code < 2 ? .seaLevel : .ellipsoid, code == 1 || code == 3)
  }
}
