package import TimeWalkArchive
package import TimeWalkCore

extension SQLArchive {
  /// Takes items with a place over from another archive.
  ///
  /// What was corrected of them and what is known of their pictures comes along, their history
  /// doesn't. One that is here already stays as it is, so that the same can be done again.
  ///
  /// - Parameters:
  ///   - other: the archive.
  ///   - terms: who does it.
  ///   - holds: which items.
  /// - Returns: how many are new.
  /// - Throws: what either archive throws; then nothing was changed.
  package func take(
    from other: any SQLArchive, terms: ChangeTerms, where holds: (Item) -> Bool
  ) throws(ArchiveError) -> Int {
    try other.look { source in
      let items = try MovedItem.all(in: source, where: holds)
      guard !items.isEmpty else { return 0 }
      return try change(isDryRun: terms.isDryRun) { target in
        let entry = try OpenEntry(.other, by: terms.provenance, source: other.location, in: target)
        var counts = ChangeCounts()
        counts.added = try bring(items, from: source, as: entry)
        try entry.close(counts, collection: nil)
        // Those of others are not to be seen as missing, so what it says of problems is left.
        var pictures = MediaBackup(from: other.mediaStore, to: mediaStore)
        try pictures.run(target)
        return counts.added
      }
    }
  }

  private func bring(
    _ items: [MovedItem], from source: any SQLDatabase, as entry: OpenEntry
  ) throws -> Int {
    let target = entry.db
    var collections: [Int64: Int64] = [:]
    for row in try CollectionRows.all(source) {
      guard items.contains(where: { $0.collection == row.key }) else { continue }
      collections[row.key] =
        try CollectionTable.key(of: row.statement.name, target)
        ?? CollectionTable.keep(row.statement, as: entry, in: target)
    }
    let known = Set(try target.columns(of: KeptTable.items))
    let columns = try source.columns(of: KeptTable.items).filter(known.contains)
    guard let place = columns.firstIndex(of: "collection") else { return 0 }
    try target.willChange(items: items.count)
    let writer = try target.rowWriter(.items, columns: ["key"] + columns)
    var last = try target.lastNumber(of: .items)
    var brought: [MovedItem] = []
    for item in items {
      guard let collection = collections[item.collection],
        try target.row(
          "SELECT 1 FROM items WHERE collection = ? AND identifier = ?",
          [collection, item.identifier]) == nil,
        let row = try source.row(
          "SELECT \(columns.joined(separator: ", ")) FROM items WHERE key = ?", [item.key])
      else { continue }
      last += 1
      var values = row.values
      values[place] = .integer(collection)
      try writer.write([.integer(last)] + values)
      brought.append(item)
    }
    try writer.finish()
    try target.setLastNumber(of: .items, to: last)
    try target.haveChangedItems()
    for item in brought {
      guard let collection = collections[item.collection] else { continue }
      let corrections = try source.rows(
        "SELECT field, source FROM corrections WHERE collection = ? AND identifier = ?",
        [item.collection, item.identifier])
      for row in corrections {
        try target.run(
          """
          INSERT INTO corrections (collection, identifier, field, source) VALUES (?, ?, ?, ?)
          ON CONFLICT DO NOTHING
          """, [collection, item.identifier, row[0] as String, row[1] as String?])
      }
      if let origin = item.media, let record = try MediaTable.record(origin, source) {
        try MediaTable.keep(record, target)
      }
    }
    return brought.count
  }

  /// Lets items go that another archive has, the same in all.
  ///
  /// What was corrected of them goes along, and no import takes them for removed by hand.
  ///
  /// - Parameters:
  ///   - other: the archive.
  ///   - terms: who does it.
  ///   - holds: which items.
  /// - Returns: how many went, and how many stayed since the other archive has them otherwise.
  /// - Throws: what either archive throws; then nothing was changed.
  package func release(
    to other: any SQLArchive, terms: ChangeTerms, where holds: (Item) -> Bool
  ) throws(ArchiveError) -> (released: Int, kept: Int) {
    try other.look { target in
      let there = try MovedItem.all(in: target, where: holds)
      let byName = Dictionary(there.map { ($0.item.id, $0.item) }) { first, _ in first }
      return try change(isDryRun: terms.isDryRun) { db in
        let own = try MovedItem.all(in: db, where: holds)
        let gone = own.filter { byName[$0.item.id] == $0.item }
        guard !gone.isEmpty else { return (0, own.count) }
        let entry = try OpenEntry(.other, by: terms.provenance, source: other.location, in: db)
        for (collection, items) in Dictionary(grouping: gone, by: \.collection).sorted(by: {
          $0.key < $1.key
        }) {
          let writer = try db.writer(for: entry, collection: collection)
          for item in items {
            try writer.remove(.items, key: item.key)
            try CorrectionTable.removeAll(of: item.identifier, in: collection, as: entry)
          }
          try writer.finish()
        }
        var counts = ChangeCounts()
        counts.removed = gone.count
        try entry.close(counts, collection: nil)
        return (gone.count, own.count - gone.count)
      }
    }
  }
}

/// An item on its way to another archive.
private struct MovedItem {
  var key: Int64
  var collection: Int64
  var identifier: String
  var item: Item

  /// The path or address of its picture.
  var media: String? {
    switch item.media {
    case .file(let path): path
    case .url(let address): address
    case nil: nil
    }
  }

  static func all(
    in db: any SQLDatabase, where holds: (Item) -> Bool
  ) throws -> [MovedItem] {
    var collections: [String: Int64] = [:]
    for row in try CollectionRows.all(db) { collections[row.statement.name] = row.key }
    var items: [MovedItem] = []
    let all = "SELECT \(ItemColumns.selection) FROM \(ItemColumns.source) ORDER BY items.key"
    try db.forEach(all, []) { row in
      // As it stands in its own row, whatever its collection says.
      let item = try ItemColumns.item(from: row, inheriting: false)
      guard holds(item), let collection = collections[item.id.collection] else { return }
      items.append(
        MovedItem(
          key: row[0], collection: collection, identifier: item.id.identifier, item: item))
    }
    return items
  }
}
