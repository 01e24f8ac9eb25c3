/// The position that XMP states.
extension PhotoReader {
  /// The packet's own position, else a drone's.
  ///
  /// A text that can't be read is a warning and no position.
  mutating func positionFromXMP() -> (latitude: Double, longitude: Double)? {
    let latitude = degreesFromXMP("GPSLatitude", named: "latitude", .latitude)
    let longitude = degreesFromXMP("GPSLongitude", named: "longitude", .longitude)
    if let latitude, let longitude { return (latitude, longitude) }
    guard let latitude = drone?.latitude, let longitude = drone?.longitude else { return nil }
    return (latitude, longitude)
  }

  /// Takes the place where the picture was made by its description (`Iptc4xmpExt:LocationCreated`),
  /// which is mostly that of a town, for a rough position.
  ///
  /// The shown place (`LocationShown`) isn't the camera's.
  mutating func readCreatedLocation() {
    let name = XMPPacket.Name(
      namespace: XMPPacket.Namespace.iptcExtension.rawValue, local: "LocationCreated")
    guard
      let latitude = degreesFromXMP(
        "GPSLatitude", named: "latitude", .latitude, at: .structure(name)),
      let longitude = degreesFromXMP(
        "GPSLongitude", named: "longitude", .longitude, at: .structure(name))
    else { return }
    metadata.latitude = latitude
    metadata.longitude = longitude
    metadata.positionFlaw = nil
    metadata.horizontalAccuracy = PhotoReader.townAccuracy
    warn(
      .positionRough, .position,
      "The photo has no GPS position. The place in its description is used as a rough position. "
        + "Give --latitude and --longitude for a better one.")
  }

  /// Metres: how far the middle of a town may be from a place in it.
  static let townAccuracy = 5000.0

  private mutating func degreesFromXMP(
    _ name: String, named noun: String, _ axis: WrittenDegrees.Axis,
    at place: XMPPacket.Place = .resource
  ) -> Double? {
    guard let text = xmp?.text(name, in: .exif, at: place) else { return nil }
    let reference = xmp?.text(name + "Ref", in: .exif, at: place)
    if let degrees = WrittenDegrees(text, reference: reference, axis)?.degrees { return degrees }
    warn(
      .valueNotANumber, .position,
      "The photo's XMP \(noun) \"\(PhotoReader.shown(text))\" can't be read; ignored. "
        + "Give --\(noun) instead.")
    return nil
  }

  /// A text of a photo as a message shows it: one line of ASCII, at most 40 characters.
  static func shown(_ text: String) -> String {
    String(text.prefix(40).filter { $0.isASCII && !$0.isNewline })
  }
}
