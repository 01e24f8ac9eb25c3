internal import CImages
package import TimeWalkBase

/// The memory for decoding a picture, estimated from its header.
package enum PictureMemory {
  /// The rule that estimates the memory.
  enum Rule: Sendable {
    /// By a JPEG's scans.
    case jpeg
    /// Bytes for each pixel, with the planes.
    case pixels(Int)
    /// By the decoder, and the planes.
    case held
    /// Bytes for each pixel of 8 bits, twice as many for more bits, and the planes.
    case samples(Int)
  }

  /// Bytes for decoding a format in addition to the estimate of ``decoding(_:_:)``.
  package static func fixed(_ format: ImageFormat) -> Int {
    PictureCodec.all[format]?.fixedMemory ?? 0
  }

  /// Bytes at the peak of decoding, without the file's own, including the resulting planes.
  ///
  /// The estimate is the libraries' worst case for such a header. A PNG without passes or a HEIC
  /// that isn't turned stays below it.
  /// - Parameters:
  ///   - info: the header.
  ///   - bytes: the whole file.
  /// - Returns: about so many bytes, and hardly ever fewer than are needed.
  package static func decoding(_ info: PictureInfo, _ bytes: [UInt8]) -> Int {
    let pixels = info.size.width * info.size.height
    let rule = PictureCodec.all[info.format]?.memory
    switch rule {
    case .jpeg: return jpeg(pixels: pixels, bytes)
    case .pixels(let each): return pixels * each
    default: break
    }
    let header = try? PictureFile.open(
      bytes, as: info.format, name: "", limits: .none, enough: nil
    ) { $0.header }
    guard let header else { return pixels * 24 }
    let depth = header.layout.bits > 8 ? 2 : 1
    // A larger picture is made small as its rows come.
    let planes = 4 * min(pixels, PictureMemory.wholePixels)
    guard case .samples(let each) = rule else { return Int(header.held_bytes) + planes }
    return pixels * each * depth + planes
  }

  /// Pixels of the largest picture that is not made smaller: some thousand a side, as renditions
  /// have.
  private static let wholePixels = 4096 * 4096

  private static func jpeg(pixels: Int, _ bytes: [UInt8]) -> Int {
    guard let info = try? JPEGInfo.read(bytes, limits: .none) else { return pixels * 9 }
    let shared = max(1, info.sampling.horizontal * info.sampling.vertical)
    // Luma, and two planes of colour that several pixels share.
    let samples = info.components == 1 ? pixels : pixels + (info.components - 1) * pixels / shared
    // Inks are decoded as a whole. Of other pictures some rows are held at a time. Of progressive
    // files, the coefficients are held until the last scan, two bytes each.
    let rows = info.components == 4 ? 2 * samples : samples / 8
    return rows + (info.isProgressive ? 2 * samples : 0)
  }
}
