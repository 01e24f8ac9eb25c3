import Foundation
import GRDB
package import TimeWalkArchive
import TimeWalkCore
import TimeWalkStorage
package import TimeWalkTables

extension SpatiaLiteArchive {
  /// See `CuratedArchive.archive(at:)`.
  package func archive(at path: String) throws(ArchiveError) -> (any HistoricalArchive)? {
    guard
      URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        != URL(fileURLWithPath: self.path).resolvingSymlinksInPath().path
    else { throw ArchiveError(.inputUnreadable, "\(path) is this archive itself.") }
    return try SpatiaLiteArchive.archive(at: path)
  }

  /// An archive in a file, opened read-only; `nil` for other files.
  package static func archive(at path: String) throws(ArchiveError) -> (any HistoricalArchive)? {
    guard ArchiveFile.isMarked(URL(fileURLWithPath: path)) else { return nil }
    return try SpatiaLiteArchive(path: path, mode: .readOnly)
  }

  /// Changes the archive in one transaction, and updates all data derived from the items; or rolls
  /// back a dry run.
  ///
  /// A file is locked from the beginning: SQLite can't lock one whose state a transaction has read
  /// and another has changed since.
  package func change<T>(
    isDryRun: Bool, locksFirst: Bool, _ work: (any SQLDatabase) throws -> T
  ) throws(ArchiveError) -> T {
    let pool = try writable()
    let result = try ArchiveError.typed {
      try naming(holderOf: pool) { db in
        // Large changes need more.
        defer { try? db.execute(sql: "PRAGMA cache_size = -\(ArchiveFile.cacheSize)") }
        var result: Result<T, any Error>?
        do {
          try db.inTransaction(.immediate) {
            result = .success(try work(SQLiteConnection(db)))
            guard !isDryRun else { return .rollback }
            try TileStore.update(db)
            try CountSchema.update(db)
            try WordSchema.update(db)
            return .commit
          }
        } catch let error as DatabaseError where error.isOfDisk {
          // A reported failure must not turn into a success later.
          db.overwriteFailedCommit()
          throw error
        }
        ArchiveFile.tidyLog(db)
        guard let result else {
          throw ArchiveError(.storage, "The archive \(path) couldn't be changed.")
        }
        return try result.get()
      }
    }
    // The change is stored already; without an index, queries are slower.
    if !isDryRun { _ = try? makeIndex() }
    return result
  }

  /// See `SQLArchive.look(_:)`.
  package func look<T>(_ work: (any SQLDatabase) throws -> T) throws(ArchiveError) -> T {
    try ArchiveError.typed { try reader.read { try work(SQLiteConnection($0)) } }
  }

  /// See `SQLArchive.note(_:)`.
  package func note(_ work: (any SQLDatabase) throws -> Void) throws(ArchiveError) {
    let pool = try writable()
    try ArchiveError.typed { try pool.write { try work(SQLiteConnection($0)) } }
  }

  /// See `SQLArchive.checkIsWritable()`.
  package func checkIsWritable() throws(ArchiveError) { _ = try writable() }

  /// See `SQLArchive.isConstraint(_:)`.
  package func isConstraint(_ error: any Error) -> Bool {
    (error as? DatabaseError)?.resultCode == .SQLITE_CONSTRAINT
  }

  /// Writes to the archive; if another program is writing, the error names it.
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
