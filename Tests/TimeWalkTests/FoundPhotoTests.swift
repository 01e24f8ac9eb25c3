import Foundation
import Testing
import TimeWalk
import TimeWalkTestSupport

/// Photos of the development data that were once refused or read wrongly, from the file to the
/// answer.
@Suite struct FoundPhotoTests {
  static func path(_ name: String) throws -> String {
    try #require(TestData.folder).appendingPathComponent("found/photos/" + name).path
  }

  static let places: [(name: String, latitude: Double, heading: Double?, sidecar: String?)] = [
    ("leading-newline__debatable.jpg", 40.7536, 29.5, nil),
    ("apple.jpg", 40.7536, 29.5, "apple.xmp"),
    // Their own positions precede those of the JSON files.
    ("takeout-album/PXL_20231006_063000139.jpg", 48.8583736, 352.6, nil),
    ("takeout-album/PXL_20231006_063108407.jpg", 48.8583736, 1.6, nil),
  ]

  @Test(
    "A newline before a JPEG, and files of Apple and Google beside photos", TestData.isPresent,
    arguments: places.indices)
  func place(index: Int) throws {
    let (name, latitude, heading, sidecar) = Self.places[index]
    let report = try Pipeline(inspectingIn: StorePaths()).inspect(
      InspectRequest(path: try Self.path(name)))
    #expect(report.viewpoint?.latitude == latitude)
    #expect(report.viewpoint?.heading == heading)
    if let sidecar {
      #expect(
        report.warnings.contains { $0.hasPrefix("The file \(sidecar) beside the photo gives") },
        "\(report.warnings)")
    }
    let folder = try TemporaryFolder()
    let pipeline = try Pipeline(
      places: StorePaths(library: folder.path("library")), forPhotos: true)
    let answer = try pipeline.submit(
      SubmitRequest(photo: .file(path: try Self.path(name)), output: folder.path("out")))
    #expect(answer.viewpoint.latitude == latitude && answer.viewpoint.heading == heading)
    #expect(answer.renditions.count >= 2)
  }

  static let inspected = [
    "inspect-48mp-444__right-inspected.jpg", "inspect-59mp-public__right-inspected.jpg",
    "trunc-last-20-bytes__right-kept-with-warning.jpg",
  ]

  @Test(
    "Large JPEGs, and one without its end, are inspected", TestData.isPresent, arguments: inspected)
  func inspection(name: String) throws {
    let report = try Pipeline(inspectingIn: StorePaths()).inspect(
      InspectRequest(path: try Self.path(name)))
    #expect(report.picture.sharpness > 0)
    #expect(
      report.warnings.contains { $0.contains("ends early") } == name.hasPrefix("trunc"),
      "\(report.warnings)")
  }

  @Test(
    "A focal plane of another size is reported for a photo without a position, too",
    TestData.isPresent,
    arguments: [
      "fov-lowres-mode__powershot-s330-800px__right-19.jpg",
      "fov-stale-focal-plane__canon7d-25mm-resized-720px__right-48.jpg",
      "fov-stale-focal-plane__canon7d-45mm-720px-photoshop__right-28.jpg",
    ])
  func unknownField(name: String) throws {
    let report = try Pipeline(inspectingIn: StorePaths()).inspect(
      InspectRequest(path: try Self.path(name)))
    #expect(report.viewpoint?.fieldOfView == nil)
    #expect(
      report.warnings.contains { $0.contains("Its field of view is unknown") },
      "\(report.warnings)")
  }
}
