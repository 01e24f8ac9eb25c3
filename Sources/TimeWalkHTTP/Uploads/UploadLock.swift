internal import Foundation

/// Locks an upload's bytes against the servers of other machines.
///
/// The file system releases the lock when the server or its machine stops, also after a kill (NFS
/// from version 4).
final class UploadLock: Sendable {
  private let descriptor: Int32
  /// Linux, fcntl(2): a lock of an open file.
  private static let setLock: Int32 = 37

  /// Locks a file; `nil` if it is locked already, or doesn't exist.
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
