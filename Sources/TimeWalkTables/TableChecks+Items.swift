package import TimeWalkArchive
import TimeWalkCore

extension TableChecks {
  /// The columns that are computed from `date`.
  private static let days: Set = ["earliest", "latest", "earliest_fuzzy", "latest_fuzzy"]

  /// Reads every item as the archive does, and looks for its picture.
  ///
  /// - Parameters:
  ///   - db: one consistent state.
  ///   - hasMedia: true if there is a table `media`, which a file of an earlier version may lack.
  ///   - repairsDays: true if the engine's repair computes the days of dates again.
  ///   - list: the list to which problems are added.
  /// - Throws: the engine's errors.
  package static func items(
    _ db: any SQLDatabase, hasMedia: Bool, repairsDays: Bool, _ list: inout ProblemList
  ) throws {
    // A statement for each item would take a server a minute for a million.
    let isStored =
      hasMedia
      ? "EXISTS (SELECT 1 FROM media WHERE media.origin = items.media AND media.stored = 1)"
      : "1 = 0"
    try db.forEach(
      """
      SELECT \(ItemColumns.selection), \(isStored), items.fingerprint_stamp
      FROM \(ItemColumns.source) ORDER BY items.key
      """, []
    ) { row in
      if (row[2] as String).isEmpty {
        list.add(
          ArchiveProblem(
            check: .items, detail: "row \(row[0] as Int64) of items has no identifier",
            hint: "correct the row, or restore a backup"))
      }
      guard let item = try? ItemColumns.item(from: row, inheriting: false) else {
        list.add(
          ArchiveProblem(
            check: .items, item: ItemID(collection: row[1], identifier: row[2]),
            detail: "has no valid coordinate", hint: "import it again with a coordinate"))
        return
      }
      values(of: item, in: row, repairsDays: repairsDays, &list)
      // The archive's own copy replaces a file, and is checked separately.
      let last = row.values.count - 1
      if row[last - 1] as Bool { return }
      picture(of: item, stamp: row[last], &list)
    }
  }

  /// Compares a row's values with those that its item would be written with, and with their ranges.
  private static func values(
    of item: Item, in row: SQLRow, repairsDays: Bool, _ list: inout ProblemList
  ) {
    var values = SQLValues()
    ItemColumns.append(item, to: &values)
    let stored = row.values[3..<3 + ItemColumns.names.count]
    // A longitude may lose its last bits when it is wrapped, which moves it by nanometres.
    for (name, pair) in zip(ItemColumns.names, zip(stored, values.values))
    where pair.0 != pair.1 && name != "geometry" {
      let isDerived = repairsDays && days.contains(name) && item.date != nil
      list.add(
        ArchiveProblem(
          check: .items, item: item.id,
          detail: isDerived ? "\(name) differs from its date" : "\(name) has an unreadable value",
          hint: isDerived ? nil : "import it again with another value", isRepairable: isDerived))
    }
    for column in CatalogueColumn.allCases {
      guard let range = column.numbers?.range,
        case .number(let value)? = column.value(of: item), !range.contains(value)
      else { continue }
      list.add(
        ArchiveProblem(
          check: .items, item: item.id,
          detail: "\(column.name) is \(DecimalText.write(value)), which is out of range",
          hint: "import it again with another value"))
    }
  }

  /// Corrections of missing items, or unknown to this version.
  package static func corrections(_ db: any SQLDatabase, _ list: inout ProblemList) throws {
    try db.forEach(
      "SELECT collections.name, c.identifier, c.field \(CorrectionTable.stale) ORDER BY c.key", []
    ) { row in
      list.add(
        ArchiveProblem(
          check: .corrections, severity: .warning,
          item: ItemID(collection: row[0], identifier: row[1]),
          detail: "has a correction of \(row[2] as String) without an item",
          isRepairable: true))
    }
  }
}
