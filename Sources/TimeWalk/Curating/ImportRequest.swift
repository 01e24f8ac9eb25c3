/// What is imported, and how.
public struct ImportRequest: Sendable {
  /// A file in any of the formats, a folder with one and `collection.json`, another archive, or
  /// standard input (`-`).
  public var source: String
  /// The collection's name; the source's own when `nil`.
  public var collection: String?
  /// Whether to do everything but keep it.
  public var isDryRun = false
  /// How the source is read: format, preset, mapping.
  public var reading = SourceReading()
  /// What stands first in a date such as `3/4/1905`; when `nil` the month, with a warning.
  public var dateOrder: DateOrder?
  /// Folders that files may lie in besides the source's own.
  public var mediaFolders: [String] = []
  /// Whether to make fingerprints of the pictures, by which copies are found.
  public var makesFingerprints = true
  /// What becomes of the files that it names.
  public var media = MediaOptions()
  /// Whether rows are refused that have no rights, neither of their own nor of their collection.
  public var requiresRights = false
  /// How items that the source no longer has are removed; they stay when `nil`.
  public var replacing: Replacement?
  /// Whether the source's values replace what people corrected by hand.
  public var overwritesCorrections = false
  /// What the journal calls the source; `nil` for its path.
  public var origin: String?
  /// Who imports, for the journal.
  public var author = ChangeAuthor()
  /// Told which of the source's values are which fields, before the first row is read.
  public var mapped: (@Sendable ([ImportSummary.Field]) -> Void)?
  /// Told the number of rows now and then, and the share of the source that has been read where it
  /// is known.
  public var progress: (@Sendable (Int, Double?) -> Void)?

  /// Asks for a source as it is.
  public init(source: String, collection: String? = nil) {
    self.source = source
    self.collection = collection
  }
}
