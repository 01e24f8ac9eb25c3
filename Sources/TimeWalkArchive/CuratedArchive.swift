package import Foundation
package import TimeWalkCore

/// How a change is made.
package struct ChangeTerms: Hashable, Sendable {
  /// Whether to do everything but keep it.
  package var isDryRun: Bool
  /// Whether what removes much was agreed to.
  package var isAgreed: Bool
  /// Who does it, for the journal.
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
  /// The last change of the item that its editor knew of, 0 for none; `nil` where nobody looked.
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

/// What curators do with an archive, whatever engine keeps it.
///
/// Each change is kept whole or not at all, has an entry of the journal, and can be undone. All of
/// them throw `.readOnly` for an archive that was opened to look at, and `.busy` while another
/// program changes it.
package protocol CuratedArchive: HistoricalArchive {
  /// Keeps what sources say, all or nothing, in one entry of the journal.
  ///
  /// An item that is there is updated in place when its row says something else, and keeps its key;
  /// the same again changes nothing; items that the source doesn't name stay, unless it is to
  /// replace the collection. A row without a place is kept as an item without one; where the
  /// archive knows the place, it stays as it is. What a person corrected by hand stays, too, unless
  /// the source is to win. Refused rows are not an error.
  ///
  /// - Parameters:
  ///   - sources: what to keep, one for each collection.
  ///   - policy: what is done with the rows.
  ///   - origin: what the journal calls the source.
  /// - Returns: what was done.
  /// - Throws: when a source or the archive can't be used, `.otherSource`, and `.unconfirmed` when
  ///   items would be removed that may not.
  func apply(
    _ sources: [any ItemSource], policy: ImportPolicy, from origin: String?
  ) throws(ArchiveError) -> ImportReport

  /// Gives fields of an item new values, by the rules of an import.
  ///
  /// An item gets its place by `latitude` and `longitude`, and loses it when both are emptied; it
  /// is then kept without one. Throws `.noSuchItem`, `.invalidField` with all that is wrong, and
  /// `.conflict` where the item was changed after the edit's basis.
  func set(
    _ id: ItemID, _ edit: FieldEdit, as kind: JournalEntry.Kind, terms: ChangeTerms
  ) throws(ArchiveError) -> EditReport

  /// Gives fields of all items that a query finds new values, all or nothing, in one entry of the
  /// journal.
  ///
  /// The query's limit and offset don't count. Items without a place are found, too, where no area
  /// is asked for. Throws `.invalidField` with all that is wrong with the values of the first item
  /// that can't have them.
  func set(
    all query: ArchiveQuery, _ edit: FieldEdit, terms: ChangeTerms
  ) throws(ArchiveError) -> ManyEditsReport

  /// Removes items, with a place or without.
  ///
  /// A later import of their source doesn't bring them back unless it is told to. To remove none is
  /// no change. Throws `.noSuchItem` unless all of them are there, and `.unconfirmed` for more than
  /// `freelyRemoved` that are not agreed to; then nothing changed.
  func remove(_ ids: [ItemID], terms: ChangeTerms) throws(ArchiveError) -> RemovalReport

  /// Removes a collection with all that is in it, and with what was corrected there: imported
  /// again, it is a new one.
  ///
  /// Throws `.noSuchCollection`, and `.unconfirmed` when it has items and that is not agreed to;
  /// then nothing changed.
  func remove(collection name: String, terms: ChangeTerms) throws(ArchiveError) -> RemovalReport

  /// Makes a name of an era known, and returns the era as it is kept, with the number of the
  /// change, `nil` when nothing was written: as before when it was known already.
  ///
  /// Throws `.eraExists` when it is there with another date, which must be removed first: a search
  /// by name shall not change its meaning unnoticed.
  func addEra(
    _ era: NamedEra, terms: ChangeTerms
  ) throws(ArchiveError) -> (era: NamedEra, entry: Int64?)

  /// Forgets a name and returns what it was, with the number of the change; throws `.noSuchEra`.
  func removeEra(
    named name: String, terms: ChangeTerms
  ) throws(ArchiveError) -> (era: NamedEra, entry: Int64?)

  /// The changes that were made, newest first.
  func history(limit: Int?) throws(ArchiveError) -> [JournalEntry]

  /// One entry of the journal; throws `.noSuchEntry`.
  func entry(_ number: Int64) throws(ArchiveError) -> JournalEntry

  /// Makes everything that an entry changed what it was before it, and keeps that as an entry of
  /// its own, which can be undone like any other.
  ///
  /// Throws `.noSuchEntry`, and `.conflict` with the later entries that must be undone first, since
  /// they changed the same items; then nothing changed.
  func undo(_ number: Int64, terms: ChangeTerms) throws(ArchiveError) -> UndoReport

  /// What an entry changed, item by item in the order of the keys, each handed over as it is read.
  ///
  /// Throws `.noSuchEntry`.
  func forEachChange(
    of number: Int64, _ body: (ItemChange) throws -> Void
  ) throws(ArchiveError)

  /// Every change of an item by its name, oldest first, whatever became of it; empty when none is
  /// known.
  func history(of id: ItemID) throws(ArchiveError) -> [(JournalEntry, ItemChange)]

  /// What needs a person, without what was dismissed; throws `.noSuchCollection`.
  func review(_ query: ReviewQuery) throws(ArchiveError) -> Review

  /// Does what a person decided: all that can be followed in one change of the journal, with what
  /// can't in the report.
  ///
  /// `folder` is the one that a file in `media` is named from; `nil` takes no files.
  func decide(
    _ decisions: [ReviewDecision], folder: String?, terms: ChangeTerms
  ) throws(ArchiveError) -> DecisionReport

  /// The items whose pictures look alike within and across collections, by their fingerprints; with
  /// a collection, one of both is of it. Throws `.noSuchCollection`.
  func likePictures(collection: String?) throws(ArchiveError) -> LikePictures

  /// The rights of all collections, in the order of their names.
  func rights() throws(ArchiveError) -> [CollectionRights]

  /// Gives a collection a rights statement; an empty text takes it away.
  ///
  /// A later import of its source leaves it so, unless it is told otherwise. Returns the number of
  /// the change, `nil` when it was so already, and what is doubtful about the statement. Throws
  /// `.noSuchCollection`, and `.invalidField` for a text with a NUL character.
  func setRights(
    of collection: String, to text: String, terms: ChangeTerms
  ) throws(ArchiveError) -> (entry: Int64?, doubt: String?)

  /// The addresses of pictures of which the archive keeps no copy, each once, in the order of the
  /// items; throws `.noSuchCollection`.
  func missingPictures(collection: String?, limit: Int?) throws(ArchiveError) -> [MissingPicture]

  /// Takes a picture of the web into the store; complete or not at all.
  ///
  /// - Parameters:
  ///   - address: the address that items name.
  ///   - limit: the most bytes.
  ///   - inspect: says what a file is.
  ///   - fingerprint: looks at a picture's file, so that its copies can be told; `nil` leaves it
  ///     unseen.
  ///   - bring: hands over the bytes, piece by piece; throws what went wrong.
  /// - Returns: what is kept now.
  /// - Throws: `.inputUnreadable` for what is no picture or too large, what `bring` throws, and
  ///   what the archive throws.
  func keepPicture(
    of address: String, limit: Int, inspect: (String) throws -> MediaKind,
    fingerprint: ((String) throws -> Fingerprint?)?,
    bring: (_ take: (Data) throws -> Void) throws -> Void
  ) throws -> MediaRecord

  /// Checks the archive and lists what is wrong; an empty list is a sound archive.
  ///
  /// Looks at one consistent state, and changes nothing. Of many problems of one kind only some are
  /// listed, with the number of the others.
  func verify(_ depth: VerifyDepth) throws(ArchiveError) -> [ArchiveProblem]

  /// Copies the archive into one file, and its own copies of pictures into the folder `FILE.media`,
  /// while others read and import.
  ///
  /// It appears complete or not at all. Throws `.outputFailed`, `.invalidExport`, or `.damaged`
  /// when what was copied is torn.
  func backup(to path: String, withPictures: Bool) throws(ArchiveError) -> BackupReport

  /// Another archive, to import from; `nil` for a file that is none that this engine knows.
  func archive(at path: String) throws(ArchiveError) -> (any HistoricalArchive)?
}

/// How many items may be removed without being agreed to.
package let freelyRemoved = 10

// The same with what is usual.
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

  package func likePictures() throws(ArchiveError) -> LikePictures {
    try likePictures(collection: nil)
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
