internal import Foundation
internal import GRDB
internal import Synchronization
internal import TimeWalkStorage

/// The user's own photos: their numbers, where the originals are, and what was made of them.
///
/// One SQLite file, `library.sqlite`, in a folder of its own. Several processes may use it at once.
package final class PhotoLibrary: Sendable {
  /// The library's folder, as an absolute path.
  package let directory: String
  let database: DatabasePool
  /// The photos that this process completed, whose rows still name it.
  let settled = Mutex<Set<Int>>([])
  /// The greatest foreign number of each output folder.
  let folders = Mutex<[String: Int]>([:])
  /// Whether it was looked for what killed programs left.
  let isRecovered = Mutex(false)
  private let lifeSign = Mutex<LivenessLock?>(nil)

  /// The longest text that a row may hold, bytes: an answer with all its matches is some hundred
  /// kB.
  package static let longestValue = 64 << 20

  /// Opens the library in a folder, and makes both when they are missing.
  ///
  /// What is made can be read by this user alone, since photos tell where somebody was.
  /// - Throws: `cannotCreate`, `noSpace`, `notALibrary`, `busy`, `inputOutput`.
  package init(directory: String) throws(LibraryError) {
    let folder = URL(fileURLWithPath: directory, isDirectory: true).standardizedFileURL
    self.directory = folder.path
    do throws(StorageError) { try DurableFolder.make(folder.path, isPrivate: true) } catch {
      throw LibraryError(error)
    }
    let path = folder.appendingPathComponent("library.sqlite").path
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { db in
      // The file may come from somebody else; the library itself has no triggers.
      try db.guardAgainstFile(longestValue: PhotoLibrary.longestValue)
      // What is removed is overwritten.
      if !db.configuration.readonly { try db.execute(sql: "PRAGMA secure_delete = ON") }
    }
    do {
      database = try DurablePool.open(path, configuration: configuration, isPrivate: true)
      let schema = LibrarySchema.migrator
      guard try database.read({ try !schema.hasBeenSuperseded($0) }) else {
        throw LibraryError(
          .notALibrary, "\(path) was made by a newer version of TimeWalk; update TimeWalk to use it"
        )
      }
      try PhotoLibrary.migrate(database, schema)
    } catch {
      throw PhotoLibrary.failure(error, path)
    }
  }

  /// Brings the schema up to date beside others that may do the same.
  ///
  /// The migrator asks what is to do before it locks, so that a step which another process takes
  /// meanwhile fails; then it is asked again.
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

  /// Looks a photo up by its number.
  ///
  /// - Throws: `noSuchPhoto` when the library has none of this number.
  package func photo(_ sequence: Int) throws(LibraryError) -> PhotoRecord {
    finishAdditions()
    let found = try read { db in
      try PhotoRecord.fetch(db, where: "sequence = ? AND \(PhotoState.isKept)", [sequence]).first
    }
    guard let found else { throw PhotoLibrary.noPhoto(sequence) }
    return found
  }

  /// Looks a photo up by its id.
  ///
  /// - Throws: `noSuchPhoto` when the library has none of it.
  package func photo(id: String) throws(LibraryError) -> PhotoRecord {
    finishAdditions()
    let found = try read { db in
      try PhotoRecord.fetch(db, where: "id = ? AND \(PhotoState.isKept)", [id]).first
    }
    guard let found else { throw LibraryError(.noSuchPhoto, "the library has no photo \(id)") }
    return found
  }

  /// Numbers of photos, each once, in their order.
  ///
  /// - Throws: `noSuchPhoto` when the library has none of one of them.
  package func checked(_ sequences: [Int]) throws(LibraryError) -> [Int] {
    var seen: Set<Int> = []
    let each = sequences.filter { seen.insert($0).inserted }
    for sequence in each { _ = try photo(sequence) }
    return each
  }

  static func noPhoto(_ sequence: Int) -> LibraryError {
    LibraryError(.noSuchPhoto, "the library has no photo number \(sequence)")
  }

  /// The photos that were completed, in the order of their numbers.
  package func photos(
    _ filter: PhotoFilter = PhotoFilter(), limit: Int, offset: Int = 0
  ) throws(LibraryError) -> [PhotoRecord] {
    var page = PhotoPage(limit: limit, offset: offset)
    page.isOldestFirst = true
    return try photos(filter, page)
  }

  /// A page of the photos that were completed, in its order.
  package func photos(
    _ filter: PhotoFilter, _ page: PhotoPage
  ) throws(LibraryError) -> [PhotoRecord] {
    finishAdditions()
    return try read { db in
      try PhotoRecord.fetch(
        db, where: filter.condition + page.condition,
        filter.arguments
          + StatementArguments([page.after, page.limit, page.offset].compactMap { $0 }))
    }
  }

  /// How many photos pass a filter.
  package func count(_ filter: PhotoFilter = PhotoFilter()) throws(LibraryError) -> Int {
    try read { db in
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM photos WHERE \(filter.condition)",
        arguments: filter.arguments) ?? 0
    }
  }

  /// What the outputs of a photo take on the disk, on average; `nil` before the first.
  package func averageOutput() throws(LibraryError) -> Int? {
    try read { db in
      try Double.fetchOne(
        db,
        // The last hundred tell what is written now; a table of many thousands isn't read for it.
        sql: """
          SELECT avg(total) FROM (
            SELECT sum(bytes) AS total FROM renditions
            WHERE sequence IN (
              SELECT sequence FROM photos WHERE \(PhotoState.isKept)
              ORDER BY sequence DESC LIMIT 100)
            GROUP BY sequence)
          """
      ).map { Int($0) }
    }
  }

  /// The sign that this process is alive; made when something is under way for the first time.
  func sign() throws(LibraryError) -> LivenessLock {
    let made = lifeSign.withLock { sign in
      Result { () throws(LibraryError) in
        if let sign { return sign }
        do throws(StorageError) {
          let new = try LivenessLock(path: directory + "/library.lock")
          sign = new
          return new
        } catch { throw LibraryError(error) }
      }
    }
    return try made.get()
  }

  func access<T: Sendable>(_ body: @Sendable (Database) throws -> T) throws(LibraryError) -> T {
    do { return try database.write(body) } catch {
      if let error = error as? DatabaseError, error.isOfDisk {
        // Who is told that it failed must not find it done later.
        database.writeWithoutTransaction { $0.overwriteFailedCommit() }
      }
      throw PhotoLibrary.failure(error, directory)
    }
  }

  func read<T: Sendable>(_ body: @Sendable (Database) throws -> T) throws(LibraryError) -> T {
    do { return try database.read(body) } catch {
      throw PhotoLibrary.failure(error, directory)
    }
  }

  static func failure(_ error: any Error, _ path: String) -> LibraryError {
    if let error = error as? LibraryError { return error }
    if let error = error as? StorageError { return LibraryError(error) }
    guard let storage = error as? DatabaseError else {
      return LibraryError(.inputOutput, "\(path): \(error)", cause: error)
    }
    let text = storage.message ?? "SQLite error \(storage.resultCode.rawValue)"
    let code: LibraryError.Code =
      switch storage.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
      case .SQLITE_FULL: .noSpace
      case .SQLITE_NOTADB, .SQLITE_CORRUPT: .notALibrary
      case .SQLITE_IOERR
      // The shared memory beside the file is the first that a full disk refuses.
      where storage.extendedResultCode == .SQLITE_IOERR_SHMSIZE: .noSpace
      case .SQLITE_CANTOPEN, .SQLITE_READONLY: .cannotCreate
      case .SQLITE_TOOBIG: .notALibrary
      default: .inputOutput
      }
    return LibraryError(code, "\(path): \(text)", cause: error)
  }
}
