import Foundation
import GRDB
package import TimeWalkArchive
import TimeWalkCore

extension SpatiaLiteArchive {
  /// See `HistoricalArchive.records(keys:)`.
  package func records(keys: [Int64]) throws(ArchiveError) -> [Int64: ItemRecord] {
    try ArchiveError.typed {
      try reader.unsafeRead { db in
        var records: [Int64: ItemRecord] = [:]
        records.reserveCapacity(keys.count)
        try SpatiaLiteArchive.records.forEach(keys, in: db) { row in
          var record = ItemRecord(
            item: try ItemColumns.item(from: row, inheriting: true), copies: CopyRecord())
          let last = row.count - 1
          record.copies.fingerprint = row.withBytes(last - 1, CopyColumns.fingerprint)
          if let name = row.text(last) {
            record.copies.originals = try SpatiaLiteArchive.originals(
              of: record.item.id, declaring: name, in: db)
          }
          records[row.integer(0)] = record
        }
        return records
      }
    }
  }

  private static let records = ItemsByKey(
    selecting: ItemColumns.selection + ", items.fingerprint, items.copy_of")

  /// What the archive knows of these items' copies; keys that it doesn't have are left out.
  package func copyRecords(keys: [Int64]) throws(ArchiveError) -> [Int64: CopyRecord] {
    try ArchiveError.typed {
      try reader.read { db in
        let statement = try db.cachedStatement(
          sql: """
            SELECT items.fingerprint, items.copy_of, collections.name, items.identifier
            FROM \(ItemColumns.source) WHERE items.key = ?
            """)
        var records: [Int64: CopyRecord] = [:]
        for key in keys where records[key] == nil {
          guard let row = try Row.fetchOne(statement, arguments: [key]) else { continue }
          var record = CopyRecord()
          record.fingerprint = (row[0] as Data?).flatMap(CopyColumns.fingerprint)
          if let name = row[1] as String? {
            let item = ItemID(collection: row[2], identifier: row[3])
            record.originals = try SpatiaLiteArchive.originals(of: item, declaring: name, in: db)
          }
          records[key] = record
        }
        return records
      }
    }
  }

  private static func originals(
    of item: ItemID, declaring name: String, in db: Database
  ) throws -> [ItemID] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT items.copy_of FROM \(ItemColumns.source)
        WHERE collections.name = ? AND items.identifier = ?
        """)
    return try CopyRecord.originals(of: item, declaring: name) { id in
      try Row.fetchOne(statement, arguments: [id.collection, id.identifier]).map { (id, $0[0]) }
    }
  }
}
