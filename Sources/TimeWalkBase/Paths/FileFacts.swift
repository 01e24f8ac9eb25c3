internal import Glibc

/// The metadata of a file.
package struct FileFacts: Hashable, Sendable {
  /// Its inode number.
  package let number: Int
  /// Its length in bytes.
  package let size: Int
  /// The time of the last change, in seconds since 1970.
  package let changed: Double
  /// Its permissions.
  package let mode: Int
  /// True if it is a regular file.
  package let isRegular: Bool
  /// True if it is a socket.
  package let isSocket: Bool

  /// Reads the metadata at a path without following a link; `nil` if nothing exists there.
  package init?(_ path: String) {
    self.init { status in RawPath.withBytes(of: path) { lstat($0, &status) } }
  }

  /// Reads the metadata of an open file; `nil` for an invalid descriptor.
  package init?(descriptor: Int32) {
    self.init { status in fstat(descriptor, &status) }
  }

  private init?(_ read: (inout stat) -> Int32) {
    var status = stat()
    guard read(&status) == 0 else { return nil }
    number = Int(truncatingIfNeeded: status.st_ino)
    size = Int(status.st_size)
    changed = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1_000_000_000
    mode = Int(status.st_mode & 0o7777)
    isRegular = status.st_mode & S_IFMT == S_IFREG
    isSocket = status.st_mode & S_IFMT == S_IFSOCK
  }
}
