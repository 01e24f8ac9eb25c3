package import Foundation
package import TimeWalkArchive
package import TimeWalkCore

extension SQLArchive {
  /// See `HistoricalArchive.mediaRecord(of:)`.
  package func mediaRecord(of media: Media) throws(ArchiveError) -> MediaRecord? {
    try look { db in try MediaTable.record(media.origin, db) }
  }

  /// See `HistoricalArchive.picturePath(of:)`.
  package func picturePath(of media: Media) throws(ArchiveError) -> String? {
    if let record = try mediaRecord(of: media), record.isStored {
      do throws(MediaRefusal) {
        if let copy = try mediaStore.file(of: record.sha256) { return copy }
      } catch { throw ArchiveError(error.code, "The copy of \(media.origin) \(error.reason).") }
    }
    if case .file(let path) = media { return path }
    return nil
  }

  /// See `CuratedArchive.missingPictures(collection:limit:)`.
  package func missingPictures(
    collection: String?, limit: Int?
  ) throws(ArchiveError) -> [MissingPicture] {
    try look { db in
      if let collection { try CollectionTable.require(collection, db) }
      let rows = try db.rows(
        """
        SELECT media, name, identifier FROM (
          SELECT items.key, items.media, collections.name, items.identifier,
            row_number() OVER (PARTITION BY items.media ORDER BY items.key) AS turn
          FROM \(ItemColumns.source)
          WHERE items.media_kind = 'url'
            AND NOT EXISTS (SELECT 1 FROM media
              WHERE media.origin = items.media AND media.stored = 1)
            AND (CAST(?1 AS TEXT) IS NULL OR collections.name = ?1)) AS missing
        WHERE turn = 1 ORDER BY key LIMIT ?2
        """, [collection, limit ?? Int.max])
      return rows.map {
        MissingPicture(address: $0[0], item: "\($0[1] as String):\($0[2] as String)")
      }
    }
  }

  /// See `CuratedArchive.keepPicture(of:limit:inspect:fingerprint:bring:)`.
  package func keepPicture(
    of address: String, limit: Int, inspect: (String) throws -> MediaKind,
    fingerprint: ((String) throws -> Fingerprint?)?,
    bring: (_ take: (Data) throws -> Void) throws -> Void
  ) throws -> MediaRecord {
    try checkIsWritable()
    let picture = FetchedPicture(address: address, limit: limit)
    return try mediaStore.keep(picture, inspect, fingerprint, bring) { record, print in
      try note { db in
        try MediaTable.keep(record, db)
        if let print {
          try db.run(
            """
            UPDATE items SET fingerprint = ?, fingerprint_stamp = ?
            WHERE media_kind = 'url' AND media = ?
            """, [CopyColumns.blob(of: print), record.sha256, address])
        }
      }
    }
  }

  /// See `CuratedArchive.nearDuplicates(collection:)`.
  package func nearDuplicates(collection: String?) throws(ArchiveError) -> NearDuplicates {
    try look { db in
      if let collection { try CollectionTable.require(collection, db) }
      return try NearDuplicateSearch(db).pictures(collection: collection)
    }
  }
}

extension NearDuplicateSearch {
  /// Reads the items with fingerprints.
  init(_ db: any SQLDatabase) throws {
    self.init()
    try db.forEach(
      """
      SELECT collections.name, items.identifier, items.fingerprint, items.copy_of, items.geometry,
        items.earliest_fuzzy, items.latest_fuzzy, media.width * media.height
      FROM \(ItemColumns.source) LEFT JOIN media ON media.origin = items.media
      WHERE items.fingerprint IS NOT NULL ORDER BY items.key
      """, []
    ) { row in
      guard let fingerprint = (row[2] as Data?).flatMap(CopyColumns.fingerprint) else { return }
      add(
        Member(
          ItemID(collection: row[0], identifier: row[1]), fingerprint,
          pixels: row[7] as Int? ?? 0, copyOf: row[3],
          place: row.point(4).flatMap {
            Coordinate(latitude: $0.latitude, longitude: $0.longitude)
          },
          dates: DateSpan(
            earliest: (row[5] as Int?).map(Day.init(number:)),
            latest: (row[6] as Int?).map(Day.init(number:)))))
    }
  }
}
