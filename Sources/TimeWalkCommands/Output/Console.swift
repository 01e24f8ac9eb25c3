internal import ArgumentParser
internal import Foundation
internal import TimeWalk

/// Where commands write: data to standard output, talk to standard error.
enum Console {
  /// Writes a line of data; throws `inputOutput` when it can't, for instance on a full disk.
  static func data(_ line: String) throws(WalkError) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
    } catch {
      throw WalkError(.inputOutput, "the answer cannot be written to standard output", cause: error)
    }
  }

  /// Writes a line of talk; when nobody can be told, there is nobody to tell that.
  static func talk(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
  }

  /// A text on one line: what moves a terminal's cursor, changes its colours or breaks the line is shown as its escape.
  static func oneLine(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    return text.unicodeScalars.map { scalar in
      switch scalar {
      case "\n": "\\n"
      case "\r": "\\r"
      default: isControl(scalar) ? scalar.escaped(asASCII: true) : String(scalar)
      }
    }.joined()
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "\t" && scalar.properties.generalCategory == .control
  }

  /// Whether standard error is a terminal, where a line of talk more does no harm.
  static var isTalkingToTerminal: Bool {
    isatty(FileHandle.standardError.fileDescriptor) == 1
  }

  /// Writes an answer as JSON or as text.
  static func answer(_ value: some Encodable, json: Bool, text: () -> [String]) throws {
    if json {
      try data(try WireFormat.line(value))
    } else {
      for line in text() { try data(line) }
    }
  }

  /// Says how a change that was made is taken back, where somebody reads along.
  static func tellUndo(of entry: Int64?) {
    guard let entry, isTalkingToTerminal else { return }
    talk("timewalk archive undo \(entry) takes it back")
  }

  /// Runs a command's work and turns its fault into words and an exit code.
  ///
  /// `agreement` says how to agree to a change that is only made when somebody does.
  static func run(json: Bool, agreement: String? = nil, _ work: () throws -> Void) throws {
    do { try work() } catch let error as WalkError {
      if json, let line = try? WireFormat.line(["error": ErrorReport(error)]) { try? data(line) }
      talk("timewalk: \(error.message)")
      if error.code == .unconfirmed, let agreement { talk(agreement) }
      throw error.exitCode
    }
  }
}
