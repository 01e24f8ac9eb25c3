import GRDB

extension SpatiaLiteArchive {
  /// Makes sure that a collection that is asked for is there; `nil` asks for none.
  ///
  /// Throws `.noSuchCollection` with the names of those that are.
  public func require(collection name: String?) throws(ArchiveError) {
    guard let name else { return }
    let names = try ArchiveError.typed {
      try reader.read { try String.fetchAll($0, sql: "SELECT name FROM collections ORDER BY name") }
    }
    guard !names.contains(name) else { return }
    let listed = names.prefix(20).joined(separator: ", ") + (names.count > 20 ? ", …" : "")
    throw ArchiveError(
      .noSuchCollection,
      "The archive has no collection \(name); it has \(names.isEmpty ? "none" : listed).")
  }
}
