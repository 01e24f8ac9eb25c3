import TimeWalkArchive

/// The items that a source names, for finding those that it lacks.
struct NamedItems {
  /// An item of the collection, with or without a place.
  struct Other {
    var table: VersionedTable
    var key: Int64
    var identifier: String
  }

  private var identifiers: Set<String> = []

  /// Notes an item that the source has.
  mutating func name(_ identifier: String) { identifiers.insert(identifier) }

  /// Notes the items that a refused row names: it may be a slip of the pen, and no reason to lose
  /// them.
  mutating func refuse(_ findings: [ImportFinding]) {
    for finding in findings { finding.identifier.map { name($0) } }
  }

  /// The other items of a collection, in the order of the names.
  func others(in collection: Int64, _ db: any SQLDatabase) throws -> [Other] {
    var others: [Other] = []
    for table in [VersionedTable.items, .unplaced] {
      try db.forEach(
        "SELECT key, identifier FROM \(table.rawValue) WHERE collection = ?", [collection]
      ) { row in
        let identifier = row[1] as String
        guard !identifiers.contains(identifier) else { return }
        others.append(Other(table: table, key: row[0], identifier: identifier))
      }
    }
    return others.sorted { $0.identifier < $1.identifier }
  }
}
