internal import Foundation
internal import HTTPTypes
internal import Synchronization
internal import TimeWalk
internal import TimeWalkBase
internal import TimeWalkEvents

/// Checks passphrases one at a time on a thread of its own: each check takes much time and memory.
///
/// - Known devices come first, then first tries, then repeated ones. One address has two tries in
///   the queue.
/// - Five wrong passphrases for a name from one address lock that pair for a quarter of an hour. A
///   known device has a count of its own, so strangers can't lock it out. Unknown names count
///   alike.
final class SignInGuard: Sendable {
  /// A try to sign in.
  struct Attempt: Sendable {
    let name: String
    /// The address, or the known device, that failures are counted for.
    let origin: String
    let isKnownDevice: Bool
  }

  private struct Failures {
    var count = 0
    var last: Date
  }

  private struct QueuedAttempt {
    let attempt: Attempt
    let rank: Int
    let run: @Sendable () -> Void
    let refuse: @Sendable () -> Void
  }

  private struct State {
    var failures: [String: Failures] = [:]
    /// The time of each address's last attempt.
    var tried: [String: Date] = [:]
    var waiting: [QueuedAttempt] = []
    var isRunning = false
  }

  private let state = Mutex(State())
  private let thread = ThreadPool(workers: 1, places: 1)
  /// Wrong passphrases that lock a name for an address, and for how long, seconds.
  static let mostFailures = 5
  static let lockedFor: TimeInterval = 900
  /// The time in seconds that an attempt counts for an address.
  private static let remembered: TimeInterval = 3600
  /// Tries that wait, and those of one address.
  private static let mostWaiting = 8
  private static let mostOfOne = 2
  /// Entries of each table.
  private static let mostKnown = 10_000

  /// The ranks of the tries that wait: 0 for a known device, 1 for a first try, 2 for another.
  var waitingRanks: [Int] { state.withLock { $0.waiting.map(\.rank) } }

  /// Checks a passphrase in its turn.
  ///
  /// - Parameters:
  ///   - attempt: the try.
  ///   - now: the time.
  ///   - body: the check; it throws `wrongPassphrase`.
  /// - Returns: the result of the check.
  /// - Throws: its error, `EventError.locked`, and a problem with 429 where too many tries wait.
  func check<Value: Sendable>(
    _ attempt: Attempt, at now: Date, _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    let key = attempt.name + "\n" + attempt.origin
    // Counted before the check: many tries at once can't get around the lock.
    let rank = try state.withLock { state in try SignInGuard.count(attempt, key, at: now, &state) }
    do {
      let value = try await run(attempt, rank: rank, body)
      state.withLock { $0.failures[key] = nil }
      return value
    } catch let problem as Problem {
      // The passphrase was never checked. An entry without failures would fill the table.
      state.withLock { state in
        if rank == 1 { state.tried[attempt.origin] = nil }
        guard let failures = state.failures[key] else { return }
        state.failures[key]?.count -= 1
        if failures.count <= 1 { state.failures[key] = nil }
      }
      throw problem
    }
  }

  /// Counts a try as a wrong one.
  ///
  /// - Returns: its rank in the queue.
  private static func count(
    _ attempt: Attempt, _ key: String, at now: Date, _ state: inout State
  ) throws -> Int {
    if state.failures.count >= mostKnown {
      state.failures = state.failures.filter { now.timeIntervalSince($0.value.last) < lockedFor }
    }
    if state.tried.count >= mostKnown, state.tried[attempt.origin] == nil {
      // The addresses that tried longest ago give way.
      let oldest = state.tried.values.sorted()[mostKnown / 10]
      state.tried = state.tried.filter { $0.value > oldest }
    }
    guard attempt.isKnownDevice || state.failures.count < mostKnown else {
      throw Problem(.tooManyRequests, "too many people are signing in").with(.retryAfter, "60")
    }
    var failures = state.failures[key] ?? Failures(last: now)
    if now.timeIntervalSince(failures.last) >= lockedFor { failures.count = 0 }
    guard failures.count < mostFailures else {
      throw EventError(.locked, "too many wrong passphrases; try again in 15 minutes")
    }
    failures.count += 1
    failures.last = now
    state.failures[key] = failures
    if attempt.isKnownDevice { return 0 }
    let isFirst = state.tried[attempt.origin].map { now.timeIntervalSince($0) > remembered } ?? true
    state.tried[attempt.origin] = now
    return isFirst ? 1 : 2
  }

  private func run<Value: Sendable>(
    _ attempt: Attempt, rank: Int, _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let waiting = QueuedAttempt(attempt: attempt, rank: rank) {
        continuation.resume(with: Result { try body() })
      } refuse: {
        continuation.resume(
          throwing: Problem(.tooManyRequests, "too many people are signing in").with(
            .retryAfter, "3"))
      }
      let refused = state.withLock { SignInGuard.append(waiting, to: &$0) }
      refused?.refuse()
      start()
    }
  }

  /// Adds a try to those that wait.
  ///
  /// - Returns: the try that has no room: this one, or one that ranks lower.
  private static func append(_ new: QueuedAttempt, to state: inout State) -> QueuedAttempt? {
    let own = state.waiting.count { $0.attempt.origin == new.attempt.origin }
    guard own < mostOfOne else { return new }
    guard state.waiting.count >= mostWaiting else {
      state.waiting.append(new)
      return nil
    }
    let lowest = state.waiting.map(\.rank).max() ?? 0
    guard lowest > new.rank, let last = state.waiting.lastIndex(where: { $0.rank == lowest }) else {
      return new
    }
    let refused = state.waiting.remove(at: last)
    state.waiting.append(new)
    return refused
  }

  private func start() {
    let next = state.withLock { state -> QueuedAttempt? in
      guard !state.isRunning else { return nil }
      let best = state.waiting.map(\.rank).min()
      guard let place = state.waiting.firstIndex(where: { $0.rank == best }) else { return nil }
      state.isRunning = true
      return state.waiting.remove(at: place)
    }
    guard let next else { return }
    let isTaken = thread.add { [self] in
      next.run()
      state.withLock { $0.isRunning = false }
      start()
    }
    if !isTaken { next.refuse() }
  }
}
