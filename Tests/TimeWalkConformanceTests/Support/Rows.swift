import TimeWalkArchive
import TimeWalkCore

/// Rows as a source would give them; it may break before its end.
struct Rows: ItemSource {
  var statement: CollectionStatement
  var isNamed = true
  var eras: [NamedEra] = []
  var findings: [ImportFinding] = []
  var rows: [SourceRow]
  /// The error after the last row.
  var fault: ArchiveError?

  init(_ collection: String = "test", _ rows: [SourceRow] = [], fault: ArchiveError? = nil) {
    statement = CollectionStatement(name: collection)
    self.rows = rows.reversed()
    self.fault = fault
  }

  mutating func next() throws(ArchiveError) -> SourceRow? {
    if let row = rows.popLast() { return row }
    if let fault { throw fault }
    return nil
  }
}

extension SourceRow {
  /// A row with a place; `edit` adds what else it says.
  static func placed(
    _ id: ItemID, latitude: Double = 40, longitude: Double = -74, copyOf: String? = nil,
    _ edit: (inout Item) -> Void = { _ in }
  ) -> SourceRow {
    let item = Coordinate(latitude: latitude, longitude: longitude).map { place in
      var item = Item(id: id, pose: RecordedPose(coordinate: place))
      edit(&item)
      return item
    }
    return SourceRow(item: item, findings: [], copyOf: copyOf)
  }

  /// The same of the collection `test`, with a title.
  static func placed(
    _ identifier: String, _ title: String = "", latitude: Double = 40, longitude: Double = -74,
    copyOf: String? = nil
  ) -> SourceRow {
    placed(
      ItemID(collection: "test", identifier: identifier), latitude: latitude,
      longitude: longitude, copyOf: copyOf
    ) { $0.title = title }
  }

  /// A row without a place, of the collection `test`.
  static func unplaced(
    _ identifier: String, _ fields: [CatalogueColumn: String] = [.title: "x"]
  ) -> SourceRow {
    let id = ItemID(collection: "test", identifier: identifier)
    return SourceRow(unplaced: UnplacedItem(id: id, fields: fields), findings: [])
  }

  /// A row that is refused, as its finding says.
  static func refused(_ identifier: String) -> SourceRow {
    SourceRow(findings: [
      ImportFinding(
        .fault, line: nil, identifier: identifier, column: "latitude", reason: "must be a number")
    ])
  }
}

/// An item of the collection `test`.
func test(_ identifier: String) -> ItemID { ItemID(collection: "test", identifier: identifier) }
