package import TimeWalkImaging
internal import TimeWalkMetadata
@_exported public import struct TimeWalkBase.CodedError

/// The reason why an untrusted picture gives no answer.
package typealias ReadingError = CodedError<ReadingErrorCode>

/// The kinds of failure with untrusted pictures, as stable words.
package enum ReadingErrorCode: String, Codable, Sendable, CaseIterable {
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

extension ReadingErrorCode {
  /// The equivalent of a code of `TimeWalkImaging`.
  package init(_ code: ImagingErrorCode) {
    self =
      switch code {
      case .notAnImage, .unsupportedFormat: .unsupportedFormat
      case .malformed, .damaged: .imageDamaged
      case .overLimit, .outOfMemory: .limitExceeded
      case .fontMissing, .fontUnusable, .libraryMissing: .componentMissing
      case .invalidArgument, .failed: .internalFault
      }
  }
}

extension ReadingError {
  /// From `TimeWalkImaging`.
  init(_ error: ImagingError) {
    self.init(Code(error.code), error.message, cause: error)
  }

  /// From `TimeWalkMetadata`, which reads here only the metadata that a picture carries.
  init(_ error: MetadataError) {
    self.init(
      error.code == .notJPEG ? .unsupportedFormat : .internalFault, error.message, cause: error)
  }
}
