internal import ArgumentParser
internal import Foundation
internal import TimeWalk
internal import TimeWalkEvents

/// `timewalk event`.
struct EventCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "event", abstract: "Manage events: groups that take photos together.",
    subcommands: [
      EventCreate.self, EventList.self, EventShow.self, EventClose.self, EventExport.self,
      EventRemove.self, EventPolicyCommand.self, EventAccount.self,
    ])
}

/// The folder of the events, and their public address.
struct EventOptions: ParsableArguments {
  @OptionGroup var library: LibraryOptions

  @Option(
    help: ArgumentHelp(
      "The address of \"timewalk serve\" for guests. Default: http://127.0.0.1:8090, which only this machine reaches.",
      valueName: "address"))
  var url: String?

  /// Opens the events, and erases expired data.
  func administration() throws(TimeWalkError) -> EventAdministration {
    let events = try EventAdministration(
      places: StorePaths(library: library.library), url: url, at: Date())
    if let warning = events.warning { Console.talk("warning: \(warning)") }
    return events
  }
}

/// An event in words.
enum EventText {
  static func lines(_ event: EventReport) -> [String] {
    var lines = [
      "\(event.name): \(event.state.rawValue)", "Id: \(event.id)", "Address: \(event.join)",
      "From \(event.begins) to \(event.ends); all data is erased at \(event.erases)",
      "\(CountText.photos(event.photos)) for each guest; the gallery opens \(event.gallery == .atOnce ? "at once" : "at the end")",
      "Upload: \(event.uploads.rawValue); download: \(event.downloads.rawValue); positions: \(event.positions ? "shown" : "neither stored nor sent"); review: \(event.review ? "yes" : "no")",
    ]
    if !event.stops.isEmpty { lines.append("Stops: \(event.stops.joined(separator: ", "))") }
    if let counts = event.counts {
      lines.append(
        "\(CountText.number(counts.pictures, "picture")), \(CountText.people(counts.people)), \(CountText.number(counts.downloads, "download"))"
      )
    }
    return lines
  }
}
