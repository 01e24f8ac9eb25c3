import TimeWalkImaging
import TimeWalkMetadata

/// The reason why an untrusted picture gives no answer.
package struct ReadingError: Error, Sendable, CustomStringConvertible {
  /// The kinds of failure, as stable words.
  package enum Code: String, Codable, Sendable, CaseIterable {
    /// The bytes aren't an image that TimeWalk reads.
    case unsupportedFormat
    /// The image is damaged.
    case imageDamaged
    /// A limit is exceeded; the message names it.
    case limitExceeded
    /// A component is not installed.
    case componentMissing
    /// No process can be started to read it; trying again may help.
    case busy
    /// A fault of TimeWalk itself.
    case internalFault
  }

  /// The kind of failure.
  package let code: Code
  /// The error in words for users, with the picture's name.
  package let message: String
  /// The underlying error; `nil` if there is none.
  package let cause: (any Error)?

  /// Makes an error.
  package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// The message.
  package var description: String { message }

  /// From `TimeWalkImaging`.
  init(_ error: ImagingError) {
    let code: Code =
      switch error.code {
      case .notAnImage, .unsupportedFormat: .unsupportedFormat
      case .malformed, .damaged: .imageDamaged
      case .overLimit, .outOfMemory: .limitExceeded
      case .fontMissing, .fontUnusable, .libraryMissing: .componentMissing
      case .invalidArgument, .failed: .internalFault
      }
    self.init(code, error.message, cause: error)
  }

  /// From `TimeWalkMetadata`, which reads here only the metadata that a picture carries.
  init(_ error: MetadataError) {
    self.init(
      error.code == .notJPEG ? .unsupportedFormat : .internalFault, error.message, cause: error)
  }
}
