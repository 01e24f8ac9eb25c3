internal import Foundation
internal import HummingbirdCore
internal import Synchronization
internal import TimeWalk

/// The files of request bodies, each of which exists only during its request.
final class ReceivedFiles: Sendable {
  private struct TemporaryUpload {
    let client: Client
    var bytes = 0
  }

  private let folder: String
  private let most: Int
  private let quota: UploadQuota
  private let files = Mutex<[String: TemporaryUpload]>([:])

  /// Receives files in a folder, each of at most so many bytes.
  init(folder: String, most: Int, quota: UploadQuota) {
    self.folder = folder
    self.most = most
    self.quota = quota
  }

  /// Receives the body of a request as a file, which must be discarded when the request ends.
  ///
  /// - Parameters:
  ///   - call: the request.
  ///   - limit: bytes that the route takes, regardless of the declared length.
  /// - Returns: the file's path.
  /// - Throws: a problem with 413, a problem with 503 where too many bytes are unfinished, and
  ///   errors of the disk.
  func receive(_ call: Call, most limit: Int? = nil) async throws -> String {
    let most = min(limit ?? .max, most)
    try call.checkLength(most)
    let (file, client) = (newFile(), call.client)
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw PrivateFile.failure(errno, file, .cannotCreate) }
    files.withLock { $0[file] = TemporaryUpload(client: client) }
    do {
      let end = try await FileSink(descriptor, path: file)
        .write(call.request.body, from: 0, most: most, isDurable: false) { [self] bytes in
          try quota.add(bytes, of: client)
          files.withLock { $0[file]?.bytes += bytes }
        }
      try call.checkWhole(end)
      call.note.hasReadBody = true
      guard end > 0 else {
        throw TimeWalkError(.unsupportedFormat, "the body is empty; send the photo's file")
      }
      return file
    } catch {
      discard(file)
      throw error
    }
  }

  /// A path for a file that exists only during its request, and not longer than this process.
  func newFile() -> String { folder + "/" + UploadStore.newID() + ".received" }

  /// Removes a file.
  func discard(_ file: String) {
    unlink(file)
    guard let received = files.withLock({ $0.removeValue(forKey: file) }) else { return }
    quota.remove(received.bytes, of: received.client)
  }
}
