import Foundation
import Synchronization

/// A server that a shell script starts for tests.
///
/// It stops when the pipe is closed that only this process holds, also after a kill of this one.
/// The script prints `ready` once the server answers, and then waits for the end of its input. It
/// may take orders meanwhile, one a line, and prints `ready` after each.
final class ThrowawayProcess: Sendable {
  /// Open for as long as the server is wanted.
  private let input: FileHandle
  /// The text after the first `ready`.
  let words: [String]
  private let output: FileHandle
  private let name: String
  private let lock = Mutex(())

  /// Starts it, and waits until it is ready.
  ///
  /// - Parameters:
  ///   - script: the script, for bash.
  ///   - arguments: its arguments, from `$1` on.
  ///   - name: the name in the error if it doesn't start.
  /// - Throws: the reason why it doesn't start.
  init(_ script: String, _ arguments: [String], name: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", script, "bash"] + arguments
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    // No other process shall hold it open, not even the one that waits for its end.
    _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    try process.run()
    self.input = input.fileHandleForWriting
    self.output = output.fileHandleForReading
    self.name = name
    words = try Self.answer(self.output, name)
  }

  deinit { try? input.close() }

  /// Has the script do something, and waits until it is done.
  func order(_ line: String) throws {
    try lock.withLock { _ in
      try input.write(contentsOf: Data((line + "\n").utf8))
      _ = try Self.answer(output, name)
    }
  }

  /// Waits for `ready`, and returns the text behind it.
  private static func answer(_ output: FileHandle, _ name: String) throws -> [String] {
    let said = output.availableData
    guard said.starts(with: Data("ready".utf8)) else {
      throw CocoaError(.executableLoad, userInfo: [NSFilePathErrorKey: name])
    }
    return String(decoding: said.dropFirst(5), as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .map(String.init)
  }
}
