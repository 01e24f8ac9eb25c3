internal import TimeWalkArchive
internal import TimeWalkCore

/// What needs a person, as every front writes it.
package struct ReviewReport: Codable, Hashable, Sendable {
  /// One thing to decide.
  package struct Entry: Codable, Hashable, Sendable {
    /// The item.
    package var id: String
    /// What about it, one of `ReviewRequest.kinds`.
    package var kind: String
    /// The other item of a duplicate.
    package var other: String?
    /// Why.
    package var reason: String
    /// What accepting would set, by field; empty when a person must say it.
    package var suggestion: [String: String]

    init(_ entry: ReviewEntry) {
      id = entry.item.description
      kind = entry.kind.rawValue
      other = entry.other?.description
      reason = entry.reason
      suggestion = Dictionary(
        uniqueKeysWithValues: entry.suggestion.map { ($0.key.rawValue, $0.value) })
    }
  }

  /// The entries, as many as were asked for.
  package var entries: [Entry]
  /// How many there are in all, by kind.
  package var totals: [String: Int]
}

/// What came of decisions, as every front writes it.
package struct DecisionSummary: Codable, Hashable, Sendable {
  /// Items that are different now.
  package var changed: Int
  /// Entries that were dismissed.
  package var dismissed: Int
  /// Decisions that changed nothing.
  package var unchanged: Int
  /// What can't be followed, each with its place: the line of a file where it comes from one.
  package var faults: [String]
  /// The number of the change in the journal; absent when nothing was written.
  package var entry: Int64?
  /// Whether nothing was kept, as asked.
  package var dryRun: Bool
}

/// What looks alike, as every front writes it.
package struct DuplicatesReport: Codable, Hashable, Sendable {
  /// An item that may be a copy.
  package struct Suggestion: Codable, Hashable, Sendable {
    /// The item.
    package var id: String
    /// What it may be a copy of.
    package var original: String
    /// How many of 256 bits differ.
    package var distance: Int
    /// How far their places lie apart, metres.
    package var metersApart: Double
    /// Whether their dates exclude each other.
    package var datesDiffer: Bool
  }

  /// The suggestions, as many as were asked for.
  package var suggestions: [Suggestion]
  /// How many there are in all.
  package var total: Int
  /// How many pictures were compared.
  package var compared: Int
  /// How many pictures show too little to be told from others.
  package var blank: Int
  /// Whether so many look alike that not all were gathered.
  package var isCut: Bool
}

/// The rights of collections, as every front writes them.
package struct RightsReport: Codable, Hashable, Sendable {
  /// A collection.
  package struct Collection: Codable, Hashable, Sendable {
    /// Its name.
    package var name: String
    /// Its statement; absent when it has none.
    package var license: String?
    /// What is doubtful about it.
    package var doubt: String?
    /// How many items have no rights, neither of their own nor the collection's.
    package var without: Int
  }

  /// The collections in the order of their names.
  package var collections: [Collection]
}
