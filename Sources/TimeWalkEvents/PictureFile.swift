internal import Foundation
internal import TimeWalkBase
internal import TimeWalkStorage

/// Files of an event's folder, of this user alone.
enum PictureFile {
  /// The size in bytes of the part that is in memory at once.
  static let portion = 1 << 18

  /// The data about the written file.
  struct WrittenFile {
    var bytes = 0
    var sha256 = ""
    var checksum: UInt32 = 0
  }

  /// Writes a new file and flushes it to the disk; its name is flushed only with the folder.
  ///
  /// - Throws: `EventError` for a disk error, and for a picture over the limit; the caller then
  ///   removes the file.
  static func write(_ content: PictureContent, to path: String) throws(EventError) -> WrittenFile {
    let target = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard target >= 0 else { throw fault("can't create \(path)") }
    defer { close(target) }
    var written = WrittenFile()
    var digest = Digest()
    var checksum = Checksum()
    func put(_ bytes: [UInt8]) throws(EventError) {
      written.bytes += bytes.count
      guard written.bytes <= EventLimits.largestPicture else {
        throw EventError(
          .limitReached, "a picture can have at most \(EventLimits.largestPicture >> 20) MB")
      }
      digest.add(bytes)
      checksum.add(bytes)
      guard writeAll(bytes, to: target) else { throw fault("can't write \(path)") }
    }
    switch content {
    case .bytes(let bytes): try put(bytes)
    case .file(let source):
      try read(source) { (bytes) throws(EventError) in try put(bytes) }
    }
    guard fsync(target) == 0 else { throw fault("can't write \(path) to the disk") }
    written.sha256 = digest.bytes().hexadecimal
    written.checksum = checksum.value
    return written
  }

  /// Reads a file from its beginning to its end.
  private static func read(
    _ path: String, _ take: ([UInt8]) throws(EventError) -> Void
  ) throws(EventError) {
    let source = RawPath.open(path)
    guard source >= 0 else { throw fault("can't read \(path)") }
    defer { close(source) }
    while true {
      let bytes = try read(source, at: nil, portion, path)
      guard !bytes.isEmpty else { return }
      try take(bytes)
    }
  }

  /// Reads a part of a file.
  ///
  /// - Throws: `noSuchPicture` if the file is missing; `inputOutput`, also if it is shorter.
  static func read(
    _ path: String, at offset: Int, count: Int
  ) throws(EventError) -> [UInt8] {
    let source = RawPath.open(path)
    guard source >= 0 else {
      if errno == ENOENT { throw EventError.noPicture }
      throw fault("can't read \(path)")
    }
    defer { close(source) }
    var bytes: [UInt8] = []
    while bytes.count < count {
      let more = try read(source, at: offset + bytes.count, count - bytes.count, path)
      guard !more.isEmpty else { throw EventError(.inputOutput, "\(path) is shorter than before") }
      bytes += more
    }
    return bytes
  }

  private static func read(
    _ source: Int32, at offset: Int?, _ most: Int, _ path: String
  ) throws(EventError) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      var got = -1
      repeat {
        got =
          offset.map { pread(source, buffer.baseAddress, most, off_t($0)) }
          ?? Foundation.read(source, buffer.baseAddress, most)
      } while got < 0 && errno == EINTR
      if got < 0 { code = errno }
      count = max(got, 0)
    }
    guard code == 0 else { throw EventError(StorageError(errno: code, "can't read \(path)"), path) }
    return bytes
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { all in
      var start = 0
      while start < all.count {
        let count = Foundation.write(
          descriptor, all.baseAddress?.advanced(by: start), all.count - start)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        start += count
      }
      return true
    }
  }

  private static func fault(_ attempt: String) -> EventError {
    EventError(StorageError(errno: errno, attempt))
  }
}
