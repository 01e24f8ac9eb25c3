import TimeWalkReading

/// The peak memory for processing a photo, before a pixel of it is decoded.
enum MemoryEstimate {
  /// The renditions at most 2048 pixels long, their encoders, and the archive's candidates.
  private static let renditions = 48 << 20

  /// Bytes for a photo, before its header is known.
  static func bytes(ofFile count: Int) -> Int { count + IsolatedPicture.memoryForHead(count) }

  /// Bytes for a photo.
  ///
  /// - Parameters:
  ///   - head: its header.
  ///   - count: bytes of the file; it is held here, by the process that reads it, and between them.
  ///   - budget: the limit of decoding.
  /// - Returns: the simultaneous memory of its decoding and rendering.
  static func bytes(_ head: PictureHead, ofFile count: Int, within budget: PhotoBudget) -> Int {
    IsolatedPicture.memoryForDecoding(head, most: budget.memory) + 3 * count + renditions
  }
}
