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
      LibraryCommand.self, DateCommand.self, NorthCommand.self, ServeCommand.self,
      TokenCommand.self, WalkCommand.self, Doctor.self,
    ])

  /// Runs the command with the process's arguments, and exits.
  package static func start() { start(as: TimeWalkTool.self) }

  /// Runs another program's command in the same way.
  package static func start(as root: any ParsableCommand.Type) {
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
      start(root, arguments)
    }
  }

  private static func start(_ root: any ParsableCommand.Type, _ arguments: [String]) {
    var command: any ParsableCommand
    do {
      command = try root.parseAsRoot(arguments)
    } catch {
      // The parser quotes the argument that it refuses. The same said of the arguments' escapes is
      // safe to print.
      let shown = arguments.map(VisibleText.line)
      do { _ = try root.parseAsRoot(shown) } catch { root.exit(withError: error) }
      end(root, error)
    }
    do { try command.run() } catch { end(root, error) }
  }

  /// Says what a command's fault is, and exits with its code.
  private static func end(_ root: any ParsableCommand.Type, _ error: any Error) -> Never {
    let code = root.exitCode(for: error)
    if code.isSuccess || error is ExitCode { root.exit(withError: error) }
    // The message is one line, whatever it quotes; behind it the parser may tell the usage over
    // several.
    let head = "Error: \(root.message(for: error))"
    let whole = root.fullMessage(for: error)
    Console.talk(head)
    if whole.hasPrefix(head) {
      for line in whole.dropFirst(head.count).split(separator: "\n") { Console.talk(String(line)) }
    }
    root.exit(withError: code)
  }

  /// Makes the command.
  package init() {}
}
