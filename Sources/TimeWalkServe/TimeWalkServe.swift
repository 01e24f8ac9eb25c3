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

  // Its own `main` would take the process's arguments as they are, without what TimeWalk does
  // first.
  static func main() { TimeWalkTool.start(as: TimeWalkServe.self) }
}
