/// The reason why an object store's operation failed.
package struct ObjectError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure, as stable words.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// An address, a variable or libcurl is missing or can't be used.
    case configuration
    /// There is no such bucket.
    case missingBucket
    /// There is no such object.
    case missing
    /// The store doesn't know the keys, or they don't allow it.
    case denied
    /// The store can't be reached, is overloaded, or broke off, also on retry.
    case busy
    /// The store's answer doesn't fit the request.
    case refused
    /// A file of this machine can't be read, or the receiver of the bytes stopped.
    case stopped
  }

  /// The kind of failure.
  package let code: Code
  /// The message for users, without keys.
  package let message: String

  /// Makes an error.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  package var description: String { message }
}
