public import TimeWalkCore

/// What about an item needs a person.
public enum ReviewKind: String, Hashable, Sendable, CaseIterable {
  /// The date is uncertain, spans more than 50 years, lies in the future, or can't be read, or its
  /// words were read with a doubt that an import warned of.
  case doubtfulDate = "doubtful-date"
  /// There is no date.
  case undated
  /// The place is known no better than the threshold.
  case lowAccuracy = "low-accuracy"
  /// The picture looks like another item's.
  case duplicate
  /// Neither the item nor its collection has rights.
  case noRights = "no-rights"
  /// The item has no place.
  case unplaced
  /// The picture's file is gone.
  case missingMedia = "missing-media"
}

/// One thing that a person is to decide.
public struct ReviewEntry: Hashable, Sendable {
  /// The item.
  public var item: ItemID
  /// What about it.
  public var kind: ReviewKind
  /// The other item that it is about; `nil` unless it is a duplicate.
  public var other: ItemID?
  /// Why, in words.
  public var reason: String
  /// What accepting would set; empty when a person must say it.
  public var suggestion: [CatalogueColumn: String]
}

/// What is to be reviewed.
public struct Review: Hashable, Sendable {
  /// The entries, by kind and then in the order in which items came; as many as were asked for.
  public var entries: [ReviewEntry]
  /// How many there are of each kind that was asked for.
  public var totals: [ReviewKind: Int]
}

/// What is asked to be reviewed.
public struct ReviewQuery: Hashable, Sendable {
  /// What is worth a person's time: an accuracy above this many metres.
  public static let usualAccuracy = 100.0

  /// Which kinds; all when empty.
  public var kinds: Set<ReviewKind>
  /// The collection; all when `nil`.
  public var collection: String?
  /// How many entries at most; all when `nil`.
  public var limit: Int?
  /// The accuracy above which a place is listed, metres.
  public var accuracy: Double
  /// The day after which no picture can have been made; `nil` leaves dates in the future alone.
  public var today: Day?

  /// Makes a query.
  public init(
    kinds: Set<ReviewKind> = [], collection: String? = nil, limit: Int? = nil,
    accuracy: Double = usualAccuracy, today: Day? = nil
  ) {
    self.kinds = kinds
    self.collection = collection
    self.limit = limit
    self.accuracy = accuracy
    self.today = today
  }
}

/// What a person decided about an entry of a review.
public struct ReviewDecision: Hashable, Sendable {
  /// What is to be done.
  public enum Verdict: Hashable, Sendable {
    /// What the review suggests is right.
    case accept
    /// It is well as it is, until the item changes.
    case dismiss
    /// The fields get these values; an empty text makes one unknown.
    case set([CatalogueColumn: String])
  }

  /// The item.
  public var item: ItemID
  /// What about it was reviewed.
  public var kind: ReviewKind
  /// The other item; for a duplicate, `nil` takes the one that is suggested now.
  public var other: ItemID?
  /// What is to be done.
  public var verdict: Verdict
  /// Why, for those who ask later.
  public var note: String?

  /// Makes a decision.
  public init(
    _ verdict: Verdict, item: ItemID, kind: ReviewKind, other: ItemID? = nil, note: String? = nil
  ) {
    self.item = item
    self.kind = kind
    self.other = other
    self.verdict = verdict
    self.note = note
  }
}

/// What came of decisions.
public struct DecisionReport: Hashable, Sendable {
  /// Items that are different now.
  public var changed = 0
  /// Entries that were dismissed.
  public var dismissed = 0
  /// Decisions that changed nothing, as it was so already.
  public var unchanged = 0
  /// Those that can't be followed, in the order of the list; the others are.
  public var faults: [Fault] = []
  /// The number of the change in the journal; `nil` when nothing was written.
  public var entry: Int64?

  /// A decision that can't be followed.
  public struct Fault: Hashable, Sendable {
    /// Its place in the list, from 0.
    public var index: Int
    /// Why.
    public var reason: String
  }
}
