internal import ArgumentParser
internal import TimeWalk

/// `timewalk archive import`.
struct ArchiveImport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import a catalogue: a CSV file, or a folder with items.csv and collection.json.",
    discussion: """
      Every bad row is reported with its line, column and reason; the good rows go in, all at once. Importing \
      the same again changes nothing, changed rows are updated. The exit code is 65 if any row was refused.

      Dates that are no EDTF but words (c. 1905, [between 1916 and 1918], n.d.) are read and kept as written; what is \
      doubtful about a reading is a warning.
      """)

  @Argument(help: "The CSV file or folder.")
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

  @Flag(help: "Report what would be done, and keep nothing.")
  var dryRun = false

  @Flag(help: "Don't look at the pictures; copies of one are then told only where declared.")
  var noFingerprints = false

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

  func run() throws {
    try Console.run(json: output.json) {
      let progress = ImportProgress()
      let summary: ImportSummary
      do {
        defer { progress?.clear() }
        summary = try Curator(writing: archive.places).importCatalogue(
          at: source, collection: collection, isDryRun: dryRun, dateOrder: dateOrder,
          fingerprints: !noFingerprints, replacing: replacing.replacement, by: author.author,
          progress: progress?.update)
      }
      for finding in summary.findings {
        Console.talk("\(finding.severity): \(finding.text)")
      }
      try Console.answer(summary, json: output.json) { ImportText.lines(summary) }
      if summary.refused > 0 { throw ExitCode(65) }
    }
  }
}
