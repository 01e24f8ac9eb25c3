/// The reason why a text isn't a valid date.
package struct ChronologyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text that was read.
  package let text: String
  /// The message, in words for a curator.
  package let reason: String

  /// Makes an error.
  package init(text: String, reason: String) {
    self.text = text
    self.reason = reason
  }

  /// The reason with the text.
  package var description: String { "\"\(text)\" is not a date: \(reason)" }
}
