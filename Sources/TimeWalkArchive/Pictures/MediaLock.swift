import Foundation
import Glibc

/// A system lock on a file, which ends with its process.
///
/// One owner of the descriptor, which never leaves this file.
package final class MediaLock {
  private let descriptor: Int32

  // From here on, an initializer that gives up closes the file in `deinit`.

  /// Waits for a shared lock of the file; `nil` when it can't be opened.
  init?(sharing path: String) {
    let descriptor = open(path, O_RDONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
    while flock(descriptor, LOCK_SH) != 0 {
      guard errno == EINTR else {
        return nil
      }
    }
  }

  /// Locks an existing file exclusively; `nil` when it is locked by another program, or can't be
  /// opened.
  init?(taking path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
  }

  deinit { close(descriptor) }
}
