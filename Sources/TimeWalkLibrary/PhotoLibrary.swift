internal import Foundation
internal import GRDB
public import TimeWalkCore

/// The user's own photos: their numbers, where the originals are, and what was made of them.
///
/// One SQLite file, `library.sqlite`, in a folder of its own. Several processes may use it at once.
public final class PhotoLibrary: Sendable {
  /// The library's folder, as an absolute path.
  public let directory: String
  let database: DatabasePool

  /// Opens the library in a folder, and makes both when they are missing.
  ///
  /// - Throws: `cannotCreate`, `notALibrary`, `busy`, `inputOutput`.
  public init(directory: String) throws(LibraryError) {
    let folder = URL(fileURLWithPath: directory, isDirectory: true).standardizedFileURL
    self.directory = folder.path
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw LibraryError(.cannotCreate, "cannot create the folder \(folder.path)", cause: error)
    }
    let path = folder.appendingPathComponent("library.sqlite").path
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    // An acknowledged submission outlives a power failure; WAL's default would lose the last ones.
    configuration.prepareDatabase { db in
      if !db.configuration.readonly { try db.execute(sql: "PRAGMA synchronous = FULL") }
    }
    do {
      database = try DatabasePool(path: path, configuration: configuration)
      let schema = LibrarySchema.migrator
      guard try database.read({ try !schema.hasBeenSuperseded($0) }) else {
        throw LibraryError(
          .notALibrary, "\(path) was made by a newer version of TimeWalk; update TimeWalk to use it"
        )
      }
      try schema.migrate(database)
    } catch {
      throw PhotoLibrary.failure(error, path)
    }
  }

  /// Takes a number for a photo and remembers the original under it.
  ///
  /// - Parameters:
  ///   - original: the photo as it was submitted.
  ///   - output: the folder that its outputs will be written to; numbers that files there bear already, from
  ///     another library for instance, are passed over.
  ///   - submitted: the time of the submission, ISO 8601 in UTC.
  /// - Returns: a number that was never given before, from 1 on.
  /// - Throws: `busy`, `noSpace` or `inputOutput`.
  public func reserve(_ original: Original, output: String, submitted: String)
    throws(LibraryError) -> Int
  {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: output)) ?? []
    let taken = names.compactMap(OutputName.sequence(in:)).max() ?? 0
    return try access { db in
      let last =
        try Int.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'photos'") ?? 0
      try db.execute(
        sql: """
          INSERT INTO photos (sequence, original, sha256, bytes, submitted) VALUES (?, ?, ?, ?, ?)
          """,
        arguments: [
          max(last, taken) + 1, original.path, original.sha256, original.bytes, submitted,
        ])
      return Int(db.lastInsertedRowID)
    }
  }

  /// Writes an output file of a photo; an existing file is never replaced.
  ///
  /// - Returns: the file's absolute path.
  public func write(_ bytes: [UInt8], named name: String, in output: String)
    throws(LibraryError) -> String
  {
    let folder = URL(fileURLWithPath: output, isDirectory: true).standardizedFileURL
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw LibraryError(.cannotCreate, "cannot create the folder \(folder.path)", cause: error)
    }
    let path = folder.appendingPathComponent(name).path
    try OutputFile.create(path, with: bytes)
    return path
  }

  /// Records what was made of a photo; from here on the submission is kept for good.
  public func complete(
    _ sequence: Int, coordinate: Coordinate?, renditions: [Rendition], response: String
  ) throws(LibraryError) {
    try access { db in
      try db.execute(
        sql: """
          UPDATE photos SET latitude = ?, longitude = ?, accuracy = ?, response = ?
          WHERE sequence = ?
          """,
        arguments: [
          coordinate?.latitude, coordinate?.longitude, coordinate?.horizontalAccuracy?.meters,
          response, sequence,
        ])
      for rendition in renditions {
        try db.execute(
          sql: """
            INSERT INTO renditions (sequence, role, path, width, height, bytes)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
          arguments: [
            sequence, rendition.role.rawValue, rendition.path, rendition.width, rendition.height,
            rendition.bytes,
          ])
      }
    }
  }

  /// Gives a photo up whose rendering failed: its row goes, its number stays used.
  ///
  /// - Parameters:
  ///   - sequence: the photo's number.
  ///   - files: outputs that were written already; they are removed.
  /// - Throws: `busy`, `noSpace` or `inputOutput`.
  public func abandon(_ sequence: Int, files: [String]) throws(LibraryError) {
    for file in files { try? FileManager.default.removeItem(atPath: file) }
    try access { db in
      try db.execute(sql: "DELETE FROM photos WHERE sequence = ?", arguments: [sequence])
    }
  }

  /// Looks a photo up by its number.
  ///
  /// - Throws: `noSuchPhoto` when the library has none of this number.
  public func photo(_ sequence: Int) throws(LibraryError) -> PhotoRecord {
    let found = try access { db in
      try PhotoRecord.fetch(db, where: "sequence = ?", [sequence]).first
    }
    guard let found else {
      throw LibraryError(.noSuchPhoto, "the library has no photo number \(sequence)")
    }
    return found
  }

  /// The photos that were completed, in the order of their numbers.
  public func photos(limit: Int, offset: Int = 0) throws(LibraryError) -> [PhotoRecord] {
    try access { db in
      try PhotoRecord.fetch(
        db, where: "response IS NOT NULL ORDER BY sequence LIMIT ? OFFSET ?", [limit, offset])
    }
  }

  private func access<T: Sendable>(_ body: @Sendable (Database) throws -> T)
    throws(LibraryError) -> T
  {
    do { return try database.write(body) } catch {
      throw PhotoLibrary.failure(error, directory)
    }
  }

  private static func failure(_ error: any Error, _ path: String) -> LibraryError {
    if let error = error as? LibraryError { return error }
    guard let storage = error as? DatabaseError else {
      return LibraryError(.inputOutput, "\(path): \(error)", cause: error)
    }
    let text = storage.message ?? "SQLite error \(storage.resultCode.rawValue)"
    let code: LibraryError.Code =
      switch storage.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
      case .SQLITE_FULL: .noSpace
      case .SQLITE_NOTADB, .SQLITE_CORRUPT: .notALibrary
      case .SQLITE_CANTOPEN, .SQLITE_READONLY: .cannotCreate
      default: .inputOutput
      }
    return LibraryError(code, "\(path): \(text)", cause: error)
  }
}
