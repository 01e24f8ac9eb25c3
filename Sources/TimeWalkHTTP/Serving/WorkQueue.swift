internal import Foundation
internal import Synchronization
internal import TimeWalk
internal import TimeWalkBase

/// The threads for work that blocks: queries, photos, pictures.
///
/// Waiting work is queued by address, and within an address by client. Addresses take turns, and so
/// do the clients of one address. Work is refused when its expected wait is too long, or when it
/// has waited too long. Two threads more than there are jobs are for work of other kinds and other
/// addresses:
///
/// - photos leave a thread for searches, and searches one for photos;
/// - both together never occupy all threads;
/// - nor does cheap work of addresses whose cheap work took long a moment ago;
/// - one address never occupies all threads.
final class WorkQueue: Sendable {
  /// The cost of a piece of work.
  enum Cost: Int, Sendable {
    /// Milliseconds: a match, a page, a file.
    case low
    /// A search of the whole archive, an export.
    case search
    /// A photo that is decoded or drawn, a zip.
    case photo

    /// The longest wait for work of this kind, in multiples of `longestWait`.
    fileprivate var patience: Int { self == .photo ? 6 : 1 }
  }

  /// The request that a piece of work belongs to.
  struct Turn: Sendable {
    /// The address that takes turns; `nil` if it is unknown or local: no limit holds then.
    let address: String?
    /// The client within the address.
    let client: String
    /// The time limit for its searches; `nil` for none.
    var searchTime: Duration?
    /// The time limit for its work, apart from photos; `nil` for none.
    var time: Duration?
    /// Ends its work, apart from photos; `nil` for none.
    var token: CancellationToken?
  }

  /// The turn of the current task.
  @TaskLocal static var turn = Turn(address: nil, client: "")

  private struct Piece {
    let turn: Turn
    /// The cost; that of a search for cheap work of an address whose cheap work takes long.
    var cost: Cost
    let isCheap: Bool
    let since: ContinuousClock.Instant
    /// Does the work, calls the closure that counts it as done, and then gives the result.
    let run: @Sendable (() -> Void) -> Void
    let refuse: @Sendable (any Error) -> Void
  }

  /// The waiting work of one address: clients in the order of their turns.
  private struct Lane {
    var order: [String] = []
    var waiting: [String: [Piece]] = [:]
    var running = 0
  }

  private struct State {
    /// Addresses with waiting work, in the order of their turns.
    var order: [String?] = []
    var lanes: [String?: Lane] = [:]
    var waiting = 0
    /// Running pieces, by cost.
    var running = [0, 0, 0]
    /// The time when a piece of cheap work of an address last took long.
    var slow: [String: ContinuousClock.Instant] = [:]
    /// The moving average of a piece's duration in seconds, by cost.
    var seconds: [Double] = [0.01, 0.1, 0.5]

    /// The costs of work that may begin now.
    func allowed(jobs: Int) -> Set<Cost> {
      let all = running.reduce(0, +)
      guard all < jobs + 2 else { return [] }
      let expensive: [Cost] = all - running[Cost.low.rawValue] <= jobs ? [.search, .photo] : []
      return Set([.low] + expensive.filter { running[$0.rawValue] < jobs })
    }
  }

  /// The time from which cheap work took long, and the time for which that counts, in seconds.
  private static let (long, memory) = (0.5, 30.0)

  private let pool: ThreadPool
  private let jobs: Int
  private let longestWait: Double
  private let state = Mutex(State())

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - jobs: searches, photos, or pieces of one address that run at once.
  ///   - longestWait: seconds that a piece may wait; six times as long for photos.
  init(jobs: Int, longestWait: Int) {
    self.jobs = max(1, jobs)
    self.longestWait = Double(max(1, longestWait))
    // A thread that has just finished may not be idle yet.
    pool = ThreadPool(workers: self.jobs + 2, places: self.jobs + 2)
  }

  /// Pieces that wait.
  var waiting: Int { state.withLock { $0.waiting } }

  /// Pieces that run.
  var busy: Int { state.withLock { $0.running.reduce(0, +) } }

  /// Runs a piece of work on a thread, in the turn of the current task.
  ///
  /// - Parameters:
  ///   - cost: the cost of the work.
  ///   - body: the work.
  /// - Returns: its result.
  /// - Throws: its error, and a problem with 503 when it would wait or has waited too long.
  func run<Value: Sendable>(
    _ cost: Cost = .low, _ body: @escaping @Sendable () throws(TimeWalkError) -> Value
  ) async throws -> Value {
    let turn = WorkQueue.turn
    return try await withCheckedThrowingContinuation { continuation in
      let piece = Piece(turn: turn, cost: cost, isCheap: cost == .low, since: .now) { count in
        let limits =
          cost == .photo ? WorkLimits() : WorkLimits(time: turn.time, token: turn.token)
        let result = SearchTime.$limit.withValue(turn.searchTime) {
          Result { () throws(TimeWalkError) in try limits.run(body) }
        }
        count()
        continuation.resume(with: result)
      } refuse: {
        continuation.resume(throwing: $0)
      }
      let wait: Double? = state.withLock { state in
        let wait = expectedWait(of: turn, state)
        guard wait <= longestWait * Double(cost.patience) else { return wait }
        WorkQueue.append(piece, to: &state)
        return nil
      }
      if let wait { return continuation.resume(throwing: WorkQueue.overload(wait)) }
      start()
    }
  }

  /// Waits until running work is done, and ends the threads.
  func close() { pool.close() }

  private static func overload(_ wait: Double) -> Problem {
    Problem.overload("too many requests are waiting", after: min(60, max(1, Int(wait))))
  }

  /// Seconds until a new piece of a client would begin, while all addresses take turns.
  private func expectedWait(of turn: Turn, _ state: borrowing State) -> Double {
    guard let ahead = state.lanes[turn.address]?.waiting[turn.client] else { return 0 }
    let own = ahead.reduce(0) { $0 + state.seconds[$1.cost.rawValue] }
    let clients = state.lanes[turn.address]?.order.count ?? 1
    return own * Double(clients * state.order.count) / Double(jobs + 1)
  }

  private static func append(_ piece: Piece, to state: inout State) {
    let turn = piece.turn
    var lane = state.lanes[turn.address] ?? Lane()
    if lane.order.isEmpty { state.order.append(turn.address) }
    if lane.waiting[turn.client] == nil { lane.order.append(turn.client) }
    lane.waiting[turn.client, default: []].append(piece)
    state.lanes[turn.address] = lane
    state.waiting += 1
  }

  /// Starts waiting work while threads are free.
  private func start() {
    while let piece = state.withLock({ next(&$0) }) {
      guard isInTime(piece) else {
        finish(piece, after: nil)
        piece.refuse(WorkQueue.overload(longestWait))
        continue
      }
      let isTaken = pool.add { [self] in
        let begin = ContinuousClock.now
        piece.run { self.finish(piece, after: (ContinuousClock.now - begin) / .seconds(1)) }
        start()
      }
      guard isTaken else {
        finish(piece, after: nil)
        piece.refuse(TimeWalkError(.cancelled, "the server ends"))
        continue
      }
    }
  }

  private func isInTime(_ piece: Piece) -> Bool {
    let waited = (ContinuousClock.now - piece.since) / .seconds(1)
    return waited <= longestWait * Double(piece.cost.patience)
  }

  /// Takes the next piece whose turn it is; `nil` if none may run now.
  private func next(_ state: inout State) -> Piece? {
    let allowed = state.allowed(jobs: jobs)
    guard !allowed.isEmpty else { return nil }
    for (place, address) in state.order.enumerated() {
      guard var lane = state.lanes[address],
        let piece = take(from: &lane, allowed, isSlow: WorkQueue.isSlow(address, state))
      else { continue }
      lane.running += 1
      state.running[piece.cost.rawValue] += 1
      state.waiting -= 1
      state.order.remove(at: place)
      if !lane.order.isEmpty { state.order.append(address) }
      state.lanes[address] = lane
      return piece
    }
    return nil
  }

  private static func isSlow(_ address: String?, _ state: borrowing State) -> Bool {
    guard let address, let last = state.slow[address] else { return false }
    return ContinuousClock.now - last < .seconds(memory)
  }

  private func take(from lane: inout Lane, _ allowed: Set<Cost>, isSlow: Bool) -> Piece? {
    for (place, client) in lane.order.enumerated() {
      guard var pieces = lane.waiting[client],
        let index = pieces.firstIndex(where: { piece in
          (piece.turn.address == nil || lane.running < jobs)
            && allowed.contains(isSlow && piece.isCheap ? .search : piece.cost)
        })
      else { continue }
      var piece = pieces.remove(at: index)
      if isSlow, piece.isCheap { piece.cost = .search }
      lane.order.remove(at: place)
      if !pieces.isEmpty { lane.order.append(client) }
      lane.waiting[client] = pieces.isEmpty ? nil : pieces
      return piece
    }
    return nil
  }

  /// Counts a piece as done.
  ///
  /// - Parameters:
  ///   - piece: the piece.
  ///   - seconds: the time that it took; `nil` if it didn't run.
  private func finish(_ piece: Piece, after seconds: Double?) {
    state.withLock { state in
      let cost = piece.cost
      state.running[cost.rawValue] -= 1
      state.lanes[piece.turn.address]?.running -= 1
      if let lane = state.lanes[piece.turn.address], lane.running == 0, lane.order.isEmpty {
        state.lanes[piece.turn.address] = nil
      }
      if let seconds {
        if piece.isCheap, seconds > WorkQueue.long, let address = piece.turn.address {
          let now = ContinuousClock.now
          if state.slow.count > 1_000 {
            state.slow = state.slow.filter { now - $0.value < .seconds(WorkQueue.memory) }
          }
          state.slow[address] = now
        }
        state.seconds[cost.rawValue] += (seconds - state.seconds[cost.rawValue]) / 16
      }
    }
  }
}
