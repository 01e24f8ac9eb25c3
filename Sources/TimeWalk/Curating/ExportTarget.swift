internal import Foundation
internal import TimeWalkStorage

/// The destination of an export: a file that appears complete or not at all, or standard output.
final class ExportTarget {
  private let path: String?
  private let partial: String?
  private let handle: FileHandle
  private var isFinished = false

  /// Starts a temporary file next to its destination, or writes to standard output without one.
  ///
  /// An export of a user's photos is private: only this user can read it.
  init(_ path: String?, isPrivate: Bool) throws(TimeWalkError) {
    guard let path else {
      self.path = nil
      partial = nil
      handle = .standardOutput
      return
    }
    let url = URL(fileURLWithPath: path).standardizedFileURL
    let partial = url.deletingLastPathComponent()
      .appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString).partial").path
    let file = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isPrivate ? 0o600 : 0o644)
    guard file >= 0 else {
      throw ExportTarget.failure(errno, "can't create \(url.path)", .cannotCreate)
    }
    self.path = url.path
    self.partial = partial
    handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
  }

  deinit {
    if !isFinished, let partial { unlink(partial) }
  }

  /// Adds bytes.
  func write(_ bytes: [UInt8]) throws(TimeWalkError) {
    var code: Int32 = 0
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count, code == 0 {
        let count = Foundation.write(
          handle.fileDescriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done)
        if count > 0 { done += count } else if errno != EINTR { code = errno }
      }
    }
    guard code == 0 else {
      throw ExportTarget.failure(code, "can't write \(path ?? "to standard output")", .inputOutput)
    }
  }

  /// Flushes the file to the disk and renames it.
  func finish() throws(TimeWalkError) {
    isFinished = true
    guard let path, let partial else { return }
    guard fsync(handle.fileDescriptor) == 0 else {
      let code = errno
      unlink(partial)
      throw ExportTarget.failure(code, "can't write \(path)", .inputOutput)
    }
    do throws(StorageError) { try DurableFolder.rename(partial, to: path) } catch {
      unlink(partial)
      // An existing special file is not replaced.
      let otherwise: TimeWalkError.Code = error.errno == EEXIST ? .cannotCreate : .inputOutput
      throw TimeWalkError(error.isFull ? .noSpace : otherwise, "\(error)", cause: error)
    }
  }

  private static func failure(_ code: Int32, _ text: String, _ otherwise: TimeWalkError.Code)
    -> TimeWalkError
  {
    let isFull = code == ENOSPC || code == EDQUOT
    return TimeWalkError(
      isFull ? .noSpace : otherwise, "\(text): \(String(cString: strerror(code)))")
  }
}
