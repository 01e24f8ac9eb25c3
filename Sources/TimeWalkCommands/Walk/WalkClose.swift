internal import ArgumentParser
internal import TimeWalk

/// `timewalk walk close`.
struct WalkClose: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "close", abstract: "End a running walk now.",
    discussion: "All data of the walk is kept for 30 days, then erased.")

  @Argument(help: "The walk's id.")
  var id: String

  @OptionGroup var walks: WalkOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let walk = try walks.desk().close(id)
      try Console.answer(walk, json: output.json) { WalkText.lines(walk) }
    }
  }
}
