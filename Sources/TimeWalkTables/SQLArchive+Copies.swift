import Foundation
package import TimeWalkArchive
package import TimeWalkCore

/// The greatest distance between the places of two catalogues' copies, in metres.
private let copiesWithin = 1000.0

/// The number of items whose pictures are read in one statement.
private let keysAtOnce = 5_000

/// The greatest number of declared, and of similar, copies that are found.
private let mostCopies = 200

extension SQLArchive {
  /// The archive's data about items' copies; unknown keys are left out.
  package func copyRecords(keys: [Int64]) throws(ArchiveError) -> [Int64: CopyRecord] {
    try look { db in
      var records: [Int64: CopyRecord] = [:]
      for key in keys where records[key] == nil {
        let row = try db.row(
          """
          SELECT items.fingerprint, items.copy_of, collections.name, items.identifier
          FROM \(ItemColumns.source) WHERE items.key = ?
          """, [key])
        guard let row else { continue }
        var record = CopyRecord()
        record.fingerprint = (row[0] as Data?).flatMap(CopyColumns.fingerprint)
        if let name = row[1] as String? {
          let item = ItemID(collection: row[2], identifier: row[3])
          record.originals = try CopyRecord.originals(of: item, declaring: name, in: db)
        }
        records[key] = record
      }
      return records
    }
  }

  /// The copies of an item: its declared original, its declared copies, and so on, and similar
  /// pictures nearby.
  ///
  /// In the order of their names, the declared first; of very many declared copies, only some.
  package func copies(of id: ItemID) throws(ArchiveError) -> [ItemCopy] {
    let known = try look { db -> (key: Int64, declaring: [Int64])? in
      guard
        let key = try db.first(
          Int64.self,
          """
          SELECT items.key FROM \(ItemColumns.source)
          WHERE collections.name = ? AND items.identifier = ?
          """, [id.collection, id.identifier])
      else { return nil }
      return (key, try declaring(id, db))
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
      let distance = Distance(meters: copiesWithin)
    {
      let near = try candidates(near: item.pose.coordinate, within: distance).keys
      let keys = try look { try similar(to: fingerprint, among: near.sorted(), $0) }
      alike = Set(try items(keys: keys).values.map(\.id)).subtracting([id])
    }
    func list(_ ids: Set<ItemID>, isDeclared: Bool) -> [ItemCopy] {
      ids.sorted { $0.description < $1.description }
        .map { ItemCopy(id: $0, isDeclared: isDeclared) }
    }
    return list(declared.subtracting([id]), isDeclared: true)
      + list(alike.subtracting(declared).subtracting([id]), isDeclared: false)
  }
}

/// The items with a similar picture; a statement for each would take a city's items a second.
private func similar(
  to fingerprint: Fingerprint, among keys: [Int64], _ db: any SQLDatabase
) throws -> [Int64] {
  var found: [Int64] = []
  for start in stride(from: 0, to: keys.count, by: keysAtOnce) {
    let list = keys[start..<min(start + keysAtOnce, keys.count)].map(String.init)
    let rows = try db.rows(
      once: """
        SELECT key, fingerprint FROM items
        WHERE fingerprint IS NOT NULL AND key IN (\(list.joined(separator: ", ")))
        """, [])
    for row in rows {
      let other = (row[1] as Data?).flatMap(CopyColumns.fingerprint)
      if let other, other.distance(to: fingerprint) <= Fingerprint.greatestDistanceOfCopies {
        found.append(row[0])
      }
      if found.count == mostCopies { return found }
    }
  }
  return found
}

/// The original's name, alone or with its collection's.
package let copiesDeclared = "SELECT key FROM items WHERE copy_of IN (?, ?) ORDER BY key"

/// The items that may be declared copies of an item, or of a copy of it, and so on.
private func declaring(_ id: ItemID, _ db: any SQLDatabase) throws -> [Int64] {
  let name = """
    SELECT collections.name, items.identifier FROM \(ItemColumns.source) WHERE items.key = ?
    """
  var found: [Int64] = []
  var seen: Set<Int64> = []
  var waiting = [id]
  while let id = waiting.popLast(), found.count < mostCopies {
    let rest = "\(copiesDeclared) LIMIT \(mostCopies - found.count)"
    for key in try db.all(Int64.self, rest, [id.identifier, id.description])
    where seen.insert(key).inserted {
      found.append(key)
      let row = try db.row(name, [key])
      if let row { waiting.append(ItemID(collection: row[0], identifier: row[1])) }
    }
  }
  return found
}

extension CopyRecord {
  /// The declared original of an item, that one's original, and so on.
  package static func originals(
    of item: ItemID, declaring name: String, in db: any SQLDatabase
  ) throws -> [ItemID] {
    try originals(of: item, declaring: name) { id in
      try db.row(
        """
        SELECT items.copy_of FROM \(ItemColumns.source)
        WHERE collections.name = ? AND items.identifier = ?
        """, [id.collection, id.identifier]
      ).map { (id, $0[0]) }
    }
  }
}
