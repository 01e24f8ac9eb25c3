import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

extension Model {
  /// Imports sources.
  mutating func apply(
    _ sources: [Rows], policy: ImportPolicy, from origin: String?
  ) throws -> String {
    let terms = ChangeTerms(isDryRun: policy.isDryRun, by: policy.provenance)
    return try change(.import, terms, source: origin, options: policy.journalOptions) { model in
      var whole = ImportReport(collection: "", isDryRun: policy.isDryRun)
      var (counts, collections) = (ChangeCounts(), [String]())
      for source in sources {
        var report = ImportReport(collection: source.statement.name, isDryRun: policy.isDryRun)
        let hasRows = try model.read(source, policy, &report)
        whole.add(report)
        guard hasRows else { continue }
        collections.append(source.statement.name)
        counts.added += report.added
        counts.updated += report.updated
        counts.unchanged += report.unchanged
        counts.refused += report.refused
        counts.removed += report.removed
      }
      return Done(
        said: whole.plain, counts: counts, collections: collections, hasEntry: !collections.isEmpty)
    }
  }

  /// Stores one source's rows, and returns true if it has a good one.
  private mutating func read(
    _ source: Rows, _ policy: ImportPolicy, _ report: inout ImportReport
  ) throws -> Bool {
    var (source, collection) = (source, Int?.none)
    /// The identifiers in the source, also those of refused rows.
    var named: Set<String> = []
    while var row = try source.next() {
      guard let id = row.id else {
        report.refused += 1
        named.formUnion(row.findings.compactMap(\.identifier))
        continue
      }
      named.insert(id.identifier)
      // The first good row makes the collection.
      let key = collection ?? keep(source.statement)
      collection = key
      if resolve(&row, id, in: key, policy, &report) {
        write(row, id, in: key, &report)
      } else {
        report.unchanged += 1
      }
    }
    guard let collection else { return false }
    if policy.replaces { try remove(from: collection, except: named, policy, &report) }
    return true
  }

  private mutating func keep(_ statement: CollectionStatement) -> Int {
    let known = key("collection", statement.name)
    let row = Row.collection(statement.kept(over: known.flatMap { rows[$0]?.statement }))
    guard let known else { return add(row) }
    set(known, row)
    return known
  }

  private mutating func write(
    _ row: SourceRow, _ id: ItemID, in collection: Int, _ report: inout ImportReport
  ) {
    var kept = Kept(row, id, in: collection)
    if let (key, before) = find(id) {
      if kept.item == nil {
        kept =
          before.item == nil
          ? Self.unplaced(row, over: before) : Self.placed(row, over: before)
      }
      if kept == before { report.unchanged += 1 } else { report.updated += 1 }
      set(key, .item(kept))
    } else {
      report.added += 1
      add(.item(kept))
    }
    if kept.item == nil { report.unplaced += 1 }
  }

  /// A row without a place over an item with one: the place stays, the rest is the row's.
  private static func placed(_ row: SourceRow, over before: Kept) -> Kept {
    var edit: Fields = [:]
    for column in CatalogueColumn.allCases where ![.id, .media].contains(column) {
      let isPlace = placeColumns.contains(column)
      if !isPlace || row.fields[column] != nil { edit[column] = row.fields[column] ?? "" }
    }
    let standing = before.row.standing(before.id)
    guard var read = try? ItemEdit(before.id, FieldEdit(edit)).row(after: standing) else {
      return before
    }
    read.item?.media = row.fields[.media].map(ItemEdit.media)
    return Kept(read, before.id, in: before.collection)
  }

  /// A row without a place over an item without one.
  private static func unplaced(_ row: SourceRow, over before: Kept) -> Kept {
    var row = row
    let fields = Self.fields(of: row, after: before.fields)
    row.unplaced?.fields = fields
    return Kept(row, before.id, in: before.collection)
  }

  /// The columns in which a row without a place says nothing if it has no value.
  static let placeColumns: [CatalogueColumn] = [.latitude, .longitude, .accuracy, .locationOf]

  /// The fields of a row, with the last known place if it has none.
  static func fields(of row: SourceRow, after last: Fields) -> Fields {
    guard row.unplaced != nil else { return row.fields }
    return row.fields.merging(last.filter { placeColumns.contains($0.key) }) { own, _ in own }
  }

  /// Removes the items that a source doesn't name.
  private mutating func remove(
    from collection: Int, except named: Set<String>, _ policy: ImportPolicy,
    _ report: inout ImportReport
  ) throws {
    let gone = items.filter { $0.collection == collection && !named.contains($0.id.identifier) }
    report.removed = gone.count
    guard !gone.isEmpty, !policy.isDryRun else { return }
    try policy.checkRemoval(of: gone.map(\.id.identifier), refused: report.refused)
    for kept in gone {
      if let key = find(kept.id)?.key { set(key, nil) }
      keep([:], of: kept.id.identifier, in: collection)
    }
  }
}
