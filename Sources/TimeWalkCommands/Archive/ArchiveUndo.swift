internal import ArgumentParser
internal import TimeWalk

/// `timewalk archive undo`.
struct ArchiveUndo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Undo a change of the archive.",
    discussion: """
      An undo is a change too, and can be undone. If later changes affect the same items, undo those first; \
      the error lists them.
      """)

  @Argument(help: "The entry's number in archive history.")
  var entry: Int64

  @Flag(help: "Report the changes, but write nothing.")
  var dryRun = false

  @OptionGroup var author: AuthorOptions
  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let summary = try Curator(changing: archive.places).undo(
        entry, isDryRun: dryRun, by: author.author)
      try Console.answer(summary, json: output.json) {
        let what = dryRun ? "would be " : ""
        return [
          "entry \(entry) \(what)undone: \(CountText.items(summary.removed)) \(what)removed, "
            + "\(summary.updated) \(what)changed back, \(summary.added) \(what)restored"
        ]
      }
    }
  }
}
