internal import Foundation
internal import NIOCore
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
}
