internal import TimeWalkCore

/// Turns raw values into vocabulary: place and tilt here, height, direction and optics in their own
/// files.
struct PoseJudge {
  let metadata: CaptureMetadata
  var warnings: [MetadataWarning] = []

  func isFromPhoto(_ field: CaptureField) -> Bool { metadata.fieldsFromPhoto.contains(field) }

  /// Reports a value that can't be: a warning for a photo's, an error for a given one.
  mutating func reject(_ field: CaptureField, _ what: String) throws(MetadataError) {
    guard isFromPhoto(field) else {
      throw MetadataError(.valueOutOfRange, "The given \(what).", field: field.rawValue)
    }
    warnings.append(
      MetadataWarning(.valueOutOfRange, field, "The photo's \(what); ignored."))
  }

  mutating func coordinate() throws(MetadataError) -> Coordinate {
    guard let latitude = metadata.latitude, let longitude = metadata.longitude else {
      throw missing(absentPosition)
    }
    let isPhotos = isFromPhoto(.position)
    if isPhotos, latitude == 0, longitude == 0 {
      throw missing(
        "the photo's GPS block has latitude 0, longitude 0, which cameras write without a fix")
    }
    guard let place = Coordinate(latitude: latitude, longitude: longitude) else {
      let flaw =
        (-90...90).contains(latitude)
        ? "longitude \(longitude) is outside -180...180"
        : "latitude \(latitude) is outside -90...90"
      guard isPhotos else {
        throw MetadataError(
          .valueOutOfRange, "The given \(flaw).", field: CaptureField.position.rawValue)
      }
      throw missing("the photo's " + flaw)
    }
    return place.with(horizontalAccuracy: try positionAccuracy())
  }

  private var absentPosition: String {
    let missing =
      switch (metadata.latitude, metadata.longitude) {
      case (nil, nil): "latitude and longitude are missing"
      case (nil, _): "latitude is missing"
      default: "longitude is missing"
      }
    return switch metadata.positionFlaw {
    case .emptyBlock: missing + ", the photo's GPS block has neither"
    case .notANumber: missing + ", the photo's GPS block has no number there"
    case nil: missing
    }
  }

  private func missing(_ why: String) -> MetadataError {
    MetadataError(
      .positionMissing,
      "The position is unknown: \(why). Give it with --latitude and --longitude.",
      field: CaptureField.position.rawValue)
  }

  /// Half of the Earth's circumference, metres: the greatest possible error.
  private static let largestError = 20_037_508.0

  private mutating func positionAccuracy() throws(MetadataError) -> Distance? {
    guard let meters = metadata.horizontalAccuracy else { return nil }
    guard meters >= 0, meters <= PoseJudge.largestError else {
      try reject(.position, "horizontal accuracy is \(meters) m, which isn't possible")
      return nil
    }
    return Distance(meters: meters)
  }

  mutating func pitch() throws(MetadataError) -> Angle? {
    guard let degrees = metadata.pitch else { return nil }
    let slack = isFromPhoto(.pitch) ? DronePose.overshoot : 0
    guard degrees.magnitude <= 90 + slack else {
      try reject(.pitch, "pitch is \(degrees)°, outside -90...90")
      return nil
    }
    return Angle(degrees: min(max(degrees, -90), 90))
  }

  func rolled() -> Angle? {
    guard let degrees = metadata.roll, degrees.magnitude <= 360 else { return nil }
    return Angle(degrees: degrees)
  }

  /// A stated half-width of an angle; `nil` if missing.
  mutating func accuracy(
    _ degrees: Double?, _ field: CaptureField, _ name: String
  ) throws(MetadataError) -> Angle? {
    guard let degrees else { return nil }
    guard degrees >= 0, degrees <= 360 else {
      try reject(field, "\(name) accuracy is \(degrees)°, which isn't possible")
      return nil
    }
    return Angle(degrees: min(degrees, 180))
  }
}
