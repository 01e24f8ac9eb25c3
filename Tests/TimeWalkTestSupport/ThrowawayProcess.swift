import Foundation

/// A server that a shell script starts for tests, and stops when the pipe is closed that only this
/// process holds: also where this one is killed.
///
/// The script prints `ready` once the server answers, and then waits for the end of its input.
final class ThrowawayProcess: Sendable {
  /// Open for as long as the server is wanted.
  private let input: FileHandle
  /// What stood behind `ready`.
  let words: [String]

  /// Starts it, and waits until it is ready.
  ///
  /// - Parameters:
  ///   - script: the script.
  ///   - arguments: its arguments, from `$1` on.
  ///   - name: what is told where it doesn't start.
  /// - Throws: what says that it doesn't start.
  init(_ script: String, _ arguments: [String], name: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script, "sh"] + arguments
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    // No other process shall hold it open, not even the one that waits for its end.
    _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    try process.run()
    self.input = input.fileHandleForWriting
    let said = output.fileHandleForReading.availableData
    guard said.starts(with: Data("ready".utf8)) else {
      throw CocoaError(.executableLoad, userInfo: [NSFilePathErrorKey: name])
    }
    words = String(decoding: said.dropFirst(5), as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .map(String.init)
  }

  deinit { try? input.close() }
}
