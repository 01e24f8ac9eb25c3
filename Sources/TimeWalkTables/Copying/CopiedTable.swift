/// A table that a copy of an archive transfers row by row; all others are derived from these.
package struct CopiedTable: Hashable, Sendable {
  /// Its name.
  package let name: String
  /// The column with row numbers that are never reused; `nil` for tables with other keys.
  package let number: String?
  /// The order in which its rows are read.
  package let order: String

  private init(numbered name: String, by number: String = "key") {
    self.name = name
    self.number = number
    order = number
  }

  private init(_ name: String, order: String) {
    self.name = name
    number = nil
    self.order = order
  }

  /// The entries of the journal.
  package static let journal = CopiedTable(numbered: "journal", by: "entry")
  /// The items with a place.
  package static let items = CopiedTable(numbered: VersionedTable.items.rawValue)

  /// All of them, each after those that its rows point to.
  package static let all: [CopiedTable] =
    [CopiedTable(numbered: VersionedTable.collections.rawValue), journal]
    + VersionedTable.allCases.filter { $0 != .collections }.map {
      CopiedTable(numbered: $0.rawValue)
    }
    + VersionedTable.allCases.map { CopiedTable($0.versions, order: "entry, key") }
    + [CopiedTable("media", order: "origin")]
}
