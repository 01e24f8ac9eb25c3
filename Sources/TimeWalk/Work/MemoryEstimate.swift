internal import TimeWalkImaging

/// What taking a photo in needs at its peak, from its header and before a pixel of it is decoded.
enum MemoryEstimate {
  /// The renditions at most 2048 pixels long, their encoders, and the archive's candidates.
  private static let renditions = 48 << 20

  /// Bytes for a photo.
  ///
  /// - Parameters:
  ///   - info: what its header says.
  ///   - file: the whole file, which is held meanwhile.
  /// - Returns: about what its decoding and rendering take at once.
  static func bytes(_ info: PictureInfo, of file: [UInt8]) -> Int {
    let pixels = info.size.width * info.size.height
    return decoding(info.format, pixels: pixels, file) + file.count + renditions
  }

  private static func decoding(_ format: ImageFormat, pixels: Int, _ file: [UInt8]) -> Int {
    switch format {
    case .jpeg:
      guard let info = try? JPEGInfo.read(file) else { return pixels * 9 }
      let shared = max(1, info.sampling.horizontal * info.sampling.vertical)
      // Luma, and two planes of colour that several pixels share.
      let samples =
        info.components == 1 ? pixels : pixels + (info.components - 1) * pixels / shared
      // Inks are decoded as a whole; of all others some rows are held at a time, and of progressive files the
      // coefficients, two bytes each, until the last scan.
      let rows = info.components == 4 ? 2 * samples : samples / 8
      return rows + (info.isProgressive ? 2 * samples : 0)
    // The sensor's values, four colours of 16 bits made of them, and the planes.
    case .dng, .cameraRaw: return pixels * 20
    // What the library decodes, of up to 16 bits, and the planes.
    default: return pixels * 12
    }
  }
}
