internal import Foundation

/// Writes to descriptors of this process, such as standard output.
package enum OutputDescriptor {
  /// Writes all bytes.
  ///
  /// - Returns: true if all were written; if not, `errno` has the reason.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var start = 0
    while start < bytes.count {
      let count = Foundation.write(
        descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
      if count < 0 {
        switch errno {
        case EINTR: continue
        case EAGAIN:
          // The pipe was made non-blocking by another process: wait as a blocking one would.
          var look = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&look, 1, -1)
        default: return false
        }
      } else {
        start += count
      }
    }
    return true
  }
}
