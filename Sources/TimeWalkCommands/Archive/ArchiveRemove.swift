internal import ArgumentParser
internal import TimeWalk

/// `timewalk archive remove`.
struct ArchiveRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Take items, or a collection, out of the archive.",
    discussion: "The files of pictures stay where they are. archive undo brings the items back.")

  @Argument(help: "The items' names, collection:id.")
  var ids: [String] = []

  @Option(help: ArgumentHelp("This collection with all that is in it.", valueName: "name"))
  var collection: String?

  @Flag(help: "Agree to the removal of many items, or of a collection.")
  var yes = false

  @Flag(help: "Report what would be done, and keep nothing.")
  var dryRun = false

  @OptionGroup var author: AuthorOptions
  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard ids.isEmpty != (collection == nil) else {
      throw ValidationError("name either items or a --collection")
    }
  }

  func run() throws {
    try Console.run(json: output.json, agreement: "--yes agrees to it") {
      let curator = try Curator(changing: archive.places)
      let summary =
        if let collection {
          try curator.remove(
            collection: collection, isAgreed: yes, isDryRun: dryRun, by: author.author)
        } else {
          try curator.remove(ids, isAgreed: yes, isDryRun: dryRun, by: author.author)
        }
      try Console.answer(summary, json: output.json) {
        ["\(Counted.items(summary.removed)) \(dryRun ? "would be " : "")removed"]
      }
      Console.tellUndo(of: summary.entry)
    }
  }
}
