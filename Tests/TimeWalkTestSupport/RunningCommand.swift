import Foundation

/// `timewalk` while it runs, to be killed or spoken to.
package final class RunningCommand {
  private let process = Process()
  private let folder: TemporaryFolder
  private let paths: [URL]

  /// Starts it with no other archive and library than those of a place.
  package init(_ arguments: [String], in place: Workplace) throws {
    folder = try TemporaryFolder()
    paths = ["out", "err"].map { [folder] in folder.url.appendingPathComponent($0) }
    for path in paths { try Data().write(to: path) }
    process.executableURL = TimeWalkCommand.binary
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(
      [
        "TIMEWALK_LIBRARY": place.library, "XDG_DATA_HOME": place.folder.path("data"),
      ].merging(place.environment) { $1 }
    ) { $1 }
    process.environment?["TIMEWALK_ARCHIVE"] = nil
    process.currentDirectoryURL = place.folder.url
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: paths[0])
    process.standardError = try FileHandle(forWritingTo: paths[1])
    try process.run()
  }

  /// Its standard output so far.
  package var output: String {
    get throws { String(decoding: try Data(contentsOf: paths[0]), as: UTF8.self) }
  }

  /// Sends a signal.
  package func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits for its end.
  package func wait() throws -> TimeWalkCommand.Result {
    process.waitUntilExit()
    let status = process.terminationStatus
    return TimeWalkCommand.Result(
      status: process.terminationReason == .uncaughtSignal ? -status : status,
      output: try output,
      errors: String(decoding: try Data(contentsOf: paths[1]), as: UTF8.self))
  }
}
