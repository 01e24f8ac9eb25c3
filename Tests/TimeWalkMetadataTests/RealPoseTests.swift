import Foundation
import Testing
import TimeWalkMetadata
import TimeWalkTestSupport

/// The tilt and the panorama's span of real photos, against what exiftool reads from them.
@Suite struct RealPoseTests {
  /// exiftool's values of the JPEGs of the development data, by file.
  static func tags() throws -> [(name: String, tags: [String: Set<String>])] {
    let folder = try #require(TestData.folder).appendingPathComponent("photos")
    let names = try TestData.files(in: "photos")
      .filter { try TestData.bytes("photos/" + $0).starts(with: [0xFF, 0xD8]) }
    let paths = names.map { folder.appendingPathComponent($0).path }
    let listing = try Exiftool.listing(of: paths)
    return zip(names, paths).map { ($0, listing[$1] ?? [:]) }
  }

  static func number(_ tags: [String: Set<String>], _ key: String) -> Double? {
    tags[key]?.first.flatMap(Double.init)
  }

  @Test(Exiftool.isInstalled, TestData.isPresent) func everyPhotoThatSaysItIsReadSo() throws {
    var seen: [String: Int] = [:]
    for (name, tags) in try Self.tags() {
      let metadata = CaptureMetadata.read(jpeg: try TestData.bytes("photos/" + name)).metadata
      if let pitch = Self.number(tags, "XMP-drone-dji:GimbalPitchDegree") {
        seen["gimbal", default: 0] += 1
        // The airframe's own tilt is another thing and differs in all of them.
        #expect(metadata.pitch == pitch, "\(name)")
        #expect(metadata.pitch != Self.number(tags, "XMP-drone-dji:FlightPitchDegree"))
        #expect(metadata.roll == Self.number(tags, "XMP-drone-dji:GimbalRollDegree"))
        #expect(metadata.heading == Self.number(tags, "XMP-drone-dji:GimbalYawDegree"))
      } else if let full = Self.number(tags, "XMP-GPano:FullPanoWidthPixels") {
        seen["panorama", default: 0] += 1
        let shown = try #require(Self.number(tags, "XMP-GPano:CroppedAreaImageWidthPixels"))
        #expect(metadata.fieldOfView == 360 * shown / full, "\(name)")
        #expect(metadata.pitch == Self.number(tags, "XMP-GPano:PosePitchDegrees"))
        #expect(metadata.roll == Self.number(tags, "XMP-GPano:PoseRollDegrees"))
      } else if let text = tags["Apple:AccelerationVector"]?.first {
        seen["accelerometer", default: 0] += 1
        let parts = text.split(separator: " ").compactMap { Double($0) }
        try #require(parts.count == 3)
        let length = (parts[0] * parts[0] + parts[1] * parts[1] + parts[2] * parts[2]).squareRoot()
        guard (0.85...1.15).contains(length) else {
          seen["shaken", default: 0] += 1
          #expect(metadata.pitch == nil && metadata.roll == nil)
          continue
        }
        let pitch = try #require(metadata.pitch)
        let roll = try #require(metadata.roll)
        #expect(abs(sin(pitch * .pi / 180) - parts[2] / length) < 1e-6, "\(name)")
        // Upright by its orientation tag, gravity is sideways by the sine of the roll.
        let isLying =
          metadata.orientation == 1 && (metadata.pixelWidth ?? 0) > (metadata.pixelHeight ?? 0)
        let sideways = isLying ? -parts[1] : parts[0]
        let along = (parts[0] * parts[0] + parts[1] * parts[1]).squareRoot()
        #expect(abs(sin(roll * .pi / 180) - sideways / along) < 1e-6, "\(name)")
      } else {
        #expect(metadata.pitch == Self.number(tags, "ExifIFD:CameraElevationAngle"), "\(name)")
        #expect(metadata.roll == nil && metadata.fieldOfView == nil, "\(name)")
      }
    }
    #expect(seen == ["gimbal": 2, "panorama": 1, "accelerometer": 3, "shaken": 1])
  }

  @Test("An aspect of real frames that no single shot has is a panorama", TestData.isPresent)
  func wideFrames() throws {
    var wide: [String] = []
    for name in TestData.files(in: "photos") {
      let bytes = try TestData.bytes("photos/" + name)
      guard bytes.starts(with: [0xFF, 0xD8]) else { continue }
      var metadata = CaptureMetadata.read(jpeg: bytes).metadata
      guard metadata.focalLengthIn35mm != nil else { continue }
      metadata.latitude = 40.758
      metadata.longitude = -73.9855
      let pose = try metadata.resolved(declination: noDeclination)
      if pose.warnings.contains(where: { $0.code == .panorama }) { wide.append(name) }
    }
    // None of these was swept: a warning here would be a false alarm.
    #expect(wide == [])
  }
}
