package import TimeWalkCore

/// The reason for a review of an item.
package enum ReviewKind: String, Hashable, Sendable, CaseIterable {
  /// The date is uncertain, spans more than 50 years, lies in the future, can't be read, or caused
  /// a warning at its import.
  case doubtfulDate = "doubtful-date"
  /// There is no date.
  case undated
  /// The place is less accurate than the threshold.
  case lowAccuracy = "low-accuracy"
  /// The picture resembles another item's.
  case duplicate
  /// Both the item and its collection lack rights.
  case noRights = "no-rights"
  /// The item has no place.
  case unplaced
  /// The picture's file is missing.
  case missingMedia = "missing-media"
}

/// One thing that a person is to decide.
package struct ReviewEntry: Hashable, Sendable {
  /// The item.
  package var item: ItemID
  /// The kind.
  package var kind: ReviewKind
  /// The other item concerned; `nil` unless it is a duplicate.
  package var other: ItemID?
  /// The reason, in words.
  package var reason: String
  /// The values that accepting would set; empty when a user must give them.
  package var suggestion: [CatalogueColumn: String]

  /// Makes one.
  package init(
    item: ItemID, kind: ReviewKind, other: ItemID? = nil, reason: String,
    suggestion: [CatalogueColumn: String]
  ) {
    self.item = item
    self.kind = kind
    self.other = other
    self.reason = reason
    self.suggestion = suggestion
  }
}

/// The items for review.
package struct Review: Hashable, Sendable {
  /// The entries, by kind and then in the order of arrival, up to the requested number.
  package var entries: [ReviewEntry]
  /// The number of each requested kind.
  package var totals: [ReviewKind: Int]

  /// Makes one.
  package init(entries: [ReviewEntry], totals: [ReviewKind: Int]) {
    self.entries = entries
    self.totals = totals
  }
}

/// The kinds to review.
package struct ReviewQuery: Hashable, Sendable {
  /// The threshold of the accuracy, metres.
  package static let usualAccuracy = 100.0

  /// The kinds to include; all when empty.
  package var kinds: Set<ReviewKind>
  /// The collection; all when `nil`.
  package var collection: String?
  /// The greatest number of entries; all when `nil`.
  package var limit: Int?
  /// The accuracy above which a place is listed, metres.
  package var accuracy: Double
  /// The day after which no picture can have been made; `nil` leaves dates in the future alone.
  package var today: Day?

  /// Makes a query.
  package init(
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

/// A user's decision about an entry of a review.
package struct ReviewDecision: Hashable, Sendable {
  /// The action.
  package enum Verdict: Hashable, Sendable {
    /// Accept the suggestion.
    case accept
    /// It is well as it is, until the item changes.
    case dismiss
    /// The fields get these values; an empty text makes one unknown.
    case set([CatalogueColumn: String])
  }

  /// The item.
  package var item: ItemID
  /// The kind of the entry.
  package var kind: ReviewKind
  /// The other item; for a duplicate, `nil` takes the current suggestion.
  package var other: ItemID?
  /// The action.
  package var verdict: Verdict
  /// The reason, for later readers.
  package var note: String?

  /// Makes a decision.
  package init(
    _ verdict: Verdict, item: ItemID, kind: ReviewKind, other: ItemID? = nil, note: String? = nil
  ) {
    self.item = item
    self.kind = kind
    self.other = other
    self.verdict = verdict
    self.note = note
  }
}

extension ReviewDecision {
  /// The reason why an entry can't be accepted without a value.
  package static func nothingSuggested(_ decision: ReviewDecision) -> ArchiveError {
    ArchiveError(
      .invalidField,
      "There is no suggestion for \(decision.kind.rawValue) of \(decision.item); "
        + "set a field instead.")
  }

  /// The error for a duplicate that names no other item.
  package static func nothingAlike(_ item: ItemID) -> ArchiveError {
    ArchiveError(
      .invalidField, "No picture looks like the picture of \(item); name the other item.")
  }
}

/// The result of decisions.
package struct DecisionReport: Hashable, Sendable {
  /// Items that are different now.
  package var changed = 0
  /// Entries that were dismissed.
  package var dismissed = 0
  /// Decisions that changed nothing, as it was so already.
  package var unchanged = 0
  /// Those that can't be followed, in the order of the list; the others are.
  package var faults: [Fault] = []
  /// The number of the change in the journal; `nil` when nothing was written.
  package var entry: Int64?

  /// Makes one.
  package init(
    changed: Int = 0, dismissed: Int = 0, unchanged: Int = 0, faults: [Fault] = [],
    entry: Int64? = nil
  ) {
    self.changed = changed
    self.dismissed = dismissed
    self.unchanged = unchanged
    self.faults = faults
    self.entry = entry
  }

  /// A decision that can't be followed.
  package struct Fault: Hashable, Sendable {
    /// Its place in the list, from 0.
    package var index: Int
    /// The reason.
    package var reason: String

    /// Makes one.
    package init(index: Int, reason: String) {
      self.index = index
      self.reason = reason
    }
  }
}
