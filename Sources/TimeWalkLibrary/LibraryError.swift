internal import Foundation
internal import TimeWalkStorage
@_exported public import struct TimeWalkBase.CodedError

/// The reason why a library's operation failed.
package typealias LibraryError = CodedError<LibraryErrorCode>

/// The kinds of failure of the library, as stable words.
package enum LibraryErrorCode: String, Sendable {
  /// The folder or a file in it can't be made.
  case cannotCreate
  /// Reading or writing failed.
  case inputOutput
  /// The disk is full.
  case noSpace
  /// A link leads out of the folders that may be written to.
  case notAllowed
  /// Another process holds the library for too long.
  case busy
  /// The file isn't a TimeWalk library, or was made by a newer version.
  case notALibrary
  /// The library has no photo of this number.
  case noSuchPhoto
  /// The queue has no entry of this number that failed.
  case noSuchJob
  /// A component for a library on a server isn't installed.
  case component
}

extension LibraryError {
  /// A system call's error; anything but a full disk means `otherwise`.
  init(errno code: Int32, _ message: String, otherwise: Code = .cannotCreate) {
    let isFull = code == ENOSPC || code == EDQUOT
    self.init(isFull ? .noSpace : otherwise, "\(message): \(String(cString: strerror(code)))")
  }

  /// The disk's error; anything but a full disk means `otherwise`.
  init(_ error: StorageError, otherwise: Code = .cannotCreate) {
    self.init(error.isFull ? .noSpace : otherwise, "\(error)", cause: error)
  }
}
