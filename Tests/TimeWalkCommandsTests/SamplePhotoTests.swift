import Foundation
import Testing
import TimeWalkCore
import TimeWalkMetadata
import TimeWalkTestSupport

@testable import TimeWalkImaging

/// The sample photo in the repository; its folder's README describes its making.
@Suite("The sample photo", .waitsForProcesses, .serialized)
struct SamplePhotoTests {
  static let file = Project.root.appendingPathComponent("Archive/sample/fifth-avenue.jpg")
  /// Degrees that the drawn camera looks up.
  static let pitch = 4.0
  /// The drawn camera's horizontal angle of view upright, in degrees.
  ///
  /// The focal length is 26 mm, for a diagonal of 43.27 mm; the diagonal has 5040 pixels.
  static let fieldOfView = 2 * atan(3024.0 / 2 / (5040 * 26 / 43.27)) * 180 / .pi

  @Test("It has a phone's metadata")
  func metadata() throws {
    let (metadata, warnings) = CaptureMetadata.read(
      jpeg: try [UInt8](Data(contentsOf: Self.file)))
    #expect(warnings.isEmpty)
    #expect(metadata.orientation == 6)
    #expect(abs(try #require(metadata.latitude) - 40.75358) < 1e-6)
    #expect(abs(try #require(metadata.longitude) + 73.98084) < 1e-6)
    #expect(metadata.heading == 29.4 && metadata.headingReference == .trueNorth)
    #expect(metadata.horizontalAccuracy == 4.7)
    #expect(metadata.altitude == 18.6 && metadata.altitudeReference == .seaLevel)
    #expect(abs(try #require(metadata.pitch) - Self.pitch) < 0.05)
  }

  @Test("It is a phone's picture in size, and small enough to keep")
  func size() throws {
    let bytes = try [UInt8](Data(contentsOf: Self.file))
    let info = try JPEGInfo.read(bytes)
    #expect(info.size == PixelSize(width: 4032, height: 3024))
    #expect(info.sampling == .quarter)
    #expect(bytes.count < 1_200_000)
  }

  @Test("Submitted, it has the pose that it is drawn for and finds two old pictures of the avenue")
  func finds() throws {
    let folder = try TemporaryFolder()
    let archive = folder.path("archive.sqlite")
    let source = Project.root.appendingPathComponent("Archive/new-york").path
    let imported = try TimeWalkCommand.run(["archive", "import", source, "--archive", archive])
    #expect(imported.status == 0, "\(imported.errors)")
    let submitted = try TimeWalkCommand.run([
      "submit", Self.file.path, "--archive", archive, "--library", folder.path("library"),
      "--output", folder.path("pictures"), "--json",
    ])
    #expect(submitted.status == 0, "\(submitted.errors)")
    let answer = try #require(try submitted.json().first)
    let viewpoint = try #require(answer["viewpoint"] as? [String: Any])
    let field = try #require(viewpoint["fieldOfView"] as? Double)
    #expect(abs(field - Self.fieldOfView) < 0.5)
    let matches = try #require(answer["matches"] as? [[String: Any]])
    #expect(matches.first?["id"] as? String == "new-york:fifth-avenue-north-1905")
    let confidence = try #require(matches.first?["confidence"] as? Double)
    #expect(try confidence > #require(answer["noMatch"] as? Double))
    let periods = try #require(answer["timeline"] as? [[String: Any]]).map {
      $0["period"] as? String
    }
    #expect(matches.count >= 2)
    #expect(periods.contains("1890s") && periods.contains("1900s"))
  }
}
