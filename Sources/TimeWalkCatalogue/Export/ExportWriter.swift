import TimeWalkArchive

/// Writes the records of an export in one format.
///
/// Called in this order: `begin`, then for each collection `begin(collection:)` and its records,
/// then `finish`, which gives the file its name. A writer that is released earlier leaves nothing
/// behind.
protocol ExportWriter: AnyObject {
  /// Writes the text before all records.
  func begin() throws

  /// Writes the text before a collection's records.
  func begin(collection: CollectionStatement) throws

  /// Writes a record. Returns whether it drew a footprint.
  func write(_ record: CatalogueRecord) throws -> Bool

  /// Writes the text after all records, and completes the file.
  func finish() throws
}

extension ExportWriter {
  func begin() throws {}
  func begin(collection: CollectionStatement) throws {}
}

/// The subject of an export, for the writers.
struct ExportContents {
  /// The collections, in the order in which they are written.
  var collections: [CollectionStatement]
  /// The named eras of the archive.
  var eras: [NamedEra]
  /// The written columns: the standard ones, and optional ones with values.
  var columns: [CatalogueColumn]
  /// The names of the columns that TimeWalk has no field for, in their order.
  var others: [String] = []
  /// The data about a picture's file, by its path or address.
  var mediaRecord: (String) throws -> MediaRecord? = { _ in nil }
  /// The options.
  var options: ExportOptions

  /// The page that is written; `nil` for whole collections.
  var page: ExportPage?

  /// True if records must contain their collection.
  var isMixed: Bool { collections.count > 1 || page != nil }
}
