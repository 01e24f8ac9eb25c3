import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

/// One state of an archive in memory.
struct MemorySnapshot: ArchiveSnapshot {
  /// Few, so that the tests' archives have several pages.
  private static let page = 50

  let state: MemoryState

  func statements() -> [CollectionStatement] { state.statements }

  func eras() -> [NamedEra] { state.eras }

  func itemCount() -> Int { state.items.count }

  func mediaRecord(_ origin: String) -> MediaRecord? { state.record(origin) }

  func filledColumns(of collections: [String]) throws(ArchiveError) -> Set<CatalogueColumn> {
    Set(try currents(of: collections).flatMap(\.fields.keys))
      .intersection(CatalogueColumn.optional)
  }

  func otherColumns(of collections: [String]) throws(ArchiveError) -> [String] {
    let names = try currents(of: collections).flatMap {
      FieldsText.dictionary(of: $0.fields[.otherColumns]).keys
    }
    return Set(names).sorted()
  }

  private func currents(of collections: [String]) throws(ArchiveError) -> [ItemEdit.Current] {
    var keys: Set<Int64> = []
    for name in collections { keys.insert(try state.require(name)) }
    return state.rows.values.filter { $0.collection.map(keys.contains) ?? false }
      .compactMap(\.current)
  }

  func page(
    of collection: CollectionStatement, after last: RecordPosition?, media names: MediaNames
  ) throws(ArchiveError) -> (records: [CatalogueRecord], last: RecordPosition) {
    let key = try state.require(collection.name)
    let last = last ?? RecordPosition()
    if !last.isUnplaced {
      let rows = state.items.filter { $0.row.collection == key && $0.key > last.key }
        .prefix(MemorySnapshot.page)
      if let end = rows.last {
        let records = rows.map { row in
          CatalogueRecord(row.row.item, copyOf: row.row.copyOf, in: collection, media: names)
        }
        return (records, RecordPosition(key: end.key))
      }
    }
    let from = last.isUnplaced ? last.key : 0
    let rows = state.unplaced
      .filter { $0.item.id.collection == collection.name && $0.key > from }
      .prefix(MemorySnapshot.page)
    return (
      rows.map { CatalogueRecord($0.item, in: collection, media: names) },
      RecordPosition(isUnplaced: true, key: rows.last?.key ?? from)
    )
  }
}
