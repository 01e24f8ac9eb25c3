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
}
