import Foundation
import Testing
import TimeWalkBase
import TimeWalkTestSupport

@testable import TimeWalkImaging

/// Limits against hostile files must not keep out what people have: each of these within 30 s of a
/// processor and 1.5 GB.
@Suite("The largest photos are taken", .longCheckOnly, .waitsForProcesses, .serialized)
struct LargePhotoTests {
  static let photos: [String: @Sendable () -> [UInt8]] = [
    "200 megapixels.heic": { LargePhotos.heic(columns: 32, rows: 24) },
    "48 tiles.heic": { LargePhotos.heic(columns: 8, rows: 6) },
    "150 megapixel panorama.jpg": { LargePhotos.jpeg(30_000, 5_000) },
    "progressive.jpg": { LargePhotos.jpeg(8_000, 6_000, refinements: 14) },
    "progressive of 100 scans.jpg": { LargePhotos.jpeg(4_000, 3_000, refinements: 99) },
    "inks.jpg": { LargePhotos.jpeg(8_000, 6_000, colours: .inks) },
    "100 megapixels of 16 bits.tif": { TIFFBuilder.deepTIFF(12_000, 8_400) },
    "48 megapixels.dng": { TIFFBuilder.grayDNG(8_064, 6_048) },
  ]

  /// The processor time and the memory that one may take; a sanitizer takes several times as much.
  static let limits =
    Sanitizer.isThere ? "" : "ulimit -t 30 && ulimit -d \(1_500_000_000 >> 10) &&"
  static let time = Sanitizer.isThere ? ["--photo-time", "600"] : []

  @Test("One photo", arguments: photos.keys.sorted())
  func taken(name: String) throws {
    let bytes = Self.photos[name].map { $0() } ?? []
    let format = try #require(ImageFormat.recognise(bytes))
    guard format.isReadable else { return }
    let place = try Workplace()
    let photo = try place.write(bytes, to: name)
    let result = try TimeWalkCommand.run(
      URL(fileURLWithPath: "/bin/sh"),
      [
        "-c", "\(Self.limits) exec \"$@\"", "sh",
        TimeWalkCommand.binary.path, "submit", photo, "--latitude", "40.7", "--longitude=-74",
        "--library", place.library, "--output", place.output, "--json",
      ] + Self.time)
    #expect(result.status == 0, "\(result.errors)")
    let object = try #require(try result.json().first)
    #expect(try Answer(object).size("clean").max() == 2048)
  }
}
