import TimeWalkCore

/// One state of an archive, unaffected by concurrent changes, for writing all of it.
package protocol ArchiveSnapshot: Sendable {
  /// The collections' statements, in the order of their names.
  func statements() throws(ArchiveError) -> [CollectionStatement]

  /// The archive's named eras, oldest first.
  func eras() throws(ArchiveError) -> [NamedEra]

  /// The number of items with a place.
  func itemCount() throws(ArchiveError) -> Int

  /// The optional columns that an item of these collections fills.
  func filledColumns(of collections: [String]) throws(ArchiveError) -> Set<CatalogueColumn>

  /// The names of the columns that items of these collections have and TimeWalk has no field for,
  /// sorted.
  func otherColumns(of collections: [String]) throws(ArchiveError) -> [String]

  /// The data about a picture's file, by its path or address.
  func mediaRecord(_ origin: String) throws(ArchiveError) -> MediaRecord?

  /// Some items of a collection, those without a place behind the others; none at the end.
  ///
  /// - Parameters:
  ///   - collection: the collection's statement.
  ///   - last: the end of the page before; `nil` for the first.
  ///   - names: the names of pictures.
  /// - Returns: the records, and where the page ends.
  /// - Throws: the archive's errors.
  func page(
    of collection: CollectionStatement, after last: RecordPosition?, media names: MediaNames
  ) throws(ArchiveError) -> (records: [CatalogueRecord], last: RecordPosition)
}

/// The end of a page of records: the engine's own number, before or behind the items with a place.
package struct RecordPosition: Hashable, Sendable {
  /// True if it is among those without a place.
  package var isUnplaced: Bool
  /// The key of the last record; 0 before the first.
  package var key: Int64

  /// Makes a position.
  package init(isUnplaced: Bool = false, key: Int64 = 0) {
    self.isUnplaced = isUnplaced
    self.key = key
  }
}

extension ArchiveSnapshot {
  /// Passes on every record of a collection, those without a place last.
  package func forEachRecord(
    of collection: CollectionStatement, media names: MediaNames,
    _ body: (CatalogueRecord) throws -> Void
  ) throws {
    var last: RecordPosition?
    while true {
      let page = try page(of: collection, after: last, media: names)
      guard !page.records.isEmpty else { return }
      for record in page.records { try body(record) }
      last = page.last
    }
  }
}
