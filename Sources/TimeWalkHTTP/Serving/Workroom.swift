internal import Synchronization
internal import TimeWalk
internal import TimeWalkBase

/// The threads for blocking work: the archive, photos, pictures.
///
/// NIO's threads only move bytes. All clients share one short queue of work. Work beyond it is
/// refused, so the waiting time stays bounded.
final class Workroom: Sendable {
  private let pool: ThreadPool
  private let workers: Int
  private let places: Int
  /// Work that waits or runs.
  private let pending = Atomic(0)
  private let running = Atomic(0)

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - workers: the number of threads.
  ///   - places: the length of the queue.
  init(workers: Int, places: Int) {
    self.workers = max(1, workers)
    self.places = max(1, places)
    // A thread that has just finished may still count as busy. One more place for each keeps
    // callers from waiting.
    pool = ThreadPool(workers: self.workers, places: self.places + self.workers)
  }

  /// How much work waits.
  var waiting: Int {
    max(0, pending.load(ordering: .relaxed) - running.load(ordering: .relaxed))
  }

  /// How much work runs.
  var busy: Int { running.load(ordering: .relaxed) }

  /// Runs work on one of the threads.
  ///
  /// - Returns: the result of the work.
  /// - Throws: the errors of the work, and a problem with 503 if the queue is full.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws(TimeWalkError) -> Value
  ) async throws -> Value {
    guard pending.add(1, ordering: .relaxed).newValue <= workers + places else {
      pending.subtract(1, ordering: .relaxed)
      throw Problem.overload("\(places) requests are waiting already; try again later")
    }
    return try await withCheckedThrowingContinuation { continuation in
      let isTaken = pool.add { [self] in
        running.add(1, ordering: .relaxed)
        let result = Result { () throws(TimeWalkError) in try body() }
        running.subtract(1, ordering: .relaxed)
        pending.subtract(1, ordering: .relaxed)
        continuation.resume(with: result)
      }
      if !isTaken {
        pending.subtract(1, ordering: .relaxed)
        continuation.resume(throwing: TimeWalkError(.cancelled, "the server is shutting down"))
      }
    }
  }

  /// Waits until all is done, and ends the threads.
  func close() { pool.close() }
}
