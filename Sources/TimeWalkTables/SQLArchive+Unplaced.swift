package import TimeWalkArchive
package import TimeWalkCore

extension SQLArchive {
  /// See `HistoricalArchive.unplacedItem(_:)`.
  package func unplacedItem(_ id: ItemID) throws(ArchiveError) -> UnplacedItem? {
    try look { db in
      let text = try db.first(
        String.self,
        """
        SELECT fields FROM unplaced JOIN collections ON collections.key = unplaced.collection
        WHERE collections.name = ? AND identifier = ?
        """, [id.collection, id.identifier])
      return text.map { UnplacedItem(id: id, fields: ItemFields.of(unplaced: $0)) }
    }
  }

  /// A page of the items without a place that a query finds, by collection and identifier, and how
  /// many there are on all pages.
  ///
  /// Words and eras are searched as in `search`; a search around a place finds none. The time grows
  /// with the number of these items, unless the query has only a collection.
  package func unplacedItems(
    _ query: ArchiveQuery
  ) throws(ArchiveError) -> (items: [UnplacedItem], total: Int) {
    try look { db in
      let search = UnplacedSearch(query)
      if let total = try search.total(in: db) {
        return (try search.items(limit: query.limit, offset: query.offset, in: db), total)
      }
      let all = try search.items(in: db)
      let page = all.dropFirst(max(0, query.offset)).prefix(query.limit ?? .max)
      return (Array(page), all.count)
    }
  }
}
