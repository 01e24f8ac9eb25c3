internal import ArgumentParser
internal import TimeWalk

/// `timewalk library export`.
struct LibraryExport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write photos to a zip: their pictures and answers.",
    discussion: "The zip is written completely or not at all. It replaces a file of the same name.")

  @Argument(help: "The zip file; - is standard output.")
  var file: String

  @Argument(help: "The photos' numbers. Default: all photos.")
  var numbers: [Int] = []

  @Flag(help: "Include the unchanged originals, with their position and other metadata.")
  var originals = false

  @OptionGroup var library: LibraryOptions
  @OptionGroup var output: OutputOptions

  func validate() throws { try output.validate(file: file) }

  func run() throws {
    try Console.run(json: output.json) {
      let report = try library.album()
        .export(numbers, to: file == "-" ? nil : file, withOriginals: originals)
      for path in report.missing {
        Console.talk("timewalk: \(path) is missing, and left out of the zip")
      }
      guard file != "-" else { return }
      try Console.answer(report, json: output.json) {
        [
          "\(CountText.photos(report.photos)) in \(CountText.number(report.files, "file")), \(report.bytes) bytes"
        ]
      }
    }
  }
}
