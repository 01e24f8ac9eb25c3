import Foundation
import Glibc

/// A file that is opened for reading, of which it is certain that it is one: no folder, pipe,
/// socket or device.
///
/// Opening never waits, as it would for a pipe that nobody writes to.
package struct RegularFile: ~Copyable {
  private let descriptor: Int32
  /// Its length in bytes when it was opened.
  package let size: Int
  /// What tells that it is still the same: its length and the time of its last change.
  package let stamp: String

  /// Opens a file; throws for what is none, what is gone, and what can't be read.
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
  /// A file that grows while it is read is stopped as well.
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
