import Foundation
import Synchronization
import TimeWalkArchive

/// The connections of one archive, at most so many.
///
/// Whoever finds all of them taken waits, and is told to try again when that takes too long.
final class ServerPool: Sendable {
  let address: ServerAddress
  private let most: Int
  private let state: Mutex<State>
  private let places: DispatchSemaphore

  private struct State {
    var idle: [ServerConnection] = []
  }

  init(_ address: ServerAddress, most: Int = ServerLimits.connections) {
    self.address = address
    self.most = most
    state = Mutex(State())
    places = DispatchSemaphore(value: most)
  }

  /// Works with a connection that nobody else has meanwhile.
  ///
  /// One that broke while it was idle is noticed at the first statement; where that changed nothing
  /// the work is done once more with a new one.
  func with<T>(mayRepeat: Bool, _ work: (ServerConnection) throws -> T) throws -> T {
    guard places.wait(timeout: .now() + .milliseconds(Int(ServerLimits.connect))) == .success else {
      throw ServerError(state: "53300", message: "all \(most) connections are in use")
    }
    defer { places.signal() }
    let taken = take()
    do {
      return try use(taken ?? ServerConnection(address), work)
    } catch let error as ServerError where error.isLost && mayRepeat && taken != nil {
      // What is idle now broke as well.
      state.withLock { $0.idle.removeAll() }
      return try use(ServerConnection(address), work)
    }
  }

  private func take() -> ServerConnection? {
    let taken = state.withLock { state -> Handed in Handed(connection: state.idle.popLast()) }
    return taken.connection
  }

  private func use<T>(
    _ connection: ServerConnection, _ work: (ServerConnection) throws -> T
  ) throws -> T {
    defer {
      if connection.isUsable {
        let handed = Handed(connection: connection)
        state.withLock { state in
          if let connection = handed.connection { state.idle.append(connection) }
        }
      }
    }
    return try work(connection)
  }

  /// A connection on its way between the pool and the one thread that uses it.
  private struct Handed: @unchecked Sendable {
    let connection: ServerConnection?
  }
}
