import Foundation
import GRDB
import TimeWalkCore

/// Writes records as a GeoPackage 1.3 (OGC 12-128r17), which QGIS opens as it is.
///
/// - `items` are points, NULL for items without a place; `footprints` are the polygons of
///   `ViewSector`. Both have an R-tree, after the extension `gpkg_rtree_index`.
/// - The columns are the catalogue's, with `collection`, and the date's first and last day as
///   `earliest` and `latest` where they lie in the years 1 to 9999.
/// - `collections` and `eras` are tables without geometry.
final class GeoPackageWriter: ExportWriter {
  private let contents: ExportContents
  private let destination: URL
  private let temporary: URL
  private let queue: DatabaseQueue
  private var isFinished = false
  private var count: Int64 = 0
  /// The columns that TimeWalk has no field for; SQLite has no two names that differ in their case
  /// only.
  private let others: [(name: String, column: String)]

  /// Starts a file beside its destination; throws `.outputFailed`.
  init(_ contents: ExportContents, replacing destination: URL) throws {
    self.contents = contents
    self.destination = destination
    var taken = Set(contents.columns.map(\.rawValue))
    others = contents.others.compactMap { name in
      var column = GeoPackageSchema.column(for: name)
      while !taken.insert(column.lowercased()).inserted { column += "_" }
      return (name, column)
    }
    temporary = OutputFile.temporary(for: destination)
    var configuration = Configuration()
    configuration.label = "TimeWalkExport"
    // One transaction for all, over many calls.
    configuration.allowsUnsafeTransactions = true
    do {
      queue = try DatabaseQueue(path: temporary.path, configuration: configuration)
    } catch {
      throw ArchiveError(.outputFailed, "\(destination.path) can't be written.", cause: error)
    }
  }

  deinit {
    guard !isFinished else { return }
    try? queue.close()
    try? FileManager.default.removeItem(at: temporary)
  }

  func begin() throws {
    try access { db in
      // The file is nothing until it is complete, so a journal would protect nothing.
      try db.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN")
      try GeoPackageSchema.create(db, columns: contents.columns, others: others.map(\.column))
      for statement in contents.collections {
        try db.execute(
          sql: """
            INSERT INTO collections (name, title, description, license, credit, homepage, area)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
          arguments: [
            statement.name, statement.title, statement.description, statement.license,
            statement.credit, statement.homepage, statement.area?.json,
          ])
      }
      for era in contents.eras {
        try db.execute(
          sql:
            "INSERT INTO eras (name, date, description, earliest, latest) VALUES (?, ?, ?, ?, ?)",
          arguments: [
            era.name, era.era.date.edtf, era.description,
            era.era.span.earliest?.inCalendar,
            era.era.span.latest?.inCalendar,
          ])
      }
    }
  }

  func write(_ record: ExportedRecord) throws -> Bool {
    count += 1
    return try access { db in
      let point = record.pose.map { pose in
        MapPosition(
          longitude: ExportedRecord.longitude(pose.coordinate), latitude: pose.coordinate.latitude)
      }
      let days = [
        record.date?.strict.earliest?.inCalendar,
        record.date?.strict.latest?.inCalendar,
      ]
      let columns =
        contents.columns.map(\.rawValue) + ["earliest", "latest"] + others.map(\.column)
      try GeoPackageSchema.insert(
        into: "items", columns: columns, key: count, collection: record.id.collection,
        geometry: point.map(GeoPackageBlob.point), box: point.map { [$0] },
        values: contents.columns.map { record[$0]?.databaseValue }
          + days.map { $0?.databaseValue }
          + others.map { record.others[$0.name]?.databaseValue }, db)
      guard let pose = record.pose,
        let sector = ViewSector(pose, assuming: contents.options.viewDistance)
      else { return false }
      let polygons = sector.polygons
      guard !polygons.isEmpty else { return false }
      try GeoPackageSchema.insert(
        into: "footprints", columns: GeoPackageSchema.footprintColumns.map(\.name), key: count,
        collection: record.id.collection, geometry: GeoPackageBlob.polygons(polygons),
        box: polygons.flatMap { $0 },
        values: [
          record.id.identifier.databaseValue, record.title.databaseValue,
          record.date?.edtf.databaseValue, sector.heading.degrees.databaseValue,
          sector.fieldOfView.degrees.databaseValue, sector.distance.meters.databaseValue,
          sector.assumed.isEmpty
            ? nil : sector.assumed.map(\.rawValue).joined(separator: ",").databaseValue,
        ] + days.map { $0?.databaseValue }, db)
      return true
    }
  }

  func finish() throws {
    try access { db in
      try GeoPackageSchema.finish(db)
      try db.execute(sql: "COMMIT")
    }
    do {
      try queue.close()
      let handle = try FileHandle(forUpdating: temporary)
      try handle.synchronize()
      try handle.close()
    } catch {
      throw ArchiveError(.outputFailed, "\(destination.path) can't be written.", cause: error)
    }
    try OutputFile.rename(temporary, to: destination)
    isFinished = true
  }

  /// A failure here is one of the output, not of the archive.
  private func access<T>(_ body: (Database) throws -> T) throws -> T {
    do {
      return try queue.unsafeReentrantWrite(body)
    } catch let error as DatabaseError {
      throw ArchiveError(
        .outputFailed, "\(destination.path) can't be written: \(error.message ?? "")", cause: error)
    }
  }
}

extension CatalogueValue {
  var databaseValue: DatabaseValue {
    switch self {
    case .number(let number): number.databaseValue
    case .text(let text): text.databaseValue
    }
  }
}

/// Geometries as a GeoPackage stores them: a header of its own, then well-known binary.
enum GeoPackageBlob {
  /// A point; its header needs no box.
  static func point(_ position: MapPosition) -> Data {
    var bytes = header(flags: 1)
    bytes.put(1 as UInt8)
    bytes.put(1 as UInt32)
    bytes.put(position.longitude)
    bytes.put(position.latitude)
    return Data(bytes.bytes)
  }

  /// A multipolygon of closed rings, with its box in the header.
  static func polygons(_ rings: [[MapPosition]]) -> Data {
    var bytes = header(flags: 1 | 1 << 1)
    for edge in box(of: rings.flatMap { $0 }) { bytes.put(edge) }
    bytes.put(1 as UInt8)
    bytes.put(6 as UInt32)
    bytes.put(UInt32(rings.count))
    for ring in rings {
      bytes.put(1 as UInt8)
      bytes.put(3 as UInt32)
      bytes.put(1 as UInt32)
      bytes.put(UInt32(ring.count))
      for position in ring {
        bytes.put(position.longitude)
        bytes.put(position.latitude)
      }
    }
    return Data(bytes.bytes)
  }

  /// The least and the greatest longitude, then the same of the latitude.
  static func box(of positions: [MapPosition]) -> [Double] {
    let (x, y) = (positions.map(\.longitude), positions.map(\.latitude))
    return [x.min() ?? 0, x.max() ?? 0, y.min() ?? 0, y.max() ?? 0]
  }

  /// "GP", version 0, flags (bit 0: little endian, from bit 1: which box follows), the reference
  /// system.
  private static func header(flags: UInt8) -> Bytes {
    var bytes = Bytes()
    bytes.put("GP".utf8)
    bytes.put(0 as UInt8)
    bytes.put(flags)
    bytes.put(Int32(4326))
    return bytes
  }
}
