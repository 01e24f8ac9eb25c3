internal import ArgumentParser
internal import TimeWalk

/// `timewalk archive remove`.
struct ArchiveRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove items or a collection from the archive.",
    discussion: "Picture files stay on the disk. archive undo restores the items.")

  @Argument(help: "The items' names, collection:id.")
  var ids: [String] = []

  @Option(help: ArgumentHelp("Remove this collection with all its items.", valueName: "name"))
  var collection: String?

  @Flag(help: "Confirm the removal of many items or of a collection.")
  var yes = false

  @Flag(help: "Report the changes, but write nothing.")
  var dryRun = false

  @OptionGroup var author: AuthorOptions
  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard ids.isEmpty != (collection == nil) else {
      throw ValidationError("give either items or a --collection")
    }
  }

  func run() throws {
    try Console.run(json: output.json, agreement: "Use --yes to confirm") {
      let curator = try Curator(changing: archive.places)
      let summary =
        if let collection {
          try curator.remove(
            collection: collection, isAgreed: yes, isDryRun: dryRun, by: author.author)
        } else {
          try curator.remove(ids, isAgreed: yes, isDryRun: dryRun, by: author.author)
        }
      try Console.answer(summary, json: output.json) {
        ["\(CountText.items(summary.removed)) \(dryRun ? "would be " : "")removed"]
      }
      Console.tellUndo(of: summary.entry)
    }
  }
}
