public import ArgumentParser
internal import TimeWalk

/// The command `timewalk`.
public struct TimeWalkTool: ParsableCommand {
  /// Its name, version and subcommands.
  public static let configuration = CommandConfiguration(
    commandName: "timewalk",
    abstract:
      "What did this look like before? Finds the historical images that show a photo's view.",
    version: Version.current,
    subcommands: [
      Submit.self, Inspect.self, MatchCommand.self, EndpointCommand.self, RequestCommand.self,
      ArchiveCommand.self,
      LibraryCommand.self, DateCommand.self, NorthCommand.self, Doctor.self,
    ])

  /// Runs the command with the process's arguments, and exits.
  public static func start() { main() }

  /// Makes the command.
  public init() {}
}
