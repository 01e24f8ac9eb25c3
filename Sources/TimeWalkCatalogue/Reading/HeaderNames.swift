import TimeWalkArchive

/// The names in the header of a table, and their columns.
struct HeaderNames {
  /// The original names, trimmed; "" for none.
  let names: [String]
  /// By the original names, and by their normalized forms.
  private let exactIndexes: [String: Int]
  private let indexes: [String: Int]

  /// Throws `.inputUnreadable` if one of TimeWalk's own names is repeated.
  init(_ names: [String]) throws(ArchiveError) {
    var indexes: [String: Int] = [:]
    for (index, name) in names.enumerated() where !name.isEmpty {
      let plain = PlainName.of(name)
      // A second column of a name can't be reached by name, unless it is one of TimeWalk's.
      if indexes[plain] != nil, CatalogueColumn(named: plain) != nil {
        throw ArchiveError(.inputUnreadable, "The header has the column \(plain) twice.")
      }
      if indexes[plain] == nil { indexes[plain] = index }
    }
    self.names = names
    self.indexes = indexes
    exactIndexes = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  /// The index of a column, ignoring case and punctuation; `nil` when the table doesn't have it.
  func index(_ name: String) -> Int? { exactIndexes[name] ?? indexes[PlainName.of(name)] }
}
