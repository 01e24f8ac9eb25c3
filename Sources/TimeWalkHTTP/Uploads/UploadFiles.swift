internal import Foundation
internal import HummingbirdCore
internal import NIOCore
internal import NIOPosix
internal import TimeWalk

/// The record of an upload, stored beside its bytes.
struct UploadRecord: Codable, Sendable {
  /// Its id for addresses, which can't be guessed.
  var id: String
  /// Its size in bytes.
  var size: Int
  /// The expected SHA-256; `nil` if the client didn't give it at the beginning.
  var sha256: String?
  /// The client, as limits count it: a token's name, or empty for an address, which isn't stored.
  var client: String?
  /// The id of its photo.
  var photo: String?
}

/// A file to append to.
final class FileSink: Sendable {
  private let descriptor: Int32
  private let path: String
  /// The number of bytes that are buffered before a write.
  static let piece = 256 << 10

  init(_ descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }

  func write(_ bytes: ByteBuffer) throws {
    guard bytes.withUnsafeReadableBytes({ PrivateFile.write($0, to: descriptor) }) else {
      throw PrivateFile.failure(errno, path, .inputOutput)
    }
  }

  func synchronize() throws {
    guard fsync(descriptor) == 0 else { throw PrivateFile.failure(errno, path, .inputOutput) }
  }

  /// Writes the body of a request.
  ///
  /// - Parameters:
  ///   - body: the body.
  ///   - start: the file's length.
  ///   - most: the greatest length that the file may get.
  ///   - isDurable: true if the bytes are on the disk before it returns.
  ///   - admit: throws where more bytes have no room.
  /// - Returns: the file's new length.
  /// - Throws: a problem with 413, and the errors of `admit` and of the disk; bytes that were
  ///   received before stay.
  func write(
    _ body: RequestBody, from start: Int, most: Int, isDurable: Bool,
    admit: (Int) throws -> Void = { _ in }
  ) async throws -> Int {
    var end = start
    var gathered = ByteBuffer()
    func synchronizeIfDurable() async throws {
      guard isDurable else { return }
      try await NIOThreadPool.singleton.runIfActive { [self] in try synchronize() }
    }
    func flush() async throws {
      guard gathered.readableBytes > 0 else { return }
      let bytes = gathered
      // Before the write: it isn't repeated after an error, when some of the bytes may be written.
      gathered = ByteBuffer()
      BufferedBytes.remove(bytes.readableBytes)
      try await NIOThreadPool.singleton.runIfActive { [self] in try write(bytes) }
      end += bytes.readableBytes
    }
    do {
      for try await var buffer in body {
        guard end + gathered.readableBytes + buffer.readableBytes <= most else {
          throw Call.tooLong(most)
        }
        try admit(buffer.readableBytes)
        BufferedBytes.add(buffer.readableBytes)
        gathered.writeBuffer(&buffer)
        if gathered.readableBytes >= BufferedBytes.piece(FileSink.piece) { try await flush() }
      }
      try await flush()
    } catch {
      // The bytes received before an error stay.
      try? await flush()
      try? await synchronizeIfDurable()
      throw error
    }
    try await synchronizeIfDurable()
    return end
  }
}
