internal import ArgumentParser
internal import Foundation
internal import TimeWalk

/// `timewalk submit`.
struct Submit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "submit",
    abstract:
      "Process photos: find historical images of the same view, write a clean and an overlaid copy.",
    discussion: """
      Several photos wait in a persistent queue. After a crash or Ctrl-C, "timewalk library resume" continues. \
      A photo that was submitted before keeps its number. It also keeps its answer if the options are the \
      same. With another folder or another era, it gets new files and a new number.
      """)

  @Argument(
    help: """
      Photos, and folders with photos. - reads paths from standard input, one a line or separated by zero \
      bytes.
      """)
  var photos: [String]

  @OptionGroup(title: "Pose (overrides the photo's metadata)") var pose: PoseOptions
  @OptionGroup(title: "Search") var search: SearchOptions
  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var library: LibraryOptions
  @OptionGroup var format: OutputOptions
  @OptionGroup var answer: AnswerOptions

  @Option(help: .field("output", of: SubmitRequest.self))
  var output: String?

  @Flag(help: .field("stripLocation", of: SubmitRequest.self))
  var stripLocation = false

  @Flag(help: .field("again", of: SubmitRequest.self))
  var again = false

  @Option(
    name: .customLong("original-url"),
    help: ArgumentHelp(
      "The address of the original, for example in a cloud. It is stored, never opened. {name} stands for the photo's name.",
      valueName: "url"))
  var originalURL: String?

  @OptionGroup(title: "Many photos") var work: WorkOptions

  @Flag(help: .field("stripMetadata", of: SubmitRequest.self))
  var stripMetadata = false

  @Option(help: .field("maxBytes", of: SubmitRequest.self))
  var maxBytes: Int = SubmitRequest.usualMaxBytes

  @Flag(help: .field("keepProfile", of: SubmitRequest.self))
  var keepProfile = false

  @Option(help: .field("placesRadius", of: SubmitRequest.self))
  var placesRadius = SubmitRequest().placesRadius

  @Option(help: .field("compose", of: SubmitRequest.self))
  var compose: String?

  func run() throws {
    try Console.run(json: format.json, takesSignals: false) {
      let request = try request()
      var found = PhotoPaths()
      for argument in photos {
        if argument == "-" {
          try found.add(list: FileHandle.standardInput.readToEnd() ?? Data())
        } else {
          try found.add(argument)
        }
      }
      if !found.passedOver.isEmpty {
        Console.talk("timewalk: \(Submit.passedOver(found.passedOver))")
      }
      guard !found.photos.isEmpty else {
        throw TimeWalkError(
          .inputMissing,
          "no photo in \(photos.joined(separator: ", ")); give a photo's path or a folder with photos"
        )
      }
      guard originalURL?.contains(OriginalAddress.name) != false || found.photos.count == 1 else {
        throw TimeWalkError(
          .invalidValue,
          "--original-url needs {name} for \(found.photos.count) photos, such as https://example.org/{name}",
          field: "originalURL")
      }
      let interruption = Interruption(finishesPhotos: true)
      let places = StorePaths(archive: archive.archive, library: library.library)
      let readers = work.budget.readers
      let first = PhotoAhead(found.photos[0], keepsProfile: keepProfile, readers: readers)
      let batch = Batch(
        pipeline: try work.pipeline(
          places, readers: readers, first: first, inTurn: found.photos.count == 1),
        workers: work.jobs)
      let report = BatchReport(
        json: format.json, isVerbose: answer.verbose, total: found.photos.count,
        interruption: interruption)
      try report.run(batch) { (batch, report) throws(TimeWalkError) in
        try batch.submit(
          found.photos, request: request,
          archive: places.isArchiveNamed ? places.shownArchive : nil,
          report: report)
      }
    }
  }

  /// The common request of all photos.
  private func request() throws(TimeWalkError) -> SubmitRequest {
    var request = SubmitRequest()
    request.originalURL = originalURL
    request.isAgain = again
    request.given = pose.given
    request.search = search.terms
    request.output = output
    request.stripLocation = stripLocation
    request.stripMetadata = stripMetadata
    request.maxBytes = maxBytes
    request.keepProfile = keepProfile
    request.placesRadius = placesRadius
    request.compose = try compose.map(Composition.read)
    return request
  }

  private static func passedOver(_ kinds: [String: Int]) -> String {
    let count = kinds.values.reduce(0, +)
    let parts = kinds.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    return
      "skipped \(count == 1 ? "1 file that isn't a photo" : "\(count) files that aren't photos"): "
      + parts.joined(separator: ", ")
  }
}
