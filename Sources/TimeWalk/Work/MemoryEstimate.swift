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
    PictureMemory.decoding(info, file) + file.count + renditions
  }
}
