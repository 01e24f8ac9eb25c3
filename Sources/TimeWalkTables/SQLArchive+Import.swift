package import TimeWalkArchive

extension SQLArchive {
  /// See `HistoricalArchive.statements()`.
  package func statements() throws(ArchiveError) -> [CollectionStatement] {
    try look { db in try CollectionRows.all(db).map(\.statement) }
  }

  /// See `HistoricalArchive.require(collection:)`.
  package func require(collection name: String?) throws(ArchiveError) {
    guard let name else { return }
    try look { db in _ = try CollectionTable.require(name, db) }
  }

  /// See `CuratedArchive.apply(_:policy:from:)`.
  package func apply(
    _ sources: [any ItemSource], policy: ImportPolicy, from origin: String?
  ) throws(ArchiveError) -> ImportReport {
    guard let first = sources.first else {
      throw ArchiveError(.inputUnreadable, "The source has no rows to import.")
    }
    let names = sources.map(\.statement.name).joined(separator: ", ")
    var whole = ImportReport(collection: names, isDryRun: policy.isDryRun)
    whole.mapping = first.mapping
    try change(isDryRun: policy.isDryRun, locksFirst: false) { db in
      let entry = ImportEntry(policy, from: origin)
      var runs: [ImportRun] = []
      for source in sources {
        var source = source
        let (run, report) = try read(
          &source, policy: policy, as: entry, from: origin, in: db, after: whole.rows)
        runs.append(run)
        whole.add(report)
      }
      let number = try entry.close()
      if !whole.isDryRun { whole.entry = number }
      for run in runs { try run.warnOfLostOriginals(in: db, report: &whole) }
    }
    // Some doubts about early rows come up only at later ones.
    whole.order()
    return whole
  }

  private func read(
    _ source: inout some ItemSource, policy: ImportPolicy, as entry: ImportEntry,
    from origin: String?, in db: any SQLDatabase, after rows: Int
  ) throws -> (ImportRun, ImportReport) {
    var report = ImportReport(collection: source.statement.name, isDryRun: policy.isDryRun)
    report.findings = source.findings
    var policy = policy
    if let progress = policy.progress { policy.progress = { progress(rows + $0, $1) } }
    let run = ImportRun(of: source.statement, policy: policy, as: entry, store: mediaStore)
    try run.read(&source, in: db, report: &report)
    try EarlierSource(policy: policy, origin: origin).check(source, &report) {
      try JournalTable.entries(db)
    }
    return (run, report)
  }
}
