import TimeWalkCore
import TimeWalkBase

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue

/// Catalogues as an import takes them, from recognising the format to the judge of each row.
enum CatalogueReading {
  /// Reads a catalogue in one of some formats, which its length chooses: each run is one import.
  static func read(_ bytes: [UInt8], as formats: [SourceFormat?]) throws {
    try read(bytes, format: formats[bytes.count % formats.count])
  }

  /// Reads all of a catalogue; there can be `most` rows, of which none is shorter than a byte where
  /// nothing is packed.
  static func read(_ bytes: [UInt8], format: SourceFormat?, most: Int? = nil) throws {
    let most = most ?? bytes.count + 1
    var options = ImportOptions()
    options.format = format
    options.makesIdentifiers = true
    var context = SourceContext(statement: CollectionStatement(name: "fuzzed"))
    context.makesIdentifiers = true
    context.today = Day(year: 2026, month: 11, day: 22)
    do throws(ArchiveError) {
      let sources = try SourceOpening.open(
        ByteSource(bytes: bytes), folder: nil, context: context, options: options)
      var rows = 0
      for var source in sources {
        while let row = try source.next() {
          rows += 1
          guard rows <= most else { break }
          _ = row.fields
        }
        _ = source.closingFindings
      }
      guard rows <= most else { throw ArchiveError(.inputMissing, "endless") }
    } catch {
      try promise(error.code != .inputMissing, "the source has no end")
    }
  }
}

extension FuzzTarget {
  /// Separated values: reading the reader's own output again, and the import of the rows.
  static let csv = FuzzTarget("csv", longest: 2048) {
    [
      "id,title,latitude,longitude,date,heading\n1,\"Fifth, \"\"Avenue\"\"\",40.7,-74,c. 1905,N\r\n2,,,,,\n",
      "sep=;\nid;titel;breite;länge\n1;Straße;40,7;-74,0\n", "id\tlat\tlon\n1\t40°42′N\t74°W\n",
      "\u{FEFF}id,media,license,altitude,pitch,location_of\na,a.jpg,CC0,12,-5,camera\n",
    ].map { Array($0.utf8) }
  } run: { bytes in
    let rows = try fields(of: bytes)
    let written = rows.flatMap { row in
      Array(
        (row.map { "\"" + $0.replacingScalars("\"", with: "\"\"") + "\"" }.joined(separator: ",")
          + "\n")
          .utf8)
    }
    if let rows = rows.isEmpty ? nil : rows {
      try promise(try fields(of: written) == rows, "rows that are written again are others")
    }
    try CatalogueReading.read(bytes, as: [nil, .csv, .tsv])
  }

  /// The texts of all rows that can be read.
  private static func fields(of bytes: [UInt8]) throws -> [[String]] {
    guard var reader = try? CSVReader(ByteSource(bytes: bytes)) else { return [] }
    var rows: [[String]] = []
    while try reader.next() {
      try promise(rows.count <= bytes.count, "the file has no end")
      guard reader.problem == nil else { continue }
      let row = (0..<reader.count).compactMap { reader.text($0) }
      if row.count == reader.count { rows.append(row) }
    }
    return rows
  }

  /// GeoJSON, and the other catalogues in JSON.
  static let geojson = FuzzTarget("geojson", longest: 2048) {
    let sector = """
      {"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[-74,40.7]},\
      {"type":"LineString","coordinates":[[-73.9,40.8],[-73.9,40.6]]}]}
      """
    let area = #"{"type":"Polygon","coordinates":[[[0,0],[0,1],[1,1],[0,0]]]}"#
    let features = [sector, area, #"{"type":"Point","coordinates":[-74,40.7,12]}"#, "null"]
      .enumerated().map {
        #"{"type":"Feature","id":"\#($0)","geometry":\#($1),"properties":{"title":"A","date":"1905~"}}"#
      }
    return [
      #"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"EPSG:4326"}},"features":["#
        + features.joined(separator: ",") + "]}",
      features[0], features.joined(separator: "\n"),
      #"[{"id":1,"latitude":"40.7","longitude":-74,"title":["a","b"]},{"id":2}]"#,
      #"{"type":"Manifest","label":{"en":["A"]},"items":[{"id":"c","type":"Canvas","label":{"none":["B"]}}]}"#,
      #"{"stac_version":"1.0.0","type":"Feature","id":"s","geometry":null,"properties":{"datetime":"1911-05-26T00:00:00Z"}}"#,
    ].map { Array($0.utf8) }
  } run: { bytes in
    try CatalogueReading.read(bytes, as: [nil, .geojson, .ndjson, .iiif, .stac])
  }
}
