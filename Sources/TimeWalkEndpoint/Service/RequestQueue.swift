internal import Foundation

/// Work that waits for a free worker, in the order in which it came, and never more of it than fits.
///
/// Who brings more than fits waits, too: so a client that asks faster than is answered fills its own pipe, not this
/// memory. A piece of work that is larger than all the room still gets in, alone.
final class RequestQueue<Job: AnyObject & Sendable>: @unchecked Sendable {
  // Everything below is touched only while the condition is locked.
  private let changed = NSCondition()
  private var waiting: [(job: Job, bytes: Int)] = []
  private var first = 0
  private var bytes = 0
  private var running: [ObjectIdentifier: Job] = [:]
  private var isClosed = false
  private let places: Int
  private let room: Int

  /// Makes room for so many jobs and so many bytes of them.
  init(places: Int, bytes room: Int) {
    self.places = max(1, places)
    self.room = room
  }

  /// Brings a job, and waits until there is room for it; `false` when the queue has been closed.
  func enter(_ job: Job, bytes: Int) -> Bool {
    changed.withLock {
      while !isClosed, count > 0, count >= places || self.bytes + bytes > room { changed.wait() }
      guard !isClosed else { return false }
      waiting.append((job, bytes))
      self.bytes += bytes
      changed.broadcast()
      return true
    }
  }

  /// Takes the next job, which then is a running one, and waits for it; `nil` when there will be none any more.
  func next() -> Job? {
    changed.withLock {
      while count == 0, !isClosed { changed.wait() }
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
      changed.broadcast()
      return job
    }
  }

  /// Says that a job has been done.
  func finish(_ job: Job) {
    changed.withLock {
      running[ObjectIdentifier(job)] = nil
      changed.broadcast()
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
      changed.broadcast()
      return removed.map(\.job)
    }
  }

  /// Takes no more; what is there is still handed out.
  func close() {
    changed.withLock {
      isClosed = true
      changed.broadcast()
    }
  }

  /// Takes no more and forgets what has not been begun.
  func abandon() {
    changed.withLock {
      isClosed = true
      waiting = []
      first = 0
      bytes = 0
      changed.broadcast()
    }
  }

  private var count: Int { waiting.count - first }
}
