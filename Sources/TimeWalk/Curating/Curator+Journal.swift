internal import TimeWalkArchive
internal import TimeWalkCore

extension Curator {
  /// The changes of the archive, newest first.
  public func history(limit: Int? = nil) throws(TimeWalkError) -> HistoryReport {
    try ArchiveError.rethrowing(HistoryReport(try archive.history(limit: limit)))
  }

  /// The changes of an entry of the journal, up to `limit` items.
  ///
  /// - Throws: `notFound` when the journal has no such entry.
  public func diff(_ entry: Int64, limit: Int? = nil) throws(TimeWalkError) -> DiffReport {
    do throws(ArchiveError) {
      var report = DiffReport(try archive.entry(entry))
      try archive.forEachChange(of: entry) { report.add($0, limit: limit) }
      return report
    } catch { throw TimeWalkError(error, field: "entry") }
  }

  /// All that the journal knows of an item.
  ///
  /// - Throws: `notFound` when there is no such item, and never was.
  public func history(of name: String) throws(TimeWalkError) -> ItemHistoryReport {
    let id = try ItemID.named(name)
    do throws(ArchiveError) {
      let steps = try archive.history(of: id)
      var isKnown = !steps.isEmpty
      if !isKnown { isKnown = try archive.item(id) != nil }
      if !isKnown { isKnown = try archive.unplacedItem(id) != nil }
      guard isKnown else {
        throw ArchiveError(.noSuchItem, "The archive has no item \(id), and never had one.")
      }
      return ItemHistoryReport(id, steps)
    } catch { throw TimeWalkError(error, field: "id") }
  }

  /// The number of the last change of an item; 0 where the journal knows none.
  package func version(of name: String) throws(TimeWalkError) -> Int64 {
    let id = try ItemID.named(name)
    return try ArchiveError.rethrowing(archive.history(of: id).last?.0.number ?? 0)
  }

  /// Undoes an entry of the journal.
  ///
  /// - Throws: `notFound` when there is none, `dataRefused` with those that must be undone first.
  public func undo(
    _ entry: Int64, isDryRun: Bool, by author: ChangeAuthor
  ) throws(TimeWalkError) -> UndoSummary {
    do throws(ArchiveError) {
      return UndoSummary(
        try archive.undo(entry, isDryRun: isDryRun, by: author.provenance), isDryRun: isDryRun)
    } catch { throw TimeWalkError(error, field: "entry") }
  }
}
