internal import Glibc

/// Shows other processes that this one is running, for any kind of end.
///
/// Each lock covers one byte of a file, at an offset of its own. The system unlocks it when the
/// process ends, also by a kill. A row's work is in progress exactly as long as its owner's byte is
/// locked.
package final class LivenessLock: Sendable {
  /// The number that rows bear; never 0, never one of another process.
  package let owner: Int
  private let file: Int32

  // Linux, fcntl(2): locks of an open file, which unlike those of a process don't end with any
  // other `close`.
  private static let getLock: Int32 = 36
  private static let setLock: Int32 = 37

  /// Locks a free byte.
  ///
  /// Makes the file, for this user alone, if it is missing.
  ///
  /// - Parameter path: the file, in an existing folder; processes that check each other name the
  ///   same file.
  /// - Throws: `StorageError` when the file can't be made or locked.
  package init(path: String) throws(StorageError) {
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw StorageError(errno: errno, "can't create \(path)") }
    while true {
      let number = Int.random(in: 1..<1 << 62)
      var lock = LivenessLock.byte(number)
      if fcntl(file, LivenessLock.setLock, &lock) == 0 {
        owner = number
        return
      }
      guard errno == EAGAIN || errno == EACCES else {
        let code = errno
        close(file)
        throw StorageError(errno: code, "can't lock \(path)")
      }
    }
  }

  deinit { close(file) }

  /// Returns true if the process that a number belongs to, this one among them, still runs.
  package func isAlive(_ owner: Int) -> Bool {
    if owner == self.owner { return true }
    var lock = LivenessLock.byte(owner)
    // If the check fails, the owner counts as running, and its work stays with it.
    return fcntl(file, LivenessLock.getLock, &lock) != 0 || Int32(lock.l_type) != Int32(F_UNLCK)
  }

  private static func byte(_ offset: Int) -> flock {
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(offset)
    lock.l_len = 1
    return lock
  }
}
