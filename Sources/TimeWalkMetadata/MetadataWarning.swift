/// A field of a photo's metadata, for warnings and errors.
package enum CaptureField: String, Codable, Hashable, Sendable, CaseIterable {
  /// Latitude and longitude, and their accuracy.
  case position
  /// The height and its reference.
  case altitude
  /// The camera's heading.
  case heading
  /// The camera's pitch.
  case pitch
  /// The camera's roll.
  case roll
  /// Focal length, zoom and the angle that the frame shows.
  case fieldOfView
  /// The time of the photo.
  case timestamp
  /// The turn of the stored picture.
  case orientation
}

/// A fault in a photo's metadata, with its handling.
package struct MetadataWarning: Codable, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault, as a stable word.
  package enum Code: String, Codable, Hashable, Sendable, CaseIterable {
    /// The bytes aren't a JPEG, so nothing was read.
    case notJPEG
    /// The file ends, or breaks off, before its picture data.
    case truncated
    /// A limit on metadata was reached; the rest was not read.
    case limitReached
    /// The Exif block can't be read.
    case exifUnreadable
    /// A value isn't a number, such as a fraction n/0.
    case valueNotANumber
    /// A value is outside the range that it can have, and was dropped.
    case valueOutOfRange
    /// A reference that the value needs is missing or unknown.
    case referenceMissing
    /// A reference has a wrong form but is understandable.
    case referenceMalformed
    /// A value contradicts its reference.
    case contradiction
    /// The receiver had no valid fix.
    case fixVoid
    /// The position is on another geodetic datum than WGS 84.
    case datumForeign
    /// The position is that of a place's description.
    case positionRough
    /// The time can't be, or is blank.
    case timestampInvalid
    /// A magnetic heading could not be corrected to true north.
    case declinationUnknown
    /// A magnetic heading was read near a magnetic pole, where compasses are unreliable.
    case declinationUncertain
    /// A height above the ellipsoid could not be converted to sea level.
    case geoidUnknown
    /// The camera was shaken; its tilt is unknown.
    case unsteady
    /// The focal plane's resolution makes a sensor that the camera can't have.
    case sensorUnknown
    /// It is unknown whether a focal length includes the digital zoom.
    case zoomUnclear
    /// The frame is a stitched panorama of unknown angular width.
    case panorama
    /// A block of metadata would be false on the new picture, or can't be made true, and was left
    /// out.
    case leftOut
  }

  /// The kind of fault.
  package let code: Code
  /// The field concerned, if any.
  package let field: CaptureField?
  /// The fault and its handling, in a sentence for users.
  package let message: String

  /// Makes a warning.
  package init(_ code: Code, _ field: CaptureField? = nil, _ message: String) {
    self.code = code
    self.field = field
    self.message = message
  }

  /// The message.
  package var description: String { message }
}
