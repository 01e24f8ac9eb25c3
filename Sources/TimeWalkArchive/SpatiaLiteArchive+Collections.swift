import GRDB

extension SpatiaLiteArchive {
  /// See `HistoricalArchive.require(collection:)`.
  public func require(collection name: String?) throws(ArchiveError) {
    guard let name else { return }
    try ArchiveError.typed { _ = try reader.read { try CollectionTable.require(name, $0) } }
  }
}
