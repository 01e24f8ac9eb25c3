import GRDB

extension SpatiaLiteArchive {
  /// Makes sure that a collection that is asked for is there; `nil` asks for none.
  ///
  /// Throws `.noSuchCollection` with the names of those that are.
  public func require(collection name: String?) throws(ArchiveError) {
    guard let name else { return }
    try ArchiveError.typed { _ = try reader.read { try CollectionTable.require(name, $0) } }
  }
}
