package import Foundation
package import TimeWalkCore

/// The options of a change.
package struct ChangeTerms: Hashable, Sendable {
  /// True to do everything but keep it.
  package var isDryRun: Bool
  /// True if the user confirmed a large removal.
  package var isAgreed: Bool
  /// The author, for the journal.
  package var provenance: Provenance

  /// Makes terms.
  package init(
    isDryRun: Bool = false, isAgreed: Bool = false, by provenance: Provenance = Provenance()
  ) {
    self.isDryRun = isDryRun
    self.isAgreed = isAgreed
    self.provenance = provenance
  }
}

/// New values for fields of an item; an empty text makes a field unknown.
package struct FieldEdit: Hashable, Sendable {
  /// The values by their columns; `id` can't be set.
  package var fields: [CatalogueColumn: String]
  /// Values of columns that TimeWalk has no field for, by their names.
  package var others: [String: String]
  /// The folder that a file in `media` is named from; `nil` takes no files.
  package var folder: String?
  /// The item's last change that its editor knew, 0 for none; `nil` if unchecked.
  ///
  /// A later one refuses the edit.
  package var basis: Int64?

  /// Makes an edit.
  package init(
    _ fields: [CatalogueColumn: String], others: [String: String] = [:], folder: String? = nil,
    basis: Int64? = nil
  ) {
    self.fields = fields
    self.others = others
    self.folder = folder
    self.basis = basis
  }
}

/// The curators' operations on an archive, with any engine.
///
/// Each change is applied completely or not at all, has an entry in the journal, and can be undone.
/// All of them throw `.readOnly` for an archive that was opened read-only, and `.busy` while
/// another program changes it.
package protocol CuratedArchive: HistoricalArchive {
  /// Imports sources completely or not at all, in one entry of the journal.
  ///
  /// An existing item is updated in place if its row differs, and keeps its key. Importing the same
  /// source again changes nothing. Items that the source lacks stay, unless it is to replace the
  /// collection. A field that a row's source lacks stays, and so does a known place if the row has
  /// none; a new item is then stored without one. Manual corrections stay, too, unless the source
  /// is given precedence. Refused rows
  /// are not an error.
  ///
  /// - Parameters:
  ///   - sources: the sources, one for each collection.
  ///   - policy: the treatment of the rows.
  ///   - origin: the source's name in the journal.
  /// - Returns: the result.
  /// - Throws: when a source or the archive can't be used, `.otherSource`, and `.unconfirmed` when
  ///   items would be removed that may not.
  func apply(
    _ sources: [any ItemSource], policy: ImportPolicy, from origin: String?
  ) throws(ArchiveError) -> ImportReport

  /// Gives fields of an item new values, by the rules of an import.
  ///
  /// An item gets its place by `latitude` and `longitude`, and loses it when both are emptied; it
  /// then stays without a place. Throws `.noSuchItem`, `.invalidField` with all faults, and
  /// `.conflict` if the item was changed after the edit's basis.
  func set(
    _ id: ItemID, _ edit: FieldEdit, as kind: JournalEntry.Kind, terms: ChangeTerms
  ) throws(ArchiveError) -> EditReport

  /// Gives fields of all items that a query finds new values, all or nothing, in one entry of the
  /// journal.
  ///
  /// The query's limit and offset don't count. Items without a place are included, too, unless an
  /// area is requested. Throws `.invalidField` with all faults of the first item that can't have
  /// the values.
  func set(
    all query: ArchiveQuery, _ edit: FieldEdit, terms: ChangeTerms
  ) throws(ArchiveError) -> ManyEditsReport

  /// Removes items, with a place or without.
  ///
  /// A later import of their source doesn't restore them unless requested. Removing none isn't a
  /// change. Throws `.noSuchItem` unless all of them exist, and `.unconfirmed` for more than
  /// `freelyRemoved` without confirmation; then nothing is changed.
  func remove(_ ids: [ItemID], terms: ChangeTerms) throws(ArchiveError) -> RemovalReport

  /// Removes a collection with all its items and corrections; a later import makes a new one.
  ///
  /// Throws `.noSuchCollection`, and `.unconfirmed` when it has items and that is not agreed to;
  /// then nothing changed.
  func remove(collection name: String, terms: ChangeTerms) throws(ArchiveError) -> RemovalReport

  /// Defines a name of an era. Returns the stored era with the number of the change, `nil` if it
  /// was already defined and nothing was written.
  ///
  /// Throws `.eraExists` if the name has another date, which must be removed first: a search by
  /// name must not change its meaning unnoticed.
  func addEra(
    _ era: NamedEra, terms: ChangeTerms
  ) throws(ArchiveError) -> (era: NamedEra, entry: Int64?)

  /// Removes a name and returns its meaning, with the number of the change; throws `.noSuchEra`.
  func removeEra(
    named name: String, terms: ChangeTerms
  ) throws(ArchiveError) -> (era: NamedEra, entry: Int64?)

  /// The changes that were made, newest first.
  func history(limit: Int?) throws(ArchiveError) -> [JournalEntry]

  /// One entry of the journal; throws `.noSuchEntry`.
  func entry(_ number: Int64) throws(ArchiveError) -> JournalEntry

  /// Restores the state before an entry, in a new entry, which can be undone like any other.
  ///
  /// Throws `.noSuchEntry`, and `.conflict` with the later entries that must be undone first, since
  /// they changed the same items; then nothing changed.
  func undo(_ number: Int64, terms: ChangeTerms) throws(ArchiveError) -> UndoReport

  /// The changes of an entry, item by item in the order of the keys, each passed on as it is read.
  ///
  /// Throws `.noSuchEntry`.
  func forEachChange(
    of number: Int64, _ body: (ItemChange) throws -> Void
  ) throws(ArchiveError)

  /// Every change of an item by its name, oldest first, including undone ones; empty for an unknown
  /// name.
  func history(of id: ItemID) throws(ArchiveError) -> [(JournalEntry, ItemChange)]

  /// The items for review, without dismissed ones; throws `.noSuchCollection`.
  func review(_ query: ReviewQuery) throws(ArchiveError) -> Review

  /// Applies a user's decisions: all valid ones in one change of the journal, with the others in
  /// the report.
  ///
  /// `folder` is the base of relative files in `media`; `nil` refuses files.
  func decide(
    _ decisions: [ReviewDecision], folder: String?, terms: ChangeTerms
  ) throws(ArchiveError) -> DecisionReport

  /// The items with similar pictures within and across collections, by their fingerprints. With a
  /// collection, one of each pair belongs to it. Throws `.noSuchCollection`.
  func nearDuplicates(collection: String?) throws(ArchiveError) -> NearDuplicates

  /// The rights of all collections, in the order of their names.
  func rights() throws(ArchiveError) -> [CollectionRights]

  /// Gives a collection a rights statement; an empty text takes it away.
  ///
  /// A later import of its source keeps it, unless requested otherwise. Returns the number of the
  /// change, `nil` if it is unchanged, and the doubts about the statement. Throws
  /// `.noSuchCollection`, and `.invalidField` for a text with a NUL character.
  func setRights(
    of collection: String, to text: String, terms: ChangeTerms
  ) throws(ArchiveError) -> (entry: Int64?, doubt: String?)

  /// The addresses of pictures without a copy in the archive, each once, in the order of the items;
  /// throws `.noSuchCollection`.
  func missingPictures(collection: String?, limit: Int?) throws(ArchiveError) -> [MissingPicture]

  /// Stores a picture of the web, completely or not at all.
  ///
  /// - Parameters:
  ///   - address: the address that items name.
  ///   - limit: the most bytes.
  ///   - inspect: determines a file's type.
  ///   - fingerprint: computes a picture's fingerprint for finding its copies; `nil` skips this.
  ///   - bring: provides the bytes, piece by piece; throws if that fails.
  /// - Returns: the data of the stored picture.
  /// - Throws: `.inputUnreadable` for other files and too large ones, the errors of `bring`, and
  ///   the archive's errors.
  func keepPicture(
    of address: String, limit: Int, inspect: (String) throws -> MediaKind,
    fingerprint: ((String) throws -> Fingerprint?)?,
    bring: (_ take: (Data) throws -> Void) throws -> Void
  ) throws -> MediaRecord

  /// Checks the archive and lists its problems; an empty list means a sound archive.
  ///
  /// Checks one consistent state, and changes nothing. Of many problems of one kind only some are
  /// listed, with the number of the others.
  func verify(_ depth: VerifyDepth) throws(ArchiveError) -> [ArchiveProblem]

  /// Copies the archive into one file, and its own copies of pictures into the folder `FILE.media`,
  /// during concurrent reads and imports.
  ///
  /// The copy appears complete or not at all. Throws `.outputFailed`, `.invalidExport`, or
  /// `.damaged` for a torn copy.
  func backup(to path: String, withPictures: Bool) throws(ArchiveError) -> BackupReport

  /// Another archive, to import from; `nil` if this engine doesn't know the file's format.
  func archive(at path: String) throws(ArchiveError) -> (any HistoricalArchive)?
}

/// The number of items that may be removed without a confirmation.
package let freelyRemoved = 10

// The same with defaults.
extension CuratedArchive {
  @discardableResult
  package func set(
    _ id: ItemID, _ fields: [CatalogueColumn: String], others: [String: String] = [:],
    folder: String? = nil, isDryRun: Bool = false, by provenance: Provenance = Provenance()
  ) throws(ArchiveError) -> EditReport {
    try set(
      id, FieldEdit(fields, others: others, folder: folder), as: .set,
      terms: ChangeTerms(isDryRun: isDryRun, by: provenance))
  }

  @discardableResult
  package func set(
    all query: ArchiveQuery, _ fields: [CatalogueColumn: String], others: [String: String] = [:],
    folder: String? = nil, isDryRun: Bool = false, by provenance: Provenance = Provenance()
  ) throws(ArchiveError) -> ManyEditsReport {
    try set(
      all: query, FieldEdit(fields, others: others, folder: folder),
      terms: ChangeTerms(isDryRun: isDryRun, by: provenance))
  }

  @discardableResult
  package func remove(
    _ ids: [ItemID], isAgreed: Bool = false, isDryRun: Bool = false,
    by provenance: Provenance = Provenance()
  ) throws(ArchiveError) -> RemovalReport {
    try remove(
      ids, terms: ChangeTerms(isDryRun: isDryRun, isAgreed: isAgreed, by: provenance))
  }

  @discardableResult
  package func remove(
    collection name: String, isAgreed: Bool = false, isDryRun: Bool = false,
    by provenance: Provenance = Provenance()
  ) throws(ArchiveError) -> RemovalReport {
    try remove(
      collection: name,
      terms: ChangeTerms(isDryRun: isDryRun, isAgreed: isAgreed, by: provenance))
  }

  @discardableResult
  package func addEra(
    _ era: NamedEra, by provenance: Provenance = Provenance()
  ) throws(ArchiveError) -> (era: NamedEra, entry: Int64?) {
    try addEra(era, terms: ChangeTerms(by: provenance))
  }

  @discardableResult
  package func removeEra(
    named name: String, by provenance: Provenance = Provenance()
  ) throws(ArchiveError) -> (era: NamedEra, entry: Int64?) {
    try removeEra(named: name, terms: ChangeTerms(by: provenance))
  }

  package func history() throws(ArchiveError) -> [JournalEntry] { try history(limit: nil) }

  @discardableResult
  package func undo(
    _ number: Int64, isDryRun: Bool = false, by provenance: Provenance = Provenance()
  ) throws(ArchiveError) -> UndoReport {
    try undo(number, terms: ChangeTerms(isDryRun: isDryRun, by: provenance))
  }

  package func review() throws(ArchiveError) -> Review { try review(ReviewQuery()) }

  @discardableResult
  package func decide(
    _ decisions: [ReviewDecision], folder: String? = nil, isDryRun: Bool = false,
    by provenance: Provenance = Provenance()
  ) throws(ArchiveError) -> DecisionReport {
    try decide(
      decisions, folder: folder, terms: ChangeTerms(isDryRun: isDryRun, by: provenance))
  }

  package func nearDuplicates() throws(ArchiveError) -> NearDuplicates {
    try nearDuplicates(collection: nil)
  }

  @discardableResult
  package func setRights(
    of collection: String, to text: String, by provenance: Provenance = Provenance()
  ) throws(ArchiveError) -> (entry: Int64?, doubt: String?) {
    try setRights(of: collection, to: text, terms: ChangeTerms(by: provenance))
  }

  package func missingPictures(
    collection: String? = nil
  ) throws(ArchiveError) -> [MissingPicture] {
    try missingPictures(collection: collection, limit: nil)
  }

  package func verify() throws(ArchiveError) -> [ArchiveProblem] { try verify(.full) }

  @discardableResult
  package func backup(to path: String) throws(ArchiveError) -> BackupReport {
    try backup(to: path, withPictures: true)
  }
}
