/// Where a picture came from, for it to say so.
package struct OriginalLink: Codable, Hashable, Sendable {
  /// The SHA-256 of the original's bytes, 64 hexadecimal digits.
  package var sha256: String
  /// Where the original is, a path or an address; `nil` where that is nobody's business.
  package var path: String?

  /// Makes a link.
  package init(sha256: String, path: String?) {
    self.sha256 = sha256
    self.path = path
  }
}
