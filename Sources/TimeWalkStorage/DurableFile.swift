internal import Glibc

/// New files that are on the disk with all their bytes, or not at all.
package enum DurableFile {
  /// Writes a file under another name in its folder, and gives it its own name once it is complete.
  ///
  /// A file system without links gets no file.
  /// - Parameters:
  ///   - path: an absolute path, in a folder that exists; a file that is there already stays.
  ///   - bytes: the content.
  /// - Throws: `StorageError` when the file or its name can't be flushed to the disk.
  package static func make(_ path: String, _ bytes: [UInt8]) throws(StorageError) {
    let folder = DurableFolder.parent(of: path)
    let own = path.split(separator: "/").last ?? ""
    let temporary = "\(folder)/.\(own).\(UInt64.random(in: .min ... .max))"
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw StorageError(errno: errno, "can't create \(path)") }
    defer { unlink(temporary) }
    let code = write(bytes, to: file)
    close(file)
    guard code == 0 else { throw StorageError(errno: code, "can't create \(path)") }
    // Unlike a rename, a link never replaces the file of a faster program.
    guard link(temporary, path) == 0 || errno == EEXIST || DurableFile.hasNoLinks.contains(errno)
    else { throw StorageError(errno: errno, "can't create \(path)") }
    try DurableFolder.synchronize(folder)
  }

  /// The errors of a file system without links.
  private static let hasNoLinks = [EPERM, ENOSYS, EOPNOTSUPP]

  /// Writes and flushes bytes; returns the system's error, or 0.
  private static func write(_ bytes: [UInt8], to file: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count < 0 ? errno : EIO }
      rest = rest.dropFirst(count)
    }
    return fsync(file) == 0 ? 0 : errno
  }
}
