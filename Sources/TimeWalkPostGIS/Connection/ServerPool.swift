import Foundation
import Synchronization
import TimeWalkArchive

/// The connections of one archive, up to a limit, to any of its servers that answers.
///
/// If all are in use, a caller waits, and gets an error to retry after a timeout.
final class ServerPool: Sendable {
  let address: ServerAddress
  private let toChange: Bool
  private let most: Int
  private let state: Mutex<State>
  private let places: DispatchSemaphore

  private struct State {
    var idle: [ServerConnection] = []
    /// The time of each server's last failure to answer.
    var failed: [ServerHost: ContinuousClock.Instant] = [:]
    /// The last failure while no server answers, and its time.
    var silence: (error: ServerError, time: ContinuousClock.Instant)?
    /// True while one caller tries to end the silence.
    var isTrying = false
  }

  /// The time that a server that didn't answer is tried after all others.
  private static let avoided = Duration.seconds(30)
  /// The time from which a failure is silence, and that between two attempts to end it.
  private static let (silent, pause) = (Duration.seconds(1), Duration.seconds(2))

  init(_ address: ServerAddress, toChange: Bool, most: Int = ServerLimits.connections) {
    self.address = address
    self.toChange = toChange
    self.most = most
    state = Mutex(State())
    places = DispatchSemaphore(value: most)
  }

  /// Works with an exclusive connection.
  ///
  /// If the server is lost and `mayRepeat` confirms that nothing was changed, the work is repeated
  /// once, with any server that answers then. The same applies if a replica cancelled it.
  func with<T>(mayRepeat: Bool, _ work: (ServerConnection) throws -> T) throws -> T {
    guard places.wait(timeout: .now() + .milliseconds(Int(address.longestPatience))) == .success
    else { throw ServerError(state: "53300", message: "all \(most) connections are in use") }
    defer { places.signal() }
    let connection = try take() ?? connect()
    do {
      return try use(connection, work)
    } catch let error as ServerError where mayRepeat && (error.isLost || error.state == "40001") {
      return try use(connect(), work)
    }
  }

  /// Opens a connection to the first server that answers and is of the kind that is wanted.
  ///
  /// A server's refusal of this user or this database applies to all of them; only an unreachable
  /// one leads to the next. While none answers, one caller tries and all others fail at once.
  func connect() throws -> ServerConnection {
    let start = ContinuousClock.now
    let known = state.withLock { state -> ServerError? in
      guard let silence = state.silence else { return nil }
      if state.isTrying || start - silence.time < ServerPool.pause { return silence.error }
      state.isTrying = true
      return nil
    }
    if let known { throw known }
    do {
      let connection = try connectToAny()
      state.withLock { ($0.silence, $0.isTrying) = (nil, false) }
      return connection
    } catch {
      let now = ContinuousClock.now
      let failure = (error as? ServerError).flatMap { now - start > ServerPool.silent ? $0 : nil }
      state.withLock { ($0.silence, $0.isTrying) = (failure.map { ($0, now) }, false) }
      throw error
    }
  }

  private func connectToAny() throws -> ServerConnection {
    let hosts = inOrder(address.hosts)
    var refusals: [String] = []
    var last: ServerError?
    for session in address.sessions(toChange: toChange) {
      for host in hosts {
        do {
          let connection = try ServerConnection(
            address, host: host, session: session, within: address.patience)
          state.withLock { $0.failed[host] = nil }
          return connection
        } catch let error as ServerError {
          guard ArchiveErrorCode(error) == .busy, hosts.count > 1 else { throw error }
          state.withLock { $0.failed[host] = .now }
          refusals.append("\(host.shown): \(error.message)")
          last = error
        }
      }
    }
    throw ServerError(
      state: last?.state ?? "08006", message: refusals.joined(separator: "; "))
  }

  /// The servers as the address has them, those last that didn't answer a moment ago.
  private func inOrder(_ hosts: [ServerHost]) -> [ServerHost] {
    let failed = state.withLock { state in
      state.failed.filter { $0.value.duration(to: .now) < ServerPool.avoided }
    }
    return hosts.filter { failed[$0] == nil } + hosts.filter { failed[$0] != nil }
  }

  private func take() -> ServerConnection? {
    let taken = state.withLock { state -> ConnectionTransfer in
      ConnectionTransfer(connection: state.idle.popLast())
    }
    return taken.connection
  }

  private func use<T>(
    _ connection: ServerConnection, _ work: (ServerConnection) throws -> T
  ) throws -> T {
    defer {
      if connection.isUsable {
        let transfer = ConnectionTransfer(connection: connection)
        state.withLock { state in
          if let connection = transfer.connection { state.idle.append(connection) }
        }
      } else if connection.isLost {
        // Other entries that lead to it would each take as long to fail.
        let host = connection.host
        state.withLock { state in
          state.idle.removeAll { $0.host == host }
          state.failed[host] = .now
        }
      }
    }
    return try work(connection)
  }

  /// A connection on its way between the pool and the one thread that uses it.
  private struct ConnectionTransfer: @unchecked Sendable {
    let connection: ServerConnection?
  }
}
