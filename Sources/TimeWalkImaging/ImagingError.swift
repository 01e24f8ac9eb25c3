/// The reason why a picture could not be read, changed, drawn or written.
package struct ImagingError: Error, Sendable {
  /// The kind of fault; the raw value is stable.
  package enum Code: String, Sendable, CaseIterable {
    /// The bytes aren't a known picture format.
    case notAnImage
    /// The bytes are a picture or a film of an unsupported kind.
    case unsupportedFormat
    /// The library that reads or writes the picture is not installed.
    case libraryMissing
    /// The file begins as a picture but can't be followed.
    case malformed
    /// Part of the picture is broken or missing.
    case damaged
    /// A limit of ``ImagingLimits`` would be exceeded.
    case overLimit
    /// There is no memory for it.
    case outOfMemory
    /// A font file is not where it was looked for.
    case fontMissing
    /// A font file can't be used.
    case fontUnusable
    /// An argument makes no sense, such as a quality of 0.
    case invalidArgument
    /// A library failed with its own error.
    case failed
  }

  /// The kind of fault.
  package let code: Code

  /// One sentence for a person, without a full stop.
  package let message: String

  /// The underlying error, if any.
  package let cause: (any Error)?

  /// Makes an error from its parts.
  package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }
}

extension ImagingError: CustomStringConvertible {
  /// The message, and the cause's if any.
  package var description: String { cause.map { "\(message): \($0)" } ?? message }
}
