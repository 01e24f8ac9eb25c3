internal import Glibc

/// Tells other processes that this one is alive, however it ends.
///
/// Each sign locks one byte of a file, at an offset that is its own; the system unlocks it when the
/// process ends, also by a kill. What a row says is under way is so exactly as long as its owner's
/// byte is locked.
package final class LivenessLock: Sendable {
  /// The number that rows bear; never 0, never one of another process.
  package let owner: Int
  private let file: Int32

  // Linux, fcntl(2): locks of an open file, which unlike those of a process don't end with any
  // other `close`.
  private static let getLock: Int32 = 36
  private static let setLock: Int32 = 37

  /// Locks a byte that nobody has, and makes the file, for this user alone, where it is missing.
  ///
  /// - Parameter path: the file, in a folder that exists; whoever asks for each other names the
  ///   same one.
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

  /// Whether the process that a number belongs to, this one among them, still runs.
  package func isAlive(_ owner: Int) -> Bool {
    if owner == self.owner { return true }
    var lock = LivenessLock.byte(owner)
    // Where nothing can be told, nobody's work is taken away.
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
