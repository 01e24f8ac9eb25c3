import TimeWalkArchive
import TimeWalkCore
import TimeWalkMaps
import TimeWalkBase

/// Writes records as KML 2.2: a folder for each collection, a placemark with its `Footprint` for
/// each item.
///
/// - With a known direction, a placemark has a camera, or a look-at for one that is geocoded to its
///   subject; Google Earth then shows the view. A height above ground is used as such, any other as
///   one above sea level; without one the camera is 2 m above the ground.
/// - The span of time is the date's, at its word. KML has years from 1 to 9999; other ends are left
///   open.
/// - The catalogue's values are extended data, under the catalogue's names.
/// - Items without a place are left out, as a placemark without a geometry is shown nowhere.
final class KMLWriter: ExportWriter {
  /// The default height of a camera above the ground, metres.
  private static let eyeHeight = 2.0

  private let output: KMLOutput
  private let contents: ExportContents
  private var isInFolder = false

  init(_ contents: ExportContents, to output: KMLOutput) {
    self.contents = contents
    self.output = output
  }

  func begin() throws {
    let name = contents.collections.count == 1 ? contents.collections[0].title : nil
    try output.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:atom="http://www.w3.org/2005/Atom">
      <Document>
      \(XMLText.element("name", name ?? contents.collections.map(\.name).joined(separator: ", ")))
      <Style id="view"><LineStyle><color>ff1e90ff</color><width>1.5</width></LineStyle>\
      <PolyStyle><color>401e90ff</color></PolyStyle></Style>

      """)
  }

  func begin(collection: CollectionStatement) throws {
    try endFolder()
    try output.write(
      "<Folder>" + XMLText.element("name", collection.title ?? collection.name)
        + XMLText.element("description", collection.description) + "\n")
    isInFolder = true
  }

  func write(_ record: CatalogueRecord) throws -> Bool {
    guard let pose = record.pose else { return false }
    let footprint = Footprint(record, contents.options)
    let point =
      "<Point><coordinates>\(KMLWriter.coordinates(pose.coordinate))</coordinates></Point>"
    let polygons = (footprint?.polygons ?? []).map(KMLWriter.polygon)
    let link = record.text(.source).flatMap { address in
      WebAddress.isWeb(address) ? "<atom:link href=\"\(XMLText.escaped(address))\"/>" : nil
    }
    // The order of the elements is that of the schema.
    try output.write(
      [
        "<Placemark id=\"item-\(count)\">",
        XMLText.element("name", record.title.isEmpty ? record.id.identifier : record.title),
        XMLText.element("atom:author", record.text(.creator)).isEmpty
          ? ""
          : "<atom:author>\(XMLText.element("atom:name", record.text(.creator)))</atom:author>",
        link ?? "",
        XMLText.element("Snippet", record.text(.dateText) ?? record.date?.edtf),
        XMLText.element("description", description(record)),
        view(pose, sector: footprint?.sector), KMLWriter.span(record.date),
        "<styleUrl>#view</styleUrl>", extendedData(record),
        polygons.isEmpty
          ? point : "<MultiGeometry>\(point)\(polygons.joined())</MultiGeometry>",
        "</Placemark>\n",
      ].joined())
    count += 1
    return !polygons.isEmpty
  }

  func finish() throws {
    try endFolder()
    try output.write("</Document>\n</kml>\n")
    try output.finish()
  }

  private var count = 0

  private func endFolder() throws {
    if isInFolder { try output.write("</Folder>\n") }
    isInFolder = false
  }

  /// The lines of a balloon; the texts are escaped and shown unchanged.
  private func description(_ record: CatalogueRecord) -> String? {
    let rights = [record.credit, record.license].compactMap { $0 }.joined(separator: ", ")
    let lines = [
      record.text(.dateText) ?? record.date?.edtf, record.text(.creator), rights,
      record.text(.source),
    ].compactMap { $0 }.filter { !$0.isEmpty }
    return lines.isEmpty ? nil : lines.map(XMLText.escaped).joined(separator: "<br>")
  }

  private func extendedData(_ record: CatalogueRecord) -> String {
    let values = contents.columns.compactMap { column in
      record.text(column).map {
        "<Data name=\"\(column.name)\">\(XMLText.element("value", $0))</Data>"
      }
    }
    let others = contents.others.compactMap { name in
      record.others[name].map {
        "<Data name=\"\(XMLText.escaped(name))\">\(XMLText.element("value", $0))</Data>"
      }
    }
    let collection =
      "<Data name=\"collection\">\(XMLText.element("value", record.id.collection))</Data>"
    return "<ExtendedData>\(collection)\(values.joined())\(others.joined())</ExtendedData>"
  }

  /// The view when a program flies there; empty when the direction is unknown.
  private func view(_ pose: RecordedPose, sector: ViewSector?) -> String {
    guard let heading = pose.heading else { return "" }
    let tilt = 90 + (pose.pitch?.degrees ?? 0)
    let place =
      XMLText.element("longitude", CatalogueRecord.longitude(pose.coordinate))
      + XMLText.element("latitude", pose.coordinate.latitude)
    switch pose.locationOf {
    case .camera, .unknown:
      let isOnGround = pose.altitude.map { $0.reference == .ground } ?? true
      return "<Camera>\(place)"
        + XMLText.element("altitude", pose.altitude?.meters ?? KMLWriter.eyeHeight)
        + XMLText.element("heading", heading.degrees)
        + XMLText.element("tilt", min(max(tilt, 0), 180))
        + XMLText.element("altitudeMode", isOnGround ? "relativeToGround" : "absolute")
        + "</Camera>"
    case .subject:
      let range = sector?.distance ?? contents.options.viewDistance
      return "<LookAt>\(place)" + XMLText.element("heading", heading.degrees)
        + XMLText.element("tilt", min(max(tilt, 0), 90))
        + XMLText.element("range", range.meters) + "</LookAt>"
    }
  }

  private static func span(_ date: CaptureDate?) -> String {
    let begin = XMLText.element("begin", date?.strict.earliest?.inCalendar)
    let end = XMLText.element("end", date?.strict.latest?.inCalendar)
    return begin.isEmpty && end.isEmpty ? "" : "<TimeSpan>\(begin)\(end)</TimeSpan>"
  }

  private static func coordinates(_ place: Coordinate) -> String {
    let longitude = DecimalText.write(CatalogueRecord.longitude(place))
    return "\(longitude),\(DecimalText.write(place.latitude))"
  }

  private static func polygon(_ rings: [[MapPosition]]) -> String {
    let boundaries = rings.enumerated().map { index, ring in
      let corners = ring.map {
        "\(DecimalText.write($0.longitude)),\(DecimalText.write($0.latitude))"
      }
      let boundary = index == 0 ? "outerBoundaryIs" : "innerBoundaryIs"
      return "<\(boundary)><LinearRing><coordinates>" + corners.joined(separator: " ")
        + "</coordinates></LinearRing></\(boundary)>"
    }
    return "<Polygon>\(boundaries.joined())</Polygon>"
  }
}

/// The output of KML: a file, a stream, or `doc.kml` in a KMZ.
final class KMLOutput {
  /// From this size on, a zip needs the extension of 64 bits, which not every reader of KMZ has.
  private static let limit = Int(UInt32.max)

  private let output: OutputFile
  private let isZip: Bool
  private var zip: ZipWriter<ArchiveError>
  private var size = 0

  init(_ output: OutputFile, isZip: Bool) throws(ArchiveError) {
    self.output = output
    self.isZip = isZip
    zip = ZipWriter { bytes throws(ArchiveError) in try output.write(bytes) }
    if isZip { try zip.beginCompressed("doc.kml") }
  }

  func write(_ text: String) throws(ArchiveError) {
    guard isZip else { return try output.write(text) }
    size += text.utf8.count
    try zip.add(Array(text.utf8))
  }

  func finish() throws(ArchiveError) {
    if isZip {
      try zip.end()
      guard size < KMLOutput.limit, zip.count + 1024 < KMLOutput.limit else {
        throw ArchiveError(.outputFailed, "A KMZ can't hold more than 4 GB; write KML instead.")
      }
      try zip.finish()
    }
    try output.finish()
  }
}

extension XMLText {
  /// An element with a number in it; empty when there is none.
  fileprivate static func element(_ name: String, _ number: Double?) -> String {
    element(name, number.map(DecimalText.write))
  }
}
