/// Why a process of its own could not do its work.
package struct SandboxError: Error, Sendable, Hashable {
  /// What happened.
  package enum Code: Sendable, Hashable {
    /// The process can't be started: too many processes or open files, or no memory.
    case notStarted
    /// It took all the processor time that it was allowed.
    case outOfTime
    /// It was ended from outside: by the system, which may have run out of memory, or by somebody.
    case killed
    /// It ended by a fault of its own, a crash as a rule, or waits for what doesn't come.
    case crashed
  }

  /// What happened.
  package let code: Code

  /// The number of the system's error (`notStarted`) or of the signal (`crashed`); 0 where there is
  /// none.
  package let number: Int32

  /// Makes an error.
  package init(_ code: Code, _ number: Int32 = 0) {
    self.code = code
    self.number = number
  }
}
