/// What an export wrote.
public struct ExportReport: Hashable, Sendable {
  /// The collection's name.
  public var collection: String
  /// The number of items.
  public var items: Int
  /// The file, as an absolute path.
  public var path: String
  /// What a reader of the file should know.
  public var warnings: [String]
}
