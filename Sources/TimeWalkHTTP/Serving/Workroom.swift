internal import Synchronization
internal import TimeWalk
internal import TimeWalkBase

/// The threads on which everything is done that blocks: the archive, photos, pictures.
///
/// The server's own threads only carry bytes. Work that comes waits in one short line for all
/// clients; what doesn't fit is refused, so that the wait of those who are in stays bounded.
final class Workroom: Sendable {
  private let pool: ThreadPool
  private let workers: Int
  private let places: Int
  /// Pieces that wait or run.
  private let pending = Atomic(0)
  private let running = Atomic(0)

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - workers: how many pieces of work run at once.
  ///   - places: how many more may wait.
  init(workers: Int, places: Int) {
    self.workers = max(1, workers)
    self.places = max(1, places)
    // A thread that has just finished may not have said so yet: there is a place more for each, so
    // that nobody who hands work in waits.
    pool = ThreadPool(workers: self.workers, places: self.places + self.workers)
  }

  /// How many pieces wait.
  var waiting: Int {
    max(0, pending.load(ordering: .relaxed) - running.load(ordering: .relaxed))
  }

  /// How many pieces run.
  var busy: Int { running.load(ordering: .relaxed) }

  /// Does a piece of work on a thread of its own.
  ///
  /// - Returns: what it gave.
  /// - Throws: what it threw, and a problem with 503 where too much waits.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws(TimeWalkError) -> Value
  ) async throws -> Value {
    guard pending.add(1, ordering: .relaxed).newValue <= workers + places else {
      pending.subtract(1, ordering: .relaxed)
      throw Problem.overload("\(places) requests wait already; try again")
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
        continuation.resume(throwing: TimeWalkError(.cancelled, "the server ends"))
      }
    }
  }

  /// Waits until all is done, and ends the threads.
  func close() { pool.close() }
}
