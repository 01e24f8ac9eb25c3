internal import ArgumentParser
internal import TimeWalk
internal import TimeWalkBase

/// `timewalk library list`.
struct LibraryList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the photos by number.")

  @Option(help: ArgumentHelp("The most photos to print.", valueName: "count"))
  var limit = 50

  @Option(help: ArgumentHelp("The number of photos to skip first.", valueName: "count"))
  var offset = 0

  @Option(
    help: ArgumentHelp("Only photos submitted on or after this day, in UTC.", valueName: "day"))
  var since: String?

  @Option(
    help: ArgumentHelp("Only photos submitted on or before this day, in UTC.", valueName: "day"))
  var until: String?

  @Option(
    help: ArgumentHelp(
      "Only photos with this text in the original's path or address.", valueName: "text"))
  var original: String?

  @Option(
    help: ArgumentHelp("Only the photo whose original has this SHA-256.", valueName: "digits"))
  var sha256: String?

  @OptionGroup var library: LibraryOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard limit >= 0, offset >= 0 else {
      throw ValidationError("--limit and --offset must be 0 or more")
    }
  }

  func run() throws {
    try Console.run(json: output.json) {
      var request = PhotosRequest(limit: limit, offset: offset)
      request.isOldestFirst = true
      request.since = since
      request.until = until
      request.original = original
      request.sha256 = sha256
      let report = try library.album().photos(request)
      try Console.answer(report, json: output.json) {
        report.photos.map {
          VisibleText.columns([
            "\($0.photo.sequence ?? 0)", $0.submitted,
            $0.photo.original ?? $0.photo.originalURL ?? "(sent as bytes)",
          ])
        }
      }
      if report.total > offset + report.photos.count, Console.isTalkingToTerminal {
        Console.talk("\(report.photos.count) of \(CountText.photos(report.total))")
      }
    }
  }
}
