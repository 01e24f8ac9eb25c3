internal import ArgumentParser
internal import TimeWalk

/// `timewalk compose`.
struct ComposeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compose",
    abstract: "Combine a photo of the library with its historical picture.",
    discussion: """
      Compositions use the photo's clean picture, its answer and the archive. They are stored with the photo's \
      other files. The page fits each period's picture by its content; "submit" does this for the best match \
      only. If a historical picture's rights forbid changes, it appears only beside the photo.
      """)

  @Argument(help: "The photo's number.")
  var sequence: Int

  @Option(
    help: ArgumentHelp(
      """
      Comma-separated list of then, beside, blend, wipe and page. Default: all. Use then for the historical \
      picture in the photo's frame, beside for both side by side, or blend for a half-transparent overlay. Use \
      wipe for an animated WebP, or page for a web page with all periods.
      """,
      valueName: "words"))
  var compose: String?

  @Option(
    help: ArgumentHelp(
      "The largest size of each file. Reduces quality first, then dimensions.",
      valueName: "bytes"))
  var maxBytes: Int = SubmitRequest.usualMaxBytes

  @Option(
    help: ArgumentHelp(
      "The radius of the page's maps, in metres.", valueName: "metres"))
  var placesRadius = SubmitRequest().placesRadius

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var library: LibraryOptions
  @OptionGroup var budget: PhotoBudgetOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let places = StorePaths(archive: archive.archive, library: library.library)
      let pipeline = try Pipeline(places: places, forPhotos: true, readers: budget.readers)
      pipeline.printStoreFaults()
      let words = try compose.map(Composition.read) ?? Composition.allCases
      var request = ComposeRequest(sequence: sequence, compose: words, maxBytes: maxBytes)
      request.placesRadius = placesRadius
      let answer = try pipeline.compose(request)
      let made = answer.renditions.filter { rendition in
        words.contains { $0.rawValue == rendition.role }
      }
      for warning in answer.warnings where warning.hasPrefix("Not ") || made.isEmpty {
        Console.talk("timewalk: \(warning)")
      }
      try Console.answer(answer, json: output.json) {
        made.map { "\($0.role): \($0.path ?? "") (\($0.width) x \($0.height))" }
      }
    }
  }
}
