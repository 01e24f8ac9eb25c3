public import ArgumentParser
internal import Foundation
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
    // A file that may grow no more is an error of the write (EFBIG), which is told and cleaned up after, and not a signal.
    // SIGPIPE stays as it is: whoever pipes into "head" wants the program to end with its reader, and what is acknowledged
    // is on the disk by then; the endpoint decides otherwise for itself.
    signal(SIGXFSZ, SIG_IGN)
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
