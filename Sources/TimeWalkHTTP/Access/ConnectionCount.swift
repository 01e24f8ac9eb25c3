internal import Synchronization

/// Counts all connections, and those of each client: an address, or a guest of an event.
package final class ConnectionCount: Sendable {
  private let counts = Mutex<[String: Int]>([:])
  private let most: Int?
  private let mostInAll: Int
  private let isFree: @Sendable (String) -> Bool
  /// The number of further connections that are accepted at a time, only to answer that there are
  /// too many.
  package static let refusedAtOnce = 64

  /// Starts with no connections.
  ///
  /// - Parameters:
  ///   - most: the connections of one client; `nil` for no limit.
  ///   - inAll: the connections of all clients.
  ///   - isFree: true if only `inAll` limits a client, such as a proxy with the connections of many
  ///     people.
  package init(
    most: Int?, inAll: Int = .max, isFree: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    self.most = most
    mostInAll = inAll
    self.isFree = isFree
  }

  /// Counts a connection.
  ///
  /// - Returns: true if both limits allow it.
  package func enter(_ client: String) -> Bool {
    let most = isFree(client) ? nil : most
    return counts.withLock { counts in
      if let most, counts[client, default: 0] >= most { return false }
      if counts.values.reduce(0, +) >= mostInAll { return false }
      counts[client, default: 0] += 1
      return true
    }
  }

  /// True if seven eighths of the connections of all clients are open.
  var isNearlyFull: Bool {
    counts.withLock { $0.values.reduce(0, +) >= mostInAll - mostInAll / 8 }
  }

  /// Removes a connection from the count.
  package func leave(_ client: String) {
    counts.withLock { counts in
      let left = (counts[client] ?? 1) - 1
      counts[client] = left > 0 ? left : nil
    }
  }
}
