internal import TimeWalkTables

/// A filter for photos of the library; all without a condition.
package struct PhotoFilter: Hashable, Sendable {
  /// Submitted on this day or later, `YYYY-MM-DD`, UTC.
  package var since: String?
  /// Submitted on this day or earlier, `YYYY-MM-DD`, UTC.
  package var until: String?
  /// A part of the original's path or URL.
  package var original: String?
  /// The original's SHA-256.
  package var sha256: String?

  /// Selects all.
  package init() {}

  var condition: String {
    var all = [PhotoState.isKept]
    if since != nil { all.append("substr(submitted, 1, 10) >= ?") }
    if until != nil { all.append("substr(submitted, 1, 10) <= ?") }
    // Both engines compare letters by their case here, as they don't with LIKE.
    if original != nil {
      all.append("(replace(original, ?, '') <> original OR replace(url, ?, '') <> url)")
    }
    if sha256 != nil { all.append("sha256 = ?") }
    return all.joined(separator: " AND ")
  }

  var arguments: SQLArguments {
    [since, until, original, original, sha256].compactMap { $0 }
  }
}

/// The requested part of a long list of photos.
package struct PhotoPage: Hashable, Sendable {
  /// The greatest number of photos.
  package var limit: Int
  /// The number of photos to skip first.
  package var offset: Int
  /// The number of the photo that the page before ended with; `nil` for the first page.
  package var after: Int?
  /// True if the oldest comes first.
  package var isOldestFirst = false

  /// Selects the newest.
  package init(limit: Int, offset: Int = 0) {
    self.limit = limit
    self.offset = offset
  }

  /// The SQL after the condition of a filter.
  var condition: String {
    (after == nil ? "" : " AND sequence \(isOldestFirst ? ">" : "<") ?")
      + " ORDER BY sequence \(isOldestFirst ? "ASC" : "DESC") LIMIT ? OFFSET ?"
  }
}
