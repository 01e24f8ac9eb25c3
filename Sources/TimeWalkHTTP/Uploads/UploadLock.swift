internal import Foundation

/// Tells the servers of other machines that a request is at an upload's bytes.
///
/// The file system unlocks it when the server ends or its machine does, also by a kill (NFS from
/// version 4 on).
final class UploadLock: Sendable {
  private let descriptor: Int32
  /// Linux, fcntl(2): a lock of an open file.
  private static let setLock: Int32 = 37

  /// Locks a file; `nil` where somebody else has it, or there is none.
  init?(_ path: String) {
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    guard fcntl(descriptor, UploadLock.setLock, &lock) == 0 else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
