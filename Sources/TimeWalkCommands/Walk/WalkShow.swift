internal import ArgumentParser
internal import TimeWalk

/// `timewalk walk show`.
struct WalkShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a walk: its address, times and numbers of people and pictures.")

  @Argument(help: "The walk's id.")
  var id: String

  @OptionGroup var walks: WalkOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let walk = try walks.desk().show(id)
      try Console.answer(walk, json: output.json) { WalkText.lines(walk) }
    }
  }
}
