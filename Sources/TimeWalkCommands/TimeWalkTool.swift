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
  public static func start() {
    PictureReaders.serveIfAsked()
    // Scripts ask for it before they do anything else; the parser first looks at every command and flag that there is.
    if CommandLine.arguments.dropFirst().elementsEqual(["--version"]) {
      print(Version.current)
    } else {
      main()
    }
  }

  /// Makes the command.
  public init() {}
}
