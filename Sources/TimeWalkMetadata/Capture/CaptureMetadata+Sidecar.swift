internal import TimeWalkBase
internal import TimeWalkCore

extension CaptureMetadata {
  /// Reads the data of a file beside a photo: an XMP packet, or JSON of Google Takeout.
  ///
  /// - Returns: the metadata and their faults; `nil` for JSON of another kind.
  package static func read(sidecar bytes: [UInt8]) -> (
    metadata: CaptureMetadata, warnings: [MetadataWarning]
  )? {
    let start = bytes.first { ![0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF].contains($0) }
    guard start == UInt8(ascii: "{") else { return read(EmbeddedMetadata(sidecar: bytes)) }
    return CaptureMetadata(takeout: bytes).map { ($0, []) }
  }

  /// The seconds since 1970 of the years 1 to 9999.
  private static let possibleSeconds = -62_135_596_800...253_402_300_799

  /// Reads Takeout's JSON; `nil` for JSON without its members.
  ///
  /// `geoDataExif` is the photo's own position, `geoData` the one in Google Photos, which may be a
  /// person's. Both are 0, 0 without a position. The time is UTC.
  private init?(takeout bytes: [UInt8]) {
    guard let members = (try? JSONValue(document: bytes))?.members,
      ["photoTakenTime", "geoData", "geoDataExif"].contains(where: { members[$0] != nil })
    else { return nil }
    self.init()
    fieldsFromPhoto = Set(CaptureField.allCases)
    for name in ["geoDataExif", "geoData"] where latitude == nil {
      func number(_ key: String) -> Double? {
        guard case .number(let text)? = members[name]?.members?[key] else { return nil }
        return Double(text)
      }
      guard let north = number("latitude"), let east = number("longitude"), north != 0 || east != 0
      else { continue }
      (latitude, longitude) = (north, east)
      if let height = number("altitude"), height != 0 { altitude = height }
    }
    timestamp = members["photoTakenTime"]?.members?["timestamp"]?.string.flatMap(Int.init)
      .flatMap { seconds in
        guard CaptureMetadata.possibleSeconds.contains(seconds) else { return nil }
        let day = Day(secondsSince1970: Double(seconds))
        let rest = seconds - day.number * 86_400
        return CaptureTime(
          day: day, hour: rest / 3600, minute: rest / 60 % 60, second: rest % 60, offsetMinutes: 0,
          isFromGPS: true)
      }
  }

  /// The same with a sidecar file's values where this has none, and the names of these values.
  ///
  /// Accuracies and references go with their values: those without a value aren't the sidecar's.
  package func filled(from beside: CaptureMetadata) -> (metadata: CaptureMetadata, taken: [String])
  {
    var own = self
    let isPlaced = own.latitude != nil && own.longitude != nil
    let isNull = own.latitude == 0 && own.longitude == 0
    let takesPlace =
      beside.latitude != nil && beside.longitude != nil && (!isPlaced || isNull)
    if takesPlace { (own.latitude, own.longitude, own.horizontalAccuracy) = (nil, nil, nil) }
    if own.altitude == nil, beside.altitude != nil {
      (own.altitudeReference, own.altitudeAccuracy) = (nil, nil)
    }
    // -1 is a phone's "not known".
    if own.heading == nil || own.heading == -1, beside.heading != nil {
      (own.heading, own.headingReference, own.headingAccuracy) = (nil, nil, nil)
    }
    var result = beside.overridden(by: own)
    if !takesPlace { result.positionFlaw = positionFlaw }
    (result.orientation, result.exposure, result.isStitched) = (orientation, exposure, isStitched)
    let taken: [(String, Bool)] = [
      ("position", own.latitude == nil && result.latitude != nil),
      ("altitude", own.altitude == nil && result.altitude != nil),
      ("heading", own.heading == nil && result.heading != nil),
      ("pitch", own.pitch == nil && result.pitch != nil),
      ("roll", own.roll == nil && result.roll != nil),
      (
        "focal length",
        own.focalLength == nil && result.focalLength != nil
          || own.focalLengthIn35mm == nil && result.focalLengthIn35mm != nil
      ),
      ("field of view", own.fieldOfView == nil && result.fieldOfView != nil),
      ("time", own.timestamp == nil && result.timestamp != nil),
    ]
    return (result, taken.filter(\.1).map(\.0))
  }
}
