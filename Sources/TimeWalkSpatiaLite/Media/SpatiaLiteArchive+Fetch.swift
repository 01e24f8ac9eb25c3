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
    var incoming: IncomingMedia
    do {
      incoming = try IncomingMedia(mediaStore)
    } catch {
      throw ArchiveError(.storage, "A picture \(error.reason).")
    }
    // What lies between may forget why the bytes were not taken.
    var problem: ArchiveError?
    do {
      try bring { piece in
        guard incoming.bytes + piece.count <= limit else {
          let error = ArchiveError(
            .inputUnreadable, "It is larger than \(MediaLimits.text(limit)).")
          problem = error
          throw error
        }
        do throws(MediaRefusal) {
          try incoming.write(piece)
        } catch {
          let error = ArchiveError(.storage, "A picture \(error.reason).")
          problem = error
          throw error
        }
      }
    } catch { throw problem ?? error }
    let kind = try inspect(incoming.path)
    guard kind.isPicture else {
      throw ArchiveError(.inputUnreadable, "It \(kind.doubt ?? "is no picture").")
    }
    // Where it can't be looked at, its copies are told by declarations only.
    let print = (try? fingerprint?(incoming.path)) ?? nil
    // Until the archive names it, nobody may take it for a file that nothing names.
    let claim = mediaStore.claim()
    defer { withExtendedLifetime(claim) {} }
    let content: MediaStore.Content
    do {
      content = try incoming.keep()
    } catch {
      throw ArchiveError(.storage, "The picture \(error.reason).")
    }
    let record = MediaRecord(
      origin: address, sha256: content.sha256, bytes: content.bytes, type: kind.type,
      width: kind.width, height: kind.height, isStored: true)
    try ArchiveError.typed {
      try pool.write { db in
        try MediaTable.keep(record, db)
        if let print {
          try db.execute(
            sql: """
              UPDATE items SET fingerprint = ?, fingerprint_stamp = ?
              WHERE media_kind = 'url' AND media = ?
              """, arguments: [CopyColumns.blob(of: print), content.sha256, address])
        }
      }
    }
    return record
  }
}
