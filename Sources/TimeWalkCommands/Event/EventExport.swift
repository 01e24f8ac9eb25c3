internal import ArgumentParser
internal import TimeWalk

/// `timewalk event export`.
struct EventExport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write all pictures of an event to a zip, with a list as CSV.",
    discussion: "The zip is written completely or not at all. It replaces a file of the same name.")

  @Argument(help: "The event's id.")
  var id: String

  @Argument(help: "The zip file; - is standard output.")
  var file: String

  @OptionGroup var events: EventOptions
  @OptionGroup var output: OutputOptions

  func validate() throws { try output.validate(file: file) }

  func run() throws {
    try Console.run(json: output.json) {
      let report = try events.administration().export(id, to: file == "-" ? nil : file)
      guard file != "-" else { return }
      try Console.answer(report, json: output.json) {
        ["\(CountText.number(report.pictures, "picture")), \(report.bytes) bytes"]
      }
    }
  }
}
