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
      """)

  @Argument(help: "The CSV file or folder.")
  var source: String

  @Option(
    help: ArgumentHelp("The collection's name. Default: the source's own.", valueName: "name"))
  var collection: String?

  @Flag(help: "Report what would be done, and keep nothing.")
  var dryRun = false

  @Flag(help: "Don't look at the pictures; copies of one are then told only where declared.")
  var noFingerprints = false

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let summary = try Curator(writing: archive.places).importCatalogue(
        at: source, collection: collection, isDryRun: dryRun, fingerprints: !noFingerprints)
      for finding in summary.findings {
        Console.talk("\(finding.severity): \(finding.text)")
      }
      try Console.answer(summary, json: output.json) {
        let what = summary.dryRun ? "would be " : ""
        return [
          "\(summary.collection): \(summary.added) \(what)added, \(summary.updated) \(what)updated, "
            + "\(summary.unchanged) unchanged, \(summary.refused) refused"
        ]
      }
      if summary.refused > 0 { throw ExitCode(65) }
    }
  }
}
