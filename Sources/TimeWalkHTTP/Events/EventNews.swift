internal import TimeWalkEvents

/// News of events, for open galleries.
///
/// News says only that something changed. Clients then request the pictures as usual, so one
/// function decides about each client.
final class EventNews: Sendable {
  /// A listener.
  private struct Listener {
    let event: EventID
    /// The last state of the event that was sent.
    let state: EventState
    let caller: EventCaller
    let isOrganiser: Bool
    let seesGallery: Bool
  }

  private let listeners: Listeners<Listener>

  /// Allows this many listeners, each while its token and session are valid.
  init(most: Int, isCurrent: @escaping @Sendable (Client) -> Bool) {
    listeners = Listeners(most: most, isCurrent: isCurrent)
  }

  /// The number of listeners.
  var count: Int { listeners.count }

  /// The events with listeners.
  var events: Set<EventID> { Set(listeners.interests.map(\.event)) }

  /// Adds a listener; its first news is the event's state.
  ///
  /// - Throws: a problem with 503 if there are too many.
  func listen(
    to event: EventID, in state: EventState, as caller: EventCaller, isOrganiser: Bool,
    seesGallery: Bool, of client: Client
  ) throws(Problem) -> (number: Int, news: AsyncStream<[UInt8]>) {
    try listeners.add(
      Listener(
        event: event, state: state, caller: caller, isOrganiser: isOrganiser,
        seesGallery: seesGallery), of: client,
      first: Array("event: state\ndata: {\"state\":\"\(state.rawValue)\"}\n\n".utf8))
  }

  /// Ends a listener's stream.
  func leave(_ number: Int) { listeners.leave(number) }

  /// Sends `added` or `removed` for a picture to the gallery's listeners; for a picture that waits,
  /// only to the organiser.
  func tell(_ what: String, _ picture: String, number: Int, isWaiting: Bool, in event: EventID) {
    send(
      "event: picture\ndata: {\"state\":\"\(what)\",\"picture\":\"\(picture)\",\"number\":\(number)}\n\n"
    ) { $0.event == event && (isWaiting ? $0.isOrganiser : $0.seesGallery) }
  }

  /// Sends that the event itself has changed, and ends its streams: permissions may differ for the
  /// next ones.
  func tellChange(of event: EventID) { end("changed") { $0.event == event } }

  /// Does the same for listeners that don't have the event's current state.
  func tell(_ state: EventState, of event: EventID) {
    end("changed") { $0.event == event && $0.state != state }
  }

  /// Ends the streams of a deleted event.
  func end(_ event: EventID) { end("gone") { $0.event == event } }

  private func end(_ what: String, for isMeant: (Listener) -> Bool) {
    listeners.leave { (isMeant($0), Self.last(what)) }
  }

  private static func last(_ what: String) -> [UInt8] {
    Array("event: event\ndata: {\"state\":\"\(what)\"}\n\n".utf8)
  }

  /// Finds closed connections, and ends streams without permission.
  ///
  /// - Parameter mayListen: true if a caller may listen; `nil` if the event is deleted, which the
  ///   stream then reports.
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
