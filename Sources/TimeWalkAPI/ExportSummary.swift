internal import TimeWalkArchive
package import TimeWalkCatalogue

/// What an export did, as every front writes it.
public struct ExportSummary: Codable, Hashable, Sendable {
  /// `csv`, `tsv`, `geojson`, `ndjson`, `gpkg`, `iiif`, `kml` or `kmz`.
  public var format: String
  /// The collection, when it was one.
  public var collection: String?
  /// All collections.
  public var collections: [String]
  /// How many items were written, those without a place among them.
  public var items: Int
  /// How many of them have no place.
  public var unplaced: Int
  /// How many have a footprint; absent where none were asked for.
  public var footprints: Int?
  /// The file or folder; absent for standard output.
  public var path: String?
  /// What to know about it.
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
