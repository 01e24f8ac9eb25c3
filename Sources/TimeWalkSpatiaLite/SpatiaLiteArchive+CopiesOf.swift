import GRDB
package import TimeWalkArchive
package import TimeWalkCore

extension SpatiaLiteArchive {
  /// How far apart the places of two catalogues' copies are looked for, metres.
  private static let copiesWithin = 1000.0

  /// What names an original by its name alone or with its collection's.
  static let copiesDeclared = "SELECT key FROM items WHERE copy_of IN (?, ?) ORDER BY key"

  /// The items that may be declared copies of an item, or of a copy of it, and so on.
  private static func declaring(_ id: ItemID, _ db: Database) throws -> [Int64] {
    let direct = try db.cachedStatement(sql: copiesDeclared)
    let name = try db.cachedStatement(
      sql: """
        SELECT collections.name, items.identifier FROM \(ItemColumns.source) WHERE items.key = ?
        """)
    var found: [Int64] = []
    var seen: Set<Int64> = []
    var waiting = [id]
    while let id = waiting.popLast() {
      for key in try Int64.fetchAll(direct, arguments: [id.identifier, id.description])
      where seen.insert(key).inserted {
        found.append(key)
        let row = try Row.fetchOne(name, arguments: [key])
        if let row { waiting.append(ItemID(collection: row[0], identifier: row[1])) }
      }
    }
    return found
  }

  /// The copies of an item: what it is declared a copy of, what is declared a copy of it, and so
  /// on, and what looks like it nearby.
  ///
  /// In the order of their names, the declared first.
  package func copies(of id: ItemID) throws(ArchiveError) -> [ItemCopy] {
    let known = try ArchiveError.typed {
      try reader.read { db -> (key: Int64, declaring: [Int64])? in
        guard
          let key = try Int64.fetchOne(
            db,
            sql: """
              SELECT items.key FROM \(ItemColumns.source)
              WHERE collections.name = ? AND items.identifier = ?
              """, arguments: [id.collection, id.identifier])
        else { return nil }
        return (key, try SpatiaLiteArchive.declaring(id, db))
      }
    }
    guard let known, let item = try items(keys: [known.key])[known.key],
      let own = try copyRecords(keys: [known.key])[known.key]
    else { return [] }
    var declared = Set(own.originals)
    for (key, record) in try copyRecords(keys: known.declaring) where record.originals.contains(id)
    {
      if let copy = try items(keys: [key])[key] { declared.insert(copy.id) }
    }
    var alike: Set<ItemID> = []
    if let fingerprint = own.fingerprint,
      let distance = Distance(meters: SpatiaLiteArchive.copiesWithin)
    {
      let near = try candidates(near: item.pose.coordinate, within: distance).keys
      let records = try copyRecords(keys: Array(near))
      let keys = records.filter { key, record in
        key != known.key
          && record.fingerprint.map {
            $0.distance(to: fingerprint) <= Fingerprint.greatestDistanceOfCopies
          } ?? false
      }.map(\.key)
      alike = Set(try items(keys: keys).values.map(\.id))
    }
    func list(_ ids: Set<ItemID>, isDeclared: Bool) -> [ItemCopy] {
      ids.sorted { $0.description < $1.description }
        .map { ItemCopy(id: $0, isDeclared: isDeclared) }
    }
    return list(declared.subtracting([id]), isDeclared: true)
      + list(alike.subtracting(declared).subtracting([id]), isDeclared: false)
  }
}
