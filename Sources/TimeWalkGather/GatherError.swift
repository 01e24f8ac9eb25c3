@_exported public import struct TimeWalkBase.CodedError

/// The reason why pictures can't be gathered.
package typealias GatherError = CodedError<GatherErrorCode>

/// The kinds of failure of a source, as stable words.
package enum GatherErrorCode: String, Sendable, CaseIterable {
  /// There is no such source.
  case unknownSource
  /// An invalid request: an area, a limit, a contact.
  case badRequest
  /// A source requires a key of the user's own.
  case keyMissing
  /// The source can't be reached, or didn't answer in time.
  case unreached
  /// The source requests a later retry.
  case busy
  /// The source refuses, explicitly or by an error status.
  case refused
  /// The answer doesn't match the source's documentation.
  case badAnswer
  /// Requests or bytes are used up.
  case usedUp
  /// The cache can't be read or written.
  case cache
}
