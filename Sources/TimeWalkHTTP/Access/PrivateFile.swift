internal import Foundation
package import TimeWalk
internal import TimeWalkStorage

/// Writes small private files that survive a power cut.
package enum PrivateFile {
  /// Replaces a file in one step.
  ///
  /// - Throws: `cannotCreate`, `noSpace`, `inputOutput`; then the old file is unchanged.
  package static func write(_ bytes: [UInt8], to path: String) throws(TimeWalkError) {
    let temporary = path + ".new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw failure(errno, path, .cannotCreate) }
    defer { close(descriptor) }
    guard fchmod(descriptor, 0o600) == 0, write(bytes, to: descriptor), fsync(descriptor) == 0
    else {
      let code = errno
      unlink(temporary)
      throw failure(code, path, .inputOutput)
    }
    do throws(StorageError) { try DurableFolder.rename(temporary, to: path) } catch {
      throw failure(error.errno, path, .inputOutput)
    }
  }

  /// Writes all bytes at the descriptor's offset.
  ///
  /// - Returns: true if all were written; if not, `errno` has the reason.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { write($0, to: descriptor) }
  }

  /// Writes all bytes of a buffer.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var start = 0
    while start < bytes.count {
      let count = Foundation.write(
        descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      start += count
    }
    return true
  }

  /// The error for a system error: `noSpace` for a full disk, else the given code.
  package static func failure(_ code: Int32, _ path: String, _ usual: TimeWalkError.Code)
    -> TimeWalkError
  {
    let isFull = code == ENOSPC || code == EDQUOT
    return TimeWalkError(
      isFull ? .noSpace : usual, "can't write \(path): \(String(cString: strerror(code)))")
  }
}
