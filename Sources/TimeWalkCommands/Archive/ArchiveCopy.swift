internal import ArgumentParser
internal import TimeWalk

/// `timewalk archive copy`.
struct ArchiveCopy: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy a whole archive, with its history, into a new file or onto a server.",
    discussion: """
      Both are a file or an address (postgresql://…). Everything goes along to the last byte: items, corrections, the \
      journal, reviews, rights, eras and the pictures that the archive keeps itself, so that changes can still be \
      undone and answers stay the same. TO must be empty or not there yet (exit code 73). It is complete in the end; \
      where the copy is interrupted it stays empty, and the command can be run again. What is changed in FROM \
      meanwhile isn't copied.
      """)

  @Argument(help: "The archive to copy.")
  var from: String

  @Argument(help: "The archive to make.")
  var to: String

  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let summary = try Curator.copy(from: Places(archive: from), to: Places(archive: to))
      for problem in summary.problems { Console.talk("\(problem.severity): \(problem.text)") }
      try Console.answer(summary, json: output.json) {
        [
          "\(Counted.items(summary.items)) of \(Counted.collections(summary.collections)) in \(summary.to), with "
            + Counted.number(summary.entries, "change")
            + (summary.pictures > 0 ? " and \(Counted.number(summary.pictures, "picture"))" : "")
        ]
      }
    }
  }
}
