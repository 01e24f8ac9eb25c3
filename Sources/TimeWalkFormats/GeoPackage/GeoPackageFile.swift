package import Foundation
import GRDB
import TimeWalkStorage

/// A GeoPackage that is read (OGC 12-128r17), as QGIS, ogr2ogr and we write it.
///
/// The database is untrusted: it is opened for reading, without its views and triggers, and only
/// plain tables are read.
package final class GeoPackageFile {
  /// One table of it.
  package struct Layer {
    /// The table's name.
    package var name: String
    /// Its columns but for those of bytes, each with the type that it is declared with.
    package var columns: [(name: String, type: String)]
    /// The column that numbers the rows.
    package var key: String
    /// The column of the geometry; `nil` for a table without.
    package var geometry: String?
    /// The coordinate system of the geometries, such as `EPSG:4326`; `nil` if unknown.
    package var system: String?

    /// The columns with data, without the row number that programs add.
    package var names: [String] { columns.map(\.name).filter { $0 != key } }
  }

  package let path: String
  private let reader: any DatabaseReader
  /// The layers with geometries first, then the tables without.
  package let layers: [Layer]

  /// Returns true if a file's first bytes are those of a GeoPackage; the file is not opened as a
  /// database.
  package static func isMarked(_ file: URL) -> Bool {
    // "GPKG", and before version 1.2 "GP10" and "GP11".
    DatabaseFile.applicationID(of: file.path).map {
      [0x4750_4B47, 0x4750_3130, 0x4750_3131].contains($0)
    }
      ?? false
  }

  /// Opens a file and looks at its tables.
  package init(path: String) throws(GeoPackageFault) {
    self.path = path
    do {
      reader = try GeoPackageFile.open(path)
      layers = try reader.unsafeRead { db in
        // A snapshot of the file, during concurrent edits in QGIS.
        try db.execute(sql: "BEGIN")
        return try GeoPackageFile.layers(db)
      }
    } catch {
      throw GeoPackageFile.fault(error)
    }
  }

  private func read<Result>(_ body: (Database) throws -> Result) throws(GeoPackageFault) -> Result {
    do { return try reader.unsafeRead(body) } catch { throw GeoPackageFile.fault(error) }
  }

  /// Rows that follow one another by their numbers.
  package typealias Stretch = ClosedRange<Int64>

  /// The texts of a column, each once and sorted, with the stretches of their rows in order; the
  /// empty text has the rows without one.
  package func stretches(
    of column: String, in layer: Layer
  ) throws(GeoPackageFault) -> [(text: String, rows: [Stretch])] {
    try read { db in
      let (quoted, number) = (column.quotedDatabaseIdentifier, layer.key.quotedDatabaseIdentifier)
      let cursor = try Row.fetchCursor(
        db,
        sql: """
          SELECT \(number), CAST(coalesce(\(quoted), '') AS TEXT)
          FROM \(layer.name.quotedDatabaseIdentifier) ORDER BY \(number)
          """)
      // Swift's equal texts may differ in their bytes.
      var places: [[UInt8]: Int] = [:]
      var found: [(text: String, rows: [Stretch])] = []
      var before: Int?
      while let row = try cursor.next() {
        let number = try GeoPackageFile.number(row, 0, of: layer)
        let text = try GeoPackageFile.text(row.read(1)) ?? ""
        let place = places[Array(text.utf8), default: found.count]
        if place == found.count {
          places[Array(text.utf8)] = place
          found.append((text, []))
        }
        if place == before, let last = found[place].rows.popLast() {
          found[place].rows.append(last.lowerBound...number)
        } else {
          found[place].rows.append(number...number)
        }
        before = place
      }
      return found.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
    }
  }

  /// The texts of some columns of all rows of a table that is small; a column that is `nil` is
  /// empty.
  package func texts(
    _ columns: [String?], of layer: Layer
  ) throws(GeoPackageFault) -> [[String?]] {
    try read { db in
      let list = columns.map { $0?.quotedDatabaseIdentifier ?? "NULL" }.joined(separator: ", ")
      return try Row.fetchAll(
        db, sql: "SELECT \(list) FROM \(layer.name.quotedDatabaseIdentifier)"
      ).map { row in try columns.indices.map { try GeoPackageFile.text(row.read($0)) } }
    }
  }

  /// A row as it is in the table.
  package struct Line {
    /// The values, in the order of the layer's columns.
    package var values: [GeoPackageValue?]
    /// The geometry as stored in the file.
    package var shape: Data?
  }

  /// The number of rows, and of their bytes, that are read at once.
  private static let (page, pageBytes) = (1_000, 16 << 20)

  /// Some rows of a layer in the order of their numbers, from the beginning of a stretch.
  ///
  /// - Parameters:
  ///   - layer: the layer.
  ///   - stretch: the rows to read.
  /// - Returns: the rows, and the number of the last of them; `nil` without rows.
  /// - Throws: an error if the file can't be read.
  package func page(
    of layer: Layer, in stretch: Stretch
  ) throws(GeoPackageFault) -> (lines: [Line], last: Int64?) {
    try read { db in
      var columns = layer.columns.map(\.name.quotedDatabaseIdentifier)
      columns.append(layer.geometry?.quotedDatabaseIdentifier ?? "NULL")
      let number = layer.key.quotedDatabaseIdentifier
      // Rows without a number are an error.
      let condition =
        stretch.lowerBound == .min ? "?1 < ?2" : "\(number) BETWEEN ?1 AND ?2"
      // A layer may have as many stretches as rows.
      let statement = try db.cachedStatement(
        sql: """
          SELECT \(columns.joined(separator: ", ")), \(number)
          FROM \(layer.name.quotedDatabaseIdentifier) WHERE \(condition) ORDER BY \(number)
          """)
      let cursor = try Row.fetchCursor(
        statement, arguments: [stretch.lowerBound, stretch.upperBound])
      var (lines, last, size): ([Line], Int64?, Int) = ([], nil, 0)
      while lines.count < GeoPackageFile.page, size < GeoPackageFile.pageBytes,
        let row = try cursor.next()
      {
        let count = layer.columns.count
        let values = try (0..<count).map {
          try GeoPackageFile.value(row.read($0), type: layer.columns[$0].type)
        }
        let shape: Data? = try? row.read(count)
        size += shape?.count ?? 0
        for case .text(let text)? in values { size += text.utf8.count }
        last = try GeoPackageFile.number(row, count + 1, of: layer)
        lines.append(Line(values: values, shape: shape))
      }
      return (lines, last)
    }
  }

  private static func number(_ row: Row, _ column: Int, of layer: Layer) throws -> Int64 {
    guard let number: Int64 = try? row.read(column) else {
      throw GeoPackageFault(description: "the layer \(layer.name) has rows without a number")
    }
    return number
  }

  /// A value as text or number; `nil` for NULL and for bytes.
  private static func value(_ value: DatabaseValue, type: String) -> GeoPackageValue? {
    switch value.storage {
    case .null, .blob: nil
    case .string(let text): .text(text)
    case .int64(let number):
      .text(
        type == "BOOLEAN" && (0...1).contains(number)
          ? (number == 1 ? "true" : "false") : "\(number)")
    case .double(let number): .number(number)
    }
  }

  private static func text(_ value: DatabaseValue) -> String? {
    switch value.storage {
    case .string(let text): text
    case .int64(let number): "\(number)"
    case .null, .blob, .double: nil
    }
  }

  private static func fault(_ error: any Error) -> GeoPackageFault {
    error as? GeoPackageFault
      ?? GeoPackageFault(
        description: (error as? DatabaseError)?.message ?? "\(error)", cause: error)
  }

  /// The longest value that is read, bytes.
  private static let longestValue = 32 << 20

  private static func open(_ path: String) throws -> any DatabaseReader {
    var configuration = Configuration()
    configuration.label = "TimeWalkGeoPackage"
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    // The transaction of one state goes over many calls.
    configuration.allowsUnsafeTransactions = true
    configuration.prepareDatabase { db in
      try db.guardAgainstFile(longestValue: longestValue)
    }
    return try DatabaseFile.openForReading(path) {
      try DatabaseQueue(path: path, configuration: configuration)
    } unchanging: {
      try DatabaseQueue(path: $0, configuration: configuration)
    }
  }

  /// The greatest number of rows in a table of contents, which are joined.
  private static let mostContents = 1_000

  private static func layers(_ db: Database) throws -> [Layer] {
    // A virtual table or a view may be anything.
    let tables = try Set(
      Row.fetchAll(
        db,
        sql: """
          SELECT name FROM sqlite_master
          WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'sqlite_%'
          """
      ).compactMap { try text($0.read(0)) })
    guard
      ["gpkg_contents", "gpkg_geometry_columns", "gpkg_spatial_ref_sys"]
        .allSatisfy(tables.contains)
    else { throw GeoPackageFault(description: "its table of contents is missing") }
    for table in ["gpkg_contents", "gpkg_geometry_columns"] {
      let isLong = try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM \(table) LIMIT 1 OFFSET \(mostContents))")
      guard isLong != true else {
        throw GeoPackageFault(description: "\(table) has more than \(mostContents) rows")
      }
    }
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT c.table_name, g.column_name, g.srs_id, s.organization, s.organization_coordsys_id
        FROM gpkg_contents c
        LEFT JOIN gpkg_geometry_columns g ON lower(g.table_name) = lower(c.table_name)
        LEFT JOIN gpkg_spatial_ref_sys s ON s.srs_id = g.srs_id
        WHERE c.data_type IN ('features', 'attributes')
        GROUP BY c.table_name ORDER BY c.data_type DESC, min(c.rowid)
        """)
    return try rows.compactMap { row in
      guard let name = try text(row.read(0)), tables.contains(name) else { return nil }
      let geometry = try text(row.read(1))
      let columns = try db.columns(in: name)
      guard
        let key = columns.first(where: {
          $0.primaryKeyIndex == 1 && $0.type.uppercased() == "INTEGER"
        })
      else { return nil }
      var system: String?
      // 0 and -1 are undefined systems.
      if let number: Int = try? row.read(2), number > 0, let organization = try text(row.read(3)),
        let code = try text(row.read(4))
      {
        system = "\(organization):\(code)"
      }
      return Layer(
        name: name,
        columns: columns.filter { $0.name != geometry && !$0.type.uppercased().hasPrefix("BLOB") }
          .map { ($0.name, $0.type.uppercased()) },
        key: key.name, geometry: geometry, system: system)
    }
  }
}
