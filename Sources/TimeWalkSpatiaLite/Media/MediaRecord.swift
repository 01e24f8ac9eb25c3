import Foundation
import GRDB
package import TimeWalkArchive
package import TimeWalkCore

/// The table `media`.
enum MediaTable {
  private static let columns = "origin, sha256, bytes, type, width, height, stored, stamp"

  /// What is known of a path or an address; `nil` when nobody has looked.
  static func record(_ origin: String, _ db: Database) throws -> MediaRecord? {
    let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM media WHERE origin = ?")
    return try Row.fetchOne(statement, arguments: [origin]).map(record)
  }

  static func keep(_ record: MediaRecord, _ db: Database) throws {
    let statement = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO media (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
    try statement.execute(arguments: [
      record.origin, record.sha256, record.bytes, record.type, record.width, record.height,
      record.isStored, record.stamp,
    ])
  }

  /// All that is known, in the order of the origins.
  static func forEach(_ db: Database, _ body: (MediaRecord) throws -> Void) throws {
    let rows = try Row.fetchCursor(db, sql: "SELECT \(columns) FROM media ORDER BY origin")
    while let row = try rows.next() { try body(record(row)) }
  }

  private static func record(_ row: Row) -> MediaRecord {
    MediaRecord(
      origin: row[0], sha256: row[1], bytes: row[2], type: row[3], width: row[4], height: row[5],
      isStored: row[6], stamp: row[7])
  }
}

/// The table `media` of a change that is being made.
struct MediaRows: MediaRecords {
  let db: Database

  func record(_ origin: String) throws -> MediaRecord? { try MediaTable.record(origin, db) }

  func keep(_ record: MediaRecord) throws { try MediaTable.keep(record, db) }
}

extension SpatiaLiteArchive {
  /// Where the archive keeps its own copies of pictures.
  package var mediaStore: MediaStore { MediaStore(archive: path) }

  /// What is known of a picture's file; `nil` when nobody has looked.
  package func mediaRecord(of media: Media) throws(ArchiveError) -> MediaRecord? {
    try ArchiveError.typed {
      try reader.read { db in try MediaTable.record(media.origin, db) }
    }
  }

  /// See `HistoricalArchive.picturePath(of:)`.
  package func picturePath(of media: Media) throws(ArchiveError) -> String? {
    if let record = try mediaRecord(of: media), record.isStored,
      let copy = mediaStore.path(of: record.sha256), FileManager.default.fileExists(atPath: copy)
    {
      return copy
    }
    if case .file(let path) = media { return path }
    return nil
  }
}
