internal import TimeWalkImaging

/// What taking a photo in needs at its peak, from its header and before a pixel of it is decoded.
enum MemoryEstimate {
  /// The renditions at most 2048 pixels long, their encoders, and the archive's candidates.
  private static let renditions = 48 << 20

  /// Bytes for a photo.
  ///
  /// - Parameters:
  ///   - info: what its header says.
  ///   - fileBytes: the length of its file, which is held meanwhile.
  /// - Returns: at least what its decoding and rendering take at once.
  static func bytes(_ info: JPEGInfo, fileBytes: Int) -> Int {
    let pixels = info.size.width * info.size.height
    let shared = max(1, info.sampling.horizontal * info.sampling.vertical)
    // Luma, and two planes of colour that several pixels share.
    let samples =
      info.components == 1 ? pixels : pixels + (info.components - 1) * pixels / shared
    // A progressive file's coefficients, two bytes each, stand beside the planes until the last scan.
    return samples * (info.isProgressive ? 3 : 1) + fileBytes + renditions
  }
}
