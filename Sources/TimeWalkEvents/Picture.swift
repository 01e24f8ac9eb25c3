package import Foundation
internal import GRDB
internal import TimeWalkStorage

/// The place of a picture, WGS 84 degrees.
package struct PicturePosition: Codable, Hashable, Sendable {
  /// Degrees north.
  package let latitude: Double
  /// Degrees east.
  package let longitude: Double

  /// Makes a position; `nil` for an impossible one.
  package init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// The bytes of a new picture.
package enum PictureContent: Sendable {
  /// In memory.
  case bytes([UInt8])
  /// In a file, which is copied.
  case file(String)
}

/// A new picture, as its caller prepared it.
package struct NewPicture: Sendable {
  /// The picture; without a position if the event shows no positions.
  package var original: PictureContent
  /// The extension of its files, such as `jpg`: 1 to 8 lower-case letters and digits.
  package var ending: String
  /// Smaller ones by their name, such as `small`, as JPEG: 1 to 16 small letters and digits.
  package var sizes: [String: [UInt8]] = [:]
  /// The place of the picture; dropped if the event shows no positions.
  package var position: PicturePosition?

  /// Takes a picture.
  package init(original: PictureContent, ending: String) {
    self.original = original
    self.ending = ending
  }
}

/// The data of an upload before its bytes are read.
package struct PictureSending: Hashable, Sendable {
  /// A key of the sender's, 1 to 64 characters.
  ///
  /// The same key means the same picture, so uploads can be repeated after a lost answer.
  package var key: String?
  /// The picture's title.
  package var name: String?
  /// The time of the picture, by the sender's clock.
  ///
  /// After the end of an event it must lie within the event.
  package var taken: Date?
  /// The event's stop that it shows.
  package var stop: String?

  /// Makes an upload without data.
  package init() {}
}

/// A picture of an event.
package struct Picture: Hashable, Sendable {
  /// Opaque, 128 bits of chance.
  package let id: String
  /// Its owner.
  package let guest: String
  /// The picture's number in the event, from 1 on; never reused.
  package let number: Int
  /// As given.
  package let name: String?
  /// The time of capture, if known.
  package let taken: Date?
  /// The time of its receipt.
  package let kept: Date
  /// The extension of its file.
  package let ending: String
  /// The length of the original in bytes.
  package let bytes: Int
  /// SHA-256 of the original, hexadecimal.
  package let sha256: String
  /// CRC-32 of the original, which a zip needs before its data.
  let checksum: UInt32
  /// The place of the picture; always `nil` if the event shows no positions.
  package let position: PicturePosition?
  /// True if it waits for the organiser's look.
  package let isWaiting: Bool
  /// The names of its sizes, sorted.
  package let sizes: [String]
  /// The event's views that it shows, as JSON; `nil` if unset.
  package let matches: String?

  /// The same as a list.
  package var stops: [String] {
    matches.flatMap { try? JSONDecoder().decode([String].self, from: Data($0.utf8)) } ?? []
  }

  /// Views as they are kept.
  static func json(_ stops: [String]) -> String {
    (try? JSONEncoder().encode(stops)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
  }

  /// The name of its original's file.
  var fileName: String { "\(id).\(ending)" }

  /// The name of a size's file.
  func fileName(of size: String) -> String { "\(id)-\(size).jpg" }

  static func fetchAll(
    _ db: Database, _ condition: String, _ arguments: StatementArguments, limit: Int = -1,
    newestFirst: Bool = false
  ) throws -> [Picture] {
    try Row.fetchAll(
      db,
      sql: "SELECT * FROM pictures WHERE state = \(PictureState.kept) AND \(condition)"
        + " ORDER BY number \(newestFirst ? "DESC" : "ASC") LIMIT \(limit)",
      arguments: arguments
    ).map(Picture.init)
  }

  /// The number of pictures that fulfil a condition.
  ///
  /// A deleted picture doesn't count against a limit: to count it would keep a trace of it.
  static func count(
    _ db: Database, _ condition: String, _ arguments: StatementArguments
  ) throws -> Int {
    try Int.fetchOne(
      db,
      sql: "SELECT count(*) FROM pictures WHERE state = \(PictureState.kept) AND \(condition)",
      arguments: arguments) ?? 0
  }

  /// - Throws: `EventError.noPicture`.
  static func fetch(_ db: Database, _ event: EventID, _ id: String) throws -> Picture {
    guard let found = try fetchAll(db, "event = ? AND id = ?", [event.text, id]).first else {
      throw EventError.noPicture
    }
    return found
  }

  private init(_ row: Row) throws(UnreadableValue) {
    id = try row.read("id")
    guest = try row.read("guest")
    number = try row.read("number", in: EventLimits.numbers)
    name = try row.read("name")
    taken = (try row.read("taken") as Int?).map { Date(seconds: $0) }
    kept = Date(seconds: try row.read("kept"))
    ending = try row.read("ending")
    bytes = try row.read("bytes", in: 0...EventLimits.largestPicture)
    sha256 = try row.read("sha256")
    checksum = UInt32(truncatingIfNeeded: try row.read("checksum") as Int64)
    let (latitude, longitude): (Double?, Double?) = try (
      row.read("latitude"), row.read("longitude")
    )
    if let latitude, let longitude {
      position = PicturePosition(latitude: latitude, longitude: longitude)
    } else {
      position = nil
    }
    isWaiting = try row.read("waiting")
    let text: String = try row.read("sizes")
    sizes = (try? JSONDecoder().decode([String].self, from: Data(text.utf8))) ?? []
    matches = try row.read("matches")
  }
}
