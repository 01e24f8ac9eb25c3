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
      The format is told by the bytes. Which columns or values are which fields is guessed by their names and shown; \
      --map and --preset say it. A --map is a column's name, a path in JSON (location.lat), @number for the record's \
      number, or a text with names in braces; rows that have no id get one by --make-ids. A folder of pictures is read by their EXIF, XMP and IPTC, and those with GeoTIFF tags or a world file are maps; a bag is checked \
      first; of another archive, all collections come in, or the one of --collection. What has no place yet is kept and waits for one.

      Every bad row is reported with its line, column and reason; the good rows go in, all at once. Importing \
      the same again changes nothing, changed rows are updated. What was corrected or removed by hand (archive set, move, \
      review, remove, rights) stays so; where the source has changed since, the report says what it has now. The exit code \
      is 65 if any row was refused.

      Dates that are no EDTF but words (c. 1905, [between 1916 and 1918], n.d.) are read and kept as written; what is \
      doubtful about a reading is a warning.
      """)

  @Argument(help: "The file, folder, bag or archive; - is standard input.")
  var source: String

  @Option(
    help: ArgumentHelp("The collection's name. Default: the source's own.", valueName: "name"))
  var collection: String?

  @Option(
    help: ArgumentHelp(
      "What stands first in dates such as 3/4/1905: day-month or month-day. Default: the month, with a warning.",
      valueName: "order"),
    transform: ArchiveImport.dateOrder)
  var dateOrder: DateOrder?

  @Option(
    help: ArgumentHelp(
      "\(SourceReading.formats.joined(separator: ", ")). Default: told by the bytes.",
      valueName: "format"))
  var format: String?

  @Option(
    help: ArgumentHelp(
      "The sheet of a workbook or the layer of a GeoPackage. Default: the first sheet with a header; our own layer, or the only one.",
      valueName: "name"))
  var table: String?

  @Option(
    help: ArgumentHelp(
      "A preset by its name (timewalk archive presets) or its file.", valueName: "preset"))
  var preset: String?

  @Option(
    help: ArgumentHelp(
      "Take a field from a column; may stand several times.", valueName: "field=column"))
  var map: [String] = []

  @Option(
    help: ArgumentHelp(
      "The coordinate system of pictures that are maps, such as EPSG:2263. Default: as they say.",
      valueName: "EPSG:code"))
  var crs: String?

  @Flag(
    help: "Give rows without an id one made of what they say; the same row gets the same again.")
  var makeIds = false

  @Option(
    help: ArgumentHelp("Write all findings to a .csv or .json file.", valueName: "file"))
  var report: String?

  @Option(
    help: ArgumentHelp(
      "A folder that files may lie in besides the source's own; may stand several times.",
      valueName: "folder"))
  var mediaFolder: [String] = []

  @Flag(help: "Report what would be done, and keep nothing.")
  var dryRun = false

  @Flag(help: "Don't look at the pictures; copies of one are then told only where declared.")
  var noFingerprints = false

  @Option(
    help: ArgumentHelp(
      "What becomes of picture files: link leaves them where they are, copy also keeps a copy beside the archive.",
      valueName: "link|copy"),
    transform: ArchiveImport.handling)
  var media = false

  @Flag(help: "Refuse rows that have no rights, neither of their own nor of the collection.")
  var requireRights = false

  @Flag(
    help:
      "Let the source's values replace what was corrected by hand, and bring back what was removed by hand."
  )
  var overwriteCorrections = false

  @OptionGroup var replacing: ReplaceOptions
  @OptionGroup var author: AuthorOptions
  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  private static func dateOrder(_ text: String) throws -> DateOrder {
    guard let order = DateOrder(rawValue: text) else {
      let names = DateOrder.allCases.map(\.rawValue).joined(separator: " or ")
      throw ValidationError("\"\(text)\" is no order; it must be \(names)")
    }
    return order
  }

  /// Whether files are copied.
  private static func handling(_ text: String) throws -> Bool {
    switch text {
    case "link": return false
    case "copy": return true
    default: throw ValidationError("\"\(text)\" is neither link nor copy")
    }
  }

  private var reading: SourceReading {
    SourceReading(
      format: format, preset: preset, map: map, makesIDs: makeIds, table: table, system: crs)
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
    request.looksAtPictures = !noFingerprints
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
