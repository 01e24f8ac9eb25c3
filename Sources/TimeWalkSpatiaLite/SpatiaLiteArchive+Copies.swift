import Foundation
import GRDB
package import TimeWalkArchive
import TimeWalkCore
import TimeWalkTables

extension SpatiaLiteArchive {
  /// See `HistoricalArchive.records(keys:)`.
  package func records(keys: [Int64]) throws(ArchiveError) -> [Int64: ItemRecord] {
    try ArchiveError.typed {
      try reader.unsafeReentrantRead { db in
        var records: [Int64: ItemRecord] = [:]
        records.reserveCapacity(keys.count)
        try SpatiaLiteArchive.records.forEach(keys, in: db) { row in
          var record = ItemRecord(
            item: try ItemColumns.item(from: row, inheriting: true), copies: CopyRecord())
          let last = row.count - 1
          record.copies.fingerprint = row.withBytes(last - 1, CopyColumns.fingerprint)
          if let name = row.text(last) {
            record.copies.originals = try CopyRecord.originals(
              of: record.item.id, declaring: name, in: SQLiteConnection(db))
          }
          records[row.integer(0)] = record
        }
        return records
      }
    }
  }

  private static let records = ItemsByKey(
    selecting: ItemColumns.selection + ", items.fingerprint, items.copy_of")
}
