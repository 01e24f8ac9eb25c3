/// The treatment of the picture files in a catalogue.
public struct MediaOptions: Hashable, Sendable {
  /// True if the archive keeps a copy of each; else they are only read for their hash and size.
  public var copies: Bool
  /// The most bytes of one file; the archive's own limit when `nil`.
  public var limit: Int?

  /// Makes options.
  public init(copies: Bool = false, limit: Int? = nil) {
    self.copies = copies
    self.limit = limit
  }
}
