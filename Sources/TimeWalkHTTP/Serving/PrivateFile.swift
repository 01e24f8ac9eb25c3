internal import Foundation
internal import TimeWalk
internal import TimeWalkStorage

/// Small files of this user alone that outlive a power cut.
enum PrivateFile {
  /// Puts a file in the place of another in one step.
  ///
  /// - Throws: `cannotCreate`, `noSpace`, `inputOutput`; then the old file stands.
  static func write(_ bytes: [UInt8], to path: String) throws(WalkError) {
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

  /// Writes all bytes where the descriptor stands; `false` with `errno`.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { write($0, to: descriptor) }
  }

  /// The same for bytes of others.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
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

  /// What an error of the system means.
  static func failure(_ code: Int32, _ path: String, _ usual: WalkError.Code) -> WalkError {
    let isFull = code == ENOSPC || code == EDQUOT
    return WalkError(
      isFull ? .noSpace : usual, "\(path) can't be written: \(String(cString: strerror(code)))")
  }
}

/// What the system says of a file.
///
/// By Foundation: beside NIO's modules the compiler doesn't find the members of `stat`.
struct FileFacts: Equatable {
  /// Its number on its disk.
  let number: Int
  /// How long it is, bytes.
  let size: Int
  /// When it was changed, seconds since 1970.
  let changed: TimeInterval
  /// Its permissions.
  let mode: Int
  /// Whether it is a file, and no folder, link or device.
  let isRegular: Bool

  /// Looks at what stands at a path, where a link isn't followed; `nil` where there is nothing.
  init?(_ path: String) {
    guard let facts = try? FileManager.default.attributesOfItem(atPath: path),
      let number = facts[.systemFileNumber] as? Int, let size = facts[.size] as? Int,
      let changed = facts[.modificationDate] as? Date,
      let mode = facts[.posixPermissions] as? Int
    else { return nil }
    self.number = number
    self.size = size
    self.changed = changed.timeIntervalSince1970
    self.mode = mode
    isRegular = facts[.type] as? FileAttributeType == .typeRegular
  }
}
