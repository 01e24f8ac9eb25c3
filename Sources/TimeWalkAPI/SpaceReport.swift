/// The free space for photos, reported once it is low.
public struct SpaceReport: Codable, Hashable, Sendable {
  /// Bytes that may still be written.
  public var free: Int
  /// The number of photos that still fit, by the average size so far; the next is refused.
  public var photosLeft: Int

  /// Makes it from its values.
  package init(free: Int, photosLeft: Int) {
    self.free = free
    self.photosLeft = photosLeft
  }

  /// The same as a sentence.
  public var warning: String {
    "Only \(free / 1_000_000) MB are free on the disk, enough for about \(photosLeft) more "
      + "photo\(photosLeft == 1 ? "" : "s")."
  }
}
