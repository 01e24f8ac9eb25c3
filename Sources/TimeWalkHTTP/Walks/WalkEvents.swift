internal import Foundation
internal import Synchronization
internal import TimeWalkWalks

/// News of walks, for open galleries.
///
/// What is told says only that something changed; the pictures are asked for as always, so that one
/// function decides who sees what.
final class WalkEvents: Sendable {
  /// One who listens.
  private struct Listener {
    let walk: WalkID
    let caller: WalkCaller
    let isOrganiser: Bool
    let continuation: AsyncStream<[UInt8]>.Continuation
  }

  private struct State {
    var listeners: [Int: Listener] = [:]
    var next = 0
  }

  private let state = Mutex(State())
  private let most: Int
  /// How many events are kept for a listener.
  private static let kept = 64

  /// Takes so many listeners.
  init(most: Int) { self.most = most }

  /// How many listen.
  var count: Int { state.withLock { $0.listeners.count } }

  /// Begins to listen.
  ///
  /// - Throws: a problem with 503 when there are too many.
  func listen(
    to walk: WalkID, as caller: WalkCaller, isOrganiser: Bool
  ) throws(Problem) -> (number: Int, events: AsyncStream<[UInt8]>) {
    let (events, continuation) = AsyncStream.makeStream(
      of: [UInt8].self, bufferingPolicy: .bufferingNewest(WalkEvents.kept))
    let number: Int? = state.withLock { state in
      guard state.listeners.count < most else { return nil }
      state.next += 1
      state.listeners[state.next] = Listener(
        walk: walk, caller: caller, isOrganiser: isOrganiser, continuation: continuation)
      return state.next
    }
    // Also where nobody ever reads it, since the client has gone.
    continuation.onTermination = { [weak self] _ in
      if let number { self?.leave(number) }
    }
    guard let number else {
      throw Problem.overload("\(most) event streams are open already", after: 30)
    }
    return (number, events)
  }

  /// Ends a listener's stream.
  func leave(_ number: Int) {
    state.withLock { $0.listeners.removeValue(forKey: number) }?.continuation.finish()
  }

  /// Tells of a picture: `added` or `removed`; of one that waits only its organiser hears.
  func tell(_ what: String, _ picture: String, number: Int, isWaiting: Bool, in walk: WalkID) {
    send(
      "event: picture\ndata: {\"state\":\"\(what)\",\"picture\":\"\(picture)\",\"number\":\(number)}\n\n"
    ) { $0.walk == walk && (!isWaiting || $0.isOrganiser) }
  }

  /// Tells that the walk itself has changed.
  func tellChange(of walk: WalkID) {
    send("event: walk\ndata: {\"state\":\"changed\"}\n\n") { $0.walk == walk }
  }

  /// Ends the streams of a walk that is gone.
  func end(_ walk: WalkID) {
    send("event: walk\ndata: {\"state\":\"gone\"}\n\n") { $0.walk == walk }
    leave { listener in listener.walk == walk }
  }

  /// Sends a line that means nothing, so that who has gone is noticed, and ends the streams of
  /// those who may not listen any more.
  func beat(_ mayListen: (WalkID, WalkCaller) -> Bool) {
    send(": still here\n\n") { _ in true }
    let all = state.withLock { state in
      state.listeners.map { (number: $0.key, walk: $0.value.walk, caller: $0.value.caller) }
    }
    for one in all where !mayListen(one.walk, one.caller) { leave(one.number) }
  }

  private func leave(_ isMeant: (Listener) -> Bool) {
    let all = state.withLock { state in
      state.listeners.filter { isMeant($0.value) }.map(\.key)
    }
    for number in all { leave(number) }
  }

  private func send(_ text: String, to isMeant: (Listener) -> Bool) {
    let bytes = Array(text.utf8)
    state.withLock { state in
      for listener in state.listeners.values where isMeant(listener) {
        listener.continuation.yield(bytes)
      }
    }
  }
}
