import TimeWalkImaging
import TimeWalkTestSupport

@testable import TimeWalkReading

/// Pictures that are asked of readers as `submit` and imports ask: in `Scripts/fuzz` of processes
/// of their own.
enum DecoderReading {
  /// A square mebipixel is enough for each way through a decoder, and doesn't take long.
  static let limits: ImagingLimits = {
    var limits = ImagingLimits()
    limits.pixels = 1 << 20
    return limits
  }()

  private static let readers = PictureReaders(limits: limits)
  private static let questions: [PictureQuestion] = [
    .head, .shown(ShowQuestion(side: 64, orientation: .upright, acceptsDamage: true)), .fingerprint,
  ]

  static func read(_ bytes: [UInt8]) throws {
    let picture = readers.content(bytes, name: "it")
    for question in questions {
      do throws(ReadingError) {
        guard case .shown(let shown) = try picture.answer(question) else { continue }
        let size = shown.shape.size
        guard max(size.width, size.height) <= 64 else {
          throw ReadingError(.internalFault, "a picture of \(size) is no longer than 64 pixels")
        }
      } catch {
        // Files are refused for what they are; and no decoder that we know of dies.
        try promise(
          [.imageDamaged, .unsupportedFormat, .limitExceeded].contains(error.code)
            && !error.message.contains("made its decoder fail"), "\(error.code): \(error.message)")
      }
    }
  }
}

extension FuzzTarget {
  /// Files of every kind whose pixels are read.
  static let decoders: [FuzzTarget] = [
    ("jpeg", ["jpeg-cmyk"]), ("png", ["png-"]), ("tiff", ["tiff-"]), ("webp", ["webp-"]),
    ("heif", ["heic", "avif"]), ("dng", []),
  ].map { name, fixtures in
    FuzzTarget("\(name)-pixels") {
      let files = try FormatFixtures.files.keys.sorted()
        .filter { file in fixtures.contains { file.hasPrefix($0) } }
        .map { try FormatFixtures.bytes($0) }
      return switch name {
      case "jpeg": files + [JPEGBuilder().bytes, LargePhotos.jpeg(32, 24, refinements: 3)]
      case "dng": [TIFFBuilder.dng()]
      default: files
      }
    } run: { bytes in
      try DecoderReading.read(bytes)
    }
  }
}
