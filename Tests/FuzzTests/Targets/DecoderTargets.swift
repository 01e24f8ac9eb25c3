import TimeWalkImaging
import TimeWalkTestSupport

@testable import TimeWalkReading

/// Pictures that are asked of readers as `submit` and imports ask: in `Scripts/fuzz` of processes
/// of their own.
enum DecoderReading {
  /// A square mebipixel is enough for each way through a decoder, and doesn't take long.
  static let limits: ImagingLimits = {
    var limits = ImagingLimits()
    (limits.pixels, limits.partedPixels) = (1 << 20, 1 << 20)
    return limits
  }()

  private static let readers = PictureReaders(limits: limits)
  private static let questions: [PictureQuestion] = [
    .head, .shown(ShowQuestion(side: 64, orientation: .upright, acceptsDamage: true)), .fingerprint,
    .bare,
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
      } catch { try check(error) }
    }
  }

  /// Reads the part that the first six bytes describe: its corner and size in pixels, how coarse,
  /// and whether damage is accepted.
  static func readPart(_ bytes: [UInt8]) throws {
    guard bytes.count > 6 else { return }
    let numbers = bytes.prefix(6).map(Int.init)
    let question = PartQuestion(
      region: PixelRegion(
        x: numbers[0] - 8, y: numbers[1] - 8, width: numbers[2] + 1, height: numbers[3] + 1),
      step: 1 + Double(numbers[4]) / 16, acceptsDamage: numbers[5] % 2 == 1)
    let picture = readers.content(Array(bytes.dropFirst(6)), name: "it")
    let answer: PictureAnswer
    do throws(ReadingError) { answer = try picture.answer(.part(question)) } catch {
      return try check(error)
    }
    guard let part = answer.part else { return }
    let size = part.image.size, region = question.region, place = part.place
    try promise(
      size.width <= region.width + 16 && size.height <= region.height + 16
        && place.x <= Double(max(0, region.x)) && place.y <= Double(max(0, region.y))
        && place.x + Double(size.width) * place.step.x > Double(region.x)
        && place.y + Double(size.height) * place.step.y > Double(region.y),
      "a part of \(size) at \(place) is none of \(question)")
  }

  /// Files are refused by their format; no known decoder crashes.
  private static func check(_ error: ReadingError) throws {
    try promise(
      [.imageDamaged, .unsupportedFormat, .limitExceeded].contains(error.code)
        && !error.message.contains("decoder failed"), "\(error.code): \(error.message)")
  }
}

extension FuzzTarget {
  /// Files of every kind whose pixels are read, whole and in parts.
  static let decoders: [FuzzTarget] = [
    ("jpeg", ["jpeg-cmyk"]), ("png", ["png-"]), ("tiff", ["tiff-"]), ("webp", ["webp-"]),
    ("heif", ["heic", "avif"]), ("dng", []),
  ].flatMap { name, fixtures in
    let files: @Sendable () throws -> [[UInt8]] = {
      let files = try FormatFixtures.files.keys.sorted()
        .filter { file in fixtures.contains { file.hasPrefix($0) } }
        .map { try FormatFixtures.bytes($0) }
      return switch name {
      case "jpeg":
        files + [
          JPEGBuilder().bytes, LargePhotos.jpeg(32, 24, refinements: 3),
          try PlanarImage(
            size: PixelSize(width: 32, height: 160), planes: [[UInt8](repeating: 90, count: 5120)]
          ).encode(restartsEachRow: true),
        ]
      case "dng": [TIFFBuilder.dng()]
      default: files
      }
    }
    let parts: [[UInt8]] = [[8, 8, 31, 23, 16, 1], [20, 148, 9, 9, 0, 0], [18, 14, 4, 5, 60, 0]]
    return [
      FuzzTarget("\(name)-pixels", seeds: files) { try DecoderReading.read($0) },
      FuzzTarget("\(name)-parts") {
        try files().flatMap { file in parts.map { $0 + file } }
      } run: {
        try DecoderReading.readPart($0)
      },
    ]
  }
}
