package import Foundation
import GRDB
package import TimeWalkArchive
package import TimeWalkCore

extension SpatiaLiteArchive {
  /// See `CuratedArchive.missingPictures(collection:limit:)`.
  package func missingPictures(
    collection: String?, limit: Int?
  ) throws(ArchiveError) -> [MissingPicture] {
    try ArchiveError.typed {
      try reader.read { db in
        if let collection { try CollectionTable.require(collection, db) }
        let rows = try Row.fetchAll(
          db,
          sql: """
            SELECT items.media, collections.name, items.identifier, min(items.key)
            FROM \(ItemColumns.source)
            WHERE items.media_kind = 'url' AND items.media NOT IN (SELECT origin FROM media WHERE stored)
              AND (?1 IS NULL OR collections.name = ?1)
            GROUP BY items.media ORDER BY min(items.key) LIMIT ?2
            """, arguments: [collection, limit ?? -1])
        return rows.map {
          MissingPicture(address: $0[0], item: "\($0[1] as String):\($0[2] as String)")
        }
      }
    }
  }

  /// See `CuratedArchive.keepPicture(of:limit:inspect:fingerprint:bring:)`.
  package func keepPicture(
    of address: String, limit: Int, inspect: (String) throws -> MediaKind,
    fingerprint: ((String) throws -> Fingerprint?)?,
    bring: (_ take: (Data) throws -> Void) throws -> Void
  ) throws -> MediaRecord {
    let pool = try writable()
    let picture = FetchedPicture(address: address, limit: limit)
    return try mediaStore.keep(picture, inspect, fingerprint, bring) { record, print in
      try ArchiveError.typed {
        try pool.write { db in
          try MediaTable.keep(record, db)
          if let print {
            try db.execute(
              sql: """
                UPDATE items SET fingerprint = ?, fingerprint_stamp = ?
                WHERE media_kind = 'url' AND media = ?
                """, arguments: [CopyColumns.blob(of: print), record.sha256, address])
          }
        }
      }
    }
  }
}
