internal import Synchronization

/// Counts connections, all of them and by who is at their other end: an address, or a guest of a
/// event.
package final class ConnectionCount: Sendable {
  private let counts = Mutex<[String: Int]>([:])
  private let most: Int?
  private let mostInAll: Int
  private let isFree: @Sendable (String) -> Bool
  /// How many more are taken at a time, only to be told that there are too many.
  package static let refusedAtOnce = 64

  /// Counts from none.
  ///
  /// - Parameters:
  ///   - most: connections of one client; all when `nil`.
  ///   - inAll: of all clients.
  ///   - isFree: whether a client may have as many as there are in all: a proxy, which brings
  ///     everybody's.
  package init(
    most: Int?, inAll: Int = .max, isFree: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    self.most = most
    mostInAll = inAll
    self.isFree = isFree
  }

  /// Counts a connection.
  ///
  /// - Returns: whether there is room for it, of this client's and in all.
  package func enter(_ client: String) -> Bool {
    let most = isFree(client) ? nil : most
    return counts.withLock { counts in
      if let most, counts[client, default: 0] >= most { return false }
      if counts.values.reduce(0, +) >= mostInAll { return false }
      counts[client, default: 0] += 1
      return true
    }
  }

  /// Takes a connection back.
  package func leave(_ client: String) {
    counts.withLock { counts in
      let left = (counts[client] ?? 1) - 1
      counts[client] = left > 0 ? left : nil
    }
  }
}
