internal import Glibc

/// Reads lines from a descriptor, and never holds more than the longest line allowed.
package struct LineReader {
  /// A line, or the news that one was too long and has been skipped.
  package enum Line: Equatable, Sendable {
    /// The bytes before the line's end; the last line may lack one.
    case text([UInt8])
    /// A line of more than the limit; its bytes are gone.
    case tooLong
  }

  /// The default maximum length of a line: 64 MB, enough for a photo in base64.
  package static let usualLimit = 64 << 20

  private let descriptor: Int32
  private let limit: Int
  private let stop: Int32?
  private var buffer: [UInt8] = []
  private var start = 0
  private var searched = 0
  private var isSkipping = false
  private var isAtEnd = false
  private var isStopped = false

  /// Reads from a descriptor that stays open.
  ///
  /// The input is taken to end as soon as the descriptor `stop` can be read.
  package init(descriptor: Int32, limit: Int = LineReader.usualLimit, stop: Int32? = nil) {
    self.descriptor = descriptor
    self.limit = limit
    self.stop = stop
  }

  /// The next line, or `nil` at the end of the input.
  package mutating func next() -> Line? {
    while true {
      if let end = lineEnd() {
        let line = Array(buffer[start..<end])
        start = end + 1
        searched = start
        if isSkipping {
          isSkipping = false
          return .tooLong
        }
        return line.count > limit ? .tooLong : .text(line)
      }
      searched = buffer.count
      if isAtEnd { return isStopped ? nil : last() }
      if isSkipping || buffer.count - start > limit {
        isSkipping = true
        discard()
      } else if start > 0 {
        // The memory of a long line is freed with it.
        if buffer.capacity > 1 << 20 {
          buffer = Array(buffer[start...])
        } else {
          buffer.removeFirst(start)
        }
        start = 0
        searched = buffer.count
      }
      isAtEnd = !fill()
    }
  }

  /// Adds the available bytes to the buffer, waiting for at least one; `false` at the end of the
  /// input.
  private mutating func fill() -> Bool {
    guard isReady() else {
      isStopped = true
      return false
    }
    let piece = 1 << 16
    let count = withUnsafeTemporaryAllocation(byteCount: piece, alignment: 1) { space in
      var got = read(descriptor, space.baseAddress, piece)
      // Another process may have made the pipe non-blocking.
      while got < 0, errno == EINTR || errno == EAGAIN && isReady() {
        got = read(descriptor, space.baseAddress, piece)
      }
      if got > 0 { buffer.append(contentsOf: space[..<got]) }
      return got
    }
    return count > 0
  }

  /// Waits until there is input or its end; `false` when a stop came first.
  private func isReady() -> Bool {
    guard let stop else { return true }
    var looks = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&looks, 2, -1) < 0 && errno == EINTR {}
    return looks[1].revents == 0
  }

  /// The offset of the next line feed.
  private func lineEnd() -> Int? {
    buffer.withUnsafeBytes { bytes in
      guard searched < bytes.count, let base = bytes.baseAddress,
        let found = memchr(base + searched, 0x0A, bytes.count - searched)
      else { return nil }
      return base.distance(to: UnsafeRawPointer(found))
    }
  }

  private mutating func last() -> Line? {
    let rest = Array(buffer[start...])
    discard()
    if isSkipping {
      isSkipping = false
      return .tooLong
    }
    return rest.isEmpty ? nil : .text(rest)
  }

  private mutating func discard() {
    buffer.removeAll(keepingCapacity: false)
    start = 0
    searched = 0
  }
}
