import Foundation
import GRDB
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

/// Rows as a source would give them, with and without a place.
struct ListSource: ItemSource {
  var statement: CollectionStatement
  var eras: [NamedEra] = []
  var findings: [ImportFinding] = []
  var rows: [SourceRow]

  init(_ collection: String, rows: [SourceRow]) {
    statement = CollectionStatement(name: collection)
    self.rows = rows.reversed()
  }

  mutating func next() throws(ArchiveError) -> SourceRow? { rows.popLast() }

  static func placed(
    _ collection: String, _ identifier: String, title: String = "", latitude: Double = 40,
    longitude: Double = -74, copyOf: String? = nil
  ) -> SourceRow {
    let place = Coordinate(latitude: latitude, longitude: longitude)
    let item = place.map {
      Item(
        id: ItemID(collection: collection, identifier: identifier), title: title,
        pose: RecordedPose(coordinate: $0))
    }
    return SourceRow(item: item, findings: [], copyOf: copyOf)
  }

  static func unplaced(_ collection: String, _ identifier: String, title: String = "x")
    -> SourceRow
  {
    var row = SourceRow(item: nil, findings: [])
    row.unplaced = UnplacedItem(
      id: ItemID(collection: collection, identifier: identifier), fields: [.title: title])
    return row
  }

  /// A row that is refused, as its finding says.
  static func refused(_ identifier: String) -> SourceRow {
    SourceRow(
      item: nil,
      findings: [
        ImportFinding(
          .fault, line: nil, identifier: identifier, column: "latitude", reason: "must be a number")
      ])
  }
}

extension ArchiveFixture {
  /// Imports rows.
  @discardableResult
  func bring(
    _ rows: [SourceRow], to collection: String = "test", _ options: ImportOptions = ImportOptions()
  ) throws -> ImportReport {
    let source = ListSource(collection, rows: rows)
    return try archive.apply([source], policy: options.completePolicy, from: nil)
  }

  /// Every byte that an undo must restore, a line for each row.
  func dump() throws -> [String] {
    try archive.writable().write { db in
      try TileStore.update(db)
      var lines: [String] = []
      for table in [
        "collections", "items", "unplaced", "eras", "dismissals", "corrections", "tiles",
      ] {
        let columns = try db.columns(in: table).map(\.name)
        // `quote` distinguishes 1 from 1.0 and shows blobs in full.
        let values = columns.map { "quote(\($0))" }.joined(separator: " || ',' || ")
        lines += try String.fetchAll(
          db, sql: "SELECT '\(table): ' || \(values) FROM \(table) ORDER BY 1")
      }
      return lines
    }
  }

  /// The changes of an entry.
  func changes(of entry: Int64) throws -> [ItemChange] {
    var changes: [ItemChange] = []
    try archive.forEachChange(of: entry) { changes.append($0) }
    return changes
  }
}
