/// The reason why something could not be gathered.
package struct GatherError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure, as stable words.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// There is no such source.
    case unknownSource
    /// An invalid request: an area, a limit, a contact.
    case badRequest
    /// A source requires a key of the user's own.
    case keyMissing
    /// The source can't be reached, or didn't answer in time.
    case unreached
    /// The source requests a later retry.
    case busy
    /// The source refuses, explicitly or by an error status.
    case refused
    /// The answer doesn't match the source's documentation.
    case badAnswer
    /// Requests or bytes are used up.
    case usedUp
    /// The cache can't be read or written.
    case cache
  }

  /// The kind of failure.
  package let code: Code
  /// The message: the failure, its object, and the next step.
  package let message: String

  /// Makes an error.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  package var description: String { message }
}
