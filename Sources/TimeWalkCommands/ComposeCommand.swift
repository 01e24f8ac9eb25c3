internal import ArgumentParser
internal import TimeWalk

/// `timewalk compose`.
struct ComposeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compose",
    abstract: "Show then beside now: make compositions of a photo that the library has.",
    discussion: """
      They are made of the photo's clean picture, its answer and the archive, and are kept with its other files. \
      On the page \
      every period is fitted by what the pictures show, where "submit" places all but the best as their directions say. \
      Historical pictures whose rights forbid changes are shown beside the photo only.
      """)

  @Argument(help: "The photo's number.")
  var sequence: Int

  @Option(
    help: ArgumentHelp(
      """
      What to make, parted by commas: then (the historical picture in the photo's frame), beside (side by side), blend \
      (half through each other), wipe (an animated WebP), page (a web page with all periods). Default: all of them.
      """,
      valueName: "words"))
  var compose: String?

  @Option(
    help: ArgumentHelp(
      "How large each file may be at most: quality gives way first, then size.",
      valueName: "bytes"))
  var maxBytes: Int = SubmitRequest.usualMaxBytes

  @Option(
    help: ArgumentHelp(
      "How far around the place the page's maps are shown, in metres.", valueName: "metres"))
  var placesRadius = SubmitRequest().placesRadius

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var library: LibraryOptions
  @OptionGroup var budget: PhotoBudgetOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let places = Places(archive: archive.archive, library: library.library)
      let walker = try Walker(places: places, forPhotos: true, readers: budget.readers)
      let words = try compose.map(Composition.read) ?? Composition.allCases
      var request = ComposeRequest(sequence: sequence, compose: words, maxBytes: maxBytes)
      request.placesRadius = placesRadius
      let answer = try walker.compose(request)
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
