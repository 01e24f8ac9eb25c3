import Foundation
import Synchronization
import TimeWalkArchive

/// The connections of one archive, at most so many, to whichever of its servers answers.
///
/// Whoever finds all of them taken waits, and is told to try again when that takes too long.
final class ServerPool: Sendable {
  let address: ServerAddress
  private let toChange: Bool
  private let most: Int
  private let state: Mutex<State>
  private let places: DispatchSemaphore

  private struct State {
    var idle: [ServerConnection] = []
    /// When a server didn't answer.
    var failed: [ServerHost: ContinuousClock.Instant] = [:]
  }

  /// For how long a server that didn't answer is tried after all others.
  private static let avoided = Duration.seconds(30)

  init(_ address: ServerAddress, toChange: Bool, most: Int = ServerLimits.connections) {
    self.address = address
    self.toChange = toChange
    self.most = most
    state = Mutex(State())
    places = DispatchSemaphore(value: most)
  }

  /// Works with a connection that nobody else has meanwhile.
  ///
  /// Where the server is lost and `mayRepeat` says that nothing was changed, the work is done once
  /// more, with whichever server answers then; so it is where a replica took it back.
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
  /// One that refuses this user or this database is right about all of them; only one that can't be
  /// asked leaves it to the next.
  func connect() throws -> ServerConnection {
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
          guard ArchiveError.Code(error) == .busy, hosts.count > 1 else { throw error }
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
        // Those that lead there as well would each take as long to say so.
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
