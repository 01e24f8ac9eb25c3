package import TimeWalkArchive
package import TimeWalkCatalogue
package import TimeWalkCore

extension ItemFields {
  /// `SELECT` list that `read` reads, of `items` or of its versions under any name.
  package static func selection(of table: VersionedTable, as name: String) -> String {
    let head = "\(name).key, \(collection(of: name)), \(name).identifier, "
    guard table == .items else { return head + "\(name).fields" }
    return head + ItemColumns.names.map { "\(name).\($0)" }.joined(separator: ", ")
      + ", NULL, NULL, \(name).copy_of"
  }

  /// The name of a row's collection; versions keep it after the collection is removed.
  package static func collection(of name: String) -> String {
    """
    coalesce((SELECT c.name FROM collections AS c WHERE c.key = \(name).collection),
      (SELECT past.name FROM collection_versions AS past WHERE past.key = \(name).collection
        AND past.name IS NOT NULL ORDER BY past.entry DESC LIMIT 1), '?')
    """
  }

  /// Reads a row of `selection`; `nil` for a version of a row that didn't exist.
  ///
  /// A row without a usable place, which another program may have left, has no fields.
  package static func read(
    _ row: SQLRow, of table: VersionedTable
  ) -> (id: ItemID, fields: [CatalogueColumn: String])? {
    guard let identifier = row[2] as String? else { return nil }
    let id = ItemID(collection: row[1], identifier: identifier)
    guard table == .items else { return (id, of(unplaced: row[3])) }
    let item = try? ItemColumns.item(from: row, inheriting: false)
    return (id, item.map { of($0, copyOf: row[5 + ItemColumns.names.count]) } ?? [:])
  }

  /// The item of a row of `selection`, without inherited values; throws `.damaged` if its place
  /// isn't valid.
  package static func item(_ row: SQLRow) throws(ArchiveError) -> ItemEdit.Current {
    .item(
      try ItemColumns.item(from: row, inheriting: false), copyOf: row[5 + ItemColumns.names.count])
  }
}
