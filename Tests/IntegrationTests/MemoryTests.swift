import Foundation
import Testing
import TimeWalkBase
import TimeWalkTestSupport

@testable import TimeWalk
@testable import TimeWalkReading
@testable import TimeWalkImaging

/// Large photos through the binary, which the system refuses more memory than is promised.
@Suite(
  "Memory", .longCheckOnly, .waitsForProcesses,
  Sanitizer.absent("a sanitizer takes several times the memory"))
struct MemoryTests {
  /// The files by name, each with the library that it needs.
  static func bytes(_ name: String) throws -> [UInt8] {
    switch name {
    case "48 megapixels.heic": return LargePhotos.heic(columns: 16, rows: 12)
    case "50 megabytes.dng": return TIFFBuilder.grayDNG(5952, 4480)
    default:
      let (width, height) = (20_000, 5_000)
      let colour = [UInt8](repeating: 140, count: width * height / 4)
      return try PlanarImage(
        size: PixelSize(width: width, height: height),
        sampling: ChromaSampling(horizontal: 2, vertical: 2),
        planes: [[UInt8](repeating: 90, count: width * height), colour, colour]
      ).encode(quality: 90)
    }
  }

  /// Runs `submit` with a limit of the program's own bytes (`RLIMIT_DATA`).
  ///
  /// Shared libraries, some tens of megabytes, don't count.
  static func status(of photo: String, at place: Workplace, within bytes: Int) throws -> Int32 {
    let result = try TimeWalkCommand.run(
      URL(fileURLWithPath: "/bin/sh"),
      [
        "-c", "ulimit -d \(bytes >> 10) && exec \"$@\"", "sh", TimeWalkCommand.binary.path,
        "submit", photo, "--again", "--latitude", "40.7", "--longitude=-74",
        "--library", place.library, "--output", place.output,
      ])
    return result.status
  }

  @Test(
    "A photo of the largest usual formats needs less than 1 GB, and at most its estimate",
    arguments: ["48 megapixels.heic", "50 megabytes.dng", "100 megapixels.jpg"])
  func large(name: String) throws {
    let bytes = try Self.bytes(name)
    guard try #require(ImageFormat.recognise(bytes)).isReadable else { return }
    let place = try Workplace()
    let photo = try place.write(bytes, to: name)
    #expect(try Self.status(of: photo, at: place, within: 900_000_000) == 0)
    let head = try PictureReaders().content(bytes, name: name).head()
    let reckoned = MemoryEstimate.bytes(head, ofFile: bytes.count, within: PhotoBudget())
    #expect(reckoned < 900_000_000)
    // The program itself always takes some tens of megabytes.
    #expect(try Self.status(of: photo, at: place, within: reckoned + 64 << 20) == 0)
    // The limit does hold: the pixels alone take more, but those of a JPEG, of which some rows are
    // held at a time.
    if head.info.format != .jpeg {
      #expect(try Self.status(of: photo, at: place, within: 48 << 20) != 0)
    }
  }
}
