package import TimeWalkCore

/// An archive's treatment of the rows of a source.
package struct ImportPolicy: Sendable {
  /// Does everything but keep it.
  package var isDryRun = false
  /// True if the user named the collection, and so agreed to change the items of another source.
  package var isCollectionGiven = false
  /// Looks at a picture's file, by its path, on any thread; `nil` leaves the pictures unseen.
  ///
  /// It returns `nil` for a picture that shows nothing, and throws when there is no picture that it
  /// can read.
  package var fingerprint: (@Sendable (String) throws -> Fingerprint?)?
  /// Determines a file's type by its path, on any thread; `nil` leaves the files unread.
  ///
  /// It throws for unreadable files.
  package var inspect: (@Sendable (String) throws -> MediaKind)?
  /// The treatment of the files in the source.
  package var media = MediaHandling.link
  /// The most bytes of one file.
  package var mediaLimit = MediaLimits.bytes
  /// True if rows are refused that have neither their own rights nor the collection's.
  package var requiresRights = false
  /// Called now and then with the number of rows, and the share of the source that has been read,
  /// 0...1, if known.
  ///
  /// It runs on the importing thread and must not use the archive.
  package var progress: (@Sendable (Int, Double?) -> Void)?
  /// The share of the source that has been read, for `progress`.
  package var share: @Sendable () -> Double? = { nil }
  /// True if items of the collection that the source doesn't name are removed.
  package var replaces = false
  /// True if `replaces` may remove anything; where it may not, an import that would is refused.
  package var mayRemove = false
  /// True if `replaces` may remove items although rows were refused; an item that a refused row
  /// names stays in any case.
  package var mayRemoveDespiteRefused = false
  /// True if the source's values replace manual corrections, and restore removed items.
  package var overwritesCorrections = false
  /// The maximum number of listed findings on rows; the report counts the others.
  package var listedFindings = 200_000
  /// The number of changes of each kind that the report lists.
  package var listedChanges = 1_000
  /// The author, for the journal.
  package var provenance = Provenance()
  /// The journal's note about the source's order of day and month in numbers.
  package static let dateOrderNote = "date-order"

  /// Makes a policy that stores valid rows and removes nothing.
  package init() {}
}
