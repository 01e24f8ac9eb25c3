internal import TimeWalkArchive
internal import TimeWalkCore

extension Curator {
  /// The changes of the archive, newest first.
  public func history(limit: Int? = nil) throws(TimeWalkError) -> HistoryReport {
    try ArchiveError.rethrowing(
      HistoryReport(entries: try archive.history(limit: limit).map(EntryReport.init)))
  }

  /// The changes of an entry of the journal, up to `limit` items.
  ///
  /// - Throws: `notFound` when the journal has no such entry.
  public func diff(_ entry: Int64, limit: Int? = nil) throws(TimeWalkError) -> DiffReport {
    var changes: [ItemChangeReport] = []
    var total = 0
    do throws(ArchiveError) {
      let found = try archive.entry(entry)
      try archive.forEachChange(of: entry) { change in
        total += 1
        if limit.map({ changes.count < $0 }) ?? true { changes.append(ItemChangeReport(change)) }
      }
      return DiffReport(entry: EntryReport(found), changes: changes, total: total)
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
      return ItemHistoryReport(
        id: id.description,
        history: steps.map { entry, change in
          ItemHistoryReport.Step(entry: EntryReport(entry), change: ItemChangeReport(change))
        })
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
      let report = try archive.undo(entry, isDryRun: isDryRun, by: author.provenance)
      return UndoSummary(
        undone: EntryReport(report.undone), entry: report.entry, dryRun: isDryRun,
        added: report.counts.added, updated: report.counts.updated, removed: report.counts.removed)
    } catch { throw TimeWalkError(error, field: "entry") }
  }
}
