/// What becomes of the picture files that a catalogue names.
package struct MediaOptions: Hashable, Sendable {
  /// Whether the archive keeps a copy of each; else they are only read for their hash and size.
  package var copies: Bool
  /// The most bytes of one file; the archive's own limit when `nil`.
  package var limit: Int?

  /// Makes options.
  package init(copies: Bool = false, limit: Int? = nil) {
    self.copies = copies
    self.limit = limit
  }
}
