import Foundation

/// The threads that ask one shard, so that one that hangs holds up questions to no other.
///
/// Unchecked, since all that changes is touched under the condition's lock alone.
final class WorkLine: @unchecked Sendable {
  /// How many questions a shard is asked at once.
  static let mostThreads = 8

  private let condition = NSCondition()
  private var waiting: [@Sendable () -> Void] = []
  private var threads = 0
  private var idle = 0
  private var isClosed = false

  /// Does a piece of work as soon as a thread is free.
  func add(_ work: @escaping @Sendable () -> Void) {
    condition.withLock {
      waiting.append(work)
      if idle >= waiting.count {
        condition.signal()
      } else if threads < WorkLine.mostThreads {
        threads += 1
        let thread = Thread { self.run() }
        thread.stackSize = 8 << 20
        thread.start()
      }
    }
  }

  /// Ends the threads when they have done what was handed in; the owner calls it, since they keep
  /// the line.
  func close() {
    condition.withLock {
      isClosed = true
      condition.broadcast()
    }
  }

  private func run() {
    while let work = next() { work() }
  }

  private func next() -> (@Sendable () -> Void)? {
    condition.withLock {
      while waiting.isEmpty, !isClosed {
        idle += 1
        condition.wait()
        idle -= 1
      }
      return waiting.isEmpty ? nil : waiting.removeFirst()
    }
  }
}
