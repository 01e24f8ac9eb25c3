package import TimeWalkArchive
internal import TimeWalkCore

/// What needs a person, as every front writes it.
public struct ReviewReport: Codable, Hashable, Sendable {
  /// One thing to decide.
  public struct Entry: Codable, Hashable, Sendable {
    /// The item.
    public var id: String
    /// What about it, one of `ReviewRequest.kinds`.
    public var kind: String
    /// The other item of a duplicate.
    public var other: String?
    /// Why.
    public var reason: String
    /// What accepting would set, by field; empty when a person must say it.
    public var suggestion: [String: String]

    package init(_ entry: ReviewEntry) {
      id = entry.item.description
      kind = entry.kind.rawValue
      other = entry.other?.description
      reason = entry.reason
      suggestion = Dictionary(
        uniqueKeysWithValues: entry.suggestion.map { ($0.key.rawValue, $0.value) })
    }
  }

  /// The entries, as many as were asked for.
  public var entries: [Entry]
  /// How many there are in all, by kind.
  public var totals: [String: Int]

  /// Takes what it says.
  package init(entries: [Entry], totals: [String: Int]) {
    self.entries = entries
    self.totals = totals
  }
}

/// What came of decisions, as every front writes it.
public struct DecisionSummary: Codable, Hashable, Sendable {
  /// Items that are different now.
  public var changed: Int
  /// Entries that were dismissed.
  public var dismissed: Int
  /// Decisions that changed nothing.
  public var unchanged: Int
  /// What can't be followed, each with its place: the line of a file where it comes from one.
  public var faults: [String]
  /// The number of the change in the journal; absent when nothing was written.
  public var entry: Int64?
  /// Whether nothing was kept, as asked.
  public var dryRun: Bool

  /// Takes what it says.
  package init(
    changed: Int, dismissed: Int, unchanged: Int, faults: [String], entry: Int64? = nil,
    dryRun: Bool
  ) {
    self.changed = changed
    self.dismissed = dismissed
    self.unchanged = unchanged
    self.faults = faults
    self.entry = entry
    self.dryRun = dryRun
  }
}

/// What looks alike, as every front writes it.
public struct DuplicatesReport: Codable, Hashable, Sendable {
  /// An item that may be a copy.
  public struct Suggestion: Codable, Hashable, Sendable {
    /// The item.
    public var id: String
    /// What it may be a copy of.
    public var original: String
    /// How many of 256 bits differ.
    public var distance: Int
    /// How far their places lie apart, metres.
    public var metersApart: Double
    /// Whether their dates exclude each other.
    public var datesDiffer: Bool

    /// Takes what it says.
    package init(
      id: String, original: String, distance: Int, metersApart: Double, datesDiffer: Bool
    ) {
      self.id = id
      self.original = original
      self.distance = distance
      self.metersApart = metersApart
      self.datesDiffer = datesDiffer
    }
  }

  /// The suggestions, as many as were asked for.
  public var suggestions: [Suggestion]
  /// How many there are in all.
  public var total: Int
  /// How many pictures were compared.
  public var compared: Int
  /// How many pictures show too little to be told from others.
  public var blank: Int
  /// Whether so many look alike that not all were gathered.
  public var isCut: Bool

  /// Takes what it says.
  package init(suggestions: [Suggestion], total: Int, compared: Int, blank: Int, isCut: Bool) {
    self.suggestions = suggestions
    self.total = total
    self.compared = compared
    self.blank = blank
    self.isCut = isCut
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
    /// What is doubtful about it.
    public var doubt: String?
    /// How many items have no rights, neither of their own nor the collection's.
    public var without: Int

    /// Takes what it says.
    package init(name: String, license: String? = nil, doubt: String? = nil, without: Int) {
      self.name = name
      self.license = license
      self.doubt = doubt
      self.without = without
    }
  }

  /// The collections in the order of their names.
  public var collections: [Collection]

  /// Takes what it says.
  package init(collections: [Collection]) {
    self.collections = collections
  }
}
