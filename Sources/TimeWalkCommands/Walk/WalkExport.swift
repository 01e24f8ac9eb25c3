internal import ArgumentParser
internal import TimeWalk

/// `timewalk walk export`.
struct WalkExport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write all pictures of a walk to a zip, with a list as CSV.",
    discussion: "The zip is written completely or not at all. It replaces a file of the same name.")

  @Argument(help: "The walk's id.")
  var id: String

  @Argument(help: "The zip file; - is standard output.")
  var file: String

  @OptionGroup var walks: WalkOptions
  @OptionGroup var output: OutputOptions

  func validate() throws { try output.validate(file: file) }

  func run() throws {
    try Console.run(json: output.json) {
      let report = try walks.desk().export(id, to: file == "-" ? nil : file)
      guard file != "-" else { return }
      try Console.answer(report, json: output.json) {
        ["\(Counted.number(report.pictures, "picture")), \(report.bytes) bytes"]
      }
    }
  }
}
