internal import ArgumentParser
internal import TimeWalk

/// `timewalk archive diff`.
struct ArchiveDiff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Show one change, item by item and field by field.",
    discussion: "To preview an import, use archive import --dry-run.")

  @Argument(help: "The entry's number in archive history.")
  var entry: Int64

  @Option(help: ArgumentHelp("The most items to print; 0 prints all.", valueName: "count"))
  var limit = 1000

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit must be 0 or more") }
  }

  func run() throws {
    try Console.run(json: output.json) {
      let report = try archive.reading().diff(
        entry, limit: limit == 0 ? nil : limit)
      try Console.answer(report, json: output.json) {
        [JournalText.line(report.entry)] + report.changes.flatMap(JournalText.lines)
      }
      if !output.json, report.changes.count < report.total {
        Console.talk("\(report.changes.count) of \(report.total) items; --limit 0 prints all")
      }
    }
  }
}
