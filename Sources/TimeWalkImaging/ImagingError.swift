@_exported public import struct TimeWalkBase.CodedError

/// The reason why a picture can't be read, changed, drawn or written.
package typealias ImagingError = CodedError<ImagingErrorCode>

/// The kinds of failure with pictures, as stable words.
package enum ImagingErrorCode: String, Sendable, CaseIterable {
  /// The bytes aren't a known picture format.
  case notAnImage
  /// The bytes are a picture or a film of an unsupported kind.
  case unsupportedFormat
  /// The library that reads or writes the picture is not installed.
  case libraryMissing
  /// The file begins as a picture but can't be followed.
  case malformed
  /// Part of the picture is broken or missing.
  case damaged
  /// A limit of ``ImagingLimits`` would be exceeded.
  case overLimit
  /// There is no memory for it.
  case outOfMemory
  /// A font file is not in the searched folders.
  case fontMissing
  /// A font file can't be used.
  case fontUnusable
  /// An argument makes no sense, such as a quality of 0.
  case invalidArgument
  /// A library failed with its own error.
  case failed
}
