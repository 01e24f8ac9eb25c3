/// Where a picture came from, for it to say so.
public struct OriginalLink: Codable, Hashable, Sendable {
  /// The SHA-256 of the original's bytes, 64 hexadecimal digits.
  public var sha256: String
  /// Where the original is, a path or an address; `nil` where that is nobody's business.
  public var path: String?

  /// Makes a link.
  public init(sha256: String, path: String?) {
    self.sha256 = sha256
    self.path = path
  }
}
