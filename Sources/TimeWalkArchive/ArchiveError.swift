package import TimeWalkCore
@_exported public import struct TimeWalkBase.CodedError

/// The reason why an archive's operation failed.
package typealias ArchiveError = CodedError<ArchiveErrorCode>

/// The kinds of failure of an archive, as stable words.
package enum ArchiveErrorCode: String, Sendable, CaseIterable {
  /// There is no archive at the path.
  case missing
  /// The file is something else.
  case notAnArchive
  /// A newer TimeWalk made the file, and this one must not write to it.
  case newerVersion
  /// Another process holds the file.
  case busy
  /// The archive was opened for reading, or its file or disk can't be written.
  case readOnly
  /// The file contradicts itself.
  case damaged
  /// There is nothing to import at the path.
  case inputMissing
  /// The source to import can't be read; single invalid rows are findings instead.
  case inputUnreadable
  /// A name that can't be used, for instance a collection's with a colon.
  case invalidName
  /// The archive has no collection of that name.
  case noSuchCollection
  /// An era's name or date that can't be used.
  case invalidEra
  /// The archive has an era of that name with another date.
  case eraExists
  /// The archive has no era of that name.
  case noSuchEra
  /// The archive has no item of that name.
  case noSuchItem
  /// A field that can't be set, or not to that value.
  case invalidField
  /// The journal has no entry of that number.
  case noSuchEntry
  /// A change that later ones depend on.
  case conflict
  /// A removal without confirmation; the message lists the items.
  case unconfirmed
  /// An import that would change items which came from another source.
  case otherSource
  /// The export's options don't fit the format or the destination.
  case invalidExport
  /// The output file can't be made.
  case outputFailed
  /// A value in the file is longer than `ArchiveLimits` allows.
  case overLimit
  /// A search took longer than `SearchTime.limit`, or other work than `WorkLimits`.
  case overTime
  /// The caller cancelled it or has gone.
  case cancelled
  /// The object store of the pictures refuses: its address, its keys or its bucket are wrong.
  case pictureStore
  /// SpatiaLite is missing a piece.
  case component
  /// Disk full, input/output failure, or another fault of the store.
  case storage
}

extension ArchiveError {
  /// No collection of a name, with the names of those that are.
  package static func noCollection(_ name: String, among names: [String]) -> ArchiveError {
    let listed = names.prefix(20).joined(separator: ", ") + (names.count > 20 ? ", …" : "")
    return ArchiveError(
      .noSuchCollection,
      "The archive has no collection \(name); it has \(names.isEmpty ? "none" : listed).")
  }

  /// No items of these names.
  package static func noItem(_ ids: ItemID...) -> ArchiveError { noItems(ids) }

  /// No items of these names.
  package static func noItems(_ ids: [ItemID]) -> ArchiveError {
    let list = ids.map(\.description).joined(separator: ", ")
    return ArchiveError(.noSuchItem, "The archive has no item \(list).")
  }

  /// No era of a name.
  package static func noEra(_ name: String) -> ArchiveError {
    ArchiveError(.noSuchEra, "The archive has no era \"\(name)\".")
  }

  /// An existing era with another date.
  package static func eraExists(_ known: NamedEra) -> ArchiveError {
    ArchiveError(
      .eraExists,
      "The era \"\(known.name)\" already exists, with the date \(known.era.date.edtf); remove it first."
    )
  }

  /// No entry of a number.
  package static func noEntry(_ number: Int64) -> ArchiveError {
    ArchiveError(.noSuchEntry, "The history has no entry \(number).")
  }

  /// An item that another user changed since its editor read it.
  package static func changedMeanwhile(_ id: ItemID, by entry: Int64) -> ArchiveError {
    ArchiveError(
      .conflict, "The item \(id) was changed by entry \(entry) in the meantime; show it again.")
  }

  /// An entry that has been undone.
  package static func isUndone(_ number: Int64, by undo: Int64) -> ArchiveError {
    ArchiveError(
      .conflict, "Entry \(number) is already undone, by entry \(undo).")
  }

  /// An entry that later ones depend on; these must be undone first, in the order of the list.
  package static func mustUndoFirst(_ later: [Int64], before number: Int64) -> ArchiveError {
    let list = later.map(String.init).joined(separator: ", ")
    return ArchiveError(
      .conflict,
      "Entry \(number) can't be undone, because later entries changed the same items. First undo, in this order: "
        + "\(list).")
  }

  /// Items that are more than may be removed without being agreed to.
  package static func unconfirmed(removing ids: [ItemID]) -> ArchiveError {
    ArchiveError(
      .unconfirmed,
      RemovalText.of(ids.map(\.description), verb: "Would remove") + " Nothing was changed.")
  }

  /// A collection whose removal with its items requires confirmation.
  package static func unconfirmed(removing collection: String, count: Int) -> ArchiveError {
    ArchiveError(
      .unconfirmed,
      "Would remove the collection \(collection) with \(count) items. Nothing was changed.")
  }
}
