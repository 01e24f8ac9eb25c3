import Foundation
import Glibc

/// A file that is opened for reading and is certainly a regular one: no folder, pipe, socket or
/// device.
///
/// Opening never waits, unlike for a pipe without a writer.
package struct RegularFile: ~Copyable {
  private let descriptor: Int32
  /// Its length in bytes when it was opened.
  package let size: Int
  /// The mark for detecting changes: its length and modification time.
  package let stamp: String

  /// Opens a file; throws for other kinds, missing files and unreadable ones.
  package init(path: String) throws(MediaRefusal) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw MediaRefusal(reason: "isn't a file's path")
    }
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else {
      throw MediaRefusal(
        reason: errno == ENOENT || errno == ENOTDIR
          ? "is missing: there is no \(path)"
          : "can't be read: \(String(cString: strerror(errno)))")
    }
    var state = stat()
    guard fstat(descriptor, &state) == 0, state.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw MediaRefusal(reason: "is a folder, a pipe or a device, not a file: \(path)")
    }
    self.descriptor = descriptor
    size = Int(state.st_size)
    stamp = "\(state.st_size) \(state.st_mtim.tv_sec).\(state.st_mtim.tv_nsec)"
  }

  deinit { close(descriptor) }

  /// Reads the file to its end, a piece at a time, and stops with an error at more than `limit`
  /// bytes.
  ///
  /// Reading also stops for a file that grows meanwhile.
  borrowing func read(limit: Int, _ body: (Data) throws(MediaRefusal) -> Void)
    throws(MediaRefusal)
  {
    guard size <= limit else {
      throw MediaRefusal(reason: "is larger than \(MediaLimits.text(limit))")
    }
    var piece = [UInt8](repeating: 0, count: 1 << 20)
    var total = 0
    while true {
      let count = RegularFile.next(descriptor, &piece)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw MediaRefusal(reason: "can't be read: \(String(cString: strerror(errno)))")
      }
      guard count > 0 else { return }
      total += count
      guard total <= limit else {
        throw MediaRefusal(reason: "is larger than \(MediaLimits.text(limit))")
      }
      try body(Data(piece[..<count]))
    }
  }

  // The system's `read` by another name, which the method's hides.
  private static func next(_ descriptor: Int32, _ piece: inout [UInt8]) -> Int {
    Glibc.read(descriptor, &piece, piece.count)
  }
}
