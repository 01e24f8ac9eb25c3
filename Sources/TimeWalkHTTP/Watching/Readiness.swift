internal import Synchronization
internal import TimeWalk

/// Whether the archive answers, by a question that is asked again and again in the background.
///
/// A probe reads the last result only: it costs nothing and never waits for a slow archive.
final class Readiness: Sendable {
  /// The longest time for the answer, and the time between two questions.
  static let (patience, interval) = (Duration.seconds(1), Duration.seconds(2))

  private struct State {
    /// The time of the question without an answer so far, if there is one.
    var asked: ContinuousClock.Instant?
    /// The result of the last answered question; `nil` before the first.
    var isReady: Bool?
  }

  private let state = Mutex(State())
  private let count = Mutex<Int?>(nil)

  /// The number of the archive's items at the last answer; `nil` before the first.
  var items: Int? {
    get { count.withLock { $0 } }
    set { count.withLock { $0 = newValue } }
  }

  /// True if the last question was answered in time and none waits longer; `nil` before the first
  /// answer.
  func isReady(at now: ContinuousClock.Instant = .now) -> Bool? {
    state.withLock { state in
      if let asked = state.asked, now - asked > Self.patience { return false }
      return state.isReady
    }
  }

  /// The same; before the first answer it asks, unless another request does, and waits.
  ///
  /// - Throws: `CancellationError`.
  func isReady(
    asking question: @escaping @Sendable () async throws -> Void
  ) async throws -> Bool {
    if let isReady = isReady() { return isReady }
    // Not awaited: without an answer, the result is known after `patience`.
    Task { if isReady() == nil { await check(question) } }
    while true {
      if let isReady = isReady() { return isReady }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  /// Asks the question, unless the one before still waits for its answer.
  ///
  /// - Parameter question: throws if the archive can't answer.
  func check(_ question: () async throws -> Void) async {
    let start = ContinuousClock.now
    let isFree = state.withLock { state in
      guard state.asked == nil else { return false }
      state.asked = start
      return true
    }
    guard isFree else { return }
    var isAnswered = true
    do { try await question() } catch { isAnswered = false }
    let isReady = isAnswered && ContinuousClock.now - start <= Self.patience
    state.withLock { $0 = State(asked: nil, isReady: isReady) }
  }
}

extension Front {
  /// Asks in the background whether the archive answers.
  func checkReadiness() async { await readiness.check(askArchive) }

  /// True if the archive answers in time.
  ///
  /// - Throws: `CancellationError`.
  func isReady() async throws -> Bool {
    try await readiness.isReady { [self] in try await askArchive() }
  }

  /// Asks the archive for its eras, which every page with a filter needs, and the number of its
  /// items.
  private func askArchive() async throws {
    // Its own turn: the request that asks first may end before.
    let turn = WorkQueue.Turn(address: nil, client: "", time: Readiness.patience)
    readiness.items = try await WorkQueue.$turn.withValue(turn) {
      try await pool.run { [pipeline] () throws(TimeWalkError) -> Int in
        _ = try pipeline.eras()
        return try pipeline.statistics().items
      }
    }
  }

  /// The number of the archive's items as of the last question; `nil` while the archive doesn't
  /// answer.
  ///
  /// Only the first question is waited for, up to a second: monitoring must not wait in the queue
  /// that it watches.
  func countedItems() async -> Int? {
    guard pipeline.hasArchive else { return 0 }
    return (try? await isReady()) == true ? readiness.items : nil
  }
}
