internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Writes files that appear whole or not at all, and that never replace another.
enum OutputFile {
  /// Writes bytes to a path that must not exist yet.
  ///
  /// The bytes go to a hidden file first and reach the disk before the name appears, so that a crash
  /// leaves no half picture under a final name.
  /// - Throws: `cannotCreate` when the folder refuses or the name is taken, `noSpace`, `inputOutput`.
  static func create(_ path: String, with bytes: [UInt8]) throws(LibraryError) {
    let url = URL(fileURLWithPath: path)
    let partial = url.deletingLastPathComponent()
      .appendingPathComponent(".\(url.lastPathComponent).\(getpid()).partial").path
    unlink(partial)
    try fill(partial, with: bytes, named: path)
    defer { unlink(partial) }
    // A hard link fails when the name exists, where a rename would replace it.
    guard link(partial, path) != 0 else { return }
    let code = errno
    if code == EPERM || code == ENOTSUP || code == EMLINK {
      // Some file systems have no hard links: make the name itself, exclusively.
      return try fill(path, with: bytes, named: path)
    }
    throw failure(code, "cannot create \(path)", creating: true)
  }

  private static func fill(_ path: String, with bytes: [UInt8], named name: String)
    throws(LibraryError)
  {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw failure(errno, "cannot create \(name)", creating: true) }
    var code: Int32 = 0
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count, code == 0 {
        let written = write(file, buffer.baseAddress?.advanced(by: done), buffer.count - done)
        if written > 0 {
          done += written
        } else if errno != EINTR {
          code = errno
        }
      }
    }
    if code == 0, fsync(file) != 0 { code = errno }
    if close(file) != 0, code == 0 { code = errno }
    guard code == 0 else {
      unlink(path)
      throw failure(code, "cannot write \(name)", creating: false)
    }
  }

  private static func failure(_ code: Int32, _ message: String, creating: Bool) -> LibraryError {
    let text = "\(message): \(String(cString: strerror(code)))"
    if code == ENOSPC || code == EDQUOT { return LibraryError(.noSpace, text) }
    return LibraryError(creating ? .cannotCreate : .inputOutput, text)
  }
}
