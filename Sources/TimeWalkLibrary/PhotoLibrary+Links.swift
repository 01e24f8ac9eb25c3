internal import TimeWalkTables

/// Links to single photos, which the library knows by a digest only.
extension PhotoLibrary {
  /// Gives a photo a link, in place of an earlier one.
  ///
  /// - Parameters:
  ///   - id: the photo's id.
  ///   - digest: the digest of the link's secret; `nil` removes the link.
  /// - Throws: `noSuchPhoto` when the library has no photo of this id.
  package func link(_ id: String, to digest: String?) throws(LibraryError) {
    let changes = try access { db in
      try db.run(
        "UPDATE photos SET link = ? WHERE id = ? AND \(PhotoState.isKept)", [digest, id])
    }
    guard changes == 1 else { throw PhotoLibrary.noPhoto(id: id) }
  }

  /// True if a photo has a link.
  ///
  /// - Throws: `noSuchPhoto` when the library has no photo of this id.
  package func isLinked(_ id: String) throws(LibraryError) -> Bool {
    let found = try read { db in
      try db.first(
        Bool.self, "SELECT link IS NOT NULL FROM photos WHERE id = ? AND \(PhotoState.isKept)",
        [id])
    }
    guard let found else { throw PhotoLibrary.noPhoto(id: id) }
    return found
  }

  /// The id of the photo with a link; `nil` if no photo has it.
  package func photo(linked digest: String) throws(LibraryError) -> String? {
    try read { db in
      try db.first(
        String.self, "SELECT id FROM photos WHERE link = ? AND \(PhotoState.isKept)", [digest])
    }
  }
}
