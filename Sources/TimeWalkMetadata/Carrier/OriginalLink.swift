/// The origin of a picture, for its metadata.
package struct OriginalLink: Codable, Hashable, Sendable {
  /// The SHA-256 of the original's bytes, 64 hexadecimal digits.
  package var sha256: String
  /// The path or address of the original; `nil` if it is private.
  package var path: String?

  /// Makes a link.
  package init(sha256: String, path: String?) {
    self.sha256 = sha256
    self.path = path
  }
}
