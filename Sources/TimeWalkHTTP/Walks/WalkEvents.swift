internal import TimeWalkEvents

/// News of walks, for open galleries.
///
/// What is told says only that something changed; the pictures are asked for as always, so that one
/// function decides who sees what.
final class WalkEvents: Sendable {
  /// One who listens.
  private struct Listener {
    let walk: WalkID
    /// Where the walk was in its time.
    let state: WalkState
    let caller: WalkCaller
    let isOrganiser: Bool
    let seesGallery: Bool
  }

  private let listeners: Listeners<Listener>

  /// Takes so many listeners.
  init(most: Int) { listeners = Listeners(most: most) }

  /// How many listen.
  var count: Int { listeners.count }

  /// The walks that somebody listens to.
  var walks: Set<WalkID> { Set(listeners.interests.map(\.walk)) }

  /// Begins to listen; first is heard where the walk is in its time.
  ///
  /// - Throws: a problem with 503 when there are too many.
  func listen(
    to walk: WalkID, in state: WalkState, as caller: WalkCaller, isOrganiser: Bool,
    seesGallery: Bool
  ) throws(Problem) -> (number: Int, events: AsyncStream<[UInt8]>) {
    try listeners.add(
      Listener(
        walk: walk, state: state, caller: caller, isOrganiser: isOrganiser,
        seesGallery: seesGallery),
      first: Array("event: state\ndata: {\"state\":\"\(state.rawValue)\"}\n\n".utf8))
  }

  /// Ends a listener's stream.
  func leave(_ number: Int) { listeners.leave(number) }

  /// Tells those who see the gallery of a picture: `added` or `removed`; of one that waits only its
  /// organiser hears.
  func tell(_ what: String, _ picture: String, number: Int, isWaiting: Bool, in walk: WalkID) {
    send(
      "event: picture\ndata: {\"state\":\"\(what)\",\"picture\":\"\(picture)\",\"number\":\(number)}\n\n"
    ) { $0.walk == walk && (isWaiting ? $0.isOrganiser : $0.seesGallery) }
  }

  /// Tells that the walk itself has changed, and ends its streams: who listens again may hear more,
  /// or less.
  func tellChange(of walk: WalkID) { end("changed") { $0.walk == walk } }

  /// Does the same for those who have not heard yet where a walk is in its time.
  func tell(_ state: WalkState, of walk: WalkID) {
    end("changed") { $0.walk == walk && $0.state != state }
  }

  /// Ends the streams of a walk that is gone.
  func end(_ walk: WalkID) { end("gone") { $0.walk == walk } }

  private func end(_ what: String, for isMeant: (Listener) -> Bool) {
    listeners.leave { (isMeant($0), Self.last(what)) }
  }

  private static func last(_ what: String) -> [UInt8] {
    Array("event: walk\ndata: {\"state\":\"\(what)\"}\n\n".utf8)
  }

  /// Lets who has gone be noticed, and ends the streams of those who may not listen any more.
  ///
  /// - Parameter mayListen: whether somebody may; `nil` where the walk itself is gone, which they
  ///   hear: whoever takes it away has not told them yet.
  func beat(_ mayListen: (WalkID, WalkCaller) -> Bool?) {
    listeners.beat()
    listeners.leave { listener in
      switch mayListen(listener.walk, listener.caller) {
      case true?: (false, nil)
      case false?: (true, nil)
      case nil: (true, Self.last("gone"))
      }
    }
  }

  private func send(_ text: String, to isMeant: (Listener) -> Bool) {
    listeners.send(Array(text.utf8), to: isMeant)
  }
}
