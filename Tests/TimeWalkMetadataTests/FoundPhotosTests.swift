import Testing
import TimeWalkCore
import TimeWalkMetadata
import TimeWalkTestSupport

/// Photos of the development data that were once read wrongly, with the right values.
@Suite struct FoundPhotosTests {
  static func read(_ name: String) throws -> (
    metadata: CaptureMetadata, warnings: [MetadataWarning]
  ) {
    let bytes = try TestData.bytes("found/photos/" + name)
    return CaptureMetadata.read(bytes, in: try #require(PhotoContainer(content: bytes)))
  }

  /// Fields of view; `nil` is unknown, with a warning.
  static let fields: [(name: String, degrees: Double?)] = [
    ("fov-stale-focal-plane__canon6d-35mm-1500px__right-54.jpg", 54.5),
    ("fov-stale-focal-plane__canon7d-25mm-resized-720px__right-48.jpg", nil),
    ("fov-stale-focal-plane__canon7d-45mm-720px-photoshop__right-28.jpg", nil),
    ("fov-lowres-mode__powershot-s330-800px__right-19.jpg", nil),
    ("fov-zoom-counted-twice__a720-dz1.59__right-34.jpg", 34.4),
    ("fov-zoom-counted-twice__powershot-s40-dz2.73__right-7.0.jpg", 7.0),
    ("fov-pixel-digital-zoom-not-in-35mm__dz3.21-f35-24__right-25.jpg", 25),
    ("fov-pixel-digital-zoom-not-in-35mm__dz2.92-f35-106__right-6.4.jpg", 6.4),
  ]

  @Test(TestData.isPresent, arguments: fields)
  func field(name: String, degrees: Double?) throws {
    let metadata = try Self.read(name).metadata.overridden(by: .givenPosition)
    let pose = try metadata.resolved(declination: noDeclination)
    if let degrees {
      let found = try #require(pose.viewpoint.fieldOfView).degrees
      #expect(abs(found / degrees - 1) < 0.02)
      #expect(!pose.warnings.contains { $0.field == .fieldOfView })
    } else {
      #expect(pose.viewpoint.fieldOfView == nil)
      #expect(pose.warnings.map(\.code) == [.sensorUnknown])
    }
  }

  /// A photo's values of its pose; `nil` if absent.
  struct Pose: Sendable {
    var latitude: Double? = 40.7536
    var longitude: Double? = -73.9808
    var heading: Double?
    var pitch: Double?
    var warnings: [MetadataWarning.Code] = []
  }

  static let poses: [(name: String, pose: Pose)] = [
    ("xmp-locationshown-taken-as-camera__right-no-position.jpg", none()),
    ("xmp-apple-decimal-with-ref__right-40.7536,-73.9808.jpg", Pose(heading: 29.5)),
    ("xmp-comma-before-letter-geeqie691__right-40.7536,-73.9808-or-warned.jpg", Pose()),
    (
      "xmp-decimal-comma-216s__right-refused-or-warned.jpg",
      none(warnings: [.valueNotANumber, .valueNotANumber])
    ),
    ("xmp-decimal-signed__right-40.7536,-73.9808.jpg", Pose()),
    ("xmp-exifEX-elevation__right-pitch-15.5.jpg", Pose(pitch: -15.5)),
    ("xmp-namespace-without-slash__right-40.7536,-73.9808.jpg", Pose()),
    ("xmp-photoshop-datecreated__right-2024-05-17T14.03.22-04.jpg", Pose()),
    ("xmp-space-after-comma__right-40.7536,-73.9808.jpg", Pose()),
    ("drone-parrot__right-heading176.3-pitch-78.4.jpg", Pose(heading: 176.3, pitch: -78.4)),
    ("drone-skydio__right-heading209.9-pitch-25.3.jpg", Pose(heading: 209.9, pitch: -25.3)),
    ("drone-skydio-xmp-position-only__right-40.7536,-73.9808.jpg", Pose()),
    (
      "drone-dji-pitch-120-roll180__right-pitch-60-heading192-or-warned.jpg",
      Pose(heading: 192.1, pitch: -60)
    ),
    ("control-ok.jpg", Pose()),
    ("exif-multisegment-exiftool__right-40.7536,-73.9808.jpg", Pose(heading: 29.5)),
    ("exif-two-blocks-gps-in-second__right-40.7536,-73.9808.jpg", Pose(heading: 29.5)),
    ("png-zxIf__old-draft.png", Pose(heading: 29.5)),
    ("leading-newline__debatable.jpg", Pose(heading: 29.5)),
    ("gps-as-text__right-40.7536,-73.9808.jpg", Pose()),
    ("datum-tokyo__right-converted-or-warned.jpg", Pose(warnings: [.datumForeign])),
  ]

  static func none(warnings: [MetadataWarning.Code] = []) -> Pose {
    Pose(latitude: nil, longitude: nil, warnings: warnings)
  }

  @Test(TestData.isPresent, arguments: 0..<poses.count)
  func pose(index: Int) throws {
    let (name, expected) = Self.poses[index]
    let (metadata, warnings) = try Self.read(name)
    func isNear(_ found: Double?, _ expected: Double?, _ least: Double = 0) -> Bool {
      guard let found, let expected else { return found == nil && expected == nil }
      return abs((found - expected).remainder(dividingBy: 360)) < 0.06 - least
    }
    #expect(isNear(metadata.latitude, expected.latitude, 0.0599), "\(name)")
    #expect(isNear(metadata.longitude, expected.longitude, 0.0599), "\(name)")
    #expect(isNear(metadata.heading, expected.heading), "\(name): \(metadata)")
    #expect(isNear(metadata.pitch, expected.pitch), "\(name): \(metadata)")
    #expect(warnings.map(\.code) == expected.warnings, "\(name): \(warnings)")
  }

  @Test(TestData.isPresent) func applesSidecar() throws {
    let sidecar = EmbeddedMetadata(sidecar: try TestData.bytes("found/photos/apple.xmp"))
    let (beside, warnings) = CaptureMetadata.read(sidecar)
    #expect(warnings.isEmpty)
    #expect(beside.latitude == 40.7536 && beside.longitude == -73.9808 && beside.heading == 29.5)
    #expect(beside.headingReference == .trueNorth)
    #expect(try Self.read("apple.jpg").metadata.latitude == nil)
  }

  static let times: [(name: String, time: String)] = [
    ("time-24h.jpg", "2024-05-18T00:00:00"), ("time-compact.jpg", "2024-05-17T14:03:22"),
    ("time-pm.jpg", "2024-05-17T14:03:22"), ("time-dateonly.jpg", "2024-05-17"),
    ("time-iso-off-space.jpg", "2024-05-17T14:03:22-04:00"),
    ("time-off-gmt.jpg", "2024-05-17T14:03:22-04:00"),
    ("time-onedigit-hour.jpg", "2024-05-17T09:03:05"),
    ("time-spacepad.jpg", "2024-05-07T09:03:05"),
    ("time-20111006-compact-date.tif", "2011-10-06T17:47:14"),
    ("time-gps-as-text__right-offset-04.jpg", "2024-05-17T14:03:22-04:00"),
    (
      "xmp-photoshop-datecreated__right-2024-05-17T14.03.22-04.jpg", "2024-05-17T14:03:22-04:00"
    ),
  ]

  @Test(TestData.isPresent, arguments: 0..<times.count)
  func time(index: Int) throws {
    let (metadata, warnings) = try Self.read(Self.times[index].name)
    #expect(metadata.timestamp?.description == Self.times[index].time)
    #expect(!warnings.contains { $0.field == .timestamp })
  }
}
