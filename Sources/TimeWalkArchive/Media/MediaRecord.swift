import Foundation
import GRDB
public import TimeWalkCore

/// What is known of a picture's file, wherever it is.
public struct MediaRecord: Hashable, Sendable {
  /// The path or the address that items name it by.
  public var origin: String
  /// The SHA-256 of its bytes, 64 hexadecimal digits.
  public var sha256: String
  /// Its length.
  public var bytes: Int
  /// Its type, such as `image/jpeg`; `nil` when it is none that is known.
  public var type: String?
  /// Pixels across, as the file stores it; `nil` when this build doesn't read the kind.
  public var width: Int?
  /// Pixels down, as the file stores it; `nil` when this build doesn't read the kind.
  public var height: Int?
  /// Whether the archive keeps a copy; else it is looked for where `origin` says.
  public var isStored: Bool
  /// What tells that a linked file is still the one that was read; `nil` for what was fetched.
  var stamp: String?
}

/// What a picture's file is, as those say who know pictures.
public struct MediaKind: Hashable, Sendable {
  /// Its type, such as `image/jpeg`; `nil` when it is none that is known.
  public var type: String?
  /// Pixels across, as it is stored; `nil` when this build doesn't read the kind.
  public var width: Int?
  /// Pixels down, as it is stored; `nil` when this build doesn't read the kind.
  public var height: Int?
  /// Whether it is a picture at all; what isn't is never copied.
  public var isPicture: Bool
  /// What is doubtful about it, continuing its name; `nil` for a good picture.
  public var doubt: String?

  /// Makes one.
  public init(
    type: String?, width: Int? = nil, height: Int? = nil, isPicture: Bool, doubt: String? = nil
  ) {
    self.type = type
    self.width = width
    self.height = height
    self.isPicture = isPicture
    self.doubt = doubt
  }
}

/// What becomes of the files that a catalogue names.
public enum MediaHandling: String, Hashable, Sendable, CaseIterable {
  /// They stay where they are; only their hash and size are noted.
  case link
  /// The archive keeps a copy of each.
  case copy
}

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

extension SpatiaLiteArchive {
  /// Where the archive keeps its own copies of pictures.
  public var mediaStore: MediaStore { MediaStore(archive: path) }

  /// What is known of a picture's file; `nil` when nobody has looked.
  public func mediaRecord(of media: Media) throws(ArchiveError) -> MediaRecord? {
    try ArchiveError.typed {
      try reader.read { db in try MediaTable.record(media.origin, db) }
    }
  }

  /// See `HistoricalArchive.picturePath(of:)`.
  public func picturePath(of media: Media) throws(ArchiveError) -> String? {
    if let record = try mediaRecord(of: media), record.isStored,
      let copy = mediaStore.path(of: record.sha256), FileManager.default.fileExists(atPath: copy)
    {
      return copy
    }
    if case .file(let path) = media { return path }
    return nil
  }
}

extension Media {
  /// The path or address as a catalogue's item names it.
  var origin: String {
    switch self {
    case .file(let path): path
    case .url(let address): address
    }
  }
}
