import Foundation

/// A file that appears complete under its name, or not at all.
final class OutputFile {
  private let destination: URL
  private let temporary: URL
  private let handle: FileHandle
  private var buffer = Data()
  private var isFinished = false

  /// Starts a file beside its destination; throws `.outputFailed`.
  init(replacing destination: URL) throws(ArchiveError) {
    self.destination = destination
    temporary = destination.deletingLastPathComponent()
      .appendingPathComponent(".\(destination.lastPathComponent).\(UUID().uuidString)")
    guard FileManager.default.createFile(atPath: temporary.path, contents: nil) else {
      throw ArchiveError(.outputFailed, "\(destination.path) can't be written.")
    }
    do {
      handle = try FileHandle(forWritingTo: temporary)
    } catch {
      throw ArchiveError(.outputFailed, "\(destination.path) can't be written.", cause: error)
    }
  }

  deinit {
    if !isFinished { try? FileManager.default.removeItem(at: temporary) }
  }

  /// Adds text.
  func write(_ text: String) throws(ArchiveError) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count > 1 << 18 { try flush() }
  }

  /// Brings the file to the disk and gives it its name.
  func finish() throws(ArchiveError) {
    try flush()
    do {
      try handle.synchronize()
      try handle.close()
      // `rename` of POSIX replaces in one step, which FileManager doesn't promise.
      guard rename(temporary.path, destination.path) == 0 else {
        throw CocoaError(.fileWriteUnknown)
      }
      isFinished = true
    } catch {
      throw ArchiveError(.outputFailed, "\(destination.path) can't be written.", cause: error)
    }
  }

  private func flush() throws(ArchiveError) {
    do {
      try handle.write(contentsOf: buffer)
      buffer.removeAll(keepingCapacity: true)
    } catch {
      throw ArchiveError(.outputFailed, "\(destination.path) can't be written.", cause: error)
    }
  }
}
