import Foundation
import Testing
import TimeWalkCore
import TimeWalkMetadata
import TimeWalkTestSupport

@testable import TimeWalkImaging

/// The sample photo in the repository is the one that the project draws.
///
/// `TIMEWALK_RECORD_PICTURES=1 swift test --filter SamplePhotoTests` writes it anew; look at it
/// before it is committed.
@Suite("The sample photo", .serialized)
struct SamplePhotoTests {
  static let file = Project.root.appendingPathComponent(SamplePhoto.path)
  /// The most that two versions of libjpeg may differ, of 255: on the whole, and in 1 of 1000
  /// samples.
  static let tolerance = (mean: 0.6, strays: 12)

  @Test("Drawn again, it is the file in the repository")
  func isDrawn() throws {
    let drawn = try Self.draw()
    if ProcessInfo.processInfo.environment["TIMEWALK_RECORD_PICTURES"] == "1" {
      try FileManager.default.createDirectory(
        at: Self.file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(drawn).write(to: Self.file)
    }
    let kept = try [UInt8](Data(contentsOf: Self.file))
    guard kept != drawn else { return }
    // Another version of libjpeg: the metadata must agree to the byte, and the pictures to the eye.
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("timewalk-sample.jpg")
    try Data(drawn).write(to: place)
    let advice = Comment(
      rawValue: """
        compare \(SamplePhoto.path) with \(place.path), and if the new one is right, record it: \
        TIMEWALK_RECORD_PICTURES=1 swift test --filter SamplePhotoTests
        """)
    let thumbnail = try #require(Self.thumbnail(of: kept), advice)
    let metadata = SamplePhoto.photo(picture: [0xFF, 0xD8], thumbnail: thumbnail)
    #expect(kept.starts(with: metadata), advice)
    let (mean, strays) = try Self.difference(
      JPEGPicture.decode(kept).image, JPEGPicture.decode(drawn).image)
    #expect(mean <= Self.tolerance.mean && strays <= Self.tolerance.strays, advice)
  }

  @Test("It says what a phone says")
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
    #expect(abs(try #require(metadata.pitch) - SampleStreet.pitch) < 0.05)
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
    let across = 2 * atan(Double(SampleStreet.size.width) / 2 / SampleStreet.focalLength)
    let field = try #require(viewpoint["fieldOfView"] as? Double)
    #expect(abs(field - across * 180 / .pi) < 0.5)
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

  /// Draws and encodes it, as a phone would have.
  static func draw() throws -> [UInt8] {
    let picture = try PlanarImage(
      size: PixelSize(width: SampleStreet.size.height, height: SampleStreet.size.width),
      planes: SampleStreet.draw().map(\.samples))
    return SamplePhoto.photo(
      picture: try picture.encode(quality: 88, restartsEachRow: false),
      thumbnail: try picture.fitted(within: 160).encode(quality: 80, restartsEachRow: false))
  }

  /// The thumbnail, which is the end of the first segment.
  static func thumbnail(of photo: [UInt8]) -> [UInt8]? {
    guard photo.count > 6 else { return nil }
    let end = min(photo.count, 4 + Int(photo[4]) << 8 + Int(photo[5]))
    let start = (6..<max(6, end - 1)).last { photo[$0] == 0xFF && photo[$0 + 1] == 0xD8 }
    return start.map { Array(photo[$0..<end]) }
  }

  /// How far two pictures of one size differ: on average, and at least in the worst 1 of 1000 luma
  /// samples.
  static func difference(_ one: PlanarImage, _ other: PlanarImage) throws -> (Double, Int) {
    try #require(one.size == other.size && one.sampling == other.sampling)
    var counts = [Int](repeating: 0, count: 256)
    let (first, second) = (one.planes[0], other.planes[0])
    for y in 0..<first.height {
      first.withRow(y) { left in
        second.withRow(y) { right in
          for x in left.indices { counts[abs(Int(left[x]) - Int(right[x]))] += 1 }
        }
      }
    }
    let total = counts.reduce(0, +)
    let mean = Double(counts.enumerated().map { $0.offset * $0.element }.reduce(0, +))
    var rest = total / 1000
    let worst = counts.indices.reversed().first { index in
      rest -= counts[index]
      return rest < 0
    }
    return (mean / Double(total), worst ?? 0)
  }
}
