import Foundation
import GRDB
import TimeWalkJSON

/// The rows of one layer of a GeoPackage, of all collections or of one of those that an export of
/// ours wrote.
struct GeoPackageRecords: RawRecords {
  /// How many rows, and how many bytes of them, are read at once.
  private static let (page, pageBytes) = (1_000, 16 << 20)
  /// How much a place may differ from its columns without being another, degrees.
  private static let rounding = 1e-7

  private let file: GeoPackageFile
  private let layer: GeoPackageFile.Layer
  private let collection: Collection?
  /// Where a name is in a row.
  private let header: HeaderNames
  private var rows: [Line] = []
  private var lastKey: Int64?
  private var isAtEnd = false
  private var current = Line()
  private var geometry: GeometryReading?
  /// Why the geometry can't be read.
  private var shapeFault: String?
  private var number = 0

  private(set) var names: [String]
  let findings: [ImportFinding]
  var isOwnExport: Bool { layer.isOwn }

  /// Which rows of a layer with a column `collection` are meant.
  struct Collection {
    var name: String
    /// Whether rows without a collection are among them.
    var hasNameless: Bool
    /// Whether such rows are none of its items, and are refused.
    var refusesNameless: Bool
  }

  /// A row as it is in the table.
  private struct Line {
    var texts: [String?] = []
    var shape: Data?
  }

  /// Throws `.inputUnreadable` for coordinates of a system that is not degrees in WGS 84, or
  /// nearly.
  init(
    _ file: GeoPackageFile, layer: GeoPackageFile.Layer, collection: Collection? = nil
  ) throws(ArchiveError) {
    self.file = file
    self.layer = layer
    self.collection = collection
    findings = try GeoPackageRecords.judge(layer)
    // The number that programs give a row is seldom anybody's, but sometimes all there is.
    let needsKey = !layer.isOwn && FieldGuess.mapping(of: layer.names).entries[.id] == nil
    header = try HeaderNames(
      layer.columns.map { column in
        if column.name == layer.key, !needsKey { return "" }
        guard layer.isOwn else { return column.name }
        return GeoPackageSchema.made.contains(PlainName.of(column.name))
          ? "" : GeoPackageSchema.name(of: column.name)
      })
    names = header.names.filter { !$0.isEmpty }
    guard layer.geometry != nil else { return }
    var survey = self
    var places: Set<String> = ["@latitude", "@longitude"]
    while survey.number < NameSurvey.depth, !layer.isOwn, try survey.next() {
      places.formUnion(survey.geometry?.values.keys.map { $0 } ?? [])
    }
    names += places.sorted()
  }

  private static func judge(_ layer: GeoPackageFile.Layer) throws(ArchiveError) -> [ImportFinding] {
    guard layer.geometry != nil else { return [] }
    guard let system = layer.system else {
      return [
        ImportFinding(
          .warning, line: nil, reason: "the layer says no coordinate system, and is taken as WGS 84"
        )
      ]
    }
    return try system.judged(
      as: "The layer \(layer.name)", converting: "ogr2ogr -t_srs EPSG:4326 new.gpkg old.gpkg")
  }

  mutating func next() throws(ArchiveError) -> Bool {
    if rows.isEmpty, !isAtEnd { try turnPage() }
    guard let line = rows.popLast() else { return false }
    current = line
    number += 1
    geometry = nil
    shapeFault = nil
    guard let shape = line.shape else { return true }
    do throws(GeoPackageShape.Fault) {
      geometry = try GeoPackageShape.json(of: shape).flatMap { GeometryReading($0) }
    } catch { shapeFault = error.reason }
    return true
  }

  var place: RecordPlace { RecordPlace(path: "\(layer.name)[\(number - 1)]") }

  var problem: String? {
    guard collection?.refusesNameless == true, let column = layer.column("collection"),
      let index = layer.columns.firstIndex(where: { $0.name == column }),
      (current.texts[index] ?? "").trimmed.isEmpty
    else { return nil }
    return "has no collection, and the layer has several: fill its column \(column)"
  }

  var oddity: (severity: ImportFinding.Severity, reason: String)? {
    if let shapeFault { return (.fault, shapeFault) }
    if let oddity = geometry?.oddity { return oddity }
    guard layer.isOwn, let values = geometry?.values else { return nil }
    for column in [CatalogueColumn.latitude, .longitude] {
      guard let written = text(column.rawValue).flatMap({ DecimalText.parse($0.trimmed.utf8) }),
        let drawn = values["@\(column.rawValue)"].flatMap({ DecimalText.parse($0.utf8) }),
        abs((written - drawn).remainder(dividingBy: 360)) > GeoPackageRecords.rounding
      else { continue }
      return (
        .warning, "the point lies elsewhere than latitude and longitude say; the point counts"
      )
    }
    return nil
  }

  func text(_ name: String) -> String? {
    if name == "@number" { return "\(number)" }
    if name.hasPrefix("@") { return geometry?.values[name] }
    guard let index = header.index(name), current.texts.indices.contains(index) else { return nil }
    return current.texts[index] ?? ""
  }

  // MARK: Rows

  private mutating func turnPage() throws(ArchiveError) {
    let (layer, lastKey, collection) = (layer, lastKey, collection)
    let page = try file.read { db in
      try GeoPackageRecords.page(of: layer, collection, after: lastKey, db)
    }
    rows = page.lines.reversed()
    self.lastKey = page.last
    isAtEnd = page.lines.isEmpty
  }

  private static func page(
    of layer: GeoPackageFile.Layer, _ collection: Collection?, after key: Int64?, _ db: Database
  ) throws -> (lines: [Line], last: Int64?) {
    var columns = layer.columns.map(\.name.quotedDatabaseIdentifier)
    columns.append(layer.geometry?.quotedDatabaseIdentifier ?? "NULL")
    let number = layer.key.quotedDatabaseIdentifier
    var conditions: [String] = []
    var arguments: StatementArguments = []
    if let key {
      conditions.append("\(number) > ?")
      arguments += [key]
    }
    if let collection, let column = layer.column("collection")?.quotedDatabaseIdentifier {
      let nameless = collection.hasNameless ? " OR coalesce(\(column), '') = ''" : ""
      conditions.append("(CAST(\(column) AS TEXT) = ?\(nameless))")
      arguments += [collection.name]
    }
    let condition = conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))"
    let cursor = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(columns.joined(separator: ", ")), \(number)
        FROM \(layer.name.quotedDatabaseIdentifier) \(condition) ORDER BY \(number)
        """, arguments: arguments)
    var (lines, last, size): ([Line], Int64?, Int) = ([], key, 0)
    while lines.count < page, size < pageBytes, let row = try cursor.next() {
      let count = layer.columns.count
      let texts = (0..<count).map { GeoPackageFile.text(row[$0], type: layer.columns[$0].type) }
      let shape = Data.fromDatabaseValue(row[count])
      size += texts.reduce(shape?.count ?? 0) { $0 + ($1?.utf8.count ?? 0) }
      guard let number = Int64.fromDatabaseValue(row[count + 1]) else {
        throw ArchiveError(.inputUnreadable, "The layer \(layer.name) has rows without a number.")
      }
      last = number
      lines.append(Line(texts: texts, shape: shape))
    }
    return (lines, last)
  }
}
