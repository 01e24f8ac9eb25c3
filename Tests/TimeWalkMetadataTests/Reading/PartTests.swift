import Testing
import TimeWalkImaging
import TimeWalkReading
import TimeWalkTestSupport

/// Parts of pictures as the rest of the program asks for them, in this process.
@Suite struct PartTests {
  static let size = PixelSize(width: 480, height: 320)

  /// A JPEG whose left upper quarter, as stored, is bright, with its orientation.
  private static func photo(orientation: Int) throws -> [UInt8] {
    let plane = (0..<size.height).flatMap { y in
      (0..<size.width).map { x in x < 240 && y < 160 ? UInt8(220) : 60 }
    }
    let bytes = try PlanarImage(size: size, planes: [plane]).encode()
    var builder = JPEGBuilder()
    var exif = ExifBuilder()
    exif.set(0x0112, .shorts([UInt16(orientation)]), in: .primary)
    builder.add(exif)
    // After the start of the image.
    let segment = [0xFF, 0xE1] + [UInt8((exif.segment.count + 2) >> 8)]
    return Array(bytes[..<2]) + segment + [UInt8((exif.segment.count + 2) & 255)] + exif.segment
      + bytes[2...]
  }

  private static func part(
    _ bytes: [UInt8], _ region: PixelRegion, step: Double = 1,
    limits: ImagingLimits = ImagingLimits()
  ) throws -> PicturePart {
    let answer = try PictureReaders(limits: limits).content(bytes, name: "a.jpg")
      .answer(.part(PartQuestion(region: region, step: step)))
    return try #require(answer.part)
  }

  @Test(arguments: [
    // EXIF's orientation, and where the bright quarter is then shown.
    (1, true, true), (2, false, true), (3, false, false), (4, true, false), (5, true, true),
    (6, false, true), (7, false, false), (8, true, false),
  ])
  func `a part is one of the picture as EXIF says that it stands`(
    orientation: Int, isLeft: Bool, isAbove: Bool
  ) throws {
    let bytes = try Self.photo(orientation: orientation)
    let (width, height) = orientation >= 5 ? (320, 480) : (480, 320)
    for (step, side) in [(1.0, 64), (4, 16)] {
      let bright = PixelRegion(
        x: isLeft ? 32 : width - 96, y: isAbove ? 32 : height - 96, width: 64, height: 64)
      let dark = PixelRegion(
        x: isLeft ? width - 96 : 32, y: bright.y, width: 64, height: 64)
      let shown = try Self.part(bytes, bright, step: step)
      #expect(shown.place.whole == PixelSize(width: width, height: height))
      #expect(shown.image.size == PixelSize(width: side, height: side))
      #expect(shown.image.luma.allSatisfy { abs(Int($0) - 220) < 8 })
      #expect(try Self.part(bytes, dark, step: step).image.luma.allSatisfy { $0 < 70 })
    }
  }

  @Test func `refusals name the file`() throws {
    let bytes = try Self.photo(orientation: 1)
    func code(_ bytes: [UInt8], _ region: PixelRegion) -> ReadingErrorCode? {
      do {
        _ = try Self.part(bytes, region)
        return nil
      } catch let error as ReadingError {
        #expect(error.message.contains("a.jpg"))
        return error.code
      } catch { return nil }
    }
    #expect(code(bytes, PixelRegion(x: 480, y: 0, width: 9, height: 9)) == .limitExceeded)
    let bottom = PixelRegion(x: 0, y: 300, width: 9, height: 9)
    #expect(code(bytes, bottom) == nil)
    #expect(code(Array(bytes.prefix(bytes.count / 2)), bottom) == .imageDamaged)
    #expect(code(Array("GIF89a".utf8), bottom) == .unsupportedFormat)
  }

  @Test func `an answer that crosses between processes keeps its place`() throws {
    var limits = ImagingLimits()
    limits.pixels = 100
    let part = try Self.part(
      Self.photo(orientation: 1), PixelRegion(x: 17, y: 33, width: 50, height: 40), step: 2,
      limits: limits)
    #expect(part.place == PartPlace(x: 16, y: 32, step: SIMD2(2, 2), whole: Self.size))
  }
}
