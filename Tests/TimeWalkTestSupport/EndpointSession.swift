import Foundation
import Testing

/// A running `timewalk endpoint`, spoken to as a program would, one line at a time.
public final class EndpointSession {
  private let process = Process()
  // Held, so that its folder stays.
  private let place: Workplace
  private let input = Pipe()
  private let output = Pipe()
  private var rest = Data()
  /// The library that it keeps.
  public let library: String

  /// Starts it in a place.
  public init(_ place: Workplace, _ flags: [String] = []) throws {
    library = place.library
    self.place = place
    process.executableURL = TimeWalkCommand.binary
    process.arguments = ["endpoint"] + flags
    process.environment = ProcessInfo.processInfo.environment.merging([
      "TIMEWALK_LIBRARY": place.library, "XDG_DATA_HOME": place.folder.path("data"),
    ]) { $1 }
    if FileManager.default.fileExists(atPath: place.archive) {
      process.environment?["TIMEWALK_ARCHIVE"] = place.archive
    } else {
      process.environment?["TIMEWALK_ARCHIVE"] = nil
    }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// Sends bytes as they are.
  public func send(_ bytes: some Sequence<UInt8>) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(bytes))
  }

  /// Sends a line.
  public func send(line: String) throws { try send((line + "\n").utf8) }

  /// The next line of output as JSON, waiting for it; `nil` at the end.
  public func receive() throws -> Any? {
    while true {
      if let end = rest.firstIndex(of: 0x0A) {
        let line = rest[..<end]
        rest = Data(rest[rest.index(after: end)...])
        return try JSONSerialization.jsonObject(with: Data(line), options: .fragmentsAllowed)
      }
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else {
        #expect(rest.isEmpty, "output ended within a line")
        return nil
      }
      rest.append(more)
    }
  }

  /// Sends a line and waits for its answer, an object.
  public func ask(_ line: String) throws -> [String: Any] {
    try send(line: line)
    return try #require(try receive() as? [String: Any])
  }

  /// Closes the input and waits for the end.
  ///
  /// - Returns: the exit code, negative for a signal.
  public func close() throws -> Int32 {
    try input.fileHandleForWriting.close()
    while try receive() != nil {}
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
      ? -process.terminationStatus : process.terminationStatus
  }

  deinit {
    if process.isRunning { process.terminate() }
  }
}
