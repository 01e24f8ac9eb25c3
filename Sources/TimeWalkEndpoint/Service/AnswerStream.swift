internal import Foundation

/// Writes whole lines to a descriptor, one after another.
///
/// The thread that is writing also writes the lines that other threads add. Little is buffered for
/// a client that doesn't read: up to `greatestRest` bytes, or one line if that is longer. Beyond,
/// threads with a line wait, and so, in the end, does the reader of requests.
final class AnswerStream: @unchecked Sendable {
  /// The maximum number of bytes left to the writing thread: the capacity of a pipe.
  static let greatestRest = 1 << 16

  // Everything below is touched only while the condition is locked.
  private let changed = NSCondition()
  private var isWriting = false
  private var rest: [UInt8] = []
  private var areSomeWaiting = false
  private var turn = 0
  private var hasFailed = false
  private let descriptor: Int32
  private let isOrdered: Bool
  private let failed: @Sendable () -> Void

  /// Makes a stream.
  ///
  /// - Parameters:
  ///   - descriptor: the output for lines.
  ///   - isOrdered: true if answers wait for their turn.
  ///   - failed: called once when a line can't be written, for instance when the client has gone.
  init(descriptor: Int32, isOrdered: Bool, failed: @escaping @Sendable () -> Void) {
    self.descriptor = descriptor
    self.isOrdered = isOrdered
    self.failed = failed
  }

  /// True if every line could be written.
  var isSound: Bool { changed.withLock { !hasFailed } }

  /// Writes an answer, and waits for its turn where answers keep their order; `nil` passes the turn
  /// on.
  func answer(_ line: consuming [UInt8]?, turn own: Int) {
    guard isOrdered else {
      if let line { write(line) }
      return
    }
    changed.withLock {
      while turn != own, !hasFailed { wait() }
    }
    if let line { write(line) }
    changed.withLock {
      turn += 1
      changed.broadcast()
    }
  }

  /// Writes a line when no other is being written, or leaves it to the writing thread.
  func write(_ line: consuming [UInt8]) {
    line.append(0x0A)
    changed.lock()
    while isWriting, !rest.isEmpty, rest.count + line.count > AnswerStream.greatestRest {
      wait()
    }
    guard !hasFailed else { return changed.unlock() }
    guard !isWriting else {
      rest += line
      return changed.unlock()
    }
    isWriting = true
    var isNews = false
    while !line.isEmpty {
      changed.unlock()
      let isWritten = line.withUnsafeBytes { OutputDescriptor.write($0, to: descriptor) }
      changed.lock()
      if !isWritten, !hasFailed {
        hasFailed = true
        isNews = true
      }
      line.removeAll(keepingCapacity: true)
      if hasFailed { rest = [] }
      swap(&line, &rest)
      if areSomeWaiting {
        areSomeWaiting = false
        changed.broadcast()
      }
    }
    isWriting = false
    changed.unlock()
    if isNews { failed() }
  }

  /// Waits for a change, with the condition locked.
  private func wait() {
    areSomeWaiting = true
    changed.wait()
  }
}
