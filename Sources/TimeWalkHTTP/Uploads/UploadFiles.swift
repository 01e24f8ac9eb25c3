internal import Foundation
internal import NIOCore
internal import TimeWalk

/// An upload as it is kept beside its bytes.
struct UploadRecord: Codable, Sendable {
  /// Its name for addresses, which can't be guessed.
  var id: String
  /// How many bytes it will have.
  var size: Int
  /// The SHA-256 that it is to have; `nil` where the client didn't say it beforehand.
  var sha256: String?
  /// Who began it, as limits count clients; a token's name, or nothing for an address, which isn't
  /// kept.
  var client: String?
  /// The id of the photo that it became.
  var photo: String?
}

/// A file that bytes are added to.
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
