internal import ArgumentParser
internal import Foundation
package import TimeWalk
internal import TimeWalkBase
internal import TimeWalkEndpoint

/// The output of commands: data to standard output, messages to standard error.
///
/// All of a command's text is written here as `VisibleText`, whole lines at a time: a printed line
/// is always one line, even with foreign titles or file names. A test of the package checks that
/// commands write in no other way.
package enum Console {
  /// Writes a line of text; throws `inputOutput` when it can't, for instance on a full disk.
  package static func data(_ line: String) throws(TimeWalkError) {
    try write(VisibleText.line(line))
  }

  /// Writes a line of JSON; throws `inputOutput` when it can't.
  package static func json(_ line: String) throws(TimeWalkError) {
    try write(VisibleText.json(line))
  }

  /// Writes a line of messages; if standard error is closed, the line is dropped.
  package static func talk(_ line: String) { tell(VisibleText.line(line) + "\n") }

  /// Writes a line of JSON as talk.
  static func talk(json line: String) { tell(VisibleText.json(line) + "\n") }

  /// Puts a text in place of the last line of a terminal, which stays open; an empty one takes the
  /// line away.
  static func status(_ text: String) {
    // Back to the start of the line, and empty it to its end.
    tell("\r\u{1B}[K" + VisibleText.line(text))
  }

  private static func write(_ line: String) throws(TimeWalkError) {
    guard put(line + "\n", to: STDOUT_FILENO) else {
      throw TimeWalkError(
        .inputOutput, "can't write the answer to standard output",
        cause: POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO))
    }
  }

  private static func tell(_ text: String) { _ = put(text, to: STDERR_FILENO) }

  /// Writes a text by the system's call: Foundation's types for it take a twentieth of the start of
  /// `--version`.
  private static func put(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 {
      OutputDescriptor.write(UnsafeRawBufferPointer($0), to: descriptor)
    }
  }

  /// True if standard error is a terminal, where a line of talk more does no harm.
  static var isTalkingToTerminal: Bool {
    isatty(STDERR_FILENO) == 1
  }

  /// Writes an answer as JSON or as text.
  static func answer(_ value: some Encodable, json: Bool, text: () -> [String]) throws {
    if json {
      try Console.json(try WireFormat.line(value))
    } else {
      for line in text() { try data(line) }
    }
  }

  /// Prints the command that undoes a change, for interactive use.
  static func tellUndo(of entry: Int64?) {
    guard let entry, isTalkingToTerminal else { return }
    talk("undo with: timewalk archive undo \(entry)")
  }

  /// Runs a command's work and turns its fault into words and an exit code.
  ///
  /// - Parameters:
  ///   - json: true for words as JSON.
  ///   - agreement: the option that confirms a change which requires confirmation.
  ///   - takesSignals: true if Ctrl-C cancels the work; false for work that does this itself.
  ///   - work: the work.
  /// - Throws: an exit code.
  package static func run(
    json: Bool, agreement: String? = nil, takesSignals: Bool = true, _ work: () throws -> Void
  ) throws {
    let interruption = takesSignals ? Interruption(finishesPhotos: false) : nil
    do {
      try WorkLimits.$current.withValue(WorkLimits(token: interruption?.token)) { try work() }
    } catch  where interruption?.exitCode != nil {
      let error = TimeWalkError(WorkLimits.Ending.cancelled)
      if json, let line = try? WireFormat.line(["error": ErrorReport(error)]) {
        try? Console.json(line)
      }
      talk("timewalk: cancelled")
      throw interruption?.exitCode ?? error.exitCode
    } catch let error as TimeWalkError {
      if json, let line = try? WireFormat.line(["error": ErrorReport(error)]) {
        try? Console.json(line)
      }
      talk("timewalk: \(error.message)")
      if error.code == .unconfirmed, let agreement { talk(agreement) }
      throw error.exitCode
    }
  }
}
