/// The source and the options of an import.
public struct ImportRequest: Sendable {
  /// A file in any of the formats, a folder with one and `collection.json`, another archive, or
  /// standard input (`-`).
  public var source: String
  /// The collection's name; the source's own when `nil`.
  public var collection: String?
  /// True to do everything but keep it.
  public var isDryRun = false
  /// The options for reading the source: format, preset, mapping.
  public var reading = SourceReading()
  /// The first part of a date such as `3/4/1905`; when `nil` the month, with a warning.
  public var dateOrder: DateOrder?
  /// Folders that may contain files, in addition to the source's own.
  public var mediaFolders: [String] = []
  /// True to make fingerprints of the pictures, by which copies are found.
  public var makesFingerprints = true
  /// The treatment of the files that it names.
  public var media = MediaOptions()
  /// True if rows are refused that have no rights, neither of their own nor of their collection.
  public var requiresRights = false
  /// The rule for items that the source no longer has; they stay when `nil`.
  public var replacing: Replacement?
  /// True if the source's values replace manual corrections.
  public var overwritesCorrections = false
  /// The source's name in the journal; `nil` for its path.
  public var origin: String?
  /// The author, for the journal.
  public var author = ChangeAuthor()
  /// Called with the mapping of the source's values to fields, before the first row is read.
  public var mapped: (@Sendable ([ImportSummary.Field]) -> Void)?
  /// Called now and then with the number of rows, and the share of the source that has been read,
  /// if known.
  public var progress: (@Sendable (Int, Double?) -> Void)?

  /// Makes a request for a source with defaults.
  public init(source: String, collection: String? = nil) {
    self.source = source
    self.collection = collection
  }
}
