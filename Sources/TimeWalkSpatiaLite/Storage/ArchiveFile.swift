internal import CDatabases
import Foundation
import GRDB
import TimeWalkArchive
import TimeWalkBase
import TimeWalkStorage
import TimeWalkTables

/// The file of an archive: its identification, and its opening.
enum ArchiveFile {
  /// The longest wait of a change for another program's, in seconds.
  private static let patience = 5.0
  /// The wait for readers after a change is kept, in seconds: most finish by then.
  private static let patienceWithReaders = 0.1

  /// Leaves one plain file for copying, unless a reader uses the log.
  ///
  /// An export may hold it for minutes, and no change waits for that.
  static func tidyLog(_ db: Database) {
    defer { _ = try? db.execute(sql: "PRAGMA busy_timeout = \(Int(patience * 1000))") }
    do {
      try db.execute(sql: "PRAGMA busy_timeout = \(Int(patienceWithReaders * 1000))")
      _ = try db.checkpoint(.truncate)
    } catch {
      // The next change tries again.
    }
  }

  /// Inspects the file before SQLite does, for an error that names its kind.
  static func check(_ path: String, mode: SpatiaLiteArchive.Mode) throws(ArchiveError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      guard mode == .create else {
        throw ArchiveError(
          .missing,
          "There is no archive at \(path); create one with \"timewalk archive import CATALOGUE\".")
      }
      let folder = (path as NSString).deletingLastPathComponent
      guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder),
        isFolder.boolValue
      else { throw ArchiveError(.missing, "The folder \(folder) for the archive doesn't exist.") }
      return
    }
    guard !isFolder.boolValue else {
      throw ArchiveError(.notAnArchive, "\(path) is a folder, not an archive.")
    }
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw ArchiveError(.storage, "This user isn't allowed to read the archive \(path).")
    }
    guard !mode.isForWriting || FileManager.default.isWritableFile(atPath: path) else {
      throw ArchiveError(.readOnly, "This user isn't allowed to change the archive \(path).")
    }
  }

  /// Makes sure that a file may be written over: it is not the archive, and no program holds it as
  /// a database.
  ///
  /// A log that belongs to the old file would spoil the new one.
  static func checkIsFree(_ file: URL, of archive: String) throws(ArchiveError) {
    let (path, own) = (
      file.resolvingSymlinksInPath().path,
      URL(fileURLWithPath: archive).resolvingSymlinksInPath().path
    )
    if path == own || ["-wal", "-shm", "-journal", "-index"].contains(where: { path == own + $0 }) {
      throw ArchiveError(.invalidExport, "\(file.path) is the archive itself.")
    }
    for ending in ["-wal", "-journal"] {
      let attributes = try? FileManager.default.attributesOfItem(atPath: path + ending)
      guard (attributes?[.size] as? Int ?? 0) > 0 else { continue }
      throw ArchiveError(
        .outputFailed,
        "\(file.path) is open in another program, or a change wasn't finished.")
    }
  }

  /// Returns true if a file's first bytes are those of an archive; the file is not opened as a
  /// database.
  static func isMarked(_ file: URL) -> Bool {
    DatabaseFile.applicationID(of: file.path) == Schema.applicationID
  }

  /// Opens a file for reading alone; in turn, with a single connection.
  static func openForReading(
    _ path: String, inTurn: Bool = false
  ) throws(ArchiveError) -> any DatabaseReader {
    try named(path) {
      try DatabaseFile.openForReading(path) {
        if inTurn { return try DatabaseQueue(path: path, configuration: readingConfiguration) }
        return try DatabasePool(path: path, configuration: readingConfiguration)
      } unchanging: {
        try DatabaseQueue(path: $0, configuration: readingConfiguration)
      }
    }
  }

  /// Opens a file for writing, makes a new one an archive, and updates an earlier version.
  ///
  /// A repair leaves the tiles unchanged, because their faults may be its reason, and removes
  /// foreign objects. Tests pass a migrator with further steps.
  static func openForWriting(
    _ path: String, migrator: DatabaseMigrator = Schema.migrator, bringsTilesUpToDate: Bool = true,
    removingForeignObjects removed: (([SchemaGuard.ForeignObject]) -> Void)? = nil
  ) throws(ArchiveError) -> DatabasePool {
    // A foreign file is only inspected before the pool switches it to write-ahead logging.
    if let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int, size > 0 {
      let reader = try openForReading(path)
      let isNewer = try isFromNewerVersion(
        reader, path: path, migrator: migrator, allowsUnfinished: true)
      if removed == nil {
        try named(path) { try reader.read { try SchemaGuard.checkForWriting($0, path: path) } }
      }
      guard !isNewer else {
        throw ArchiveError(
          .newerVersion,
          "The archive \(path) was made by a newer version of TimeWalk; this version can only read it."
        )
      }
    }
    return try named(path) {
      try makeEmpty(path, migrator)
      let pool = try DurablePool.open(path, configuration: configuration)
      try pool.writeWithoutTransaction { db in
        if let removed { removed(try SchemaGuard.removeForeignObjects(db)) }
        try SchemaGuard.checkForWriting(db, path: path)
        try mark(db)
      }
      if try pool.read({ db in try !migrator.hasCompletedMigrations(db) }) {
        try migrate(pool, migrator)
      }
      if bringsTilesUpToDate { try bringTilesUpToDate(pool) }
      return pool
    }
  }

  /// Makes an archive without items, unless there is a file.
  ///
  /// It is made in memory and written as a whole. Therefore a kill never leaves an empty database.
  private static func makeEmpty(_ path: String, _ migrator: DatabaseMigrator) throws {
    // SQLite would take an old log for the new file's; it removes one only beside an empty file.
    guard ["", "-wal", "-journal"].allSatisfy({ !RawPath.exists(path + $0) }) else { return }
    let memory = try DatabaseQueue(configuration: configuration)
    try memory.writeWithoutTransaction(mark)
    try migrator.migrate(memory)
    let bytes = try memory.writeWithoutTransaction { db -> [UInt8] in
      var count: sqlite3_int64 = 0
      guard let start = sqlite3_serialize(db.sqliteConnection, "main", &count, 0) else {
        throw DatabaseError(resultCode: .SQLITE_NOMEM)
      }
      defer { sqlite3_free(start) }
      return Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }
    try DurableFile.make(path, bytes)
  }

  /// Marks a database as an archive.
  private static func mark(_ db: Database) throws {
    try db.trustSchema()
    if try Int32.fetchOne(db, sql: "PRAGMA application_id") != Schema.applicationID {
      try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
    }
  }

  /// Updates the schema, possibly concurrently with other programs.
  ///
  /// The migrator checks the pending steps before it locks. A step that another program runs
  /// meanwhile fails; the check is then repeated.
  private static func migrate(_ pool: DatabasePool, _ migrator: DatabaseMigrator) throws {
    func done() throws -> Int { try pool.read { try migrator.appliedIdentifiers($0).count } }
    while true {
      let before = try done()
      do { return try migrator.migrate(pool) } catch {
        guard try done() > before else { throw error }
      }
    }
  }

  /// Applies the changes of other programs; queries are correct without, but slower.
  private static func bringTilesUpToDate(_ pool: DatabasePool) throws {
    guard
      try pool.read({
        try TileStore.isOutdated($0) || CountSchema.isStale($0) || WordSchema.isOutdated($0)
      })
    else { return }
    do {
      try pool.writeWithoutTransaction { db in
        try db.inTransaction(.immediate) {
          try TileStore.update(db)
          try CountSchema.update(db)
          try WordSchema.update(db)
          return .commit
        }
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      // The current writer, or the next program that opens the archive, will do it.
    }
  }

  /// Returns true if a newer version made the archive; throws for another database.
  ///
  /// With `allowsUnfinished`, a database with no tables, as a kill during the making leaves it,
  /// isn't an error.
  static func isFromNewerVersion(
    _ reader: any DatabaseReader, path: String, migrator: DatabaseMigrator = Schema.migrator,
    allowsUnfinished: Bool = false
  ) throws(ArchiveError) -> Bool {
    try named(path) {
      try reader.read { db in
        try SchemaGuard.checkForReading(db, path: path)
        let application = try Int32.fetchOne(db, sql: "PRAGMA application_id")
        let isFinished = try db.tableExists("items") && db.tableExists("collections")
        let isEmpty =
          try !isFinished && !db.tableExists("spatial_ref_sys")
          && Int.fetchOne(
            db,
            sql: """
              SELECT count(*) FROM sqlite_master
              WHERE name NOT LIKE 'sqlite_%' AND tbl_name <> 'grdb_migrations'
              """) == 0
        if isFinished && application == Schema.applicationID {
          return try isNewer(db, migrator)
        }
        if isEmpty && (application == 0 || application == Schema.applicationID) && allowsUnfinished
        {
          return false
        }
        throw ArchiveError(
          .notAnArchive,
          isEmpty
            ? "\(path) is an empty database, not an archive."
            : "\(path) is another program's database, not an archive of TimeWalk.")
      }
    }
  }

  /// Returns true if a newer version made the file: by its number, or by a migration that isn't
  /// known.
  private static func isNewer(_ db: Database, _ migrator: DatabaseMigrator) throws -> Bool {
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    return try version > migrator.migrations.count || migrator.hasBeenSuperseded(db)
  }

  /// The memory that SQLite may use for pages on the connection that writes, KiB.
  static let cacheSize = 32_768
  /// The same on each that reads: all inner pages of the items' tree.
  ///
  /// An endpoint has some, which would fill more for days, and the system keeps the file's pages as
  /// well.
  private static let readingCacheSize = 4096

  /// Connections that read at once; each is opened when it is needed.
  private static let mostReaders = 64

  static var configuration: Configuration {
    _ = SpatialExtension.processSetUp
    var configuration = Configuration()
    configuration.label = "TimeWalkArchive"
    configuration.busyMode = .timeout(ArchiveFile.patience)
    // By default there are five, all of which searches may use.
    configuration.maximumReaderCount = mostReaders
    // `mmap_size` stays 0: if another program truncated a mapped file, a signal would end this one.
    configuration.prepareDatabase { db in
      // The file may be hostile. Triggers run only after all of them were verified.
      try db.guardAgainstFile(longestValue: ArchiveLimits.longestValue)
      // A pool's readers, too, are read-only.
      if !db.configuration.readonly { try SpatialExtension.load(into: db) }
      db.add(function: TextSearch.function)
      db.add(function: EraSearch.function)
      db.add(function: TextSearch.values)
      db.add(function: TextSearch.folded)
      try TextSearch.add(to: db)
      db.add(function: DistanceSearch.distance)
      db.add(function: DistanceSearch.isWithin)
      try NearestPlaces.add(to: db)
      try WordSchema.addTerms(to: db)
      let cacheSize = db.configuration.readonly ? readingCacheSize : cacheSize
      try db.execute(sql: "PRAGMA cache_size = -\(cacheSize)")
    }
    return configuration
  }

  private static var readingConfiguration: Configuration {
    var configuration = configuration
    configuration.readonly = true
    configuration.prepareDatabase { db in
      try Schema.complete(with: ItemColumns.additions.flatMap(\.columns), db)
    }
    return configuration
  }

  private static func named<T>(_ path: String, _ body: () throws -> T) throws(ArchiveError) -> T {
    do { return try body() } catch { throw naming(path, error) }
  }

  /// The message if another program writes for longer than the waiting time.
  static func busy(_ path: String, cause: any Error) -> ArchiveError {
    let holder = LockHolder.find(of: path)?.description ?? "another program"
    return ArchiveError(
      .busy, "\(path) is locked by \(holder). Wait until it is done, and run this again.",
      cause: cause)
  }

  private static func naming(_ path: String, _ error: any Error) -> ArchiveError {
    let typed = ArchiveError(error)
    switch typed.code {
    case .notAnArchive where typed.cause != nil:
      return ArchiveError(.notAnArchive, "\(path) isn't an archive of TimeWalk.", cause: error)
    case .busy: return busy(path, cause: error)
    case .damaged, .storage, .readOnly:
      return ArchiveError(typed.code, "\(path): \(typed.message)", cause: typed.cause)
    default:
      return typed
    }
  }
}
