internal import ArgumentParser
internal import Foundation
internal import TimeWalk

/// `timewalk submit`.
struct Submit: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Take photos in: write them clean and overlaid, with the historical images of the same view.")

  @Argument(help: "The photos; - reads their paths from standard input, one a line.")
  var photos: [String]

  @OptionGroup(title: "Pose, where it wins over the photo's metadata") var pose: PoseOptions
  @OptionGroup(title: "Search") var search: SearchOptions
  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var library: LibraryOptions
  @OptionGroup var format: OutputOptions

  @Option(
    help: ArgumentHelp(
      "Where the pictures go. Default: the folder pictures in the library.", valueName: "folder"))
  var output: String?

  @Flag(
    help: """
      Leave the place out of the pictures, the answer and the photo's record; the titles of the matches still \
      tell roughly where it was.
      """)
  var stripLocation = false

  @Flag(help: "Leave all metadata out of the pictures but what their colours mean.")
  var stripMetadata = false

  @Option(
    help: ArgumentHelp(
      "How large each picture may be at most: quality gives way first, then size.",
      valueName: "bytes"))
  var maxBytes: Int = SubmitRequest.usualMaxBytes

  @Flag(
    help: "Keep the photo's own colour profile in the pictures instead of turning them to sRGB.")
  var keepProfile = false

  func run() throws {
    try Console.run(json: format.json) {
      let places = Places(archive: archive.archive, library: library.library)
      let walker = try Walker(places: places, forPhotos: true)
      var failures: [WalkError] = []
      for path in photos.flatMap(Submit.paths) {
        let outcome = Result { () throws(WalkError) in try walker.submit(request(path)) }
        switch outcome {
        case .success(let response): try report(response, path: path)
        case .failure(let error):
          failures.append(error)
          try report(error, path: path)
        }
      }
      // One kind of fault has its own code; of several, the batch as a whole held bad data.
      let codes = Set(failures.map(\.exitCode.rawValue))
      if let first = failures.first {
        throw codes.count == 1 ? first.exitCode : ExitCode(65)
      }
    }
  }

  private func request(_ path: String) -> SubmitRequest {
    SubmitRequest(
      photo: .file(path: path), given: pose.given, era: search.time.era,
      isEraStrict: search.time.strictEra, limit: search.limit, output: output,
      stripLocation: stripLocation, stripMetadata: stripMetadata, maxBytes: maxBytes,
      keepProfile: keepProfile)
  }

  private func report(_ response: WalkResponse, path: String) throws {
    for warning in response.warnings { Console.talk("timewalk: \(path): \(warning)") }
    try Console.answer(response, json: format.json) {
      let pictures = response.renditions.map { rendition in
        "   \(rendition.path ?? "") (\(rendition.kind ?? rendition.role), "
          + "\(rendition.width) x \(rendition.height))"
      }
      return ["Photo \(response.photo.sequence ?? 0): \(path)"] + pictures + [""]
        + MatchText.lines(
          matches: response.matches, timeline: response.timeline, noMatch: response.noMatch,
          era: response.era)
    }
  }

  private func report(_ error: WalkError, path: String) throws {
    Console.talk("timewalk: \(path): \(error.message)")
    guard format.json else { return }
    let original = URL(fileURLWithPath: path).standardizedFileURL.path
    try Console.data(
      try WireFormat.line(FailureReport(photo: PhotoReport(original: original), error: error)))
  }

  /// A path as it is; `-` stands for those on standard input.
  private static func paths(_ argument: String) -> [String] {
    guard argument == "-" else { return [argument] }
    var lines: [String] = []
    while let line = readLine() {
      if !line.isEmpty { lines.append(line) }
    }
    return lines
  }
}
