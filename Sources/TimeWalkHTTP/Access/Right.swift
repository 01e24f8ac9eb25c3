/// The permissions of a client; each right includes those before it.
package enum Right: String, Codable, Sendable, CaseIterable, Comparable {
  /// Search the archive, and read a photo by its id.
  case read
  /// Submit photos, and remove those of the same token.
  case submit
  /// List and remove all photos, and change the archive.
  case curate

  /// Orders the rights: each includes the lower ones.
  package static func < (left: Right, right: Right) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}
