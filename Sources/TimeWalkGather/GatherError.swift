/// Why something could not be gathered.
package struct GatherError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure, as stable words.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// There is no such source.
    case unknownSource
    /// What was asked for can't be: an area, a limit, a contact.
    case badRequest
    /// A source wants a key of the user's own.
    case keyMissing
    /// The source can't be reached, or didn't answer in time.
    case unreached
    /// The source asks to come back later.
    case busy
    /// The source refuses: it says so, or answers with a status that is no success.
    case refused
    /// The answer isn't what the source's documentation says.
    case badAnswer
    /// Requests or bytes are used up.
    case usedUp
    /// The cache can't be read or written.
    case cache
  }

  /// The kind of failure.
  package let code: Code
  /// What happened, to what, and what to do next.
  package let message: String

  /// Makes an error.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  package var description: String { message }
}
