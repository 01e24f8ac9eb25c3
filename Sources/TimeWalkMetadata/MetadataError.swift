@_exported public import struct TimeWalkBase.CodedError

/// The reason why a photo's metadata can't be used or carried over.
package typealias MetadataError = CodedError<MetadataErrorCode>

/// The kinds of failure with metadata, as stable words.
package enum MetadataErrorCode: String, Sendable, CaseIterable {
  /// The camera's position is missing from the photo and the request.
  case positionMissing
  /// A given value is impossible, such as a latitude of 91.
  case valueOutOfRange
  /// The bytes aren't a JPEG.
  case notJPEG
  /// A pixel size is impossible for a JPEG.
  case invalidSize
}
