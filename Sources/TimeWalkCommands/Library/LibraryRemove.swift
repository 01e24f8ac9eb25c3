internal import ArgumentParser
internal import TimeWalk

/// `timewalk library remove`.
struct LibraryRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove photos for good: their pictures and all that is recorded of them.",
    discussion: "Originals stay where they are, untouched. Numbers are never given again.")

  @Argument(help: "The photos' numbers.")
  var numbers: [Int]

  @Flag(
    help:
      "Agree to the removal of more than \(PhotoRemovalRequest.mostWithoutAgreement) photos at once."
  )
  var yes = false

  @OptionGroup var library: LibraryOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json, agreement: "--yes agrees to it") {
      let report = try library.album().remove(numbers, isAgreed: yes)
      for warning in report.warnings { Console.talk("timewalk: \(warning)") }
      try Console.answer(report, json: output.json) {
        [
          "\(Counted.photos(report.removed.count)) removed, with \(Counted.number(report.files.count, "file"))"
        ]
      }
    }
  }
}
