package import Foundation
import Testing

/// Runs the built binary, as a user would.
package enum TimeWalkCommand {
  /// The result of a run.
  package struct Result: Sendable {
    /// The error messages, without notes and next steps.
    package var faults: [Substring] {
      errors.split(separator: "\n").filter { !$0.hasPrefix("note: ") && !$0.hasPrefix("next: ") }
    }

    /// The exit code.
    package let status: Int32
    /// The standard output.
    package let output: String
    /// The standard error.
    package let errors: String

    /// The lines of standard output, each as a JSON object.
    package func json() throws -> [[String: Any]] {
      try output.split(separator: "\n").map { line in
        try #require(
          try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
          "no JSON object: \(line)")
      }
    }
  }

  /// The binary: `TIMEWALK_BINARY`, else what `swift build` made beside the tests.
  package static let binary: URL =
    ProcessInfo.processInfo.environment["TIMEWALK_BINARY"].map(URL.init(fileURLWithPath:))
    ?? Project.root.appendingPathComponent(".build/debug/timewalk")

  /// Runs `timewalk` to its end.
  ///
  /// - Parameters:
  ///   - arguments: the arguments after the command's name.
  ///   - input: the standard input.
  ///   - environment: variables besides the current ones; an empty text removes one.
  ///   - directory: its working folder; the current folder when `nil`.
  /// - Returns: the result of the run; a signal is a negative exit code.
  /// - Throws: when the program can't be started.
  package static func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:],
    directory: URL? = nil
  ) throws -> Result {
    try run(binary, arguments, input: input, environment: environment, directory: directory)
  }

  /// Runs any program to its end.
  package static func run(
    _ program: URL, _ arguments: [String], input: String = "", environment: [String: String] = [:],
    directory: URL? = nil
  ) throws -> Result {
    // Files instead of pipes: the program never waits for a reader.
    let folder = try TemporaryFolder()
    let paths = ["in", "out", "err"].map { folder.url.appendingPathComponent($0) }
    try Data(input.utf8).write(to: paths[0])
    try Data().write(to: paths[1])
    try Data().write(to: paths[2])
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(environment) { $1 }.filter { !$0.value.isEmpty }
    process.currentDirectoryURL = directory
    process.standardInput = try FileHandle(forReadingFrom: paths[0])
    process.standardOutput = try FileHandle(forWritingTo: paths[1])
    process.standardError = try FileHandle(forWritingTo: paths[2])
    try process.run()
    // A hang is a failed test, not an endless run; the longest builds a package.
    let hung = DispatchWorkItem { [pid = process.processIdentifier] in kill(pid, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 1800, execute: hung)
    process.waitUntilExit()
    hung.cancel()
    // A crash shows as a signal, told apart from any exit code.
    let status = process.terminationStatus
    return Result(
      status: process.terminationReason == .uncaughtSignal ? -status : status,
      output: try String(decoding: Data(contentsOf: paths[1]), as: UTF8.self),
      errors: try String(decoding: Data(contentsOf: paths[2]), as: UTF8.self))
  }
}
