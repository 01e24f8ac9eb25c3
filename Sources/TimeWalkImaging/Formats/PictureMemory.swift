internal import CImages

/// The memory for decoding a picture, estimated from its header.
package enum PictureMemory {
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
    switch info.format {
    case .jpeg: return jpeg(pixels: pixels, bytes)
    // The sensor's values, four colours of 16 bits, the picture made from these, and the planes.
    case .dng, .cameraRaw: return pixels * 20
    default: break
    }
    let header = try? PictureFile.open(
      bytes, as: info.format, name: "", limits: .none, enough: nil
    ) { $0.header }
    guard let header else { return pixels * 24 }
    let depth = header.layout.bits > 8 ? 2 : 1
    // A larger picture is made small as its rows come.
    let planes = 4 * min(pixels, PictureMemory.wholePixels)
    return switch info.format {
    // The decoders' own estimates, and the planes.
    case .png, .tiff: Int(header.held_bytes) + planes
    // The decoder's picture, a copy in libheif's form, another if it is turned.
    case .heic, .avif: pixels * 9 * depth + planes
    // The decoder's picture and the rows of all.
    default: pixels * 8 + planes
    }
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
