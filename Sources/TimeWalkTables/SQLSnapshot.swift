package import TimeWalkArchive
import TimeWalkCore

/// One state of an archive whose engine uses SQL.
package protocol SQLSnapshot: ArchiveSnapshot {
  /// A prefix for the column that keeps the engine from sorting a whole collection by key: a plus
  /// for SQLite, which would use the index of identifiers.
  static var byKey: String { get }

  /// Reads the state.
  func look<T: Sendable>(_ work: (any SQLDatabase) throws -> T) throws(ArchiveError) -> T

  /// A page of a collection's items with a place, behind a key.
  func items(
    of collection: CollectionStatement, key: Int64, after last: inout RecordPosition,
    _ names: MediaNames, in db: any SQLDatabase
  ) throws -> [CatalogueRecord]
}

/// The number of records on a page.
private let page = 1_000

extension SQLSnapshot {
  /// See `ArchiveSnapshot.statements()`.
  package func statements() throws(ArchiveError) -> [CollectionStatement] {
    try look { try CollectionRows.all($0).map(\.statement) }
  }

  /// See `ArchiveSnapshot.eras()`.
  package func eras() throws(ArchiveError) -> [NamedEra] { try look { try EraTable.all($0) } }

  /// See `ArchiveSnapshot.itemCount()`.
  package func itemCount() throws(ArchiveError) -> Int {
    try look { try $0.first(Int.self, "SELECT count(*) FROM items") ?? 0 }
  }

  /// See `ArchiveSnapshot.filledColumns(of:)`.
  package func filledColumns(
    of collections: [String]
  ) throws(ArchiveError) -> Set<CatalogueColumn> {
    try look { try ItemColumns.filledColumns(of: collections, $0) }
  }

  /// See `ArchiveSnapshot.otherColumns(of:)`.
  package func otherColumns(of collections: [String]) throws(ArchiveError) -> [String] {
    try look { db in
      try OtherColumns.names(of: collections.map { try CollectionTable.require($0, db) }, db)
    }
  }

  /// See `ArchiveSnapshot.mediaRecord(_:)`.
  package func mediaRecord(_ origin: String) throws(ArchiveError) -> MediaRecord? {
    try look { try MediaTable.record(origin, $0) }
  }

  /// See `ArchiveSnapshot.page(of:after:media:)`.
  package func page(
    of collection: CollectionStatement, after last: RecordPosition?, media names: MediaNames
  ) throws(ArchiveError) -> (records: [CatalogueRecord], last: RecordPosition) {
    try look { db in
      let key = try CollectionTable.require(collection.name, db)
      var last = last ?? RecordPosition()
      if !last.isUnplaced {
        let records = try items(of: collection, key: key, after: &last, names, in: db)
        if !records.isEmpty { return (records, last) }
        last = RecordPosition(isUnplaced: true)
      }
      let rows = try db.rows(
        """
        SELECT key, identifier, fields FROM unplaced
        WHERE \(Self.byKey)collection = ?1 AND key > ?2 ORDER BY key LIMIT \(TimeWalkTables.page)
        """, [key, last.key])
      if let row = rows.last { last.key = row[0] }
      let records = rows.map { row in
        let item = UnplacedItem(
          id: ItemID(collection: collection.name, identifier: row[1]),
          fields: ItemFields.of(unplaced: row[2]))
        return CatalogueRecord(item, in: collection, media: names)
      }
      return (records, last)
    }
  }

  /// The statement for a page of a collection's items, with `copy_of` as its last column; its
  /// arguments are the collection's key and the last item's.
  package static var itemPage: String {
    """
    SELECT \(ItemColumns.selection), items.copy_of FROM \(ItemColumns.source)
    WHERE \(byKey)items.collection = ?1 AND items.key > ?2
    ORDER BY items.key LIMIT \(TimeWalkTables.page)
    """
  }
}
