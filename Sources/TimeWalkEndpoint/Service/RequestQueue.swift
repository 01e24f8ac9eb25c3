internal import Foundation

/// Work that waits for a free worker, in the order in which it came, and never more of it than
/// fits.
///
/// Who brings more than fits waits, too: so a client that asks faster than is answered fills its
/// own pipe, not this memory. A piece of work that is larger than all the room still gets in,
/// alone. Who had to wait waits until half of it is done: a thread that is woken for each place
/// takes longer than its work.
final class RequestQueue<Job: AnyObject & Sendable>: @unchecked Sendable {
  // Everything below is touched only while the condition is locked.
  private let changed = NSCondition()
  /// How many workers wait for a job, and whether somebody waits for room.
  private var idle = 0
  private var isAwaitingRoom = false
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
      if !hasRoom(for: bytes, places: places) {
        repeat {
          isAwaitingRoom = true
          changed.wait()
        } while !hasRoom(for: bytes, places: places / 2 + 1)
      }
      guard !isClosed else { return false }
      waiting.append((job, bytes))
      self.bytes += bytes
      // One worker is enough for it, but a signal might reach who waits for room instead.
      if idle > 0 { isAwaitingRoom ? changed.broadcast() : changed.signal() }
      return true
    }
  }

  /// Takes the next job, which then is a running one.
  ///
  /// - Parameters:
  ///   - done: the job that the same worker has done before.
  ///   - waits: whether it waits for one.
  /// - Returns: `nil` when there will be none any more, and without waiting when there is none yet.
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

  /// Takes no more; what is there is still handed out.
  func close() {
    changed.withLock {
      isClosed = true
      wakeAll()
    }
  }

  /// Takes no more and forgets what has not been begun.
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

  /// Whether a job of so many bytes may come in where so many places count as all; anything may
  /// when the queue is closed.
  private func hasRoom(for bytes: Int, places: Int) -> Bool {
    isClosed || count == 0 || count < places && self.bytes + bytes <= room
  }

  private func wakeAll() {
    isAwaitingRoom = false
    changed.broadcast()
  }
}
