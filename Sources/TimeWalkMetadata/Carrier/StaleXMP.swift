/// The properties of an XMP packet that don't apply to a picture made from the photo.
enum StaleXMP {
  /// The subject of a property.
  struct Conditions {
    /// True if the photo was a raw file.
    var isRaw = false
    /// True if the photo wasn't a JPEG; properties about its coding are then false.
    var isRecoded = false
    /// True if the new picture has a link to its original.
    var hasLink = false
    /// True if pieces of extended XMP are carried.
    var hasExtension = false
    /// The user's values that replaced the photo's.
    var given: CaptureMetadata?
  }

  /// Namespaces that describe gain maps, and files that were put behind the picture.
  private static let whole: Set<String> = [
    "http://ns.adobe.com/hdr-gain-map/1.0/", "http://ns.apple.com/HDRGainMap/1.0/",
    "http://ns.google.com/photos/1.0/container/", "http://ns.google.com/photos/1.0/container/item/",
    "http://ns.google.com/photos/dd/1.0/container/", "http://ns.google.com/photos/dd/1.0/item/",
    "http://ns.google.com/photos/dd/1.0/device/",
  ]
  private static let camera = "http://ns.google.com/photos/1.0/camera/"
  private static let rawSettings = "http://ns.adobe.com/camera-raw-settings/1.0/"
  private static let note = "http://ns.adobe.com/xmp/note/"

  /// The properties about the coding of the old pixels.
  private static let coding: Set<String> = [
    "BitsPerSample", "Compression", "PhotometricInterpretation", "SamplesPerPixel",
    "PlanarConfiguration", "YCbCrSubSampling",
  ]

  static func contains(_ name: XMPPacket.Name, _ conditions: Conditions) -> Bool {
    if whole.contains(name.namespace) { return true }
    switch name.namespace {
    case camera: return name.local.hasPrefix("MotionPhoto") || name.local.hasPrefix("MicroVideo")
    case rawSettings: return conditions.isRaw
    case note: return name.local == "HasExtendedXMP" && !conditions.hasExtension
    default: break
    }
    switch XMPPacket.Namespace(rawValue: name.namespace) {
    case .xmp: return name.local == "Thumbnails"
    case .tiff: return conditions.isRecoded && coding.contains(name.local)
    // They name the original's bytes and their origin; the link does this for the new picture. The
    // document stays the same, because its identifier is common to all renditions (ISO 16684-1,
    // 8.6.2).
    case .media: return conditions.hasLink && ["InstanceID", "DerivedFrom"].contains(name.local)
    case .exif, .exifExtension, .drone, .parrot, .skydio, .pix4D, .senseFly, .panorama:
      return contradicts(name, conditions.given)
    case .photoshop: return name.local == "DateCreated" && conditions.given?.timestamp != nil
    default: return false
    }
  }

  /// Returns true if a property contradicts the user's values.
  private static func contradicts(_ name: XMPPacket.Name, _ given: CaptureMetadata?) -> Bool {
    guard let given else { return false }
    switch name.local {
    case "GPSLatitude", "GPSLongitude", "GPSLatitudeRef", "GPSLongitudeRef", "Latitude",
      "Longitude",
      "GPSMapDatum", "GPSHPositioningError", "GPSDOP", "GPSStatus",
      "GPSSatellites", "GPSMeasureMode", "GPSProcessingMethod", "GPSAreaInformation",
      "GPSDifferential", "GpsLatitude", "GpsLongitude", "GpsLongtitude":
      return given.latitude != nil || given.longitude != nil
    case "GPSAltitude", "GPSAltitudeRef", "AbsoluteAltitude": return given.altitude != nil
    case "GPSImgDirection", "GPSImgDirectionRef", "PoseHeadingDegrees", "GimbalYawDegree",
      "CameraYawDegree", "Yaw":
      return given.heading != nil
    case "PosePitchDegrees", "GimbalPitchDegree", "CameraPitchDegree", "CameraElevationAngle",
      "Pitch":
      return given.pitch != nil
    case "DateTimeOriginal": return given.timestamp != nil
    default: return false
    }
  }
}
