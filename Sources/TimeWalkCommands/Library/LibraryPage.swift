internal import ArgumentParser
internal import TimeWalk

/// `timewalk library page`.
struct LibraryPage: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page",
    abstract: "Write the page of many photos of a walk: then beside now, in one file.",
    discussion: """
      The page opens anywhere without a network. It appears complete or not at all, and replaces a file of its name. It \
      tells where the photos were taken, but for those that were submitted with --strip-location.
      """)

  @Argument(help: "The page's file; - is standard output.")
  var file: String

  @Argument(help: "The photos' numbers; all without any.")
  var numbers: [Int] = []

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var library: LibraryOptions
  @OptionGroup var budget: PhotoBudgetOptions
  @OptionGroup var output: OutputOptions

  func validate() throws { try output.validate(file: file) }

  func run() throws {
    try Console.run(json: output.json) {
      let places = Places(archive: archive.archive, library: library.library)
      let walker = try Walker(places: places, forPhotos: true, readers: budget.readers)
      let report = try walker.writePage(of: numbers, to: file == "-" ? nil : file)
      for warning in report.warnings { Console.talk("timewalk: \(warning)") }
      guard file != "-" else { return }
      try Console.answer(report, json: output.json) {
        ["\(Counted.photos(report.photos.count)) on the page, \(report.bytes) bytes"]
      }
    }
  }
}
