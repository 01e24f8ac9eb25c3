internal import TimeWalkCore

extension ExifAmendment {
  /// Writes the given values in place of the photo's, after Exif 2.32, 4.6.5 and 4.6.6.
  ///
  /// A given position has the standard's own mark, `GPSProcessingMethod` MANUAL, and the receiver's
  /// statements about the old one are removed. A height above ground and a field of view have no
  /// tag.
  mutating func set(_ given: CaptureMetadata, stripLocation: Bool) {
    if !stripLocation {
      setPosition(given)
      setAltitude(given)
      if let heading = given.heading {
        let turned = heading.truncatingRemainder(dividingBy: 360)
        set(0x0010, text: given.headingReference == .magnetic ? "M" : "T", in: .gps)
        set(0x0011, fractions: [(turned < 0 ? turned + 360 : turned, 100)], in: .gps)
      }
      if added(in: .gps) { set(0x0000, bytes: [2, 3, 0, 0], in: .gps) }
    }
    if let pitch = given.pitch { set(0x9405, signed: pitch, over: 100, in: .exif) }
    if let time = given.timestamp {
      let parts = time.description.prefix(19)
      set(
        0x9003, text: String(parts.map { $0 == "-" ? ":" : $0 == "T" ? " " : $0 }), in: .exif)
      remove([0x9011, 0x9291], from: .exif)
      if !stripLocation, time.offsetMinutes != nil {
        let offset = String(time.description.dropFirst(19))
        set(0x9011, text: offset == "Z" ? "+00:00" : offset, in: .exif)
      }
    }
  }

  private mutating func setPosition(_ given: CaptureMetadata) {
    guard let latitude = given.latitude, let longitude = given.longitude else { return }
    func parts(_ angle: Double) -> [(value: Double, over: Double)] {
      // Rounded as a whole: seconds never become 60.
      let seconds = (angle.magnitude * 3600 * 10_000).rounded() / 10_000
      let degrees = (seconds / 3600).rounded(.down)
      let minutes = ((seconds - degrees * 3600) / 60).rounded(.down)
      return [
        (degrees, 1), (minutes, 1), (max(seconds - degrees * 3600 - minutes * 60, 0), 10_000),
      ]
    }
    set(0x0001, text: latitude < 0 ? "S" : "N", in: .gps)
    set(0x0002, fractions: parts(latitude), in: .gps)
    set(0x0003, text: longitude < 0 ? "W" : "E", in: .gps)
    set(0x0004, fractions: parts(longitude), in: .gps)
    set(0x0012, text: "WGS-84", in: .gps)
    set(0x001B, undefined: Array("ASCII\0\0\0MANUAL".utf8), in: .gps)
    remove([0x0008, 0x0009, 0x000A, 0x000B, 0x001C, 0x001E, 0x001F], from: .gps)
    if let accuracy = given.horizontalAccuracy, accuracy > 0 {
      set(0x001F, fractions: [(accuracy, 100)], in: .gps)
    }
  }

  private mutating func setAltitude(_ given: CaptureMetadata) {
    guard let altitude = given.altitude else { return }
    remove([0x0005, 0x0006], from: .gps)
    let code: UInt8
    switch given.altitudeReference ?? .seaLevel {
    case .seaLevel: code = altitude < 0 ? 1 : 0
    case .ellipsoid: code = altitude < 0 ? 3 : 2
    case .ground, .unknown: return
    }
    set(0x0005, bytes: [code], in: .gps)
    set(0x0006, fractions: [(altitude.magnitude, 100)], in: .gps)
  }
}
