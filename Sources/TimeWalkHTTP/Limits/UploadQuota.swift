internal import Synchronization

/// Counts the bytes of bodies and uploads that are not finished: of all clients, of each address,
/// and of each client.
final class UploadQuota: Sendable {
  private struct State {
    var all = 0
    var byClient: [String: Int] = [:]
    var byAddress: [String: Int] = [:]
  }

  private let state = Mutex(State())
  private let most: Int
  private let mostPerClient: Int

  /// Counts from none.
  ///
  /// - Parameters:
  ///   - most: bytes of all clients; one address may have half of them.
  ///   - mostPerClient: bytes of one client.
  init(most: Int, mostPerClient: Int) {
    self.most = most
    self.mostPerClient = mostPerClient
  }

  /// Bytes of all clients.
  var bytes: Int { state.withLock { $0.all } }

  /// Counts bytes before they are taken.
  ///
  /// - Throws: a problem with 503 where there is no room for them.
  func add(_ bytes: Int, of client: Client) throws(Problem) {
    let refusal: String? = state.withLock { state in
      if state.all + bytes > most { return "unfinished bodies of all clients have \(most) bytes" }
      if let key = client.key {
        let own = state.byClient[key, default: 0] + bytes
        if own > mostPerClient { return "your unfinished bodies have \(mostPerClient) bytes" }
        state.byClient[key] = own
      }
      if let group = client.group {
        let near = state.byAddress[group, default: 0] + bytes
        if near > most / 2 {
          if let key = client.key { UploadQuota.take(bytes, from: &state.byClient, key) }
          return "unfinished bodies of your address have \(most / 2) bytes"
        }
        state.byAddress[group] = near
      }
      state.all += bytes
      return nil
    }
    if let refusal { throw Problem.overload(refusal + "; try again later", after: 60) }
  }

  /// Counts existing bytes, even beyond the limits.
  func restore(_ bytes: Int, of client: Client) {
    state.withLock { state in
      state.all += bytes
      if let key = client.key { state.byClient[key, default: 0] += bytes }
      if let group = client.group { state.byAddress[group, default: 0] += bytes }
    }
  }

  /// Takes bytes back that were counted for a client.
  func remove(_ bytes: Int, of client: Client) {
    state.withLock { state in
      state.all -= bytes
      if let key = client.key { UploadQuota.take(bytes, from: &state.byClient, key) }
      if let group = client.group { UploadQuota.take(bytes, from: &state.byAddress, group) }
    }
  }

  private static func take(_ bytes: Int, from counts: inout [String: Int], _ name: String) {
    let left = (counts[name] ?? 0) - bytes
    counts[name] = left > 0 ? left : nil
  }
}
