internal import ArgumentParser
internal import TimeWalk
internal import TimeWalkCommands

/// The program behind `timewalk serve` and `timewalk token`.
@main
struct TimeWalkServe: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "timewalk",
    abstract: "The HTTP server of TimeWalk, and the tokens of its clients.",
    version: Version.current, subcommands: [Serve.self, TokenTool.self])

  // The default `main` would skip the preparations of `TimeWalkTool`.
  static func main() { TimeWalkTool.start(as: TimeWalkServe.self) }
}
