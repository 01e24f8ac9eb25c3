/// Why an object store didn't do what it was asked for.
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
    /// The store can't be reached, is overloaded, or broke off, also when asked again.
    case busy
    /// The store answers what is no answer to the question.
    case refused
    /// A file of this machine can't be read, or who takes the bytes wants no more.
    case stopped
  }

  /// The kind of failure.
  package let code: Code
  /// What happened, in words for a person; without keys.
  package let message: String

  /// Makes an error.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  package var description: String { message }
}
