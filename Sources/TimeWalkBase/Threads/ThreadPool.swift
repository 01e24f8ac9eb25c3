internal import Foundation

/// A few threads that do pieces of work side by side.
///
/// The work uses the processor and blocks, so it runs on separate threads, not those that tasks
/// share. A short queue holds waiting work; a caller with more work waits. If the system gives no
/// thread, the caller does the work.
///
/// Unchecked, since all that changes is touched under the condition's lock alone.
package final class ThreadPool: @unchecked Sendable {
  /// The size of the main thread's stack: third-party decoders recurse deeply.
  private static let stackSize = 8 << 20

  private let condition = NSCondition()
  private let places: Int
  private var line: [@Sendable () -> Void] = []
  private var idle = 0
  private var busy = 0
  private var isClosed = false
  /// The callers that wait for a place, or for the end.
  private var callers = 0
  /// The number of threads that the system gave; without any, `add` does the work.
  package private(set) var threads = 0

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - workers: the number of pieces of work that run at once, at least 1.
  ///   - places: the capacity of the queue.
  package convenience init(workers: Int, places: Int = 0) {
    self.init(workers: workers, places: places) {
      DetachedThread.start(stackSize: ThreadPool.stackSize, $0)
    }
  }

  /// The same with another way to start a thread, which returns false if there is none.
  init(workers: Int, places: Int, start: (@escaping @Sendable () -> Void) -> Bool) {
    self.places = places
    let workers = max(1, workers)
    // The threads end with `close`, which the owner calls; until then they keep the pool.
    let threads = (0..<workers).count { _ in start { self.work() } }
    condition.withLock {
      self.threads = threads
      idle += threads
    }
  }

  /// Hands a piece of work in; waits while all threads are busy and the line is full.
  ///
  /// - Returns: `false` when the pool is closed; then the work is not done.
  package func add(_ work: @escaping @Sendable () -> Void) -> Bool {
    let isTaken: Bool? = condition.withLock {
      wait { line.count >= idle + places && threads > 0 && !isClosed }
      guard !isClosed else { return false }
      guard threads > 0 else { return nil }
      line.append(work)
      // One thread is enough, unless a caller may be woken instead.
      if callers == 0 { condition.signal() } else { condition.broadcast() }
      return true
    }
    if isTaken == nil { work() }
    return isTaken ?? true
  }

  /// Waits until all that was handed in is done, and ends the threads.
  package func close() {
    condition.withLock {
      isClosed = true
      condition.broadcast()
      wait { busy > 0 || !line.isEmpty }
    }
  }

  /// Makes a caller wait while a condition holds.
  private func wait(while isBlocked: () -> Bool) {
    callers += 1
    while isBlocked() { condition.wait() }
    callers -= 1
  }

  private func wakeCallers() {
    if callers > 0 { condition.broadcast() }
  }

  private func work() {
    while let piece = next() {
      piece()
      condition.withLock {
        busy -= 1
        idle += 1
        wakeCallers()
      }
    }
  }

  private func next() -> (@Sendable () -> Void)? {
    condition.withLock {
      while line.isEmpty, !isClosed { condition.wait() }
      guard !line.isEmpty else { return nil }
      busy += 1
      idle -= 1
      let piece = line.removeFirst()
      wakeCallers()
      return piece
    }
  }
}
