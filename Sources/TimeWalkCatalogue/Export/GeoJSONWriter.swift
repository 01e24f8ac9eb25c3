import TimeWalkArchive
import TimeWalkCore
import TimeWalkBase
import TimeWalkMaps

/// Writes records as a feature collection after RFC 7946, one feature a line.
///
/// - A feature has its `id`, or `collection:id` among several collections, the catalogue's columns
///   as properties, unknown ones `null`, and a point. Its geometry is `null` for an item without a
///   place.
/// - With footprints, the polygon of an item's view follows it as a separate feature, which has
///   `footprint_of` and no `id` among its properties. See `Footprint` for the items that have one.
/// - Foreign members `collections` and `eras` have the content of a `collection.json`. A page of
///   items has `links`, `numberMatched` and `numberReturned`, after OGC API - Features.
final class GeoJSONWriter: ExportWriter {
  private let output: OutputFile
  private let contents: ExportContents
  private var isFirst = true

  init(_ contents: ExportContents, to output: OutputFile) {
    self.output = output
    self.contents = contents
  }

  func begin() throws {
    try output.write("{\"type\":\"FeatureCollection\"")
    if let page = contents.page {
      let members = [("links", page.links(type: "application/geo+json"))] + page.numbers
      try output.write("," + JSONText.object(members).dropFirst().dropLast())
    }
    let collections = contents.collections.map { JSONText.object($0.members) }
    try output.write(",\n\"collections\":" + JSONText.array(collections))
    if !contents.eras.isEmpty {
      let eras = contents.eras.map { JSONText.object($0.members) }
      try output.write(",\n\"eras\":" + JSONText.array(eras))
    }
    try output.write(",\n\"features\":[\n")
  }

  func write(_ record: CatalogueRecord) throws -> Bool {
    let point = record.pose.map { pose in
      GeoJSONWriter.point(pose.coordinate.latitude, CatalogueRecord.longitude(pose.coordinate))
    }
    try feature(
      id: contents.isMixed ? record.id.description : record.id.identifier,
      geometry: point ?? "null", properties: record.members(contents))
    guard contents.options.hasFootprints, let footprint = Footprint(record, contents.options)
    else { return false }
    var properties = [
      (name: "footprint_of", json: JSONText.string(record.id.description)),
      (name: "title", json: JSONText.string(record.title)),
    ]
    if let sector = footprint.sector {
      properties += [
        ("heading", DecimalText.write(sector.heading.degrees)),
        ("field_of_view", DecimalText.write(sector.fieldOfView.degrees)),
        ("view_distance", DecimalText.write(sector.distance.meters)),
      ]
      if !sector.assumed.isEmpty {
        properties.append(
          ("assumed", JSONText.array(sector.assumed.map { JSONText.string($0.name) })))
      }
    }
    try feature(
      id: "footprint of \(record.id)", geometry: GeoJSONWriter.geometry(footprint.polygons),
      properties: properties)
    return true
  }

  func finish() throws {
    try output.write(isFirst ? "]}\n" : "\n]}\n")
    try output.finish()
  }

  private func feature(
    id: String, geometry: String, properties: [(name: String, json: String)]
  ) throws {
    let text = JSONText.object([
      ("type", "\"Feature\""), ("id", JSONText.string(id)), ("geometry", geometry),
      ("properties", JSONText.object(properties)),
    ])
    try output.write((isFirst ? "" : ",\n") + text)
    isFirst = false
  }

  /// A point's geometry.
  static func point(_ latitude: Double, _ longitude: Double) -> String {
    "{\"type\":\"Point\",\"coordinates\":["
      + "\(DecimalText.write(longitude)),\(DecimalText.write(latitude))]}"
  }

  /// The geometry of one polygon or of several.
  private static func geometry(_ polygons: [[[MapPosition]]]) -> String {
    let parts = polygons.map { rings in
      JSONText.array(
        rings.map { ring in
          JSONText.array(
            ring.map { "[\(DecimalText.write($0.longitude)),\(DecimalText.write($0.latitude))]" })
        })
    }
    return parts.count == 1
      ? "{\"type\":\"Polygon\",\"coordinates\":\(parts[0])}"
      : "{\"type\":\"MultiPolygon\",\"coordinates\":\(JSONText.array(parts))}"
  }
}

extension CollectionStatement {
  /// The content of `collection.json`, as members of a JSON object.
  var members: [(name: String, json: String)] {
    let texts = [
      ("name", name), ("title", title), ("description", description), ("license", license),
      ("credit", credit), ("homepage", homepage),
    ]
    return texts.compactMap { name, text in text.map { (name, JSONText.string($0)) } }
      + (area.map { [("area", $0.json)] } ?? [])
  }
}

extension NamedEra {
  /// The content of `collection.json`, as members of a JSON object.
  var members: [(name: String, json: String)] {
    let texts = [("name", name), ("date", era.date.edtf), ("description", description)]
    return texts.compactMap { name, text in text.map { (name, JSONText.string($0)) } }
  }
}
