internal import TimeWalkTables

/// Links to single photos, which the library knows by a digest only.
///
/// The column has the digest, a space, and the account or token that made it.
extension PhotoLibrary {
  /// Gives a photo a link, in place of an earlier one.
  ///
  /// - Parameters:
  ///   - id: the photo's id.
  ///   - digest: the digest of the link's secret, hexadecimal; `nil` removes the link.
  ///   - linker: the account or token that makes the link.
  /// - Throws: `noSuchPhoto` when the library has no photo of this id.
  package func link(_ id: String, to digest: String?, by linker: String = "local")
    throws(LibraryError)
  {
    let link = digest.map { "\($0) \(linker)" }
    let changes = try access { db in
      try db.run(
        "UPDATE photos SET link = ? WHERE id = ? AND \(PhotoState.isKept)", [link, id])
    }
    guard changes == 1 else { throw PhotoLibrary.noPhoto(id: id) }
  }

  /// The account or token that made the link to a photo; `nil` without a link.
  ///
  /// - Throws: `noSuchPhoto` when the library has no photo of this id.
  package func linker(of id: String) throws(LibraryError) -> String? {
    let row = try read { db in
      try db.row("SELECT link FROM photos WHERE id = ? AND \(PhotoState.isKept)", [id])
    }
    guard let row else { throw PhotoLibrary.noPhoto(id: id) }
    return (row[0] as String?).map(Self.linker(in:))
  }

  /// The id of the photo with a link, and the account or token that made it; `nil` if no photo has
  /// it.
  package func photo(linked digest: String) throws(LibraryError) -> (id: String, linker: String)? {
    try read { db in
      // All makers are between the space and the next character.
      try db.row(
        "SELECT id, link FROM photos WHERE link > ? AND link < ? AND \(PhotoState.isKept)",
        [digest + " ", digest + "!"]
      ).map { ($0[0], Self.linker(in: $0[1])) }
    }
  }

  private static func linker(in link: String) -> String {
    String(link.drop { $0 != " " }.dropFirst())
  }
}
