import TimeWalkArchive

/// The result of an export.
package struct ExportReport: Hashable, Sendable {
  /// The format.
  package var format: ExportFormat
  /// The collections' names.
  package var collections: [String]
  /// The number of items, those without a place among them.
  package var items = 0
  /// The number of items without a place.
  package var unplaced = 0
  /// The number of footprints; `nil` if the format has none or none were requested.
  package var footprints: Int?
  /// The file or folder, as an absolute path; `nil` for a stream.
  package var path: String?
  /// Notes for a reader of the file.
  package var warnings: [String] = []

  /// The collection's name; empty when there are several.
  package var collection: String { collections.count == 1 ? collections[0] : "" }
}
