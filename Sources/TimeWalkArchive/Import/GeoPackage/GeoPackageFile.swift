import Foundation
import GRDB
import TimeWalkStorage

/// A GeoPackage that is read (OGC 12-128r17), as QGIS, ogr2ogr and we write it.
///
/// It is a stranger's database: it is opened for reading, without its views and triggers, and only
/// plain tables are looked at.
final class GeoPackageFile {
  /// One table of it.
  struct Layer {
    /// The table's name.
    var name: String
    /// Its columns but for those of bytes, each with the type that it is declared with.
    var columns: [(name: String, type: String)]
    /// The column that numbers the rows.
    var key: String
    /// The column of the geometry; `nil` for a table without.
    var geometry: String?
    /// What the numbers in the geometries mean; `nil` where nobody says it.
    var system: ReferenceSystem?

    /// The columns that say something: not the number that programs give the rows.
    var names: [String] { columns.map(\.name).filter { $0 != key } }

    /// Whether it is one that an export of ours wrote, whatever columns were added, removed or
    /// turned since.
    var isOwn: Bool {
      let plain = Set(names.map(PlainName.of))
      return GeoPackageSchema.marks.allSatisfy(plain.contains)
    }

    /// The column of one of our own names, whatever its case.
    func column(_ name: String) -> String? { names.first { PlainName.of($0) == name } }
  }

  let path: String
  private let reader: any DatabaseReader
  /// The layers with geometries first, then the tables without.
  let layers: [Layer]

  /// Whether a file's first bytes say that it is one; it is not opened as a database.
  static func isMarked(_ file: URL) -> Bool {
    // "GPKG", and before version 1.2 "GP10" and "GP11".
    ArchiveFile.applicationID(of: file).map {
      [0x4750_4B47, 0x4750_3130, 0x4750_3131].contains($0)
    }
      ?? false
  }

  /// Opens a file and looks at its tables; throws `.inputUnreadable`.
  init(path: String) throws(ArchiveError) {
    self.path = path
    do {
      reader = try GeoPackageFile.open(path)
      layers = try reader.unsafeRead { db in
        // One state of the file, whatever QGIS writes meanwhile.
        try db.execute(sql: "BEGIN")
        return try GeoPackageFile.layers(db)
      }
    } catch {
      throw GeoPackageFile.refusal(path, error)
    }
  }

  /// Reads from the file; throws `.inputUnreadable`.
  func read<Result>(_ body: (Database) throws -> Result) throws(ArchiveError) -> Result {
    do { return try reader.unsafeRead(body) } catch { throw GeoPackageFile.refusal(path, error) }
  }

  /// A value as a catalogue would write it; `nil` for NULL and for bytes.
  static func text(_ value: DatabaseValue, type: String = "TEXT") -> String? {
    switch value.storage {
    case .null, .blob: nil
    case .string(let text): text
    case .int64(let number):
      type == "BOOLEAN" && (0...1).contains(number)
        ? (number == 1 ? "true" : "false") : "\(number)"
    case .double(let number): DecimalText.write(number)
    }
  }

  private static func refusal(_ path: String, _ error: any Error) -> ArchiveError {
    if let error = error as? ArchiveError { return error }
    let reason = (error as? DatabaseError)?.message ?? "\(error)"
    return ArchiveError(
      .inputUnreadable, "The GeoPackage \(path) can't be read: \(reason).", cause: error)
  }

  private static func open(_ path: String) throws -> any DatabaseReader {
    var configuration = Configuration()
    configuration.label = "TimeWalkGeoPackage"
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    // The transaction of one state goes over many calls.
    configuration.allowsUnsafeTransactions = true
    configuration.prepareDatabase { db in
      try db.guardAgainstFile(longestValue: ArchiveLimits.longestValue)
    }
    return try ArchiveFile.orUnchanging(path) {
      try DatabaseQueue(path: path, configuration: configuration)
    } unchanging: {
      try DatabaseQueue(path: $0, configuration: configuration)
    }
  }

  private static func layers(_ db: Database) throws -> [Layer] {
    // A virtual table or a view may be anything.
    let tables = try Set(
      Row.fetchAll(
        db,
        sql: """
          SELECT name FROM sqlite_master
          WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'sqlite_%'
          """
      ).compactMap { text($0[0]) })
    guard
      ["gpkg_contents", "gpkg_geometry_columns", "gpkg_spatial_ref_sys"]
        .allSatisfy(tables.contains)
    else { throw ArchiveError(.inputUnreadable, "The GeoPackage lacks the table of its contents.") }
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT c.table_name, g.column_name, g.srs_id, s.organization, s.organization_coordsys_id
        FROM gpkg_contents c
        LEFT JOIN gpkg_geometry_columns g ON lower(g.table_name) = lower(c.table_name)
        LEFT JOIN gpkg_spatial_ref_sys s ON s.srs_id = g.srs_id
        WHERE c.data_type IN ('features', 'attributes')
        ORDER BY c.data_type DESC, c.rowid
        """)
    return try rows.compactMap { row in
      guard let name = text(row[0]), tables.contains(name) else { return nil }
      let geometry = text(row[1])
      let columns = try db.columns(in: name)
      guard
        let key = columns.first(where: {
          $0.primaryKeyIndex == 1 && $0.type.uppercased() == "INTEGER"
        })
      else { return nil }
      var system: ReferenceSystem?
      // 0 and -1 are systems that nobody knows.
      if let number = Int.fromDatabaseValue(row[2]), number > 0, let organization = text(row[3]),
        let code = text(row[4])
      {
        system = ReferenceSystem(name: "\(organization):\(code)")
      }
      return Layer(
        name: name,
        columns: columns.filter { $0.name != geometry && !$0.type.uppercased().hasPrefix("BLOB") }
          .map { ($0.name, $0.type.uppercased()) },
        key: key.name, geometry: geometry, system: system)
    }
  }
}
