internal import Glibc

/// The reason why a folder or a file could not be flushed to the disk.
package struct StorageError: Error, Sendable, CustomStringConvertible {
  /// The number of the system's error, `errno`.
  package let errno: Int32
  /// The failed action, with the path: "cannot create the folder /a/b".
  package let attempt: String

  /// Makes an error.
  package init(errno: Int32, _ attempt: String) {
    self.errno = errno
    self.attempt = attempt
  }

  /// True if the disk, or the user's share of it, is full.
  package var isFull: Bool { errno == ENOSPC || errno == EDQUOT }

  /// The failed action, and the system's reason.
  package var description: String { "\(attempt): \(String(cString: strerror(errno)))" }
}
