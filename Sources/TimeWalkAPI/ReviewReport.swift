package import TimeWalkArchive
internal import TimeWalkCore

/// The entries for review, for every front.
public struct ReviewReport: Codable, Hashable, Sendable {
  /// One thing to decide.
  public struct Entry: Codable, Hashable, Sendable {
    /// The item.
    public var id: String
    /// The kind of the entry, one of `ReviewRequest.kinds`.
    public var kind: String
    /// The other item of a duplicate.
    public var other: String?
    /// The reason.
    public var reason: String
    /// The values that accepting would set, by field; empty when a user must give them.
    public var suggestion: [String: String]

    package init(_ entry: ReviewEntry) {
      id = entry.item.description
      kind = entry.kind.rawValue
      other = entry.other?.description
      reason = entry.reason
      suggestion = Dictionary(
        uniqueKeysWithValues: entry.suggestion.map { ($0.key.name, $0.value) })
    }
  }

  /// The entries, up to the requested number.
  public var entries: [Entry]
  /// The numbers of all entries, by kind.
  public var totals: [String: Int]

  package init(_ review: Review) {
    entries = review.entries.map(Entry.init)
    totals = Dictionary(uniqueKeysWithValues: review.totals.map { ($0.key.rawValue, $0.value) })
  }
}

/// The result of decisions, for every front.
public struct DecisionSummary: Codable, Hashable, Sendable {
  /// Items that are different now.
  public var changed: Int
  /// Entries that were dismissed.
  public var dismissed: Int
  /// Decisions that changed nothing.
  public var unchanged: Int
  /// The invalid decisions, each with its position: the line of a file if it comes from one.
  public var faults: [String]
  /// The number of the change in the journal; absent when nothing was written.
  public var entry: Int64?
  /// True if it was a dry run.
  public var dryRun: Bool

  /// Makes it with the faults in words, also those of decisions that the archive never got.
  package init(_ report: DecisionReport, faults: [String], isDryRun: Bool) {
    changed = report.changed
    dismissed = report.dismissed
    unchanged = report.unchanged
    self.faults = faults
    entry = report.entry
    dryRun = isDryRun
  }
}

/// A similar picture, for every front.
public struct DuplicatesReport: Codable, Hashable, Sendable {
  /// An item that may be a copy.
  public struct Suggestion: Codable, Hashable, Sendable {
    /// The item.
    public var id: String
    /// Its possible original.
    public var original: String
    /// The number of bits of 256 that differ.
    public var distance: Int
    /// The distance between their places, in metres.
    public var metersApart: Double
    /// True if their dates exclude each other.
    public var datesDiffer: Bool

    init(_ picture: NearDuplicate) {
      id = picture.item.description
      original = picture.original.description
      distance = picture.distance
      metersApart = picture.metersApart.rounded()
      datesDiffer = picture.datesDiffer
    }
  }

  /// The suggestions, up to the requested number.
  public var suggestions: [Suggestion]
  /// The number of all suggestions.
  public var total: Int
  /// The number of compared pictures.
  public var compared: Int
  /// The number of pictures with too little structure for a comparison.
  public var blank: Int
  /// True if there are too many similar pictures to list all.
  public var isCut: Bool

  /// Makes it with at most `limit` suggestions.
  package init(_ found: NearDuplicates, limit: Int?) {
    suggestions = found.suggestions.prefix(limit ?? .max).map(Suggestion.init)
    total = found.suggestions.count
    compared = found.compared
    blank = found.blank
    isCut = found.isCut
  }
}

/// The rights of collections, as every front writes them.
public struct RightsReport: Codable, Hashable, Sendable {
  /// A collection.
  public struct Collection: Codable, Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Its statement; absent when it has none.
    public var license: String?
    /// The doubts about it.
    public var doubt: String?
    /// The number of items without rights, neither their own nor the collection's.
    public var without: Int

    init(_ rights: CollectionRights) {
      name = rights.collection
      license = rights.license
      doubt = rights.doubt
      without = rights.without
    }
  }

  /// The collections in the order of their names.
  public var collections: [Collection]

  package init(_ rights: [CollectionRights]) { collections = rights.map(Collection.init) }
}
