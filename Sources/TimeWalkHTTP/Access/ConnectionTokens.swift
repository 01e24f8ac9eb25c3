internal import NIOCore
internal import Synchronization
internal import TimeWalkBase

/// The tokens of open connections, which cancel the work for clients that leave.
final class ConnectionTokens: Sendable {
  private let tokens = Mutex<[ObjectIdentifier: CancellationToken]>([:])

  /// Adds a connection.
  func enter(_ channel: any Channel) {
    tokens.withLock { $0[ObjectIdentifier(channel)] = CancellationToken() }
  }

  /// Cancels the work for a connection whose client sends nothing more; its answer may still be
  /// sent.
  func cancel(_ channel: any Channel) {
    tokens.withLock { $0[ObjectIdentifier(channel)] }?.cancel()
  }

  /// Removes a connection that was closed, and cancels its work.
  func leave(_ channel: any Channel) {
    tokens.withLock { $0.removeValue(forKey: ObjectIdentifier(channel)) }?.cancel()
  }

  /// The token of a connection; a cancelled one if it was closed.
  subscript(channel: any Channel) -> CancellationToken {
    if let token = tokens.withLock({ $0[ObjectIdentifier(channel)] }) { return token }
    let token = CancellationToken()
    token.cancel()
    return token
  }
}
