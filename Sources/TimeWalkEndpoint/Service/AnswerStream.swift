internal import Foundation

/// Writes whole lines to a descriptor, one at a time.
///
/// Nothing is kept for a client that doesn't read: whoever has an answer waits until it is written, and so, in the end,
/// the reader of requests does.
final class AnswerStream: @unchecked Sendable {
  // Everything below is touched only while the condition is locked.
  private let changed = NSCondition()
  private var isWriting = false
  private var turn = 0
  private var hasFailed = false
  private let descriptor: Int32
  private let isOrdered: Bool
  private let failed: @Sendable () -> Void

  /// Makes a stream.
  ///
  /// - Parameters:
  ///   - descriptor: where lines go.
  ///   - isOrdered: whether answers wait for their turn.
  ///   - failed: called once when a line can't be written, as when the client has gone.
  init(descriptor: Int32, isOrdered: Bool, failed: @escaping @Sendable () -> Void) {
    self.descriptor = descriptor
    self.isOrdered = isOrdered
    self.failed = failed
  }

  /// Whether every line could be written.
  var isSound: Bool { changed.withLock { !hasFailed } }

  /// Writes an answer, and waits for its turn where answers keep their order; `nil` passes the turn on.
  func answer(_ line: [UInt8]?, turn own: Int) {
    changed.withLock {
      while isOrdered, turn != own, !hasFailed { changed.wait() }
    }
    if let line { write(line) }
    changed.withLock {
      turn += 1
      changed.broadcast()
    }
  }

  /// Writes a line as soon as no other is being written.
  func write(_ line: [UInt8]) {
    changed.lock()
    while isWriting { changed.wait() }
    guard !hasFailed else { return changed.unlock() }
    isWriting = true
    changed.unlock()
    let isWritten = AnswerStream.write(line + [0x0A], to: descriptor)
    let isNews = changed.withLock {
      isWriting = false
      let isNews = !isWritten && !hasFailed
      hasFailed = hasFailed || !isWritten
      changed.broadcast()
      return isNews
    }
    if isNews { failed() }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var start = 0
      while start < bytes.count {
        let count = Foundation.write(
          descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
        if count < 0 {
          switch errno {
          case EINTR: continue
          case EAGAIN:
            // Somebody made the pipe non-blocking: wait as a blocking one would.
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
}
