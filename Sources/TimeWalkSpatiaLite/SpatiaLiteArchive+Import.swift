import Foundation
import GRDB
package import TimeWalkArchive
import TimeWalkCore
import TimeWalkStorage

extension SpatiaLiteArchive {
  /// See `HistoricalArchive.statements()`.
  package func statements() throws(ArchiveError) -> [CollectionStatement] {
    try ArchiveError.typed { try reader.read { try CollectionRows.all($0).map(\.statement) } }
  }

  /// See `CuratedArchive.archive(at:)`.
  package func archive(at path: String) throws(ArchiveError) -> (any HistoricalArchive)? {
    guard
      URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        != URL(fileURLWithPath: self.path).resolvingSymlinksInPath().path
    else { throw ArchiveError(.inputUnreadable, "\(path) is this archive itself.") }
    return try SpatiaLiteArchive.archive(at: path)
  }

  /// An archive in a file, to look at; `nil` for a file that is none.
  package static func archive(at path: String) throws(ArchiveError) -> (any HistoricalArchive)? {
    guard ArchiveFile.isMarked(URL(fileURLWithPath: path)) else { return nil }
    return try SpatiaLiteArchive(path: path, mode: .readOnly)
  }

  /// See `CuratedArchive.apply(_:policy:from:)`.
  package func apply(
    _ sources: [any ItemSource], policy: ImportPolicy, from origin: String?
  ) throws(ArchiveError) -> ImportReport {
    guard let first = sources.first else {
      throw ArchiveError(.inputUnreadable, "There is nothing to import.")
    }
    let names = sources.map(\.statement.name).joined(separator: ", ")
    var whole = ImportReport(collection: names, isDryRun: policy.isDryRun)
    whole.mapping = first.mapping
    try change(isDryRun: policy.isDryRun) { db in
      let entry = ImportEntry(policy, from: origin)
      var runs: [ImportRun] = []
      for source in sources {
        var source = source
        let (run, report) = try read(
          &source, policy: policy, as: entry, from: origin, in: db, after: whole.rows)
        runs.append(run)
        whole.add(report)
      }
      let number = try entry.close(in: db)
      if !whole.isDryRun { whole.entry = number }
      for run in runs { try run.warnOfLostOriginals(in: db, report: &whole) }
    }
    // Some doubts about early rows come up only at later ones.
    whole.order()
    return whole
  }

  private func read(
    _ source: inout some ItemSource, policy: ImportPolicy, as entry: ImportEntry,
    from origin: String?, in db: Database, after rows: Int
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
        ArchiveFile.tidyLog(db)
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
