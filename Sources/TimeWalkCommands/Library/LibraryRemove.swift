internal import ArgumentParser
internal import TimeWalk

/// `timewalk library remove`.
struct LibraryRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove photos permanently, with their pictures and records.",
    discussion: "Originals stay in their place, unchanged. Numbers are never reused.")

  @Argument(help: "The photos' numbers.")
  var numbers: [Int]

  @Flag(
    help:
      "Confirm the removal of more than \(PhotoRemovalRequest.mostWithoutAgreement) photos at once."
  )
  var yes = false

  @OptionGroup var library: LibraryOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json, agreement: "Use --yes to confirm") {
      let report = try library.album().remove(numbers, isAgreed: yes)
      for warning in report.warnings { Console.talk("timewalk: \(warning)") }
      try Console.answer(report, json: output.json) {
        [
          "\(CountText.photos(report.removed.count)) removed, with \(CountText.number(report.files.count, "file"))"
        ]
      }
    }
  }
}
