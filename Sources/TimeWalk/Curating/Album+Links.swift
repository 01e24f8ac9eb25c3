internal import TimeWalkBase
internal import TimeWalkLibrary

extension Album {
  /// Makes a link to a photo, in place of an earlier one.
  ///
  /// - Parameters:
  ///   - id: the photo's id.
  ///   - linker: the account or token that makes the link.
  /// - Returns: the link's secret, 256 random bits in hexadecimal; the library has only its digest.
  /// - Throws: `notFound` when the library has no photo of this id.
  package func link(_ id: String, by linker: String) throws(TimeWalkError) -> String {
    let secret = RandomBytes.make(32).hexadecimal
    try LibraryError.rethrowing(
      library.link(id, to: Digest.of(secret.utf8).hexadecimal, by: linker))
    return secret
  }

  /// Removes the link to a photo, if it has one.
  ///
  /// - Throws: `notFound` when the library has no photo of this id.
  package func unlink(_ id: String) throws(TimeWalkError) {
    try LibraryError.rethrowing(library.link(id, to: nil))
  }

  /// The account or token that made the link to a photo; `nil` without a link.
  ///
  /// - Throws: `notFound` when the library has no photo of this id.
  package func linker(of id: String) throws(TimeWalkError) -> String? {
    try LibraryError.rethrowing(library.linker(of: id))
  }

  /// The id of the photo that a link leads to, and the account or token that made it.
  ///
  /// - Throws: `notFound` if no photo has this link.
  package func photo(
    linked secret: String
  ) throws(TimeWalkError) -> (id: String, linker: String) {
    let digest = Digest.of(secret.utf8).hexadecimal
    guard let link = try LibraryError.rethrowing(library.photo(linked: digest)) else {
      throw Album.noLink
    }
    return link
  }

  /// The error for a link that was never made, or was ended.
  package static let noLink = TimeWalkError(.notFound, "this link doesn't exist, or was ended")
}
