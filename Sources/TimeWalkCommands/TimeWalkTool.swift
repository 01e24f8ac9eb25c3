package import ArgumentParser
internal import Foundation
internal import TimeWalk
import TimeWalkReading
internal import TimeWalkBase

/// The command `timewalk`.
package struct TimeWalkTool: ParsableCommand {
  /// Its name, version and subcommands.
  package static let configuration = CommandConfiguration(
    commandName: "timewalk",
    abstract:
      "Find historical images that show the same view as a photo.",
    version: Version.current,
    subcommands: [
      Submit.self, Inspect.self, AlignCommand.self, ComposeCommand.self, MatchCommand.self,
      EndpointCommand.self,
      RequestCommand.self, ArchiveCommand.self,
      LibraryCommand.self, DateCommand.self, NorthCommand.self, ServeCommand.self,
      TokenCommand.self, EventCommand.self, Doctor.self,
    ])

  /// Runs the command with the process's arguments, and exits.
  package static func start() { start(as: TimeWalkTool.self) }

  /// Runs another program's command in the same way.
  package static func start(as root: any ParsableCommand.Type) {
    // A file that exceeds its size limit is an error of the write (EFBIG), which is reported and
    // cleaned up after, and not a signal. SIGPIPE stays the default: with a pipe to "head" the
    // program should end with its reader, and acknowledged work is on the disk by then. The
    // endpoint handles it differently.
    signal(SIGXFSZ, SIG_IGN)
    PictureReaders.serveIfAsked()
    // Scripts call it before anything else; the parser would first process every command and flag.
    let arguments = RawArguments.all
    // The parser takes as long as a reader's start.
    if arguments.first == "submit" { PictureReaders.prepareFirst() }
    let code =
      arguments == ["--version"] ? said(Version.current, .success) : run(root, arguments)
    // Here, and not where the error is caught: everything that the command held is released by now.
    if !code.isSuccess { Foundation.exit(code.rawValue) }
  }

  /// Runs a command, reports its error, and returns its exit code.
  private static func run(_ root: any ParsableCommand.Type, _ arguments: [String]) -> ExitCode {
    var command: any ParsableCommand
    do {
      command = try parsed(root, arguments)
    } catch {
      // The parser quotes the refused argument. The same message for the arguments' escapes is safe
      // to print.
      do {
        _ = try root.parseAsRoot(arguments.map(VisibleText.line))
      } catch {
        return said(root.fullMessage(for: error), root.exitCode(for: error))
      }
      return ended(root, error)
    }
    do { try command.run() } catch { return ended(root, error) }
    return .success
  }

  /// The command that the arguments name.
  ///
  /// The parser makes a tree of all commands below its root, which took a tenth of a start. Parsing
  /// therefore begins with the named command. For its errors the whole tree is used, because their
  /// usage begins with the program's name; so is help, the parser's own command.
  ///
  /// Each command has a literal name: a name that the parser makes of the type's name, and the text
  /// of a type, cost a twentieth of a start.
  private static func parsed(
    _ root: any ParsableCommand.Type, _ arguments: [String]
  ) throws -> any ParsableCommand {
    let named = root.configuration.subcommands.first { $0._commandName == arguments.first }
    if let named, let command = try? named.parseAsRoot(Array(arguments.dropFirst())),
      type(of: command) == named
        || !String(reflecting: type(of: command)).hasPrefix("ArgumentParser.")
    {
      return command
    }
    return try root.parseAsRoot(arguments)
  }

  /// Reports the error that ended a command.
  private static func ended(_ root: any ParsableCommand.Type, _ error: any Error) -> ExitCode {
    let code = root.exitCode(for: error)
    let whole = root.fullMessage(for: error)
    if code.isSuccess || error is ExitCode { return said(whole, code) }
    // The message is one line, even with a quoted text; the parser's usage after it may have
    // several.
    let head = "Error: \(root.message(for: error))"
    Console.talk(head)
    guard whole.hasPrefix(head) else { return code }
    return said(String(whole.dropFirst(head.count).trimmingPrefix("\n")), code)
  }

  /// Prints the parser's text, line by line: help as data, an error as a message.
  private static func said(_ text: String, _ code: ExitCode) -> ExitCode {
    guard !text.isEmpty else { return code }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard code.isSuccess else {
        Console.talk(String(line))
        continue
      }
      do { try Console.data(String(line)) } catch {
        Console.talk("timewalk: \(error.message)")
        return error.exitCode
      }
    }
    return code
  }

  /// Makes the command.
  package init() {}
}
