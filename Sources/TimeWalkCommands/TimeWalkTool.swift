package import ArgumentParser
internal import Foundation
internal import TimeWalk
import TimeWalkReading
internal import TimeWalkText

/// The command `timewalk`.
package struct TimeWalkTool: ParsableCommand {
  /// Its name, version and subcommands.
  package static let configuration = CommandConfiguration(
    commandName: "timewalk",
    abstract:
      "What did this look like before? Finds the historical images that show a photo's view.",
    version: Version.current,
    subcommands: [
      Submit.self, Inspect.self, AlignCommand.self, ComposeCommand.self, MatchCommand.self,
      EndpointCommand.self,
      RequestCommand.self, ArchiveCommand.self,
      LibraryCommand.self, DateCommand.self, NorthCommand.self, Doctor.self,
    ])

  /// Runs the command with the process's arguments, and exits.
  package static func start() {
    // A file that may grow no more is an error of the write (EFBIG), which is told and cleaned up
    // after, and not a signal. SIGPIPE stays as it is: whoever pipes into "head" wants the program
    // to end with its reader, and what is acknowledged is on the disk by then; the endpoint decides
    // otherwise for itself.
    signal(SIGXFSZ, SIG_IGN)
    PictureReaders.serveIfAsked()
    // Scripts ask for it before they do anything else; the parser first looks at every command and
    // flag that there is.
    let arguments = RawArguments.all
    if arguments == ["--version"] {
      try? Console.data(Version.current)
    } else {
      start(arguments)
    }
  }

  private static func start(_ arguments: [String]) {
    var command: any ParsableCommand
    do {
      command = try parseAsRoot(arguments)
    } catch {
      // The parser quotes the argument that it refuses. The same said of the arguments' escapes is
      // safe to print.
      let shown = arguments.map(VisibleText.line)
      do { _ = try parseAsRoot(shown) } catch { exit(withError: error) }
      end(error)
    }
    do { try command.run() } catch { end(error) }
  }

  /// Says what a command's fault is, and exits with its code.
  private static func end(_ error: any Error) -> Never {
    let code = exitCode(for: error)
    if code.isSuccess || error is ExitCode { exit(withError: error) }
    // The message is one line, whatever it quotes; behind it the parser may tell the usage over
    // several.
    let head = "Error: \(message(for: error))"
    let whole = fullMessage(for: error)
    Console.talk(head)
    if whole.hasPrefix(head) {
      for line in whole.dropFirst(head.count).split(separator: "\n") { Console.talk(String(line)) }
    }
    exit(withError: code)
  }

  /// Makes the command.
  package init() {}
}
