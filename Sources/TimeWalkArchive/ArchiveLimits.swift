/// The greatest sizes of an archive's contents; more is refused with an error that names the limit.
package enum ArchiveLimits {
  /// The maximum length of the text of one field in bytes: a title, a credit, an address.
  ///
  /// Lists and pages have those of a hundred items and more.
  package static let longestText = 16 << 10
  /// The same of an outline and of a georeference.
  package static let longestShape = 256 << 10
  /// The same of all extra columns of a row together.
  package static let longestExtras = 64 << 10
  /// The longest value, and the longest row, that is read from or written to the file, bytes.
  ///
  /// All texts of an item at their limits fit. A longer one, which only another program can have
  /// written, is detected by its length and never loaded.
  package static let longestValue = 32 << 20
  /// The same for the tiles, which hold all items of a place: some 10 million.
  package static let longestTile = 1_000_000_000
}
