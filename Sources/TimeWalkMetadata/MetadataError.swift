/// Why a photo's metadata can't serve, or can't be carried over.
package struct MetadataError: Error, CustomStringConvertible {
  /// What went wrong, as a stable word.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// Neither the photo nor the person says where the camera stood.
    case positionMissing
    /// A given value is one that can't be, such as a latitude of 91.
    case valueOutOfRange
    /// The bytes are no JPEG.
    case notJPEG
    /// A pixel size is not one that a JPEG can have.
    case invalidSize
  }

  /// What went wrong.
  package let code: Code
  /// The field that it is about, where there is one.
  package let field: CaptureField?
  /// What went wrong and what helps, in a sentence for people.
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
