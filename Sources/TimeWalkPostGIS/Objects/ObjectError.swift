@_exported public import struct TimeWalkBase.CodedError

/// The reason why an object store's operation failed.
package typealias ObjectError = CodedError<ObjectErrorCode>

/// The kinds of failure of an object store, as stable words.
package enum ObjectErrorCode: String, Sendable, CaseIterable {
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
