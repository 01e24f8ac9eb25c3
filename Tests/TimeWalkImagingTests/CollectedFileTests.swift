import Testing
import TimeWalkBase
import TimeWalkTestSupport

@testable import TimeWalkImaging

/// Reads third-party collections of files: photographs, and files that crashed other programs.
@Suite struct CollectedFileTests {
  /// Returns true if a file of the collection is known to be broken: made so on purpose, or cut off
  /// behind its metadata.
  static func isBroken(_ name: String) -> Bool {
    name.contains("ImageTestSuite") || name == "pillow__Tests__images__ultrahdr.jpg"
      || name.contains("heif_corrupted") || name.contains("heif_truncated")
      || name.contains("Exception.")
  }

  /// The upright size of a photo by the inventory; `nil` if that says none.
  static func uprightSize(_ row: [String: String]) -> PixelSize? {
    // The inventory's sizes ignore a clean aperture's crop.
    if row["file"]?.contains("29x100") == true { return PixelSize(width: 29, height: 100) }
    // These were reduced and kept their old sizes in EXIF.
    let others = ["Issue 508", "minnie-320x240-yuv-icc", "issue-exifr-13"]
    guard !others.contains(where: { row["file"]?.contains($0) == true }) else { return nil }
    guard let width = row["width"].flatMap(Int.init), let height = row["height"].flatMap(Int.init)
    else { return nil }
    let size = PixelSize(width: width, height: height)
    switch row["format"] {
    // EXIF repeats the properties' turn there, and must not turn again.
    case "HEIC", "HEIF", "AVIF":
      return ["90", "270"].contains(row["heif_rotation"]) ? size.turned : size
    case "JPEG", "TIFF":
      return (Int(row["orientation"] ?? "") ?? 1) >= 5 ? size.turned : size
    default: return size
    }
  }

  @Test(TestData.isPresent)
  func `every photo has the size of the inventory, upright, and its colours in sRGB`() throws {
    let rows = try CommaSeparated.rows(
      String(decoding: TestData.bytes("photos/inventory.csv"), as: UTF8.self))
    var read = 0
    var left: [ImageFormat: Int] = [:]
    for row in rows {
      let name = try #require(row["file"])
      let bytes = try TestData.bytes("photos/\(name)")
      let format = try #require(ImageFormat.recognise(bytes), "\(name)")
      guard format.isReadable else { continue }
      do {
        let decoded = try DecodedPicture.decode(bytes, name: name, enough: 320)
        let stated = Int(row["orientation"] ?? "").flatMap(Orientation.init(rawValue:))
        let upright = try decoded.image.fitted(
          within: 320, orientation: decoded.orientation ?? stated ?? .upright)
        if let size = Self.uprightSize(row) {
          #expect(upright.size == size.fitted(within: 320), "\(name)")
        }
        #expect(try !upright.inSRGB(from: decoded.profile).encode().isEmpty)
        read += 1
      } catch {
        #expect(Self.isBroken(name), "\(error)")
        #expect("\(error)".hasPrefix(name))
        left[format, default: 0] += 1
      }
    }
    let all = ImagingLibrary.all.allSatisfy { $0.version != nil }
    #expect(!all || read > 160, "\(read) \(left)")
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
          let image = try DecodedPicture.decode(
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
