package import Foundation
import TimeWalkStorage

/// A file that appears complete under its name, or not at all; or a stream.
package final class OutputFile {
  private let destination: URL?
  private let temporary: URL?
  /// The stream's receiver; `nil` keeps the bytes.
  private let handle: FileHandle?
  private var buffer: [UInt8] = []
  private var isFinished = false

  /// Starts a temporary file next to its destination; throws `.outputFailed`.
  package init(replacing destination: URL) throws(ArchiveError) {
    self.destination = destination
    let temporary = OutputFile.temporary(for: destination)
    self.temporary = temporary
    // Made and opened in one step: a fault can't leave it behind.
    let file = open(temporary.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard file >= 0 else {
      throw ArchiveError(
        .outputFailed, "Can't write \(destination.path): \(String(cString: strerror(errno))).")
    }
    handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
  }

  /// Writes to a stream that is open, and stays so.
  package init(to stream: FileHandle) {
    destination = nil
    temporary = nil
    handle = stream
  }

  /// Keeps the written bytes in memory, as `bytes`.
  package init() {
    destination = nil
    temporary = nil
    handle = nil
  }

  /// The buffered bytes, not yet in a file or stream.
  package var bytes: [UInt8] { buffer }

  deinit {
    if !isFinished, let temporary { try? FileManager.default.removeItem(at: temporary) }
  }

  /// A hidden name next to a file, for its incomplete content.
  package static func temporary(for destination: URL) -> URL {
    destination.deletingLastPathComponent()
      .appendingPathComponent(".\(destination.lastPathComponent).\(UUID().uuidString)")
  }

  /// The number of bytes that have been written.
  package private(set) var count = 0

  /// Adds text.
  package func write(_ text: String) throws(ArchiveError) {
    var text = text
    try text.withUTF8 { bytes in Result { () throws(ArchiveError) in try write(bytes) } }.get()
  }

  /// Adds bytes.
  package func write(_ bytes: some Collection<UInt8>) throws(ArchiveError) {
    buffer.append(contentsOf: bytes)
    count += bytes.count
    if buffer.count > 1 << 18 { try flush() }
  }

  /// Overwrites existing bytes of a file.
  package func overwrite(at offset: Int, _ bytes: [UInt8]) throws(ArchiveError) {
    try flush()
    try typed {
      try handle?.seek(toOffset: UInt64(offset))
      try handle?.write(contentsOf: Data(bytes))
      try handle?.seekToEnd()
    }
  }

  /// Flushes the file to the disk and renames it.
  package func finish() throws(ArchiveError) {
    try flush()
    guard let temporary, let destination else {
      isFinished = true
      return
    }
    try typed {
      try handle?.synchronize(); try handle?.close()
    }
    try OutputFile.rename(temporary, to: destination)
    isFinished = true
  }

  /// Renames a complete file in one step: readers see the old one or the new one.
  ///
  /// The name is then on the disk, too.
  package static func rename(_ temporary: URL, to destination: URL) throws(ArchiveError) {
    do throws(StorageError) {
      try DurableFolder.rename(temporary.path, to: destination.path)
    } catch {
      throw ArchiveError(.outputFailed, "\(error).", cause: error)
    }
  }

  private func flush() throws(ArchiveError) {
    guard let handle, !buffer.isEmpty else { return }
    try typed { try handle.write(contentsOf: Data(buffer)) }
    buffer.removeAll(keepingCapacity: true)
  }

  private func typed(_ body: () throws -> Void) throws(ArchiveError) {
    do { try body() } catch {
      throw ArchiveError(
        .outputFailed, "Can't write \(destination?.path ?? "the output").", cause: error)
    }
  }
}
