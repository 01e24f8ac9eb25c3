internal import ArgumentParser
internal import Foundation
internal import TimeWalk
internal import TimeWalkWalks

/// `timewalk walk create`.
struct WalkCreate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Make a walk, and print its id and address.",
    discussion:
      "It begins at once unless --begins says otherwise, and lasts 30 days at most. Everything of it goes 30 days after its end. A server with tokens shows a walk's codes and counts to its organiser alone: name one with --organiser."
  )

  @Argument(help: "What the walk is called.")
  var name: String

  @Option(help: ArgumentHelp("How many photos each guest has.", valueName: "count"))
  var photos = 24

  @Option(help: ArgumentHelp("How many hours it lasts.", valueName: "hours"))
  var hours = 24.0

  @Option(
    help: ArgumentHelp(
      "When it begins, ISO 8601 with a zone: 2026-11-23T10:00:00+01:00.", valueName: "time"))
  var begins: String?

  @Option(help: ArgumentHelp("When the gallery opens: atOnce or atEnd.", valueName: "when"))
  var gallery = GalleryOpening.atOnce

  @Option(help: ArgumentHelp("Who may upload: everyone, guests or organiser.", valueName: "who"))
  var uploads = Audience.everyone

  @Option(help: ArgumentHelp("Who may download: everyone, guests or organiser.", valueName: "who"))
  var downloads = Audience.everyone

  @Flag(help: "Show where pictures were taken; else that is neither stored nor sent.")
  var positions = false

  @Flag(help: "Let pictures wait for the organiser's look before others see them.")
  var review = false

  @Option(
    name: .customLong("stop"),
    help: ArgumentHelp(
      "A view to be found: an item of the archive. May be given again; their order counts.",
      valueName: "item"))
  var stops: [String] = []

  @Option(
    help: ArgumentHelp(
      "Who looks after it in \"timewalk serve\": an account's name, or token: and a token's. Default: whoever is at this machine.",
      valueName: "name"))
  var organiser: String?

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var walks: WalkOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let settings = try settings()
      if !stops.isEmpty {
        let curator = try archive.reading()
        for stop in stops { _ = try curator.item(stop) }
      }
      let walk = try walks.desk().create(settings, for: organiser)
      if let organiser, organiser.hasPrefix(WalkDesk.tokenPrefix) {
        Console.talk(
          "note: a server's tokens can't be looked up here; \(organiser) must be one with the right submit or curate"
        )
      }
      try Console.answer(walk, json: output.json) { WalkText.lines(walk) }
    }
  }

  private func settings() throws(WalkError) -> WalkSettings {
    guard hours.isFinite, hours > 0, hours <= 720 else {
      throw WalkError(.invalidValue, "--hours is more than 0 and 720 at most", field: "hours")
    }
    var start = Date()
    if let begins {
      do { start = try Date(begins, strategy: .iso8601) } catch {
        throw WalkError(
          .invalidValue, "--begins must be like 2026-11-23T10:00:00+01:00", field: "begins")
      }
    }
    // Whole seconds downwards, so that it has begun when this is printed.
    start = Date(timeIntervalSince1970: start.timeIntervalSince1970.rounded(.down))
    var settings = WalkSettings(
      name: name, begins: start, ends: start.addingTimeInterval(hours * 3600))
    settings.photosPerGuest = photos
    settings.gallery = gallery
    settings.uploaders = uploads
    settings.downloaders = downloads
    settings.showsPositions = positions
    settings.isReviewed = review
    settings.stops = stops
    return settings
  }
}

extension GalleryOpening: ExpressibleByArgument {}
extension Audience: ExpressibleByArgument {}
