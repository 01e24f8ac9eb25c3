internal import ArgumentParser
internal import TimeWalk
internal import TimeWalkBase

/// `timewalk archive export`.
struct ArchiveExport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write a collection or the whole archive in another format.",
    discussion: """
      Formats: csv and tsv write the catalogue; for several collections, a folder with items.csv and \
      collection.json for each. In geojson, each item is a point; --footprints adds the visible areas. In \
      ndjson, each line is one object. The format gpkg is a GeoPackage for QGIS, with points and footprints. \
      The format iiif is a manifest of the Presentation API 3. The formats kml and kmz have placemarks with \
      view cones. The format georef is a page of IIIF Georeference Annotations, of maps. The format stac is a \
      STAC item collection.

      A footprint is the outline of a map or the sector that an image shows. The sector needs a heading, and \
      uses the field of view (default: 50 degrees) and the view distance.

      The output is written completely or not at all. It replaces a file of the same name.
      """)

  @Argument(
    help:
      "The file to write, or a folder for catalogues; - writes text formats to standard output.")
  var output: String

  @Option(
    help: ArgumentHelp(
      "One of \(ExportRequest.formats.joined(separator: ", ")). Default: from the file's name.",
      valueName: "format"))
  var format: String?

  @Option(help: ArgumentHelp("Only this collection.", valueName: "name"))
  var collection: String?

  @Flag(help: "Add the visible area of each image to GeoJSON, as a polygon.")
  var footprints = false

  @Option(
    help: ArgumentHelp(
      "The view distance of images without one.", valueName: "metres"))
  var viewDistance = ExportRequest.usualViewDistance

  @Option(
    help: ArgumentHelp(
      "The address under which a IIIF manifest will be published.", valueName: "url"))
  var baseUrl: String?

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var json: OutputOptions

  func run() throws {
    try Console.run(json: json.json && output != "-") {
      var request = ExportRequest(output: output)
      request.format = format
      request.collection = collection
      request.hasFootprints = footprints
      request.viewDistance = viewDistance
      request.baseAddress = baseUrl
      let summary = try archive.reading().export(request)
      for warning in summary.warnings { Console.talk("warning: \(warning)") }
      guard let path = summary.path else {
        // Standard output has the data.
        if json.json {
          Console.talk(json: try WireFormat.line(summary))
        } else {
          Console.talk(ArchiveExport.line(summary))
        }
        return
      }
      try Console.answer(summary, json: json.json) {
        ["\(ArchiveExport.line(summary)) in \(path)"]
      }
    }
  }

  private static func line(_ summary: ExportSummary) -> String {
    let unplaced = summary.unplaced > 0 ? ", \(summary.unplaced) of them without a place" : ""
    let footprints = summary.footprints.map { ", \($0) footprints" } ?? ""
    // A line for users, safe for any content of the archive.
    let names =
      summary.collections.count > 3
      ? CountText.collections(summary.collections.count)
      : summary.collections.joined(separator: ", ")
    return "\(names): \(CountText.items(summary.items))\(unplaced)\(footprints)"
  }
}

/// `timewalk archive collections`.
struct ArchiveCollections: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collections", abstract: "List the collections with their sizes and rights.")

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let report = try archive.reading().collections()
      try Console.answer(report, json: output.json) {
        report.collections.map { collection in
          let unplaced = collection.unplaced > 0 ? ", \(collection.unplaced) without a place" : ""
          return VisibleText.columns(
            [collection.name, CountText.items(collection.items) + unplaced]
              + [collection.title, collection.license].compactMap(\.self))
        }
      }
    }
  }
}
