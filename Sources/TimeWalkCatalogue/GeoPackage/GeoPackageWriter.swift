import Foundation
import TimeWalkArchive
import TimeWalkCore
import TimeWalkFormats
import TimeWalkMaps
import TimeWalkStorage

/// Writes records as a GeoPackage 1.3 (OGC 12-128r17), which QGIS opens directly.
///
/// - `items` are points, NULL for items without a place; `footprints` are the polygons of
///   `Footprint`. Both have an R-tree, after the extension `gpkg_rtree_index`.
/// - The columns are the catalogue's, with `collection`, and the date's first and last day as
///   `earliest` and `latest` if they lie in the years 1 to 9999.
/// - `collections` and `eras` are tables without geometry.
final class GeoPackageWriter: ExportWriter {
  private let contents: ExportContents
  private let destination: URL
  private let temporary: URL
  private let output: GeoPackageOutput
  private var isFinished = false
  private var count: Int64 = 0
  /// The columns that TimeWalk has no field for; SQLite has no two names that differ in their case
  /// only.
  private let others: [(name: String, column: String)]

  /// Starts a temporary file next to its destination; throws `.outputFailed`.
  init(_ contents: ExportContents, replacing destination: URL) throws {
    self.contents = contents
    self.destination = destination
    let columns = GeoPackageColumns.columns(
      for: contents.others, besides: contents.columns.map(\.name))
    others = zip(contents.others, columns).map { ($0, $1) }
    temporary = OutputFile.temporary(for: destination)
    let items = contents.columns.map { ($0.name, $0.isNumeric ? "DOUBLE" : "TEXT") }
    let days = [("earliest", "DATE"), ("latest", "DATE")]
    let collection = [("collection", "TEXT")]
    func texts(_ names: [String]) -> [GeoPackageOutput.Column] { names.map { ($0, "TEXT") } }
    let tables = [
      GeoPackageOutput.Table(
        name: "items", title: "Historical images",
        columns: collection + items + days + texts(others.map(\.column)), geometry: "POINT"),
      GeoPackageOutput.Table(
        name: "footprints", title: "Visible areas",
        columns: collection + GeoPackageColumns.footprints, geometry: "MULTIPOLYGON"),
      GeoPackageOutput.Table(
        name: "collections", title: "",
        columns: texts([
          "name", "title", "description", "license", "credit", "homepage", "area",
        ])),
      GeoPackageOutput.Table(
        name: "eras", title: "", columns: texts(["name", "date", "description"]) + days),
    ]
    do throws(GeoPackageFault) {
      output = try GeoPackageOutput(path: temporary.path, tables: tables)
    } catch {
      try? FileManager.default.removeItem(at: temporary)
      throw ArchiveError(.outputFailed, "Can't write \(destination.path).", cause: error)
    }
  }

  deinit {
    guard !isFinished else { return }
    output.close()
    try? FileManager.default.removeItem(at: temporary)
  }

  func begin() throws {
    for statement in contents.collections {
      try insert(
        into: "collections",
        values: [
          statement.name, statement.title, statement.description, statement.license,
          statement.credit, statement.homepage, statement.area?.json,
        ].map { $0.map(GeoPackageValue.text) })
    }
    for era in contents.eras {
      try insert(
        into: "eras",
        values: [era.name, era.era.date.edtf, era.description].map { $0.map(GeoPackageValue.text) }
          + days(era.era.span))
    }
  }

  func write(_ record: CatalogueRecord) throws -> Bool {
    count += 1
    let point = record.pose.map { pose in
      MapPosition(
        longitude: CatalogueRecord.longitude(pose.coordinate), latitude: pose.coordinate.latitude)
    }
    let days = record.date.map { self.days($0.strict) } ?? [nil, nil]
    let collection = GeoPackageValue.text(record.id.collection)
    var values: [GeoPackageValue?] = [collection]
    values.reserveCapacity(contents.columns.count + others.count + 3)
    for column in contents.columns { values.append(record[column].map(GeoPackageValue.init)) }
    values += days
    for other in others { values.append(record.others[other.name].map(GeoPackageValue.text)) }
    try insert(
      into: "items", key: count, geometry: point.map(GeoPackageBlob.point),
      box: point.map {
        GeoPackageOutput.Box(
          west: $0.longitude, east: $0.longitude, south: $0.latitude, north: $0.latitude)
      }, values: values)
    guard let footprint = Footprint(record, contents.options) else { return false }
    let sector = footprint.sector
    let assumed = (sector?.assumed ?? []).map(\.name).joined(separator: ",")
    let box = GeoPackageBlob.box(of: footprint.polygons)
    try insert(
      into: "footprints", key: count,
      geometry: GeoPackageBlob.polygons(footprint.polygons, in: box), box: box,
      values: [
        collection, .text(record.id.identifier), .text(record.title),
        record.date.map { .text($0.edtf) }, (sector?.heading.degrees).map(GeoPackageValue.number),
        (sector?.fieldOfView.degrees).map(GeoPackageValue.number),
        (sector?.distance.meters).map(GeoPackageValue.number),
        assumed.isEmpty ? nil : .text(assumed),
      ] + days)
    return true
  }

  func finish() throws {
    do {
      try output.finish()
      let handle = try FileHandle(forUpdating: temporary)
      try handle.synchronize()
      try handle.close()
    } catch {
      throw ArchiveError(.outputFailed, "Can't write \(destination.path).", cause: error)
    }
    try OutputFile.rename(temporary, to: destination)
    isFinished = true
  }

  private func days(_ span: DateSpan) -> [GeoPackageValue?] {
    [span.earliest, span.latest].map { $0?.inCalendar.map(GeoPackageValue.text) }
  }

  /// A failure here is an error of the output, not of the archive.
  private func insert(
    into table: String, key: Int64? = nil, geometry: [UInt8]? = nil,
    box: GeoPackageOutput.Box? = nil,
    values: [GeoPackageValue?]
  ) throws(ArchiveError) {
    do throws(GeoPackageFault) {
      try output.insert(into: table, key: key, geometry: geometry, box: box, values: values)
    } catch {
      throw ArchiveError(
        .outputFailed, "Can't write \(destination.path): \(error)", cause: error)
    }
  }
}

extension GeoPackageValue {
  init(_ value: CatalogueValue) {
    switch value {
    case .number(let number): self = .number(number)
    case .text(let text): self = .text(text)
    }
  }
}

/// Geometries as a GeoPackage stores them: a header of its own, then well-known binary.
enum GeoPackageBlob {
  /// A point; its header needs no box.
  static func point(_ position: MapPosition) -> [UInt8] {
    var bytes = header(flags: 1)
    bytes.put(1 as UInt8)
    bytes.put(1 as UInt32)
    bytes.put(position.longitude)
    bytes.put(position.latitude)
    return bytes.bytes
  }

  /// A multipolygon of closed rings, with their box in the header.
  static func polygons(_ polygons: [[[MapPosition]]], in box: GeoPackageOutput.Box) -> [UInt8] {
    var bytes = header(flags: 1 | 1 << 1)
    for edge in [box.west, box.east, box.south, box.north] { bytes.put(edge) }
    bytes.put(1 as UInt8)
    bytes.put(6 as UInt32)
    bytes.put(UInt32(polygons.count))
    for rings in polygons {
      bytes.put(1 as UInt8)
      bytes.put(3 as UInt32)
      bytes.put(UInt32(rings.count))
      for ring in rings {
        bytes.put(UInt32(ring.count))
        for position in ring {
          bytes.put(position.longitude)
          bytes.put(position.latitude)
        }
      }
    }
    return bytes.bytes
  }

  /// The rectangle around polygons, which have at least one position.
  static func box(of polygons: [[[MapPosition]]]) -> GeoPackageOutput.Box {
    var box = GeoPackageOutput.Box(
      west: .infinity, east: -.infinity, south: .infinity, north: -.infinity)
    for ring in polygons.joined() {
      for position in ring {
        box.west = min(box.west, position.longitude)
        box.east = max(box.east, position.longitude)
        box.south = min(box.south, position.latitude)
        box.north = max(box.north, position.latitude)
      }
    }
    return box
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
