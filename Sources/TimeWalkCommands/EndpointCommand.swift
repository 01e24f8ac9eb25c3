internal import ArgumentParser
internal import Foundation
internal import TimeWalk
internal import TimeWalkEndpoint

/// `timewalk endpoint`.
struct EndpointCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "endpoint",
    abstract: "Answer JSON-RPC 2.0 on standard input and output, one message a line.")

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var library: LibraryOptions

  @Option(help: ArgumentHelp("The longest line that is taken.", valueName: "bytes"))
  var maximumLine = LineReader.usualLimit

  func validate() throws {
    guard maximumLine > 0 else { throw ValidationError("--maximum-line must be more than 0") }
  }

  func run() throws {
    try Console.run(json: false) {
      // A client that goes away ends the service with an error of the write, not with a signal.
      signal(SIGPIPE, SIG_IGN)
      let places = Places(archive: archive.archive, library: library.library)
      let endpoint = Endpoint(
        walker: try Walker(places: places, forPhotos: true), version: Version.current)
      var lines = LineReader(descriptor: STDIN_FILENO, limit: maximumLine)
      let isComplete = endpoint.serve(&lines) { answer in
        do {
          try FileHandle.standardOutput.write(contentsOf: Data((answer + "\n").utf8))
          return true
        } catch { return false }
      }
      guard isComplete else {
        throw WalkError(.inputOutput, "an answer could not be written to standard output")
      }
    }
  }
}
