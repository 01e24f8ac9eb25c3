internal import Synchronization

/// The listeners to news with their interests; a slow one loses the oldest news.
///
/// A client without the rights of its request receives nothing more: the next message ends its
/// stream.
final class Listeners<Interest: Sendable>: Sendable {
  private struct Listener {
    let interest: Interest
    let client: Client
    let continuation: AsyncStream<[UInt8]>.Continuation
  }

  private struct State {
    var listeners: [Int: Listener] = [:]
    var next = 0

    /// Returns true if a client may have one more: half of all are for other addresses.
    func hasRoom(for client: Client, most: Int) -> Bool {
      guard listeners.count < most else { return false }
      guard let group = client.group else { return true }
      return listeners.values.count { $0.client.group == group } < max(1, most / 2)
    }
  }

  private let state = Mutex(State())
  private let most: Int
  private let isCurrent: @Sendable (Client) -> Bool

  /// Starts without listeners.
  ///
  /// - Parameters:
  ///   - most: the most listeners; one address may have half of them.
  ///   - isCurrent: returns true while a client has the rights of its request. It may be slow: no
  ///     lock is held.
  init(most: Int, isCurrent: @escaping @Sendable (Client) -> Bool) {
    self.most = most
    self.isCurrent = isCurrent
  }

  /// The number of listeners.
  var count: Int { state.withLock { $0.listeners.count } }

  /// The interests of the listeners.
  var interests: [Interest] { state.withLock { $0.listeners.values.map(\.interest) } }

  /// Adds a listener.
  ///
  /// - Parameters:
  ///   - interest: the news to receive.
  ///   - client: the listener's client.
  ///   - first: the first news.
  /// - Returns: the listener's number, for `leave`, and its stream; at most the newest 64 unread
  ///   news are kept.
  /// - Throws: a problem with 503 if there are too many.
  func add(
    _ interest: Interest, of client: Client, first: [UInt8]? = nil
  ) throws(Problem) -> (number: Int, news: AsyncStream<[UInt8]>) {
    let (news, continuation) = AsyncStream.makeStream(
      of: [UInt8].self, bufferingPolicy: .bufferingNewest(64))
    if let first { continuation.yield(first) }
    let number: Int? = state.withLock { state in
      guard state.hasRoom(for: client, most: most) else { return nil }
      state.next += 1
      state.listeners[state.next] = Listener(
        interest: interest, client: client, continuation: continuation)
      return state.next
    }
    guard let number else {
      throw Problem.overload("too many news streams are open already; try again later", after: 30)
    }
    // Also called if the stream is never read, because the client has gone.
    continuation.onTermination = { [weak self] _ in self?.leave(number) }
    return (number, news)
  }

  /// Ends a listener's stream with its last news; only one caller can end it.
  func leave(_ number: Int, last text: [UInt8]? = nil) {
    let continuation = state.withLock { $0.listeners.removeValue(forKey: number) }?.continuation
    if let text { continuation?.yield(text) }
    continuation?.finish()
  }

  /// Ends the streams that `end` selects.
  ///
  /// - Parameter end: tells if a stream ends, with its last news, if any. It may be slow: no lock
  ///   is held.
  func leave(where end: (Interest) -> (isEnd: Bool, last: [UInt8]?)) {
    let all = state.withLock { $0.listeners.mapValues(\.interest) }
    for (number, interest) in all {
      let (isEnd, last) = end(interest)
      if isEnd { leave(number, last: last) }
    }
  }

  /// Sends news to the selected listeners, and ends the streams of those without their rights.
  func send(_ text: [UInt8], to isMeant: (Interest) -> Bool = { _ in true }) {
    endOthers(among: isMeant)
    pass(text, to: isMeant)
  }

  /// Ends the streams of selected clients that don't have the rights of their requests any more.
  ///
  /// It may be slow.
  func endOthers(among isMeant: (Interest) -> Bool) {
    for (number, listener) in meant(isMeant) where !isCurrent(listener.client) { leave(number) }
  }

  /// Sends news to the selected listeners at once, without a look at their rights.
  func pass(_ text: [UInt8], to isMeant: (Interest) -> Bool) {
    for listener in meant(isMeant).values { listener.continuation.yield(text) }
  }

  private func meant(_ isMeant: (Interest) -> Bool) -> [Int: Listener] {
    state.withLock { $0.listeners.filter { isMeant($0.value.interest) } }
  }

  /// Sends each listener a comment, to find closed connections.
  func beat() { send(Array(": still here\n\n".utf8)) }
}
