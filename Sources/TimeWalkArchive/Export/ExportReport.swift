/// What an export wrote.
public struct ExportReport: Hashable, Sendable {
  /// The format.
  public var format: ExportFormat
  /// The collections' names.
  public var collections: [String]
  /// The number of items, those without a place among them.
  public var items = 0
  /// How many of them have no place.
  public var unplaced = 0
  /// How many have a footprint; `nil` where the format has none or none were asked for.
  public var footprints: Int?
  /// The file or folder, as an absolute path; `nil` for a stream.
  public var path: String?
  /// What a reader of the file should know.
  public var warnings: [String] = []

  /// The collection's name; empty when there are several.
  public var collection: String { collections.count == 1 ? collections[0] : "" }

  init(format: ExportFormat, collections: [String]) {
    self.format = format
    self.collections = collections
  }
}
