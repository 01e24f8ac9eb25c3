internal import TimeWalkEvents

/// News of events, for open galleries.
///
/// What is told says only that something changed; the pictures are asked for as always, so that one
/// function decides who sees what.
final class EventNews: Sendable {
  /// One who listens.
  private struct Listener {
    let event: EventID
    /// Where the event was in its time.
    let state: EventState
    let caller: EventCaller
    let isOrganiser: Bool
    let seesGallery: Bool
  }

  private let listeners: Listeners<Listener>

  /// Takes so many listeners.
  init(most: Int) { listeners = Listeners(most: most) }

  /// How many listen.
  var count: Int { listeners.count }

  /// The events that somebody listens to.
  var events: Set<EventID> { Set(listeners.interests.map(\.event)) }

  /// Begins to listen; first is heard where the event is in its time.
  ///
  /// - Throws: a problem with 503 when there are too many.
  func listen(
    to event: EventID, in state: EventState, as caller: EventCaller, isOrganiser: Bool,
    seesGallery: Bool
  ) throws(Problem) -> (number: Int, news: AsyncStream<[UInt8]>) {
    try listeners.add(
      Listener(
        event: event, state: state, caller: caller, isOrganiser: isOrganiser,
        seesGallery: seesGallery),
      first: Array("event: state\ndata: {\"state\":\"\(state.rawValue)\"}\n\n".utf8))
  }

  /// Ends a listener's stream.
  func leave(_ number: Int) { listeners.leave(number) }

  /// Tells those who see the gallery of a picture: `added` or `removed`; of one that waits only its
  /// organiser hears.
  func tell(_ what: String, _ picture: String, number: Int, isWaiting: Bool, in event: EventID) {
    send(
      "event: picture\ndata: {\"state\":\"\(what)\",\"picture\":\"\(picture)\",\"number\":\(number)}\n\n"
    ) { $0.event == event && (isWaiting ? $0.isOrganiser : $0.seesGallery) }
  }

  /// Tells that the event itself has changed, and ends its streams: who listens again may hear
  /// more, or less.
  func tellChange(of event: EventID) { end("changed") { $0.event == event } }

  /// Does the same for those who have not heard yet where an event is in its time.
  func tell(_ state: EventState, of event: EventID) {
    end("changed") { $0.event == event && $0.state != state }
  }

  /// Ends the streams of an event that is gone.
  func end(_ event: EventID) { end("gone") { $0.event == event } }

  private func end(_ what: String, for isMeant: (Listener) -> Bool) {
    listeners.leave { (isMeant($0), Self.last(what)) }
  }

  private static func last(_ what: String) -> [UInt8] {
    Array("event: event\ndata: {\"state\":\"\(what)\"}\n\n".utf8)
  }

  /// Lets who has gone be noticed, and ends the streams of those who may not listen any more.
  ///
  /// - Parameter mayListen: whether somebody may; `nil` where the event itself is gone, which they
  ///   hear: whoever takes it away has not told them yet.
  func beat(_ mayListen: (EventID, EventCaller) -> Bool?) {
    listeners.beat()
    listeners.leave { listener in
      switch mayListen(listener.event, listener.caller) {
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
