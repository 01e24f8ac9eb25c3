internal import ArgumentParser
internal import TimeWalk

/// `timewalk walk close`.
struct WalkClose: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "close", abstract: "End a running walk now.",
    discussion: "Everything of it is still there for 30 days, and then goes.")

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
