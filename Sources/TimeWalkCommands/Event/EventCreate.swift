internal import ArgumentParser
internal import Foundation
internal import TimeWalk
internal import TimeWalkEvents

/// `timewalk event create`.
struct EventCreate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Create an event, and print its id and address.",
    discussion:
      "It begins now unless --begins is given, and lasts at most 30 days. All data is erased 30 days after its end. If the server uses tokens, only the organiser sees an event's codes and counts; name one with --organiser."
  )

  @Argument(help: "The event's name.")
  var name: String

  @Option(
    help: ArgumentHelp(
      "The word for it on its pages: event, celebration, walk or schoolTrip.", valueName: "kind"))
  var kind = EventKind.event

  @Option(help: ArgumentHelp("The number of photos for each guest.", valueName: "count"))
  var photos = 24

  @Option(
    help: ArgumentHelp(
      "The number of expected guests; as many may join from one address within an hour.",
      valueName: "count"))
  var guests = 300

  @Option(help: ArgumentHelp("The length in hours.", valueName: "hours"))
  var hours = 24.0

  @Option(
    help: ArgumentHelp(
      "The beginning, ISO 8601 with a time zone: 2026-11-23T10:00:00+01:00.", valueName: "time"))
  var begins: String?

  @Option(help: ArgumentHelp("When the gallery opens: atOnce or atEnd.", valueName: "when"))
  var gallery = GalleryOpening.atOnce

  @Option(help: ArgumentHelp("Uploads by: everyone, guests or organiser.", valueName: "who"))
  var uploads = Audience.everyone

  @Option(help: ArgumentHelp("Downloads by: everyone, guests or organiser.", valueName: "who"))
  var downloads = Audience.everyone

  @Flag(help: "Store and show the positions of pictures. Default: neither stored nor sent.")
  var positions = false

  @Flag(
    help:
      "Keep the quality of JPEG pictures: metadata is removed without encoding them again. Default: at most 4096 pixels a side."
  )
  var quality = false

  @Flag(help: "Hide each picture until the organiser approves it.")
  var review = false

  @Option(
    name: .customLong("stop"),
    help: ArgumentHelp(
      "An item of the archive whose view guests try to find; can be repeated, in order.",
      valueName: "item"))
  var stops: [String] = []

  @Option(
    help: ArgumentHelp(
      "The organiser in \"timewalk serve\": an account's name, or token: and a token's name. Default: local clients.",
      valueName: "name"))
  var organiser: String?

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var events: EventOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let settings = try settings()
      if !stops.isEmpty {
        let curator = try archive.reading()
        for stop in stops { _ = try curator.item(stop) }
      }
      let event = try events.administration().create(settings, for: organiser)
      if let organiser, organiser.hasPrefix(EventAdministration.tokenPrefix) {
        Console.talk(
          "note: tokens of a server can't be checked here; \(organiser) needs the right submit or curate"
        )
      }
      try Console.answer(event, json: output.json) { EventText.lines(event) }
    }
  }

  private func settings() throws(TimeWalkError) -> EventSettings {
    guard hours.isFinite, hours > 0, hours <= 720 else {
      throw TimeWalkError(
        .invalidValue, "--hours must be more than 0 and at most 720", field: "hours")
    }
    var start = Date()
    if let begins {
      do { start = try Date(begins, strategy: .iso8601) } catch {
        throw TimeWalkError(
          .invalidValue, "--begins must be like 2026-11-23T10:00:00+01:00", field: "begins")
      }
    }
    // Rounded down to whole seconds: it has begun when this is printed.
    start = Date(timeIntervalSince1970: start.timeIntervalSince1970.rounded(.down))
    var settings = EventSettings(
      name: name, begins: start, ends: start.addingTimeInterval(hours * 3600))
    settings.kind = kind
    settings.photosPerGuest = photos
    settings.guests = guests
    settings.gallery = gallery
    settings.uploaders = uploads
    settings.downloaders = downloads
    settings.showsPositions = positions
    settings.keepsQuality = quality
    settings.isReviewed = review
    settings.stops = stops
    return settings
  }
}

extension EventKind: ExpressibleByArgument {}
extension GalleryOpening: ExpressibleByArgument {}
extension Audience: ExpressibleByArgument {}
