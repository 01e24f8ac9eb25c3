internal import TimeWalkArchive
package import TimeWalkCatalogue

/// The result of an export, for every front.
public struct ExportSummary: Codable, Hashable, Sendable {
  /// The name of the format, such as `csv`.
  public var format: String
  /// The collection, when it was one.
  public var collection: String?
  /// All collections.
  public var collections: [String]
  /// The number of written items, those without a place among them.
  public var items: Int
  /// The number of them without a place.
  public var unplaced: Int
  /// The number of footprints; absent if none were requested.
  public var footprints: Int?
  /// The file or folder; absent for standard output.
  public var path: String?
  /// Notes about it.
  public var warnings: [String]

  package init(_ report: ExportReport) {
    format = report.format.rawValue
    collection = report.collections.count == 1 ? report.collections.first : nil
    collections = report.collections
    items = report.items
    unplaced = report.unplaced
    footprints = report.footprints
    path = report.path
    warnings = report.warnings
  }
}
