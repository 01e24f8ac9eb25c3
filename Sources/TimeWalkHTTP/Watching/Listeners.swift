internal import Synchronization

/// Those who listen to news, each with what it wants to hear; one that doesn't keep up loses the
/// oldest.
final class Listeners<Interest: Sendable>: Sendable {
  private struct Listener {
    let interest: Interest
    let continuation: AsyncStream<[UInt8]>.Continuation
  }

  private struct State {
    var listeners: [Int: Listener] = [:]
    var next = 0
  }

  private let state = Mutex(State())
  private let most: Int

  /// Takes so many listeners.
  init(most: Int) { self.most = most }

  /// How many listen.
  var count: Int { state.withLock { $0.listeners.count } }

  /// What those who listen want to hear.
  var interests: [Interest] { state.withLock { $0.listeners.values.map(\.interest) } }

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - interest: what is wanted to be heard.
  ///   - first: what is heard at once.
  /// - Returns: the listener's number, to `leave` with, and what it hears; of what waits to be read
  ///   the newest 64 are kept.
  /// - Throws: a problem with 503 when there are too many.
  func add(
    _ interest: Interest, first: [UInt8]? = nil
  ) throws(Problem) -> (number: Int, news: AsyncStream<[UInt8]>) {
    let (news, continuation) = AsyncStream.makeStream(
      of: [UInt8].self, bufferingPolicy: .bufferingNewest(64))
    if let first { continuation.yield(first) }
    let number: Int? = state.withLock { state in
      guard state.listeners.count < most else { return nil }
      state.next += 1
      state.listeners[state.next] = Listener(interest: interest, continuation: continuation)
      return state.next
    }
    guard let number else {
      throw Problem.overload("\(most) news streams are open already", after: 30)
    }
    // Also where nobody ever reads it, since the client has gone.
    continuation.onTermination = { [weak self] _ in self?.leave(number) }
    return (number, news)
  }

  /// Ends a listener's stream; whoever ends it says the last of its news, and nobody else does.
  func leave(_ number: Int, last text: [UInt8]? = nil) {
    let continuation = state.withLock { $0.listeners.removeValue(forKey: number) }?.continuation
    if let text { continuation?.yield(text) }
    continuation?.finish()
  }

  /// Ends the streams of those for whom there is an end.
  ///
  /// - Parameter end: whether a stream ends, and its last news, if it has any. It may take its
  ///   time: nobody waits for it.
  func leave(where end: (Interest) -> (isEnd: Bool, last: [UInt8]?)) {
    let all = state.withLock { $0.listeners.mapValues(\.interest) }
    for (number, interest) in all {
      let (isEnd, last) = end(interest)
      if isEnd { leave(number, last: last) }
    }
  }

  /// Sends news to those who are meant.
  func send(_ text: [UInt8], to isMeant: (Interest) -> Bool = { _ in true }) {
    state.withLock { state in
      for listener in state.listeners.values where isMeant(listener.interest) {
        listener.continuation.yield(text)
      }
    }
  }

  /// Sends everybody a line that means nothing, so that who has gone is noticed.
  func beat() { send(Array(": still here\n\n".utf8)) }
}
