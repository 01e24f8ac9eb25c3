internal import Foundation
package import TimeWalk
internal import TimeWalkStorage

/// Small files of this user alone that outlive a power cut.
package enum PrivateFile {
  /// Puts a file in the place of another in one step.
  ///
  /// - Throws: `cannotCreate`, `noSpace`, `inputOutput`; then the old file stands.
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

  /// Writes all bytes where the descriptor stands.
  ///
  /// - Returns: whether all were written; where not, `errno` says why.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { write($0, to: descriptor) }
  }

  /// The same for bytes of others.
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

  /// What an error of the system means: `noSpace` for a full disk, else the usual word.
  package static func failure(_ code: Int32, _ path: String, _ usual: TimeWalkError.Code)
    -> TimeWalkError
  {
    let isFull = code == ENOSPC || code == EDQUOT
    return TimeWalkError(
      isFull ? .noSpace : usual, "\(path) can't be written: \(String(cString: strerror(code)))")
  }
}
