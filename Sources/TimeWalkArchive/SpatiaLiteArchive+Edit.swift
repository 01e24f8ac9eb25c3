import GRDB
public import TimeWalkCore

/// What an edit did to an item.
public struct EditReport: Hashable, Sendable {
  /// What is different; `nil` when everything was so already.
  public var change: ItemChange?
  /// The number of the change in the journal; `nil` when nothing was written.
  public var entry: Int64?
  /// What is doubtful about the values.
  public var warnings: [ImportFinding]
}

/// What a removal took away.
public struct RemovalReport: Hashable, Sendable {
  /// The items, with a place or without.
  public var count: Int
  /// The number of the change in the journal; `nil` when nothing was written.
  public var entry: Int64?
}

extension SpatiaLiteArchive {
  /// How many items may be removed without being agreed to.
  public static let freelyRemoved = 10

  /// Gives fields of an item new values, by the rules of an import; an empty text makes a field
  /// unknown.
  ///
  /// An item gets its place by `latitude` and `longitude`, and loses it when both are emptied; it
  /// is then kept without one.
  ///
  /// - Parameters:
  ///   - id: the item.
  ///   - fields: the values by their columns; `id` can't be set.
  ///   - others: values of columns that TimeWalk has no field for, by their names.
  ///   - kind: what the journal calls it.
  ///   - folder: the folder that a file in `media` is named from; `nil` takes no files.
  ///   - isDryRun: whether to do everything but keep it.
  ///   - provenance: who does it.
  /// - Returns: what is different.
  /// - Throws: `.noSuchItem`, and `.invalidField` with all that is wrong with the values.
  @discardableResult
  public func set(
    _ id: ItemID, _ fields: [CatalogueColumn: String], others: [String: String] = [:],
    as kind: JournalEntry.Kind = .set, folder: String? = nil, isDryRun: Bool = false,
    by provenance: Provenance = Provenance()
  ) throws(ArchiveError) -> EditReport {
    let edit = ItemEdit(id: id, fields: fields, others: others, folder: folder)
    return try change(isDryRun: isDryRun) { db in
      let current = try edit.current(db)
      let row = try edit.row(after: current)
      var report = EditReport(change: nil, entry: nil, warnings: row.findings)
      let changes = FieldChange.between(current.fields, row.fields)
      guard !changes.isEmpty, let collection = try CollectionTable.key(of: id.collection, db)
      else { return report }
      let entry = try OpenEntry(kind, by: provenance, in: db)
      try ImportTables(entry, collection: collection, in: db)
        .keepByHand(row, of: id, insteadOf: current.fields, in: db)
      var counts = ChangeCounts()
      counts.updated = 1
      try entry.close(counts, collection: id.collection, in: db)
      report.change = ItemChange(id, .changed, fields: changes)
      report.entry = isDryRun ? nil : entry.number
      return report
    }
  }

  /// Removes items, with a place or without.
  ///
  /// A later import of their source doesn't bring them back unless it is told to. Throws
  /// `.noSuchItem` unless all of them are there, and `.unconfirmed` for more than `freelyRemoved`
  /// that are not agreed to; then nothing changed.
  @discardableResult
  public func remove(
    _ ids: [ItemID], isAgreed: Bool = false, isDryRun: Bool = false,
    by provenance: Provenance = Provenance()
  ) throws(ArchiveError) -> RemovalReport {
    // Named twice is removed once.
    let ids = Set(ids).sorted { $0.description < $1.description }
    guard isAgreed || isDryRun || ids.count <= SpatiaLiteArchive.freelyRemoved else {
      throw ArchiveError(
        .unconfirmed,
        RemovalText.of(ids.map(\.description), verb: "Would remove") + " Nothing was changed.")
    }
    return try change(isDryRun: isDryRun) { db in
      let entry = try OpenEntry(.remove, by: provenance, in: db)
      var missing: [String] = []
      for id in ids {
        let fields = try ItemEdit(id: id, fields: [:], folder: nil).find(db)?.fields
        let gone = try [KeptTable.items, .unplaced].contains { table in
          try SpatiaLiteArchive.remove(
            table,
            "key IN (SELECT x.key FROM \(table.rawValue) AS x JOIN collections "
              + "ON collections.key = x.collection WHERE collections.name = ?2 AND x.identifier = ?3)",
            [id.collection, id.identifier], as: entry, in: db) > 0
        }
        if !gone { missing.append(id.description) }
        if let fields, let collection = try CollectionTable.key(of: id.collection, db) {
          try CorrectionTable.noteRemoval(
            of: id, in: collection, saying: fields, as: entry, db)
        }
      }
      guard missing.isEmpty else {
        throw ArchiveError(
          .noSuchItem, "The archive has no item \(missing.joined(separator: ", ")).")
      }
      var counts = ChangeCounts()
      counts.removed = ids.count
      let collections = Set(ids.map(\.collection))
      try entry.close(
        counts, collection: collections.count == 1 ? collections.first : nil, in: db)
      return RemovalReport(count: ids.count, entry: isDryRun ? nil : entry.number)
    }
  }

  /// Removes a collection with all that is in it, and with what was corrected there: imported
  /// again, it is a new one.
  ///
  /// Throws `.noSuchCollection`, and `.unconfirmed` when it has items and that is not agreed to;
  /// then nothing changed.
  @discardableResult
  public func remove(
    collection name: String, isAgreed: Bool = false, isDryRun: Bool = false,
    by provenance: Provenance = Provenance()
  ) throws(ArchiveError) -> RemovalReport {
    try change(isDryRun: isDryRun) { db in
      let key = try CollectionTable.require(name, db)
      let items =
        try Int.fetchOne(
          db, sql: "SELECT count(*) FROM items WHERE collection = ?", arguments: [key]) ?? 0
      let entry = try OpenEntry(.remove, by: provenance, in: db)
      var bulk = BulkLoad()
      try bulk.begin(changing: items, in: db)
      var counts = ChangeCounts()
      for table in [KeptTable.items, .unplaced] {
        counts.removed += try SpatiaLiteArchive.remove(
          table, "collection = ?2", [key], as: entry, in: db)
      }
      _ = try SpatiaLiteArchive.remove(.corrections, "collection = ?2", [key], as: entry, in: db)
      guard isAgreed || isDryRun || counts.removed == 0 else {
        throw ArchiveError(
          .unconfirmed,
          "Would remove the collection \(name) with \(counts.removed) items. Nothing was changed.")
      }
      _ = try SpatiaLiteArchive.remove(.collections, "key = ?2", [key], as: entry, in: db)
      try bulk.finish(in: db)
      try entry.close(counts, collection: name, in: db)
      return RemovalReport(count: counts.removed, entry: isDryRun ? nil : entry.number)
    }
  }

  /// Removes what a condition selects, whose arguments start at ?2, and remembers it.
  private static func remove(
    _ table: KeptTable, _ condition: String, _ arguments: StatementArguments, as entry: OpenEntry,
    in db: Database
  ) throws -> Int {
    try entry.remember(table, where: condition, arguments, in: db)
    // The first argument is the entry there; here it only keeps its place.
    try db.execute(
      sql: "DELETE FROM \(table.rawValue) WHERE ?1 IS NOT NULL AND \(condition)",
      arguments: [entry.number] + arguments)
    return db.changesCount
  }
}
