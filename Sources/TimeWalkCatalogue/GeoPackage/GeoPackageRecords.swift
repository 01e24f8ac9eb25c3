import Foundation
import TimeWalkArchive
import TimeWalkFormats
import TimeWalkBase

/// The rows of one layer of a GeoPackage, of all collections or of one of those that an export of
/// ours wrote.
struct GeoPackageRecords: RawRecords {
  /// The greatest difference in degrees between a place and its columns that rounding explains.
  private static let rounding = 1e-7

  private let file: GeoPackageFile
  private let layer: GeoPackageFile.Layer
  /// True if rows without a collection are refused.
  private let refusesNameless: Bool
  /// The columns of the names in a row.
  private let header: HeaderNames
  private var rows: [GeoPackageFile.Line] = []
  /// The rows that are still to be read, the first ones last.
  private var stretches: [GeoPackageFile.Stretch]
  private var current: GeoPackageFile.Line?
  private var geometry: GeometryReading?
  /// The reason why the geometry can't be read.
  private var shapeFault: String?
  private var number = 0

  private(set) var names: [String]
  let findings: [ImportFinding]
  var isOwnExport: Bool { layer.isOwn }

  /// Reads all rows, or those of one of several collections.
  ///
  /// Throws `.inputUnreadable` for coordinates of a system that is not degrees in WGS 84, or
  /// nearly.
  init(
    _ file: GeoPackageFile, layer: GeoPackageFile.Layer, rows: [GeoPackageFile.Stretch]? = nil
  ) throws(ArchiveError) {
    self.file = file
    self.layer = layer
    stretches = (rows ?? [.min ... .max]).reversed()
    refusesNameless = rows != nil
    findings = try GeoPackageRecords.judge(layer)
    // The row number that programs assign is rarely meaningful, but sometimes the only identifier.
    let needsKey = !layer.isOwn && FieldGuess.mapping(of: layer.names).entries[.id] == nil
    let columns = layer.columns.map(\.name)
    header = try HeaderNames(
      layer.columns.map { column in
        if column.name == layer.key, !needsKey { return "" }
        guard layer.isOwn else { return column.name }
        return GeoPackageColumns.made.contains(PlainName.of(column.name))
          ? "" : GeoPackageColumns.name(of: column.name, among: columns)
      }, areOwn: layer.isOwn)
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
    guard let system = layer.system.map(ReferenceSystem.init(name:)) else {
      return [
        ImportFinding(
          .warning, line: nil, reason: "the layer has no coordinate system; read as WGS 84"
        )
      ]
    }
    return try system.judged(
      as: "The layer \(layer.name)", converting: "ogr2ogr -t_srs EPSG:4326 new.gpkg old.gpkg")
  }

  mutating func next() throws(ArchiveError) -> Bool {
    while rows.isEmpty, let stretch = stretches.popLast() { try turnPage(in: stretch) }
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

  var place: SourceLine { SourceLine(path: "\(layer.name)[\(number - 1)]") }

  var problem: String? {
    guard refusesNameless, let column = layer.column("collection"),
      let index = layer.columns.firstIndex(where: { $0.name == column }),
      (text(at: index) ?? "").trimmed.isEmpty
    else { return nil }
    return "has no collection, but the layer has several: fill its column \(column)"
  }

  var fault: (severity: ImportFinding.Severity, reason: String)? {
    if let shapeFault { return (.fault, shapeFault) }
    if let fault = geometry?.fault { return fault }
    guard layer.isOwn, let values = geometry?.values else { return nil }
    for column in [CatalogueColumn.latitude, .longitude] {
      guard let written = text(column.name).flatMap({ DecimalText.parse($0.trimmed.utf8) }),
        let drawn = values["@\(column.name)"].flatMap({ DecimalText.parse($0.utf8) }),
        abs((written - drawn).remainder(dividingBy: 360)) > GeoPackageRecords.rounding
      else { continue }
      return (
        .warning, "the point differs from latitude and longitude; using the point"
      )
    }
    return nil
  }

  func text(_ name: String) -> String? {
    if name == "@number" { return "\(number)" }
    if name.hasPrefix("@") { return geometry?.values[name] }
    guard let index = header.index(name), current?.values.indices.contains(index) == true else {
      return nil
    }
    return text(at: index) ?? ""
  }

  private func text(at index: Int) -> String? {
    switch current?.values[index] {
    case .text(let text)?: text
    case .number(let number)?: DecimalText.write(number)
    case nil: nil
    }
  }

  // MARK: Rows

  private mutating func turnPage(in stretch: GeoPackageFile.Stretch) throws(ArchiveError) {
    let page = try file.typed { (file) throws(GeoPackageFault) in
      try file.page(of: layer, in: stretch)
    }
    rows = page.lines.reversed()
    if let last = page.last, last < stretch.upperBound {
      stretches.append(last + 1...stretch.upperBound)
    }
  }
}
