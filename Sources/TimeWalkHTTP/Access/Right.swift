/// What a client may do; each right has those before it.
package enum Right: String, Codable, Sendable, CaseIterable, Comparable {
  /// Ask the archive, and look at a photo by its id.
  case read
  /// Take photos in, and remove one by its id.
  case submit
  /// See all photos, and change the archive.
  case curate

  /// Whether a right has less than another.
  package static func < (left: Right, right: Right) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}
