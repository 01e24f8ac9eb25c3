import TimeWalkArchive

/// The names in the header of a table, and where each stands.
struct HeaderNames {
  /// As they are written, without white space at their ends; "" for none.
  let names: [String]
  /// By the names as they are written, and as they compare.
  private let exactIndexes: [String: Int]
  private let indexes: [String: Int]

  /// Throws `.inputUnreadable` where one of TimeWalk's own names stands twice.
  init(_ names: [String]) throws(ArchiveError) {
    var indexes: [String: Int] = [:]
    for (index, name) in names.enumerated() where !name.isEmpty {
      let plain = PlainName.of(name)
      // A second column of a name is reached by no name, unless it is one that TimeWalk knows.
      if indexes[plain] != nil, CatalogueColumn(rawValue: plain) != nil {
        throw ArchiveError(.inputUnreadable, "The header has the column \(plain) twice.")
      }
      if indexes[plain] == nil { indexes[plain] = index }
    }
    self.names = names
    self.indexes = indexes
    exactIndexes = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  /// The index of a column, whatever its case and punctuation; `nil` when the table doesn't have
  /// it.
  func index(_ name: String) -> Int? { exactIndexes[name] ?? indexes[PlainName.of(name)] }
}
