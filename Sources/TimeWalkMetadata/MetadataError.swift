/// The reason why a photo's metadata can't be used or carried over.
package struct MetadataError: Error, CustomStringConvertible {
  /// The kind of error, as a stable word.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// The camera's position is missing from the photo and the request.
    case positionMissing
    /// A given value is impossible, such as a latitude of 91.
    case valueOutOfRange
    /// The bytes aren't a JPEG.
    case notJPEG
    /// A pixel size is impossible for a JPEG.
    case invalidSize
  }

  /// The kind of error.
  package let code: Code
  /// The field concerned, if any.
  package let field: CaptureField?
  /// The error and its remedy, in a sentence for users.
  package let message: String
  /// The error that led to this one, if any.
  package let cause: (any Error)?

  /// Makes an error.
  package init(
    code: Code, field: CaptureField? = nil, message: String, cause: (any Error)? = nil
  ) {
    self.code = code
    self.field = field
    self.message = message
    self.cause = cause
  }

  /// The message.
  package var description: String { message }
}
