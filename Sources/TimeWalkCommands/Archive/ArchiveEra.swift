internal import ArgumentParser
internal import TimeWalk
internal import TimeWalkBase

/// `timewalk archive era`.
struct ArchiveEra: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "era", abstract: "Name periods of time, for --era.",
    subcommands: [ArchiveEraAdd.self, ArchiveEraList.self, ArchiveEraRemove.self])

  static func line(_ era: EraReport) -> String {
    VisibleText.columns([era.name ?? "", era.date] + (era.description.map { [$0] } ?? []))
  }
}

/// `timewalk archive era add`.
struct ArchiveEraAdd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a named era to the archive.",
    discussion: "Put -- before a date that starts with a minus: \"Late Republic\" -- -0132/-0026.")

  @Argument(help: "The name, for example \"New Amsterdam\".")
  var name: String

  @Argument(help: "The period as EDTF, for example 1624/1664.")
  var date: String

  @Option(help: ArgumentHelp("A short description.", valueName: "text"))
  var description: String?

  @OptionGroup var author: AuthorOptions
  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let era = try Curator(writing: archive.places)
        .addEra(name: name, date: date, description: description, by: author.author)
      try Console.answer(era, json: output.json) { [ArchiveEra.line(era)] }
    }
  }
}

/// `timewalk archive era list`.
struct ArchiveEraList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the named eras, oldest first.")

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let report = try archive.reading().eras()
      try Console.answer(report, json: output.json) { report.eras.map(ArchiveEra.line) }
    }
  }
}

/// `timewalk archive era remove`.
struct ArchiveEraRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a named era.")

  @Argument(help: "The name.")
  var name: String

  @OptionGroup var author: AuthorOptions
  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let era = try Curator(changing: archive.places).removeEra(name, by: author.author)
      try Console.answer(era, json: output.json) { [ArchiveEra.line(era)] }
    }
  }
}
