internal import ArgumentParser
internal import TimeWalk

/// `timewalk library export`.
struct LibraryExport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write photos into a zip: their pictures and answers.",
    discussion: "The zip appears complete or not at all, and replaces one of its name.")

  @Argument(help: "The zip's file; - is standard output.")
  var file: String

  @Argument(help: "The photos' numbers; all without any.")
  var numbers: [Int] = []

  @Flag(help: "Take the originals along, as they are, with the place and all else they tell.")
  var originals = false

  @OptionGroup var library: LibraryOptions
  @OptionGroup var output: OutputOptions

  func validate() throws { try output.validate(file: file) }

  func run() throws {
    try Console.run(json: output.json) {
      let report = try library.album()
        .export(numbers, to: file == "-" ? nil : file, withOriginals: originals)
      for path in report.missing {
        Console.talk("timewalk: \(path) is gone from its place and not in the zip")
      }
      guard file != "-" else { return }
      try Console.answer(report, json: output.json) {
        [
          "\(Counted.photos(report.photos)) in \(Counted.number(report.files, "file")), \(report.bytes) bytes"
        ]
      }
    }
  }
}
