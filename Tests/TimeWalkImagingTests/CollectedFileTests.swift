import Testing
import TimeWalkTestSupport

@testable import TimeWalkImaging

/// Runs over files that others collected: photographs, and what broke other programs.
@Suite struct CollectedFileTests {
  /// Whether a file of the collection is known to be broken: made so on purpose, or cut off behind its metadata.
  static func isBroken(_ name: String) -> Bool {
    name.contains("ImageTestSuite") || name == "pillow__Tests__images__ultrahdr.jpg"
  }

  @Test(TestData.isPresent)
  func `every JPEG photo becomes a small upright picture, or fails for a reason`() throws {
    var read = 0
    for name in TestData.files(in: "photos") {
      let bytes = try TestData.bytes("photos/\(name)")
      guard ImageFormat.recognise(bytes) == .jpeg else { continue }
      do {
        let picture = try JPEGPicture.decode(bytes, name: name)
        let small = try picture.image.fitted(within: 320, orientation: .turnCounterclockwise)
        #expect(
          max(small.size.width, small.size.height)
            == min(320, max(picture.image.size.width, picture.image.size.height)))
        #expect(try JPEGInfo.read(small.encode()).size == small.size)
        read += 1
      } catch {
        #expect(Self.isBroken(name), "\(error)")
        #expect([.damaged, .malformed].contains(error.code))
      }
    }
    #expect(read > 90)
  }

  @Test(TestData.isPresent, arguments: ["hostile/images", "hostile/images-fuzzed", "hostile/exif"])
  func `every file gives a picture or an error that names it`(folder: String) throws {
    var limits = ImagingLimits()
    limits.pixels = 50_000_000
    for name in TestData.files(in: folder) {
      guard let bytes = try? TestData.bytes("\(folder)/\(name)") else { continue }
      for acceptingDamage in [false, true] {
        do {
          let image = try JPEGPicture.decode(
            bytes, name: name, limits: limits, acceptingDamage: acceptingDamage
          ).image
          #expect(try !image.fitted(within: 64, orientation: .transversed).encode().isEmpty)
        } catch {
          #expect(error.message.hasPrefix(name))
        }
      }
    }
  }
}
