import Foundation
import GRDB
package import TimeWalkArchive
import TimeWalkCore

extension SpatiaLiteArchive {
  /// See `CuratedArchive.likePictures(collection:)`.
  package func likePictures(collection: String?) throws(ArchiveError) -> LikePictures {
    try ArchiveError.typed {
      try reader.read { db in
        if let collection { try CollectionTable.require(collection, db) }
        return try LikeSearch(db).pictures(collection: collection)
      }
    }
  }
}

extension LikeSearch {
  /// Reads the items whose pictures have been looked at.
  init(_ db: Database) throws {
    self.init()
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT collections.name, items.identifier, items.fingerprint, items.copy_of, items.geometry,
          items.earliest_fuzzy, items.latest_fuzzy, media.width * media.height
        FROM \(ItemColumns.source) LEFT JOIN media ON media.origin = items.media
        WHERE items.fingerprint IS NOT NULL ORDER BY items.key
        """)
    while let row = try rows.next() {
      guard let fingerprint = (row[2] as Data?).flatMap(CopyColumns.fingerprint) else { continue }
      let point = (row[4] as Data?).flatMap { $0.withUnsafeBytes(PointBlob.decode) }
      add(
        Member(
          ItemID(collection: row[0], identifier: row[1]), fingerprint, pixels: row[7] ?? 0,
          copyOf: row[3],
          place: point.flatMap { Coordinate(latitude: $0.latitude, longitude: $0.longitude) },
          dates: DateSpan(
            earliest: (row[5] as Int?).map(Day.init(number:)),
            latest: (row[6] as Int?).map(Day.init(number:)))))
    }
  }
}
