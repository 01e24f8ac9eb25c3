internal import Foundation

/// Work that waits for a free worker, in the order in which it came, and never more of it than
/// fits.
///
/// A caller with more than the capacity waits, too: a client that is faster than the answers fills
/// its own pipe, not this memory. A piece of work that is larger than the whole capacity still gets
/// in, alone. A waiting caller continues when half of the queue is done, because waking a thread
/// for each slot takes longer than its work.
final class RequestQueue<Job: AnyObject & Sendable>: @unchecked Sendable {
  // Everything below is touched only while the condition is locked.
  private let changed = NSCondition()
  /// The number of workers that wait for a job, and whether a caller waits for capacity.
  private var idle = 0
  private var isAwaitingRoom = false
  private var waiting: [(job: Job, bytes: Int)] = []
  private var first = 0
  private var bytes = 0
  private var running: [ObjectIdentifier: Job] = [:]
  private var isClosed = false
  private let places: Int
  private let capacity: Int

  /// Makes a queue for a number of jobs and a total of their bytes.
  init(places: Int, bytes capacity: Int) {
    self.places = max(1, places)
    self.capacity = capacity
  }

  /// Adds a job, and waits for capacity; `false` when the queue has been closed.
  func enter(_ job: Job, bytes: Int) -> Bool {
    changed.withLock {
      if !hasRoom(for: bytes, places: places) {
        repeat {
          isAwaitingRoom = true
          changed.wait()
        } while !hasRoom(for: bytes, places: places / 2 + 1)
      }
      guard !isClosed else { return false }
      waiting.append((job, bytes))
      self.bytes += bytes
      // One worker is enough for it, but a signal might wake a waiting producer instead.
      if idle > 0 { isAwaitingRoom ? changed.broadcast() : changed.signal() }
      return true
    }
  }

  /// Takes the next job, which then is a running one.
  ///
  /// - Parameters:
  ///   - done: the job that the same worker has done before.
  ///   - waits: true if it waits for one.
  /// - Returns: `nil` when the queue is closed and empty, and without waiting when it is empty now.
  func next(after done: Job?, waits: Bool) -> Job? {
    changed.withLock {
      if let done { running[ObjectIdentifier(done)] = nil }
      while waits, count == 0, !isClosed {
        idle += 1
        changed.wait()
        idle -= 1
      }
      guard count > 0 else { return nil }
      let (job, bytes) = waiting[first]
      first += 1
      // Moving the others up one by one would cost the square of their number.
      if first >= 64, first * 2 >= waiting.count {
        waiting.removeFirst(first)
        first = 0
      }
      self.bytes -= bytes
      running[ObjectIdentifier(job)] = job
      if isAwaitingRoom, count <= places / 2 { wakeAll() }
      return job
    }
  }

  /// The jobs not yet begun that something holds for.
  func waiting(where isMeant: (Job) -> Bool) -> [Job] {
    changed.withLock { waiting[first...].map(\.job).filter(isMeant) }
  }

  /// The running jobs that something holds for.
  func running(where isMeant: (Job) -> Bool) -> [Job] {
    changed.withLock { running.values.filter(isMeant) }
  }

  /// Takes jobs out that have not been begun.
  func remove(where isMeant: (Job) -> Bool) -> [Job] {
    changed.withLock {
      let all = waiting[first...]
      let removed = all.filter { isMeant($0.job) }
      guard !removed.isEmpty else { return [] }
      waiting = all.filter { !isMeant($0.job) }
      first = 0
      bytes -= removed.reduce(0) { $0 + $1.bytes }
      wakeAll()
      return removed.map(\.job)
    }
  }

  /// Accepts no further jobs; existing ones are still processed.
  func close() {
    changed.withLock {
      isClosed = true
      wakeAll()
    }
  }

  /// Accepts no further jobs and discards those that have not begun.
  func abandon() {
    changed.withLock {
      isClosed = true
      waiting = []
      first = 0
      bytes = 0
      wakeAll()
    }
  }

  private var count: Int { waiting.count - first }

  /// Returns true if a job of this size may enter with this number of slots as the limit; always
  /// when the queue is closed.
  private func hasRoom(for bytes: Int, places: Int) -> Bool {
    isClosed || count == 0 || count < places && self.bytes + bytes <= capacity
  }

  private func wakeAll() {
    isAwaitingRoom = false
    changed.broadcast()
  }
}
