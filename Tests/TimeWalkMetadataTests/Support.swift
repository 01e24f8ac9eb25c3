import TimeWalkCore
import TimeWalkMetadata
import TimeWalkTestSupport

/// A photo with an Exif block and perhaps XMP attributes.
func photo(
  _ exif: ExifBuilder? = nil, xmp: String? = nil, width: Int = 16, height: Int = 8
) -> [UInt8] {
  var jpeg = JPEGBuilder(width: width, height: height)
  if let exif { jpeg.add(exif) }
  if let xmp { jpeg.add(xmp: xmp) }
  return jpeg.bytes
}

/// A model that knows one declination everywhere.
func declination(_ degrees: Double, uncertainty: Double = 0.5) -> DeclinationModel {
  { _, _, _ in
    guard let angle = Angle(degrees: degrees), let width = Angle(degrees: uncertainty) else {
      return nil
    }
    return (angle, width)
  }
}

/// A model that reaches nowhere.
func noDeclination(
  _: Coordinate, _: Altitude?, _: Day?
) -> (declination: Angle, uncertainty: Angle)? { nil }

extension CaptureMetadata {
  /// A given position at Times Square.
  static var givenPosition: CaptureMetadata {
    var given = CaptureMetadata()
    given.latitude = 40.758
    given.longitude = -73.9855
    return given
  }
}
