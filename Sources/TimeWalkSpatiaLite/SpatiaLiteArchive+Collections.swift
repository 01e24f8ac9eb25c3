import GRDB
package import TimeWalkArchive

extension SpatiaLiteArchive {
  /// See `HistoricalArchive.require(collection:)`.
  package func require(collection name: String?) throws(ArchiveError) {
    guard let name else { return }
    try ArchiveError.typed { _ = try reader.read { try CollectionTable.require(name, $0) } }
  }
}
