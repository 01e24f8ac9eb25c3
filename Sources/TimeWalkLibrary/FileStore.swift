internal import Foundation
internal import GRDB
internal import Synchronization
internal import TimeWalkBase
internal import TimeWalkStorage
internal import TimeWalkTables

/// A library's rows in `library.sqlite`, in the library's folder.
final class FileStore: LibraryStore {
  let directory: String
  var home: String? { directory }
  let database: DatabasePool
  let pause = 0.02
  private let lifeSign = Mutex<LivenessLock?>(nil)

  /// Opens the file in a folder, and makes both when they are missing.
  ///
  /// New files are readable only by this user, because photos contain positions.
  init(directory: String) throws(LibraryError) {
    let folder = URL(fileURLWithPath: directory, isDirectory: true).standardizedFileURL
    self.directory = folder.path
    do throws(StorageError) { try DurableFolder.make(folder.path, isPrivate: true) } catch {
      throw LibraryError(error)
    }
    let path = folder.appendingPathComponent("library.sqlite").path
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { db in
      // The file may be foreign; the library itself has no triggers.
      try db.guardAgainstFile(longestValue: PhotoLibrary.longestValue)
      // Removed data are overwritten.
      if !db.configuration.readonly { try db.execute(sql: "PRAGMA secure_delete = ON") }
    }
    do {
      database = try DurablePool.open(path, configuration: configuration, isPrivate: true)
      let schema = LibrarySchema.migrator(home: folder.path)
      guard try database.read({ try !schema.hasBeenSuperseded($0) }) else {
        throw LibraryError(
          .notALibrary, "\(path) was made by a newer version of TimeWalk; update TimeWalk to use it"
        )
      }
      try FileStore.migrate(database, schema)
    } catch {
      throw FileStore.failure(error, path)
    }
  }

  /// Updates the schema, possibly concurrently with other processes.
  ///
  /// The migrator checks the pending steps before it locks. A step that another process runs
  /// meanwhile fails; the check is then repeated.
  private static func migrate(_ database: DatabasePool, _ schema: DatabaseMigrator) throws {
    while true {
      let done = try database.read { try schema.appliedIdentifiers($0).count }
      do { return try schema.migrate(database) } catch {
        guard try database.read({ try schema.appliedIdentifiers($0).count }) > done else {
          throw error
        }
      }
    }
  }

  func owner() throws -> Int { try sign().owner }

  /// The sign that this process is alive; made when something is under way for the first time.
  fileprivate func sign() throws -> LivenessLock {
    try lifeSign.withLock { sign in
      if let sign { return sign }
      let new = try LivenessLock(path: directory + "/library.lock")
      sign = new
      return new
    }
  }

  func write<T>(_ body: (any LibraryTables) throws -> T) throws -> T {
    do { return try database.write { try body(FileTables($0, of: self)) } } catch {
      if let error = error as? DatabaseError, error.isOfDisk {
        // A reported failure must not turn into a success later.
        database.writeWithoutTransaction { $0.overwriteFailedCommit() }
      }
      throw error
    }
  }

  func change<T>(_ body: (any LibraryTables) throws -> T) throws -> T { try write(body) }

  func read<T>(_ body: (any LibraryTables) throws -> T) throws -> T {
    try database.read { try body(FileTables($0, of: self)) }
  }

  /// A single statement reads one state, also without a transaction, whose statements would take
  /// longer than a look-up.
  func rows(_ sql: String, _ arguments: SQLArguments) throws -> [SQLRow] {
    try database.unsafeRead { try FileTables($0, of: self).rows(sql, arguments) }
  }

  /// Writes the file again.
  ///
  /// `secure_delete` overwrites freed data. But a page that SQLite rearranges may keep an older
  /// copy in its gap, which only rewriting the file removes. The log is then truncated to nothing.
  func erase() -> Bool {
    do {
      try database.vacuum()
      try database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
      return true
    } catch { return false }
  }

  func tidy() {
    do {
      try database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    } catch {}
  }

  func failure(_ error: any Error) -> LibraryError { FileStore.failure(error, directory) }

  private static func failure(_ error: any Error, _ path: String) -> LibraryError {
    if let error = error as? LibraryError { return error }
    if let error = error as? StorageError { return LibraryError(error) }
    guard let storage = error as? DatabaseError else {
      return LibraryError(.inputOutput, "\(path): \(error)", cause: error)
    }
    let text =
      storage.resultCode == .SQLITE_TOOBIG
      ? "a value is longer than \(PhotoLibrary.longestValue) bytes, the limit"
      : storage.message ?? "SQLite error \(storage.resultCode.rawValue)"
    let code: LibraryErrorCode =
      switch storage.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
      case .SQLITE_FULL: .noSpace
      case .SQLITE_NOTADB, .SQLITE_CORRUPT: .notALibrary
      case .SQLITE_IOERR
      // A full disk first refuses the shared memory next to the file.
      where storage.extendedResultCode == .SQLITE_IOERR_SHMSIZE: .noSpace
      case .SQLITE_CANTOPEN, .SQLITE_READONLY: .cannotCreate
      case .SQLITE_TOOBIG: .notALibrary
      default: .inputOutput
      }
    return LibraryError(code, "\(path): \(text)", cause: error)
  }

  func tell(_ text: String) {}

  func listen(_ hear: @escaping @Sendable (LibraryNews) -> Void) -> (any Sendable)? { nil }
}

/// SQLite's connection as the library's statements see it.
private final class FileTables: LibraryTables {
  var home: String? { store.directory }
  private let db: Database
  private let store: FileStore

  init(_ db: Database, of store: FileStore) {
    self.db = db
    self.store = store
  }

  func rows(_ sql: String, _ arguments: SQLArguments) throws -> [SQLRow] {
    try WorkLimits.check()
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: sql), arguments: FileTables.values(arguments))
    var all: [SQLRow] = []
    while let row = try rows.next() { all.append(SQLRow(row.databaseValues.map(SQLValue.init))) }
    return all
  }

  @discardableResult
  func run(_ sql: String, _ arguments: SQLArguments) throws -> Int {
    try db.cachedStatement(sql: sql).execute(arguments: FileTables.values(arguments))
    return db.changesCount
  }

  /// A transaction has the whole file.
  let lock = ""

  /// SQLite notes the number with the row that takes it.
  func takeNumber(above taken: Int) throws -> Int { max(try lastNumber(), taken) + 1 }

  func lastNumber() throws -> Int {
    let last = try first(Int.self, "SELECT seq FROM sqlite_sequence WHERE name = 'photos'") ?? 0
    // A damaged file may hold any number.
    return max(0, min(last, 1 << 50))
  }

  func isAlive(_ owner: Int) throws -> Bool { try store.sign().isAlive(owner) }

  func tell(_ news: LibraryNews) {}

  private static func values(_ arguments: SQLArguments) -> StatementArguments {
    StatementArguments(
      arguments.map { argument -> DatabaseValue in
        switch argument?.sqlValue ?? .null {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .real(let number): number.databaseValue
        case .text(let text): text.databaseValue
        case .blob(let data): data.databaseValue
        }
      })
  }
}

extension SQLValue {
  fileprivate init(_ value: DatabaseValue) {
    switch value.storage {
    case .null: self = .null
    case .int64(let number): self = .integer(number)
    case .double(let number): self = .real(number)
    case .string(let text): self = .text(text)
    case .blob(let data): self = .blob(data)
    }
  }
}
