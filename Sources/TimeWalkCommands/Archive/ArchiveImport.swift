internal import ArgumentParser
internal import TimeWalk

/// `timewalk archive import`.
struct ArchiveImport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract:
      "Import a catalogue: CSV, TSV, XLSX, GeoJSON, GeoPackage, NDJSON, JSON, IIIF or STAC, a folder with one or with pictures, a picture, "
      + "a BagIt bag, or another archive.",
    discussion: """
      The format is detected from the bytes. Columns are matched to fields by name, and the choice is shown; \
      --map and --preset override it. A --map takes a column's name, a path in JSON (location.lat), @number \
      for the record's number, or a template with names in braces.

      In a folder of pictures, the fields come from EXIF, XMP and IPTC. Pictures with GeoTIFF tags or a world \
      file are maps. A bag is checked first. From another archive, all collections are imported, or only the \
      one of --collection. An item without a place is stored and listed by archive list --unplaced.

      Each bad row is reported with its line, column and reason. All good rows are imported together. \
      Importing the same catalogue again changes nothing; changed rows are updated. Corrections and removals \
      made by hand stay, and the report shows where the source differs. The exit code is 65 if any row was \
      refused.

      Dates in words (c. 1905, [between 1916 and 1918], n.d.) are read and also stored as written. Doubtful \
      readings are warnings.
      """)

  @Argument(help: "The file, folder, bag or archive; - is standard input.")
  var source: String

  @Option(
    help: ArgumentHelp("The collection's name. Default: the name in the source.", valueName: "name")
  )
  var collection: String?

  @Option(
    help: ArgumentHelp(
      "The order in dates such as 3/4/1905: day-month or month-day. Default: as other dates of the column show, else month first, with a warning.",
      valueName: "order"),
    transform: ArchiveImport.dateOrder)
  var dateOrder: DateOrder?

  @Option(
    help: ArgumentHelp(
      "\(SourceReading.formats.joined(separator: ", ")). Default: detected from the bytes.",
      valueName: "format"))
  var format: String?

  @Option(
    help: ArgumentHelp(
      "The encoding of a CSV or TSV: \(SourceReading.encodings.joined(separator: ", ")). Default: UTF-8, or else Windows-1252 or Mac Roman by the bytes, with a warning.",
      valueName: "name"))
  var encoding: String?

  @Option(
    help: ArgumentHelp(
      "The sheet of a workbook or the layer of a GeoPackage. Default: the first sheet with a header; TimeWalk's own layer, or the only one.",
      valueName: "name"))
  var table: String?

  @Option(
    help: ArgumentHelp(
      "The name of a preset (timewalk archive presets) or a preset's file.", valueName: "preset"))
  var preset: String?

  @Option(
    help: ArgumentHelp(
      "Take a field from a column; can be repeated.", valueName: "field=column"))
  var map: [String] = []

  @Option(
    help: ArgumentHelp(
      "The coordinate system of pictures that are maps, such as EPSG:2263. Default: from the pictures' metadata.",
      valueName: "EPSG:code"))
  var crs: String?

  @Flag(
    help: "Generate ids from row contents. The same row always gets the same id.")
  var makeIds = false

  @Option(
    help: ArgumentHelp("Write all findings to a .csv or .json file.", valueName: "file"))
  var report: String?

  @Option(
    help: ArgumentHelp(
      "A folder, besides the source's own, from which files may be used; can be repeated.",
      valueName: "folder"))
  var mediaFolder: [String] = []

  @Flag(help: "Report the changes, but write nothing.")
  var dryRun = false

  @Flag(help: "Don't compare the pictures; only declared copies are then found.")
  var noFingerprints = false

  @Option(
    help: ArgumentHelp(
      "How to store picture files: link refers to them, copy also stores a copy beside the archive.",
      valueName: "link|copy"),
    transform: ArchiveImport.handling)
  var media = false

  @Flag(help: "Refuse rows without rights if the collection has none either.")
  var requireRights = false

  @Flag(
    help:
      "Replace corrections made by hand with the source's values, and restore items removed by hand."
  )
  var overwriteCorrections = false

  @OptionGroup var replacing: ReplaceOptions
  @OptionGroup var author: AuthorOptions
  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  private static func dateOrder(_ text: String) throws -> DateOrder {
    guard let order = DateOrder(rawValue: text) else {
      let names = DateOrder.allCases.map(\.rawValue).joined(separator: " or ")
      throw ValidationError("\"\(text)\" isn't an order; it must be \(names)")
    }
    return order
  }

  /// Returns true if files are copied.
  private static func handling(_ text: String) throws -> Bool {
    switch text {
    case "link": return false
    case "copy": return true
    default: throw ValidationError("\"\(text)\" must be one of link, copy")
    }
  }

  private var reading: SourceReading {
    var reading = SourceReading(
      format: format, preset: preset, map: map, makesIDs: makeIds, table: table, system: crs)
    reading.encoding = encoding
    return reading
  }

  func validate() throws {
    if let fault = reading.fault ?? report.flatMap(FindingFile.fault) {
      throw ValidationError(fault)
    }
  }

  private func request(_ line: TerminalLine?) -> ImportRequest {
    var request = ImportRequest(source: source, collection: collection)
    request.isDryRun = dryRun
    request.reading = reading
    request.dateOrder = dateOrder
    request.mediaFolders = mediaFolder
    request.makesFingerprints = !noFingerprints
    request.media = MediaOptions(copies: media)
    request.requiresRights = requireRights
    request.replacing = replacing.replacement
    request.overwritesCorrections = overwriteCorrections
    request.author = author.author
    request.mapped = { for line in FindingText.mapping($0) { Console.talk(line) } }
    request.progress = { rows, share in
      line?.update { ImportProgress.text(rows: rows, share: share, seconds: $0) }
    }
    return request
  }

  func run() throws {
    try Console.run(json: output.json, agreement: ReplaceOptions.agreement) {
      let progress = TerminalLine()
      let summary: ImportSummary
      do {
        defer { progress?.clear() }
        summary = try Curator.importing(request(progress), into: archive.places)
      }
      for line in FindingText.lines(summary) { Console.talk(line) }
      if let report { try FindingFile.write(summary, to: report) }
      try Console.answer(summary, json: output.json) { ImportText.lines(summary) }
      if !output.json {
        let named = archive.archive.map { _ in archive.places.shownArchive }
        for line in ImportText.next(summary, archive: named) { Console.talk(line) }
      }
      if summary.refused > 0 { throw ExitCode(65) }
    }
  }
}
