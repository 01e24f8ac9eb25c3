/// The reason why an address was not fetched.
package struct FetchError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure, as stable words.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// The text isn't an http or https address, or one with a password.
    case badAddress
    /// The host is not of the public internet.
    case privateAddress
    /// The host doesn't exist or doesn't answer.
    case unreached
    /// It took too long.
    case timeout
    /// There is more of it than allowed.
    case tooLarge
    /// The server answers something else than a file.
    case status
    /// The server requests a later retry.
    case busy
    /// One redirect after another.
    case redirects
    /// The answer isn't valid HTTP, ends early, or its receiver refused it.
    case broken
  }

  /// The kind of failure.
  package let code: Code
  /// The failure in words for users.
  package let message: String
  /// The server's retry delay in seconds; `nil` if unknown.
  package let retryAfter: Int?
  /// The HTTP status that isn't a success; `nil` if the failure is another one.
  package let httpStatus: Int?

  /// Makes an error.
  package init(
    _ code: Code, _ message: String, retryAfter: Int? = nil, httpStatus: Int? = nil
  ) {
    self.code = code
    self.message = message
    self.retryAfter = retryAfter
    self.httpStatus = httpStatus
  }

  /// The message.
  package var description: String { message }
}
