internal import ArgumentParser
internal import TimeWalk

/// `timewalk library`.
struct LibraryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library", abstract: "Look at the photos that were submitted.",
    subcommands: [LibraryList.self, LibraryShow.self])
}

/// `timewalk library list`.
struct LibraryList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the photos in the order of their numbers.")

  @Option(help: ArgumentHelp("How many photos to print at most.", valueName: "count"))
  var limit = 50

  @Option(help: ArgumentHelp("How many photos to pass over first.", valueName: "count"))
  var offset = 0

  @OptionGroup var library: LibraryOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard limit >= 0, offset >= 0 else {
      throw ValidationError("--limit and --offset must be 0 or more")
    }
  }

  func run() throws {
    try Console.run(json: output.json) {
      let report = try Album(places: Places(library: library.library))
        .photos(limit: limit, offset: offset)
      try Console.answer(report, json: output.json) {
        report.photos.map {
          "\($0.photo.sequence ?? 0)\t\($0.submitted)\t\($0.photo.original ?? "(sent as bytes)")"
        }
      }
    }
  }
}

/// `timewalk library show`.
struct LibraryShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show what the library keeps of a photo.")

  @Argument(help: "The photo's number.")
  var sequence: Int

  @OptionGroup var library: LibraryOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let photo = try Album(places: Places(library: library.library)).photo(sequence)
      try Console.answer(photo, json: output.json) {
        let place = photo.latitude.flatMap { latitude in
          photo.longitude.map { "Taken at   \(latitude), \($0)" }
        }
        return [
          "Original   \(photo.photo.original ?? "(sent as bytes)")",
          "SHA-256    \(photo.photo.sha256 ?? "")", "Submitted  \(photo.submitted)",
        ] + [place].compactMap { $0 }
          + photo.renditions.map { "\($0.role): \($0.path ?? "") (\($0.width) x \($0.height))" }
      }
    }
  }
}
