import Foundation
import GRDB
import TimeWalkCore
import TimeWalkStorage

extension SpatiaLiteArchive {
  /// Imports a catalogue: the path of a file in any `SourceFormat`, of a folder with one, or `-`
  /// for standard input.
  ///
  /// Every row that has a fault is refused, with all its faults in the report; the others go in,
  /// all in one transaction. An item that is there is updated in place when its row says something
  /// else, and keeps its key; importing the same again changes nothing; items that the source
  /// doesn't name stay, unless it is to replace the collection. A row without a place is kept as an
  /// item without one; where the archive knows the place, it stays as it is. What a person
  /// corrected by hand stays, too, unless the source is to win. The journal gets an entry. Refused
  /// rows are not an error. Throws when the source or the archive can't be used, and `.unconfirmed`
  /// when items would be removed that may not; then nothing changed.
  @discardableResult
  public func importCatalogue(
    at path: String, options: ImportOptions = ImportOptions()
  ) throws(ArchiveError) -> ImportReport {
    var options = options
    if options.progress != nil { options.meter = ReadMeter() }
    options.areas = try knownAreas()
    let sources = try SourceOpening.openAll(path: path, options: options)
    options.mapped?(sources.first?.mapping ?? [])
    let isOwn =
      URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      == URL(fileURLWithPath: self.path).resolvingSymlinksInPath().path
    guard !isOwn else {
      throw ArchiveError(.inputUnreadable, "\(path) is this archive itself.")
    }
    return try apply(
      sources.map { ReadAhead.of($0) }, options: options, from: EarlierSource.name(of: path))
  }

  /// Where the collections lie that were told once.
  private func knownAreas() throws(ArchiveError) -> [String: CollectionArea] {
    try ArchiveError.typed {
      try reader.read { db in
        let areas = try CollectionRows.all(db).map { ($1.name, $1.area) }
        return Dictionary(uniqueKeysWithValues: areas).compactMapValues { $0 }
      }
    }
  }

  /// Keeps what several sources say, all or nothing, in one entry of the journal.
  func apply(
    _ sources: [any ItemSource], options: ImportOptions, from origin: String?
  ) throws(ArchiveError) -> ImportReport {
    guard sources.count > 1 else {
      guard var only = sources.first else {
        throw ArchiveError(.inputUnreadable, "There is nothing to import.")
      }
      return try apply(&only, options: options, from: origin)
    }
    let names = sources.map(\.statement.name).joined(separator: ", ")
    var whole = ImportReport(collection: names, isDryRun: options.isDryRun)
    whole.mapping = sources.first?.mapping ?? []
    try change(isDryRun: options.isDryRun) { db in
      let entry = ImportEntry(.import, options: options, from: origin)
      var runs: [ImportRun] = []
      for source in sources {
        var source = source
        let (run, report) = try read(
          &source, options: options, as: entry, from: origin, in: db, after: whole.rows)
        runs.append(run)
        whole.add(report)
      }
      try finish(runs, entry, in: db, report: &whole)
    }
    whole.order()
    return whole
  }

  private func read(
    _ source: inout some ItemSource, options: ImportOptions, as entry: ImportEntry,
    from origin: String?, in db: Database, after rows: Int
  ) throws -> (ImportRun, ImportReport) {
    var report = ImportReport(collection: source.statement.name, isDryRun: options.isDryRun)
    report.findings = source.findings
    var options = options
    if let progress = options.progress { options.progress = { progress(rows + $0, $1) } }
    let run = ImportRun(of: source.statement, options: options, as: entry, store: mediaStore)
    try run.read(&source, in: db, report: &report)
    try EarlierSource(options: options, origin: origin).check(source, &report, in: db)
    return (run, report)
  }

  private func finish(
    _ runs: [ImportRun], _ entry: ImportEntry, in db: Database, report: inout ImportReport
  ) throws {
    let number = try entry.close(in: db)
    if !report.isDryRun { report.entry = number }
    for run in runs { try run.warnOfLostOriginals(in: db, report: &report) }
  }

  /// Reads a source to its end and keeps what is good, or nothing when the run is dry.
  ///
  /// `origin` is what the journal calls the source.
  func apply(
    _ source: inout some ItemSource, options: ImportOptions, from origin: String? = nil,
    as kind: JournalEntry.Kind = .import
  ) throws(ArchiveError) -> ImportReport {
    var report = ImportReport(collection: source.statement.name, isDryRun: options.isDryRun)
    report.findings = source.findings
    report.mapping = source.mapping
    try change(isDryRun: options.isDryRun) { db in
      let entry = ImportEntry(kind, options: options, from: origin)
      let run = ImportRun(of: source.statement, options: options, as: entry, store: mediaStore)
      try run.read(&source, in: db, report: &report)
      try EarlierSource(options: options, origin: origin).check(source, &report, in: db)
      try finish([run], entry, in: db, report: &report)
    }
    // Some doubts about early rows come up only at later ones.
    report.order()
    return report
  }

  /// Changes the archive in one transaction, and brings all that is made of the items up to date;
  /// or rolls it back when the run is dry.
  func change<T>(
    isDryRun: Bool, _ work: (Database) throws -> T
  ) throws(ArchiveError) -> T {
    let pool = try writable()
    let result = try ArchiveError.typed {
      try naming(holderOf: pool) { db in
        // Much work asks for more.
        defer { try? db.execute(sql: "PRAGMA cache_size = -\(ArchiveFile.cacheSize)") }
        var result: Result<T, any Error>?
        do {
          try db.inTransaction(.immediate) {
            result = .success(try work(db))
            guard !isDryRun else { return .rollback }
            try TileStore.update(db)
            return .commit
          }
        } catch let error as DatabaseError where error.isOfDisk {
          // Who is told that it failed must not find it done later.
          db.overwriteFailedCommit()
          throw error
        }
        // Leaves one plain file for whoever copies it; another reader may hold this up, which is no
        // fault.
        _ = try? db.checkpoint(.truncate)
        guard let result else {
          throw ArchiveError(.storage, "The archive \(path) took no change.")
        }
        return try result.get()
      }
    }
    // What was changed is kept already; without an index, queries are slower.
    if !isDryRun { _ = try? makeIndex() }
    return result
  }

  /// Writes to the archive; where another program does so already, the error says which.
  private func naming<T>(
    holderOf pool: DatabasePool, _ work: (Database) throws -> T
  ) throws -> T {
    do { return try pool.writeWithoutTransaction(work) } catch let error as DatabaseError
      where error.resultCode == .SQLITE_BUSY
    {
      throw ArchiveFile.busy(path, cause: error)
    }
  }
}
