internal import Foundation
internal import Synchronization
internal import TimeWalkCore
internal import TimeWalkPostGIS
internal import TimeWalkTables

/// The user's own photos: their numbers, the locations of the originals, and their outputs.
///
/// Its rows are in one SQLite file, `library.sqlite`, in a folder of its own, or in a database of
/// PostgreSQL. Several processes may use it at once.
package final class PhotoLibrary: Sendable {
  /// The library's folder, as an absolute path.
  package var directory: String { store.directory }
  let store: any LibraryStore
  /// The photos that this process completed, whose rows still name it.
  let settled = Mutex<Set<Int>>([])
  /// The greatest foreign number of each output folder.
  let folders = Mutex<[String: Int]>([:])
  /// True if the remains of killed programs were cleaned up once.
  let isRecovered = Mutex(false)
  /// True if there may be removals to finish: those of killed programs, and failed ones.
  let hasRemovals = Mutex(true)
  /// The photos that this process writes, also where it waits for the server to give them up.
  let writing = Mutex<Set<Int>>([])
  /// Photos that were given up, where not even that could be recorded.
  let unrecorded = Mutex<[Int: AbandonedFiles]>([:])
  /// The longest wait for another program that writes the files of the same photo, in seconds.
  let patience: Double

  /// The longest text that a row may hold, bytes: an answer with all its matches is some hundred
  /// kB.
  package static let longestValue = 64 << 20

  /// Opens the named library, and makes it when it is missing.
  ///
  /// - Parameters:
  ///   - place: a folder, or the address of a database (`postgresql://…`).
  ///   - folder: the folder of a new library's pictures and uploads on a server; in the user's data
  ///     folder when `nil`.
  ///   - patience: the longest wait for another program that writes the same photo, in seconds.
  /// - Throws: `cannotCreate`, `noSpace`, `notALibrary`, `busy`, `inputOutput`, `component`.
  package convenience init(
    at place: String,
    folder: String? = ProcessInfo.processInfo.environment["TIMEWALK_LIBRARY_FOLDER"],
    patience: Double = 60
  ) throws(LibraryError) {
    let isOnServer = ServerAddress.isAddress(place)
    self.init(
      try isOnServer
        ? ServerStore(address: place, folder: folder) : FileStore(directory: place),
      patience: patience)
  }

  /// Opens the library in a folder, and makes both when they are missing.
  ///
  /// New files are readable only by this user, because photos contain positions.
  /// - Throws: `cannotCreate`, `noSpace`, `notALibrary`, `busy`, `inputOutput`.
  package convenience init(directory: String) throws(LibraryError) {
    self.init(try FileStore(directory: directory))
  }

  init(_ store: any LibraryStore, patience: Double = 60) {
    self.store = store
    self.patience = patience
  }

  /// Receives the notifications of programs that share this library, until the result is released.
  ///
  /// - Returns: `nil` for a library in a folder, which has no notifications.
  /// - Throws: `busy` if the system gives no thread.
  package func listen(
    _ hear: @escaping @Sendable (LibraryNews) -> Void
  ) throws(LibraryError) -> (any Sendable)? {
    do { return try store.listen(hear) } catch { throw store.failure(error) }
  }

  /// Notifies the fronts of other machines, in their own format; best effort.
  package func tell(_ text: String) { store.tell(text) }

  /// Looks a photo up by its number.
  ///
  /// - Throws: `noSuchPhoto` when the library has none of this number.
  package func photo(_ sequence: Int) throws(LibraryError) -> PhotoRecord {
    let found = try readFinished { db in
      try PhotoRecord.fetch(db, where: "sequence = ? AND \(PhotoState.isKept)", [sequence]).first
    }
    guard let found else { throw PhotoLibrary.noPhoto(sequence) }
    return found
  }

  /// Looks a photo up by its id.
  ///
  /// - Throws: `noSuchPhoto` when the library has none of it.
  package func photo(id: String) throws(LibraryError) -> PhotoRecord {
    let found = try readFinished { db in
      try PhotoRecord.fetch(db, where: "id = ? AND \(PhotoState.isKept)", [id]).first
    }
    guard let found else { throw PhotoLibrary.noPhoto(id: id) }
    return found
  }

  /// A photo's output; the photo's answer isn't read for it.
  ///
  /// - Parameters:
  ///   - role: the output's role.
  ///   - id: the photo's id.
  /// - Returns: the output; `nil` if the photo has none of this role.
  /// - Throws: `noSuchPhoto` when the library has no photo of this id.
  package func rendition(
    _ role: String, ofPhoto id: String
  ) throws(LibraryError) -> Rendition? {
    func row() throws(LibraryError) -> SQLRow {
      do {
        let rows = try store.rows(
          """
          SELECT r.role, r.path, r.width, r.height, r.bytes, photos.sequence, output,
            \(PhotoLibrary.hasOpenAddition)
          FROM photos LEFT JOIN renditions r ON r.sequence = photos.sequence AND r.role = ?
          WHERE id = ? AND \(PhotoState.isKept)
          """, [role, id])
        guard let row = rows.first else { throw PhotoLibrary.noPhoto(id: id) }
        return row
      } catch { throw store.failure(error) }
    }
    var found = try row()
    if found[7] {
      try? recover()
      found = try row()
    }
    return Rendition(
      row: found, at: store.whole(found[1]), of: found[5], in: store.whole(found[6]))
  }

  /// The photos beside one.
  ///
  /// - Parameters:
  ///   - id: the photo's id.
  ///   - account: the owner of the photos; any when `nil`.
  /// - Returns: the ids of the next newer and the next older one.
  /// - Throws: the errors of the tables.
  package func neighbours(
    of id: String, account: String?
  ) throws(LibraryError) -> (newer: String?, older: String?) {
    try read { db in
      func next(_ sign: String, _ order: String) throws -> String? {
        let own = account == nil ? "" : "account = ? AND "
        return try db.first(
          String.self,
          """
          SELECT id FROM photos WHERE \(own)\(PhotoState.isKept)
            AND sequence \(sign) (SELECT sequence FROM photos WHERE id = ?)
          ORDER BY sequence \(order) LIMIT 1
          """, [account, id].compactMap { $0 })
      }
      return (try next(">", "ASC"), try next("<", "DESC"))
    }
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

  static func noPhoto(id: String) -> LibraryError {
    LibraryError(.noSuchPhoto, "the library has no photo \(id)")
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
    try readFinished { db in
      try PhotoRecord.fetch(
        db, where: filter.condition + page.condition,
        filter.arguments + [page.after, page.limit, page.offset].compactMap { $0 })
    }
  }

  /// The number of photos that pass a filter.
  package func count(_ filter: PhotoFilter = PhotoFilter()) throws(LibraryError) -> Int {
    try read { db in
      try db.first(
        Int.self, "SELECT count(*) FROM photos WHERE \(filter.condition)", filter.arguments) ?? 0
    }
  }

  /// The average disk space of a photo's outputs; `nil` before the first.
  package func averageOutput() throws(LibraryError) -> Int? {
    try read { db in
      try db.first(
        Double.self,
        // The last hundred represent the current outputs; a table of many thousands isn't read for
        // it.
        """
        SELECT CAST(avg(total) AS double precision) FROM (
          SELECT sum(bytes) AS total FROM renditions
          WHERE sequence IN (
            SELECT sequence FROM photos WHERE \(PhotoState.isKept)
            ORDER BY sequence DESC LIMIT 100)
          GROUP BY sequence) AS totals
        """
      ).map { Rendition.limited(Int(nearest: $0), to: Rendition.mostBytes) }
    }
  }

  /// This program's number in the rows that it has under way.
  func owner() throws(LibraryError) -> Int {
    do { return try store.owner() } catch { throw store.failure(error) }
  }

  /// Works in an exclusive transaction.
  func access<T>(_ body: (any LibraryTables) throws -> T) throws(LibraryError) -> T {
    do { return try store.write(body) } catch { throw store.failure(error) }
  }

  /// Works in an exclusive transaction that may give this thread a photo to write.
  ///
  /// Such a photo is this thread's until `release`; without the transaction's success it is not.
  /// - Parameter body: the work; it names the photo by its second parameter.
  /// - Returns: the work's result.
  /// - Throws: the work's error, and those of the tables.
  func claiming<T>(
    _ body: (any LibraryTables, _ claim: (Int) -> Void) throws -> T
  ) throws(LibraryError) -> T {
    var claimed: Int?
    do throws(LibraryError) {
      return try access { db in
        try body(db) { sequence in
          // From the commit on, another thread's sweep sees its row.
          claimed = sequence
          _ = writing.withLock { $0.insert(sequence) }
        }
      }
    } catch {
      // If the server committed it all the same, the next sweep finds the row.
      if let claimed { release(claimed) }
      throw error
    }
  }

  /// Ends the work on a photo that `claiming` gave.
  func release(_ sequence: Int) { _ = writing.withLock { $0.remove(sequence) } }

  /// Returns true if a thread of this program writes a photo.
  func isWriting(_ sequence: Int) -> Bool { writing.withLock { $0.contains(sequence) } }

  /// Works in a transaction on rows that are this program's own, or that it has locked.
  func change<T>(_ body: (any LibraryTables) throws -> T) throws(LibraryError) -> T {
    do { return try store.change(body) } catch { throw store.failure(error) }
  }

  /// Reads one state of the tables, in which the additions of killed programs are finished.
  ///
  /// If that is impossible now, it reads without.
  private func readFinished<T>(
    _ body: (any LibraryTables) throws -> T
  ) throws(LibraryError) -> T {
    let found = try read { db in try PhotoLibrary.isAdditionOpen(db) ? nil : try body(db) }
    if let found { return found }
    try? recover()
    return try read(body)
  }

  func read<T>(_ body: (any LibraryTables) throws -> T) throws(LibraryError) -> T {
    do { return try store.read(body) } catch { throw store.failure(error) }
  }
}

/// The files of a photo that was given up.
///
/// `@unchecked`: their writer is done with them, and one thread takes them out of the list.
struct AbandonedFiles: @unchecked Sendable {
  let files: OutputFiles
}
