internal import ArgumentParser
internal import TimeWalk

/// `timewalk archive undo`.
struct ArchiveUndo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Make everything that a change did what it was before.",
    discussion: """
      An undo is a change itself, so that it can be undone. Where later changes concern the same items, they are named \
      and must be undone first.
      """)

  @Argument(help: "The entry's number in archive history.")
  var entry: Int64

  @Flag(help: "Report what would be done, and keep nothing.")
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
          "entry \(entry) \(what)undone: \(Counted.items(summary.removed)) \(what)removed, "
            + "\(summary.updated) \(what)changed back, \(summary.added) \(what)brought back"
        ]
      }
    }
  }
}
