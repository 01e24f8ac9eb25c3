import Foundation
import GRDB
import TimeWalkArchive
import TimeWalkTables
import TimeWalkCore

extension Soundness {
  /// The columns that are computed from `date`.
  static let derived = ["earliest", "latest", "earliest_fuzzy", "latest_fuzzy"]

  /// Reads every item as the archive does, and looks for its picture.
  static func items(_ db: Database, _ list: inout ProblemList) throws {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(ItemColumns.selection), items.fingerprint_stamp
        FROM \(ItemColumns.source) ORDER BY items.key
        """)
    let hasMedia = try db.tableExists("media")
    let tables = SQLiteConnection(db)
    var values = BoundRow()
    while let row = try rows.next() {
      let id = ItemID(collection: row[1], identifier: row[2])
      let item: Item
      do {
        item = try ItemColumns.item(from: row, inheriting: false)
      } catch {
        list.add(
          ArchiveProblem(
            check: .items, item: id, detail: "has no valid coordinate",
            hint: "import it again with a coordinate"))
        continue
      }
      let stored = ItemColumns.names.indices.map { row[3 + $0] as DatabaseValue }
      values.removeAll()
      ItemColumns.append(item, to: &values)
      let expected = values.databaseValues
      // A longitude may lose its last bits when it is wrapped, which moves it by nanometres.
      for (name, pair) in zip(ItemColumns.names, zip(stored, expected))
      where pair.0 != pair.1 && name != "geometry" {
        let isDerived = derived.contains(name) && item.date != nil
        list.add(
          ArchiveProblem(
            check: .items, item: id,
            detail: isDerived
              ? "\(name) differs from its date" : "\(name) has an unreadable value",
            hint: isDerived ? nil : "import it again with another value",
            isRepairable: isDerived))
      }
      for (name, value, range) in TableChecks.bounds(of: item.pose) {
        guard let value, !range.contains(value) else { continue }
        list.add(
          ArchiveProblem(
            check: .items, item: id,
            detail: "\(name) is \(DecimalText.write(value)), which is out of range",
            hint: "import it again with another value"))
      }
      // The archive's own copy stands in for a file, and is looked at by itself.
      if hasMedia, let media = item.media,
        try MediaTable.record(media.origin, tables)?.isStored == true
      {
        continue
      }
      TableChecks.picture(of: item, stamp: row["fingerprint_stamp"], &list)
    }
  }
}
