import TimeWalkArchive
import TimeWalkCore
import TimeWalkBase
import TimeWalkMaps

/// Writes records as items of the SpatioTemporal Asset Catalog 1.1.0, one a line, in an item
/// collection.
///
/// - An item's geometry is its point, or the outline of a map; `null` for an item without a place.
/// - STAC requires a time for every item: `start_datetime` and `end_datetime` are the first and the
///   last day of the date. Open ends, and undated items, extend to the ends of the years 1 to 9999;
///   `timewalk:date` has the EDTF, and is absent if the date is unknown.
/// - The picture is the asset `picture`. `license` is an SPDX identifier or `other`, with a link.
/// - The heading is `view:azimuth`.
/// - The catalogue's own values are properties with the prefix `timewalk:`, also where STAC has
///   members for them, which may be changed or inherited. See `STACFields`.
final class STACWriter: ExportWriter {
  private static let viewExtension = "https://stac-extensions.github.io/view/v1.0.0/schema.json"
  private static let type = "application/geo+json"

  private let output: OutputFile
  private let contents: ExportContents
  private var isFirst = true

  init(_ contents: ExportContents, to output: OutputFile) {
    self.output = output
    self.contents = contents
  }

  func begin() throws {
    var members = [(name: "type", json: "\"FeatureCollection\"")]
    if let page = contents.page {
      members += [("links", page.links(type: STACWriter.type))] + page.numbers
    }
    try output.write(JSONText.object(members).dropLast() + ",\n\"features\":[\n")
  }

  func write(_ record: CatalogueRecord) throws -> Bool {
    let place = try STACWriter.place(of: record)
    var members = [
      (name: "type", json: "\"Feature\""), ("stac_version", "\"1.1.0\""),
      (
        "stac_extensions",
        JSONText.array(
          record.pose?.heading == nil ? [] : [JSONText.string(STACWriter.viewExtension)])
      ),
      ("id", JSONText.string(record.id.description)), ("geometry", place?.geometry ?? "null"),
    ]
    if let place {
      members.append(("bbox", JSONText.array(place.box.map(DecimalText.write))))
    }
    members += [
      ("properties", JSONText.object(properties(record))),
      ("links", JSONText.array(links(record))), ("assets", try assets(record)),
    ]
    try output.write((isFirst ? "" : ",\n") + JSONText.object(members))
    isFirst = false
    return false
  }

  func finish() throws {
    try output.write(isFirst ? "]}\n" : "\n]}\n")
    try output.finish()
  }

  /// The geometry of a record and the box around it: west, south, east, north.
  private static func place(
    of record: CatalogueRecord
  ) throws -> (geometry: String, box: [Double])? {
    if let text = record.text(.outline), let outline = try? Outline(wkt: text) {
      let polygons = outline.polygons.map { polygon in
        JSONText.array(
          ([polygon.outer] + polygon.holes).map { ring in
            JSONText.array(
              (ring + ring.prefix(1)).map {
                "[\(DecimalText.write($0.x)),\(DecimalText.write($0.y))]"
              })
          })
      }
      let corners = outline.polygons.flatMap(\.outer)
      let (xs, ys) = (corners.map(\.x), corners.map(\.y))
      guard let west = xs.min(), let south = ys.min(), let east = xs.max(), let north = ys.max()
      else { return nil }
      return (
        "{\"type\":\"MultiPolygon\",\"coordinates\":\(JSONText.array(polygons))}",
        // RFC 7946, 5.2: a box across the antimeridian has an east that is less than its west.
        [west, south, east > 180 ? east - 360 : east, north]
      )
    }
    return record.pose.map { pose in
      let (x, y) = (CatalogueRecord.longitude(pose.coordinate), pose.coordinate.latitude)
      return (GeoJSONWriter.point(y, x), [x, y, x, y])
    }
  }

  private func properties(_ record: CatalogueRecord) -> [(name: String, json: String)] {
    let days = record.date?.strict
    var members = [
      (
        name: "title",
        json: JSONText.string(record.title.isEmpty ? record.id.identifier : record.title)
      ), ("datetime", "null"),
      (
        "start_datetime",
        JSONText.string(STACWriter.day(days?.earliest, openIs: "0001-01-01") + "T00:00:00Z")
      ),
      (
        "end_datetime",
        JSONText.string(STACWriter.day(days?.latest, openIs: "9999-12-31") + "T23:59:59Z")
      ),
    ]
    if let license = record.license {
      members.append(
        ("license", JSONText.string(STACWriter.isIdentifier(license) ? license : "other")))
    }
    if let credit = record.credit {
      members.append(
        ("providers", JSONText.array([JSONText.object([("name", JSONText.string(credit))])])))
    }
    if let heading = record.pose?.heading {
      members.append(("view:azimuth", DecimalText.write(heading.degrees)))
    }
    members.append((STACFields.collection, JSONText.string(record.id.collection)))
    // Its title is the identifier.
    if record.title.isEmpty { members.append((STACFields.name(of: .title), "\"\"")) }
    for column in contents.columns where !isElsewhere(column, record) {
      guard let value = record[column] else { continue }
      members.append((STACFields.name(of: column), JSONText.value(value)))
    }
    for name in contents.others {
      guard let text = record.others[name] else { continue }
      members.append((STACFields.other + name, JSONText.string(text)))
    }
    return members
  }

  /// Returns true if a column's own value is a member of STAC, or must not be written.
  private func isElsewhere(_ column: CatalogueColumn, _ record: CatalogueRecord) -> Bool {
    switch column {
    case .id, .title: true
    case .latitude, .longitude: record[.outline] == nil
    case .media: record.text(.media)?.hasPrefix("/") == true
    default: false
    }
  }

  /// A day, or the nearest one of the years 1 to 9999.
  private static func day(_ day: Day?, openIs end: String) -> String {
    guard let day else { return end }
    return day.inCalendar ?? (day.year < 1 ? "0001-01-01" : "9999-12-31")
  }

  /// Returns true if a licence is valid in STAC, which takes letters, digits and `_-.+`.
  private static func isIdentifier(_ license: String) -> Bool {
    !license.isEmpty
      && license.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D, 0x2E, 0x2B: true
        default: false
        }
      }
  }

  private func links(_ record: CatalogueRecord) -> [String] {
    var links: [String] = []
    if let page = contents.page {
      links.append(
        ExportPage.link("self", page.addresses.item(record.id), type: STACWriter.type))
    }
    if let source = record.text(.source).flatMap(WebAddress.strict) {
      links.append(ExportPage.link("via", source))
    }
    if let license = record.license, let address = WebAddress.strict(license) {
      links.append(ExportPage.link("license", address))
    }
    return links
  }

  private func assets(_ record: CatalogueRecord) throws -> String {
    // A file of this machine is nothing that others can ask for.
    guard case .url(let given) = record.media, let address = WebAddress.strict(given) else {
      return "{}"
    }
    let known = try contents.mediaRecord(given)
    var members = [
      (name: "href", json: JSONText.string(address)), ("roles", "[\"data\",\"visual\"]"),
    ]
    if let type = known?.type ?? ManifestWriter.mediaType(of: address) {
      members.append(("type", JSONText.string(type)))
    }
    return JSONText.object([("picture", JSONText.object(members))])
  }
}
