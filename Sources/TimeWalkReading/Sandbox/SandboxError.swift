/// The reason why a sandboxed process could not do its work.
package struct SandboxError: Error, Sendable, Hashable {
  /// The kind of failure.
  package enum Code: Sendable, Hashable {
    /// The process can't be started: too many processes or open files, or no memory.
    case notStarted
    /// It took all the processor time that it was allowed.
    case outOfTime
    /// It was killed from outside: by the system, which may be out of memory, or by a user.
    case killed
    /// It ended by its own fault, usually a crash, or hangs.
    case crashed
  }

  /// The kind of failure.
  package let code: Code

  /// The number of the system's error (`notStarted`) or of the signal (`crashed`); 0 if there is
  /// none.
  package let number: Int32

  /// Makes an error.
  package init(_ code: Code, _ number: Int32 = 0) {
    self.code = code
    self.number = number
  }
}
