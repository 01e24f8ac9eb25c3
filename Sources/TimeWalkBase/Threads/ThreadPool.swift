internal import Foundation

/// A few threads that do pieces of work side by side.
///
/// The work uses the processor and blocks, so it runs on separate threads, not those that tasks
/// share. A short queue holds waiting work; a caller with more work waits. If the system silently
/// gives no thread, the waiting thread does the work.
///
/// Unchecked, since all that changes is touched under the condition's lock alone.
package final class ThreadPool: @unchecked Sendable {
  /// The size of the main thread's stack: third-party decoders recurse deeply.
  private static let stackSize = 8 << 20

  private let condition = NSCondition()
  private let places: Int
  private var line: [@Sendable () -> Void] = []
  private var idle: Int
  private var busy = 0
  private var isClosed = false
  /// True if a thread has come.
  private var isManned = false
  /// The longest wait for the first, in seconds.
  private let patience: Double

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - workers: the number of pieces of work that run at once, at least 1.
  ///   - places: the capacity of the queue.
  package convenience init(workers: Int, places: Int = 0) {
    self.init(workers: workers, places: places, patience: 2) { $0.start() }
  }

  /// The same with another way to start a thread.
  init(workers: Int, places: Int, patience: Double, start: (Thread) -> Void) {
    let workers = max(1, workers)
    self.places = places
    self.patience = patience
    idle = workers
    for number in 1...workers {
      // The thread ends with `close`, which the owner calls; until then it keeps the pool.
      let thread = Thread { self.work() }
      thread.stackSize = ThreadPool.stackSize
      thread.name = "TimeWalk \(number)"
      start(thread)
    }
  }

  /// Hands a piece of work in; waits while all threads are busy and the line is full.
  ///
  /// - Returns: `false` when the pool is closed; then the work is not done.
  package func add(_ work: @escaping @Sendable () -> Void) -> Bool {
    condition.withLock {
      while line.count >= idle + places, !isClosed { wait() }
      guard !isClosed else { return false }
      line.append(work)
      condition.broadcast()
      return true
    }
  }

  /// Waits until all that was handed in is done, and ends the threads.
  package func close() {
    condition.withLock {
      isClosed = true
      condition.broadcast()
      while busy > 0 || !line.isEmpty { wait() }
    }
  }

  /// Waits for a change with the lock held, or does the first piece of work if no thread has
  /// started for it.
  private func wait() {
    guard !isManned else { return condition.wait() }
    // Uses a monotonic clock: NSCondition's own limit is a date, and traps on one beyond the year
    // 2262.
    let limit = ContinuousClock.now + .seconds(patience)
    while !isManned, !line.isEmpty, ContinuousClock.now < limit {
      condition.unlock()
      Thread.sleep(forTimeInterval: 0.0001)
      condition.lock()
    }
    guard !isManned, !line.isEmpty else { return }
    let piece = line.removeFirst()
    condition.unlock()
    piece()
    condition.lock()
  }

  private func work() {
    condition.withLock { isManned = true }
    while let piece = next() {
      piece()
      condition.withLock {
        busy -= 1
        idle += 1
        condition.broadcast()
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
      condition.broadcast()
      return piece
    }
  }
}
