package import TimeWalkCore

/// What an archive does with the rows of a source.
package struct ImportPolicy: Sendable {
  /// Does everything but keep it.
  package var isDryRun = false
  /// Whether somebody named the collection, and so agreed to change the items of another source.
  package var isCollectionGiven = false
  /// Looks at a picture's file, by its path, on any thread; `nil` leaves the pictures unseen.
  ///
  /// It returns `nil` for a picture that shows nothing, and throws when there is no picture that it
  /// can read.
  package var fingerprint: (@Sendable (String) throws -> Fingerprint?)?
  /// Says what a file is, by its path, on any thread; `nil` leaves the files unread.
  ///
  /// It throws for what it can't read at all.
  package var inspect: (@Sendable (String) throws -> MediaKind)?
  /// What becomes of the files that the source names.
  package var media = MediaHandling.link
  /// The most bytes of one file.
  package var mediaLimit = MediaLimits.bytes
  /// Whether rows are refused that have no rights, neither of their own nor of their collection.
  package var requiresRights = false
  /// Told the number of rows now and then, and the share of the source that has been read, 0...1,
  /// where that is known; on the importing thread, where it must not use the archive.
  package var progress: (@Sendable (Int, Double?) -> Void)?
  /// The share of the source that has been read, for `progress`.
  package var share: @Sendable () -> Double? = { nil }
  /// Whether items of the collection that the source doesn't name are removed.
  package var replaces = false
  /// Whether `replaces` may remove anything; where it may not, an import that would is refused.
  package var mayRemove = false
  /// Whether `replaces` may remove although rows were refused; an item that a refused row names
  /// stays all the same.
  package var mayRemoveDespiteRefused = false
  /// Whether the source's values replace what people corrected by hand, and bring back what they
  /// removed.
  package var overwritesCorrections = false
  /// How many findings on rows the report lists; it says how many more there are.
  package var listedFindings = 200_000
  /// How many changes of each kind the report lists.
  package var listedChanges = 1_000
  /// Who imports, for the journal.
  package var provenance = Provenance()
  /// The note of the journal that says in which order the source writes day and month in numbers.
  package static let dateOrderNote = "date-order"

  /// Makes a policy that keeps what is good and removes nothing.
  package init() {}
}
