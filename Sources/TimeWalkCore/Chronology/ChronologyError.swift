/// Why a text is no date.
public struct ChronologyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text that was read.
  public let text: String
  /// What is wrong with it, in words that a curator understands.
  public let reason: String

  /// Makes an error.
  public init(text: String, reason: String) {
    self.text = text
    self.reason = reason
  }

  /// The reason with the text.
  public var description: String { "\"\(text)\" is not a date: \(reason)" }
}
