/// An error: a stable code, a message for users, the invalid field, and the underlying error.
///
/// A target declares its codes and a name: `typealias ArchiveError = CodedError<ArchiveErrorCode>`.
package struct CodedError<Code: Hashable & Sendable>: Error, CustomStringConvertible {
  /// The kind of failure.
  package let code: Code
  /// The failure, the path or name concerned, and the next step.
  package let message: String
  /// The name of the invalid value, as the wire spells it; `nil` if no single value is at fault.
  package let field: String?
  /// The underlying error; `nil` if there is none.
  package let cause: (any Error)?

  /// Makes an error.
  package init(_ code: Code, _ message: String, field: String? = nil, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.field = field
    self.cause = cause
  }

  /// The message.
  package var description: String { message }
}
