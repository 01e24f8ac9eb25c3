internal import ArgumentParser
internal import TimeWalk

/// `timewalk archive copy`.
struct ArchiveCopy: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy a whole archive, with its history, into a new file or onto a server.",
    discussion: """
      FROM and TO are each a file or an address (postgresql://…). The copy has all items, corrections, \
      history, reviews, rights and eras, and the archive's own copies of pictures. Changes can still be \
      undone, and answers stay the same.

      TO must be empty or not exist (exit code 73). If the copy is interrupted, TO stays empty; run the \
      command again. Changes to FROM during the copy are not copied.
      """)

  @Argument(help: "The archive to copy.")
  var from: String

  @Argument(help: "The new archive.")
  var to: String

  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let summary = try Curator.copy(from: StorePaths(archive: from), to: StorePaths(archive: to))
      for problem in summary.problems { Console.talk("\(problem.severity): \(problem.text)") }
      try Console.answer(summary, json: output.json) {
        [
          "\(CountText.items(summary.items)) of \(CountText.collections(summary.collections)) in \(summary.to), with "
            + CountText.number(summary.entries, "change")
            + (summary.pictures > 0 ? " and \(CountText.number(summary.pictures, "picture"))" : "")
        ]
      }
    }
  }
}
