internal import ArgumentParser
internal import TimeWalk

/// `timewalk archive move-cells`.
struct ArchiveMoveCells: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move-cells",
    abstract: "Move cells of the map, with their items, from shard to shard.",
    discussion: """
      The archive is a file of shards (FILE.json). The items of the cells are copied to the other shard, the file is \
      changed, and after the time that a question may take the items go where they were. Questions are answered \
      throughout; nobody may change the items meanwhile. What was corrected goes along, the history stays. Where it \
      is interrupted, the same command completes it.
      """)

  @Argument(help: ArgumentHelp("Cells, as map servers number them.", valueName: "zoom/x/y"))
  var cells: [String]

  @Option(help: ArgumentHelp("The shard that shall hold them.", valueName: "name"))
  var to: String

  @Flag(help: "Say how many items would be copied, and change nothing.")
  var dryRun = false

  @OptionGroup var author: AuthorOptions
  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let summary = try Curator.moveCells(
        cells, to: to, in: archive.places, isDryRun: dryRun, by: author.author)
      try Console.answer(summary, json: output.json) {
        [
          dryRun
            ? "\(Counted.items(summary.copied)) would be copied to \(summary.to)"
            : "\(Counted.items(summary.copied)) copied to \(summary.to), \(summary.released) gone from where they were"
        ]
      }
    }
  }
}
