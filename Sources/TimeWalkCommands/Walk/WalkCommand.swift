internal import ArgumentParser
internal import Foundation
internal import TimeWalk
internal import TimeWalkEvents

/// `timewalk walk`.
struct WalkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "walk", abstract: "Manage walks: groups that take photos together.",
    subcommands: [
      WalkCreate.self, WalkList.self, WalkShow.self, WalkClose.self, WalkExport.self,
      WalkRemove.self, WalkPolicyCommand.self, WalkAccount.self,
    ])
}

/// Where the walks are, and where guests reach them.
struct WalkOptions: ParsableArguments {
  @OptionGroup var library: LibraryOptions

  @Option(
    help: ArgumentHelp(
      "The address of \"timewalk serve\" for guests. Default: http://127.0.0.1:8090, which only this machine reaches.",
      valueName: "address"))
  var url: String?

  /// Opens the walks, and erases what is due.
  func desk() throws(WalkError) -> WalkDesk {
    try WalkDesk(places: Places(library: library.library), url: url, at: Date())
  }
}

/// A walk in words.
enum WalkText {
  static func lines(_ walk: WalkReport) -> [String] {
    var lines = [
      "\(walk.name): \(walk.state.rawValue)", "Id: \(walk.id)", "Address: \(walk.join)",
      "From \(walk.begins) to \(walk.ends); all data is erased at \(walk.erases)",
      "\(Counted.photos(walk.photos)) for each guest; the gallery opens \(walk.gallery == .atOnce ? "at once" : "at the end")",
      "Upload: \(walk.uploads.rawValue); download: \(walk.downloads.rawValue); positions: \(walk.positions ? "shown" : "neither stored nor sent"); review: \(walk.review ? "yes" : "no")",
    ]
    if !walk.stops.isEmpty { lines.append("Stops: \(walk.stops.joined(separator: ", "))") }
    if let counts = walk.counts {
      lines.append(
        "\(Counted.number(counts.pictures, "picture")), \(Counted.people(counts.people)), \(Counted.number(counts.downloads, "download"))"
      )
    }
    return lines
  }
}
