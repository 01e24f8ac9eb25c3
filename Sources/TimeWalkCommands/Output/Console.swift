internal import ArgumentParser
internal import Foundation
internal import TimeWalk

/// Where commands write: data to standard output, talk to standard error.
enum Console {
  /// Writes a line of data.
  static func data(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  /// Writes a line of talk.
  static func talk(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }

  /// Writes an answer as JSON or as text.
  static func answer(_ value: some Encodable, json: Bool, text: () -> [String]) throws {
    if json {
      data(try WireFormat.line(value))
    } else {
      for line in text() { data(line) }
    }
  }

  /// Runs a command's work and turns its fault into words and an exit code.
  static func run(json: Bool, _ work: () throws -> Void) throws {
    do { try work() } catch let error as WalkError {
      if json, let line = try? WireFormat.line(["error": ErrorReport(error)]) { data(line) }
      talk("timewalk: \(error.message)")
      throw error.exitCode
    }
  }
}
