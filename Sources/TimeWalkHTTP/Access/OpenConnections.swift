internal import NIOCore
internal import Synchronization
internal import TimeWalkBase

/// The open connections, with their unread answers.
///
/// A connection has a token, which cancels the work for a client that leaves. If unread answers
/// have too many bytes, the client with the most loses its oldest connection.
final class OpenConnections: Sendable {
  /// An answer that begins.
  struct Answer: Sendable {
    /// The client's address, or the name of its token or guest.
    let client: String
    /// Bytes that stay in memory until the client reads them.
    let bytes: Int
    /// The name under which limits count the client.
    var key: String?
    /// Called when the client has read it, or has left.
    var ended: @Sendable () -> Void = {}
  }

  /// The sender of a request.
  enum Sender: Hashable, Sendable {
    /// The client has neither a token nor a session, and no event knows it.
    case stranger
    /// An event knows the client, at this address.
    case guest(address: String)
    /// The client has a token or a session.
    case known
  }

  private struct Connection {
    let token = CancellationToken()
    let close: @Sendable () -> Void
    var answers: [Answer] = []
    /// True within a request, and from an answer to the next request.
    var isWaiting = false
    /// The sender of the request, as far as it is known; a stranger between requests.
    var sender = Sender.stranger
    /// The place in the order in which connections began to wait, or began an answer or sent a
    /// piece of it.
    var order: Int

    /// Closes it, and ends its work.
    func end() {
      token.cancel()
      close()
    }
  }

  private struct State {
    var connections: [ObjectIdentifier: Connection] = [:]
    var bytes = 0
    var order = 0
    /// The ends of answers, to be called without the lock.
    var ended: [@Sendable () -> Void] = []

    mutating func next() -> Int {
      order += 1
      return order
    }

    mutating func remove(_ id: ObjectIdentifier) -> Connection? {
      let removed = connections.removeValue(forKey: id)
      removed?.answers.forEach { end($0) }
      return removed
    }

    mutating func end(_ answer: Answer) {
      bytes -= answer.bytes
      ended.append(answer.ended)
    }

    /// The oldest connection with an answer of the client whose answers have the most bytes.
    func greediest() -> ObjectIdentifier? {
      var bytes: [String: Int] = [:]
      for answer in connections.values.flatMap(\.answers) where answer.bytes > 0 {
        bytes[answer.client, default: 0] += answer.bytes
      }
      guard let most = bytes.max(by: { $0.value < $1.value })?.key else { return nil }
      return connections.filter { $0.value.answers.contains { $0.client == most && $0.bytes > 0 } }
        .min { $0.value.order < $1.value.order }?.key
    }
  }

  private let state = Mutex(State())
  private let most: Int

  /// Starts without connections.
  ///
  /// - Parameter most: bytes of unread answers in memory.
  init(most: Int) { self.most = most }

  /// Bytes of unread answers in memory.
  var bytes: Int { state.withLock { $0.bytes } }

  /// Adds a connection.
  func enter(_ channel: any Channel) {
    enter(ObjectIdentifier(channel)) { channel.close(promise: nil) }
  }

  /// Adds a connection with the function that closes it.
  func enter(_ id: ObjectIdentifier, close: @escaping @Sendable () -> Void) {
    state.withLock { $0.connections[id] = Connection(close: close, order: $0.next()) }
  }

  /// Cancels the work for a connection whose client sends nothing more; its answer may still be
  /// sent.
  func cancel(_ channel: any Channel) {
    state.withLock { $0.connections[ObjectIdentifier(channel)]?.token }?.cancel()
  }

  /// Removes a connection that was closed, and cancels its work.
  func leave(_ channel: any Channel) {
    changed { $0.remove(ObjectIdentifier(channel)) }?.token.cancel()
  }

  /// The token of a connection; a cancelled one if it was closed.
  subscript(channel: any Channel) -> CancellationToken {
    if let known = state.withLock({ $0.connections[ObjectIdentifier(channel)]?.token }) {
      return known
    }
    let token = CancellationToken()
    token.cancel()
    return token
  }

  /// Notes that a connection waits for a request or the rest of one, or has it.
  func wait(_ id: ObjectIdentifier, _ isWaiting: Bool = true) {
    state.withLock { state in
      let order = state.next()
      state.connections[id]?.isWaiting = isWaiting
      state.connections[id]?.order = order
    }
  }

  /// Notes the sender of a connection's request.
  func note(_ sender: Sender, on id: ObjectIdentifier) {
    state.withLock { $0.connections[id]?.sender = sender }
  }

  /// Adds an answer, and closes connections if too many bytes aren't read.
  func begin(_ answer: Answer, on id: ObjectIdentifier) {
    let closed = changed { state -> [Connection] in
      guard state.connections[id] != nil else {
        state.ended.append(answer.ended)
        return []
      }
      let order = state.next()
      state.connections[id]?.answers.append(answer)
      state.connections[id]?.order = order
      state.bytes += answer.bytes
      var closed: [Connection] = []
      while state.bytes > most, let greedy = state.greediest() {
        if let connection = state.remove(greedy) { closed.append(connection) }
      }
      return closed
    }
    for connection in closed { connection.end() }
  }

  /// Removes the first answer of a connection, which the client has read.
  func end(_ id: ObjectIdentifier) {
    changed { state in
      guard state.connections[id]?.answers.isEmpty == false,
        let answer = state.connections[id]?.answers.removeFirst()
      else { return }
      state.end(answer)
    }
  }

  /// Closes the connection that has waited for its client for the longest time.
  ///
  /// Those between requests and within strangers' requests are closed first, then those of the
  /// address with the most unread answers, news and unfinished requests of guests. Those of known
  /// clients stay.
  func closeWaiting() {
    let longest = changed { state -> Connection? in
      let held = state.connections.filter {
        $0.value.sender != .known && ($0.value.isWaiting || !$0.value.answers.isEmpty)
      }
      let bySender = Dictionary(grouping: held) {
        $0.value.isWaiting ? $0.value.sender : .guest(address: $0.value.answers[0].client)
      }
      let first = bySender[.stranger] ?? bySender.values.max { $0.count < $1.count }
      return first?.min { $0.value.order < $1.value.order }.flatMap { state.remove($0.key) }
    }
    longest?.end()
  }

  /// Closes the connection of an address, or of one client, that has waited longest with an unread
  /// answer; news aren't meant.
  func closeUnread(of name: String, isAddress: Bool) {
    let longest = changed { state -> Connection? in
      let unread = state.connections.filter { connection in
        connection.value.sender != .known
          && connection.value.answers.contains { answer in
            answer.bytes > 0 && (isAddress ? answer.client : answer.key) == name
          }
      }
      return unread.min { $0.value.order < $1.value.order }.flatMap { state.remove($0.key) }
    }
    longest?.end()
  }

  /// Changes the state, and then reports the answers that ended.
  @discardableResult
  private func changed<Value: Sendable>(_ change: (inout sending State) -> Value) -> Value {
    let (value, ended) = state.withLock { state in
      let value = change(&state)
      defer { state.ended = [] }
      return (value, state.ended)
    }
    ended.forEach { $0() }
    return value
  }
}
