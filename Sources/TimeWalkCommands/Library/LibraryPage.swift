internal import ArgumentParser
internal import TimeWalk

/// `timewalk library page`.
struct LibraryPage: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page",
    abstract: "Write a web page of many photos, old and new pictures side by side, in one file.",
    discussion: """
      The page opens anywhere without a network. It is written completely or not at all, and replaces a file \
      of the same name. It shows the positions of the photos, except of those submitted with --strip-location.
      """)

  @Argument(help: "The page's file; - is standard output.")
  var file: String

  @Argument(help: "The photos' numbers. Default: all photos.")
  var numbers: [Int] = []

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var library: LibraryOptions
  @OptionGroup var budget: PhotoBudgetOptions
  @OptionGroup var output: OutputOptions

  func validate() throws { try output.validate(file: file) }

  func run() throws {
    try Console.run(json: output.json) {
      let places = StorePaths(archive: archive.archive, library: library.library)
      let pipeline = try Pipeline(places: places, forPhotos: true, readers: budget.readers)
      pipeline.printStoreFaults()
      let report = try pipeline.writePage(of: numbers, to: file == "-" ? nil : file)
      for warning in report.warnings { Console.talk("timewalk: \(warning)") }
      guard file != "-" else { return }
      try Console.answer(report, json: output.json) {
        ["\(CountText.photos(report.photos.count)) on the page, \(report.bytes) bytes"]
      }
    }
  }
}
