internal import ArgumentParser
internal import TimeWalk

/// `timewalk archive history`.
struct ArchiveHistory: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "List the changes of the archive, newest first.")

  @Option(help: ArgumentHelp("The most entries to print; 0 prints all.", valueName: "count"))
  var limit = 50

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit must be 0 or more") }
  }

  func run() throws {
    try Console.run(json: output.json) {
      let report = try archive.reading().history(limit: limit == 0 ? nil : limit)
      try Console.answer(report, json: output.json) { report.entries.map(JournalText.line) }
    }
  }
}
