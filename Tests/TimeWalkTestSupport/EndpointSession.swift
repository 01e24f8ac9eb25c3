import Foundation
import Testing

/// A running `timewalk endpoint`, spoken to as a program would, one line at a time.
package final class EndpointSession {
  private let process = Process()
  // Held to keep its folder.
  private let place: Workplace
  private let input = Pipe()
  private let output = Pipe()
  private let errors = Pipe()
  private var rest = Data()
  private var logRest = Data()
  /// The longest silence before a waiting test fails: a hang, on the slowest machine.
  private static let patience: Duration = .seconds(600)
  /// The library that it keeps.
  package let library: String

  /// Starts it in a place; its log is discarded unless the caller `listens`, by `log()`.
  package init(_ place: Workplace, _ flags: [String] = [], listens: Bool = false) throws {
    library = place.library
    self.place = place
    process.executableURL = TimeWalkCommand.binary
    process.arguments = ["endpoint"] + flags
    process.environment = ProcessInfo.processInfo.environment.merging([
      "TIMEWALK_LIBRARY": place.library, "XDG_DATA_HOME": place.folder.path("data"),
    ]) { $1 }
    if place.hasArchive {
      process.environment?["TIMEWALK_ARCHIVE"] = place.archive
    } else {
      process.environment?["TIMEWALK_ARCHIVE"] = nil
    }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = listens ? errors : FileHandle.nullDevice
    process.currentDirectoryURL = place.folder.url
    try process.run()
  }

  /// True if it has not ended.
  package var isRunning: Bool { process.isRunning }

  /// Its number.
  package var processIdentifier: Int32 { process.processIdentifier }

  /// The descriptor that its input is written to.
  package var inputDescriptor: Int32 { input.fileHandleForWriting.fileDescriptor }

  /// Sends bytes as they are.
  package func send(_ bytes: some Sequence<UInt8>) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(bytes))
  }

  /// Sends a line.
  package func send(line: String) throws { try send((line + "\n").utf8) }

  /// The next line of output, waiting for it; `nil` at the end.
  package func line() throws -> String? {
    try EndpointSession.line(from: output, &rest)
  }

  /// The next line of output as JSON, waiting for it; `nil` at the end.
  package func receive() throws -> Any? {
    try line().map {
      try JSONSerialization.jsonObject(with: Data($0.utf8), options: .fragmentsAllowed)
    }
  }

  /// The next line of the log, waiting for it; `nil` at the end.
  package func log() throws -> [String: Any]? {
    try EndpointSession.line(from: errors, &logRest).map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private static func line(from pipe: Pipe, _ rest: inout Data) throws -> String? {
    while true {
      if let end = rest.firstIndex(of: 0x0A) {
        let line = rest[..<end]
        rest = Data(rest[rest.index(after: end)...])
        return String(decoding: line, as: UTF8.self)
      }
      try waitForInput(from: pipe)
      let more = pipe.fileHandleForReading.availableData
      guard !more.isEmpty else {
        #expect(rest.isEmpty, "output ended within a line")
        return nil
      }
      rest.append(more)
    }
  }

  /// Waits until there is something to read, or the end.
  private static func waitForInput(from pipe: Pipe) throws {
    var wanted = pollfd(
      fd: pipe.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
    let milliseconds = Int32(patience.components.seconds * 1000)
    var ready = poll(&wanted, 1, milliseconds)
    while ready < 0, errno == EINTR { ready = poll(&wanted, 1, milliseconds) }
    try #require(ready > 0, "the endpoint said nothing for \(patience)")
  }

  /// Sends a line and waits for its answer, an object.
  package func ask(_ line: String) throws -> [String: Any] {
    try send(line: line)
    return try #require(try receive() as? [String: Any])
  }

  /// Sends it a signal.
  package func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Stops reading its answers, as a client that has gone.
  package func leave() throws { try output.fileHandleForReading.close() }

  /// Closes the input and waits for the end, skipping further answers.
  ///
  /// - Returns: the exit code, negative for a signal.
  package func close() throws -> Int32 {
    try input.fileHandleForWriting.close()
    while try line() != nil {}
    return end()
  }

  /// Waits for the end.
  ///
  /// - Returns: the exit code, negative for a signal.
  package func end() -> Int32 {
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
      ? -process.terminationStatus : process.terminationStatus
  }

  deinit {
    if process.isRunning { process.terminate() }
  }
}
