import Foundation
package import TimeWalkArchive
import TimeWalkCore
package import TimeWalkTables

/// An archive in a database of PostgreSQL with PostGIS, in the schema that is first in
/// `search_path`.
///
/// Safe to use from any thread. Readers never wait for a change, and see the old archive until the
/// change is complete. Changes are serialized across all programs; one that would wait for longer
/// than `ServerLimits.lock` gets an error to retry.
package final class PostGISArchive: SQLArchive {
  /// The mode of opening an archive.
  package enum Mode: Hashable, Sendable {
    /// Read-only: nothing is changed.
    case readOnly
    /// For changes. Tables of an earlier version are updated.
    case readWrite
    /// Like `readWrite`, and makes missing tables; the database must exist.
    case create
  }

  /// The address without its password.
  package let location: String
  /// True if a newer version of TimeWalk made the tables.
  package let isFromNewerVersion: Bool
  /// The store of the archive's own copies of pictures.
  package let mediaStore: MediaStore

  let pool: ServerPool
  private let mode: Mode

  /// Opens an archive, or makes one.
  ///
  /// - Parameters:
  ///   - address: a URI of libpq, such as `postgresql://user@host/database`.
  ///   - mode: the mode of opening.
  ///   - pictures: the folder of the archive's own copies of pictures, which all machines share, or
  ///     `s3://BUCKET/PREFIX`; `nil` for the archive's own setting, or else a folder in the user's
  ///     data folder. A new archive stores `TIMEWALK_PICTURES`.
  ///   - environment: the variables with an object store's keys, and with the folder for its
  ///     pictures on this machine.
  /// - Throws: `.component` without libpq or PostGIS, `.busy` where the server can't be reached,
  ///   `.missing`, `.newerVersion` (never for `readOnly`), `.readOnly` (also for `readOnly` and the
  ///   tables of an earlier version) or `.storage`.
  package init(
    address: String, mode: Mode, pictures: String? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(ArchiveError) {
    let parsed = try ServerAddress(address)
    let pool = ServerPool(parsed, toChange: mode != .readOnly)
    self.pool = pool
    self.mode = mode
    location = parsed.shown
    let found = try PostGISArchive.typed(parsed.shown) {
      try pool.with(mayRepeat: true) { connection in
        let version = try ServerSchema.version(connection)
        if mode == .create || (mode == .readWrite && version != nil),
          (version ?? 0) < ServerSchema.version
        {
          try ServerSchema.migrate(
            connection, at: parsed.shown, pictures: ServerPictures.named(in: environment))
        } else if version == nil {
          throw ArchiveError(
            .missing,
            "There is no archive at \(parsed.shown); create one with \"timewalk archive import CATALOGUE\"."
          )
        } else if let version, version < ServerSchema.version {
          throw ArchiveError(
            .readOnly,
            "The archive \(parsed.shown) has the tables of an earlier version, which only a change updates. Run \"timewalk archive repair\" once as a user who may change it."
          )
        }
        let row = try connection.query(
          """
          SELECT (SELECT max(version) FROM timewalk), (SELECT max(pictures) FROM timewalk),
            current_database() || '/' || current_schema()
          """, []
        ).row(0)
        return (version: row[0] as Int, pictures: row[1] as String?, name: row[2] as String)
      }
    }
    isFromNewerVersion = found.version > ServerSchema.version
    guard !isFromNewerVersion || mode == .readOnly else {
      throw ArchiveError(
        .newerVersion,
        "The archive \(parsed.shown) was made by a newer version of TimeWalk; this version can only read it."
      )
    }
    let usual = "\(PostGISArchive.dataFolder)/\(found.name)"
    mediaStore = ServerPictures.store(
      at: pictures ?? found.pictures ?? usual, environment: environment)
  }

  private static var dataFolder: String {
    let given = ProcessInfo.processInfo.environment["XDG_DATA_HOME"] ?? ""
    return (given.hasPrefix("/") ? given : NSHomeDirectory() + "/.local/share") + "/timewalk/server"
  }

  /// Gives an error of the server its code.
  static func typed<T>(_ location: String, _ body: () throws -> T) throws(ArchiveError) -> T {
    do { return try body() } catch { throw ArchiveError(error, at: location) }
  }

  /// Runs one query in one statement.
  func ask<T>(_ work: (ServerConnection) throws -> T) throws(ArchiveError) -> T {
    try PostGISArchive.typed(location) { try pool.with(mayRepeat: true, work) }
  }

  /// See `SQLArchive.look(_:)`.
  package func look<T>(_ work: (any SQLDatabase) throws -> T) throws(ArchiveError) -> T {
    try within("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") { try work(ServerTables($0)) }
  }

  /// Works in a transaction, which is taken back when the work fails.
  ///
  /// - Parameters:
  ///   - begin: the statement that begins it. Where it finds that an idle connection broke, it is
  ///     tried with another.
  ///   - end: the statement that ends it, called once the work is done.
  ///   - work: the work.
  /// - Returns: the work's result.
  /// - Throws: the work's error, with the server's errors given their codes.
  func within<T>(
    _ begin: String, end: () -> String = { "COMMIT" }, _ work: (ServerConnection) throws -> T
  ) throws(ArchiveError) -> T {
    try PostGISArchive.typed(location) {
      try pool.with(mayRepeat: true) { connection in
        try connection.execute(begin)
        do {
          let result = try work(connection)
          try connection.end(end())
          return result
        } catch {
          try? connection.end("ROLLBACK")
          // Typed here: work that has begun must not be repeated.
          throw ArchiveError(error, at: location)
        }
      }
    }
  }

  /// See `SQLArchive.change(isDryRun:locksFirst:_:)`.
  package func change<T>(
    isDryRun: Bool, locksFirst: Bool, _ work: (any SQLDatabase) throws -> T
  ) throws(ArchiveError) -> T {
    try checkIsWritable()
    return try within("BEGIN", end: { isDryRun ? "ROLLBACK" : "COMMIT" }) { connection in
      connection.patience = ServerLimits.change
      defer { connection.patience = ServerLimits.statement }
      let tables = ServerTables(connection)
      if locksFirst { try tables.lock() }
      var isTakenBack = true
      // A failed statement has ended the transaction, and its numbers are left out.
      defer { if isTakenBack { try? tables.numbers?.restore(connection) } }
      let result = try work(tables)
      try tables.send()
      if !isDryRun, tables.numbers != nil {
        try ServerTiles.update(connection)
        try ServerCounts.update(connection)
        try ServerWords.update(connection)
        try ServerCounts.analyze(connection)
      }
      isTakenBack = isDryRun
      return result
    }
  }

  /// See `SQLArchive.note(_:)`.
  package func note(_ work: (any SQLDatabase) throws -> Void) throws(ArchiveError) {
    try change(isDryRun: false, work)
  }

  /// See `SQLArchive.checkIsWritable()`.
  package func checkIsWritable() throws(ArchiveError) {
    guard mode == .readOnly else { return }
    throw ArchiveError(.readOnly, "The archive \(location) was opened read-only.")
  }

  /// See `SQLArchive.isConstraint(_:)`.
  package func isConstraint(_ error: any Error) -> Bool {
    (error as? ServerError)?.isConstraint ?? false
  }

  /// See `HistoricalArchive.prepare()`.
  package func prepare() {}

  /// See `HistoricalArchive.snapshot()`.
  package func snapshot() throws(ArchiveError) -> any ArchiveSnapshot {
    try PostGISArchive.typed(location) { try ServerSnapshot(pool) }
  }

  /// See `HistoricalArchive.checkIsFree(_:)`.
  package func checkIsFree(_ path: String) throws(ArchiveError) {
    guard ServerAddress.isAddress(path) else { return }
    throw ArchiveError(.invalidExport, "\(path) is an archive on a server, not a file to write.")
  }
}
