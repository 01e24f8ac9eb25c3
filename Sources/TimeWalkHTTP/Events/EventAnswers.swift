internal import Foundation
internal import TimeWalk
internal import TimeWalkEvents

/// An event as whoever asks sees it.
struct EventAnswer: Codable, Sendable {
  /// The event.
  var event: EventReport
  /// Who asks, where that is somebody of the event.
  var me: EventPersonAnswer?
  /// What may be done now, by the words of `EventAction`.
  var may: [String]
  /// The version of the privacy notice that a consent names; absent where there is none.
  var policy: String?
}

/// The events of an organiser.
struct EventListAnswer: Codable, Sendable {
  /// The newest first.
  var events: [EventReport]
}

/// Somebody in an event, as they see themselves.
struct EventPersonAnswer: Codable, Sendable {
  /// Opaque.
  var id: String?
  /// Guest, visitor or organiser.
  var role: String
  /// As given.
  var name: String?
  /// When a session ends.
  var sessionEnds: String?
  /// Whether the current privacy notice was agreed to.
  var agreed: Bool
  /// How many photos are left.
  var photosLeft: Int?
}

/// A picture of an event.
struct EventPictureAnswer: Codable, Sendable {
  /// Opaque.
  var id: String
  /// Its place in the event.
  var number: Int
  /// As given.
  var name: String?
  /// Whose it is, as far as a name is kept.
  var by: String?
  /// Whether it is of who asks.
  var own: Bool
  /// Whether it waits for the organiser's look.
  var waiting: Bool
  /// Which of the event's views it shows.
  var stop: String?
  /// When it was taken.
  var taken: String?
  /// When it came.
  var kept: String
  /// Degrees north; only where the event shows positions.
  var latitude: Double?
  /// Degrees east.
  var longitude: Double?
  /// How long the original is, bytes.
  var bytes: Int
  /// Where the original and the sizes are; a name is to follow.
  var url: String
  /// The names of its sizes.
  var sizes: [String]
}

/// Pictures in their order.
struct EventPicturesAnswer: Codable, Sendable {
  /// The pictures.
  var pictures: [EventPictureAnswer]
  /// The number to ask for more after, or before where the newest are first; absent at the end.
  var next: Int?
}

/// People of an event with their films, for the organiser.
struct EventPeopleAnswer: Codable, Sendable {
  /// One of them.
  struct Person: Codable, Sendable {
    /// Opaque.
    var id: String
    /// As given.
    var name: String?
    /// Guest, visitor or organiser.
    var role: String
    /// How many pictures are there.
    var pictures: Int
  }

  /// All of them, in the order of their coming.
  var people: [Person]
}

/// What people report, for the organiser.
struct EventReportsAnswer: Codable, Sendable {
  /// The words, in their order.
  var reports: [String]
}

/// Whether something was erased.
struct EventErasureAnswer: Codable, Sendable {
  /// Whether nothing is left in any file; where another program hinders that, it is done later.
  var erased: Bool
}

extension EventAsking {
  /// The event as whoever asks sees it.
  func answer(base: String) throws(EventFault) -> EventAnswer {
    let event = try store.event(id, at: now)
    let (role, guest) = try store.role(of: caller, in: id, at: now)
    var may: [String] = []
    for action in EventAction.allCases
    where try store.allows(action, to: caller, in: id, at: now) { may.append(action.rawValue) }
    let policy = try? side.policy().version
    var me: EventPersonAnswer?
    if role != .stranger {
      me = EventPersonAnswer(
        id: guest?.id, role: role.rawValue, name: guest?.name,
        sessionEnds: guest?.sessionEnds.map(EventTime.text), agreed: guest?.consent != nil)
      if guest != nil {
        let taken = try store.kept(in: id, by: caller, at: now).pictures.count
        me?.photosLeft = max(0, event.settings.photosPerGuest - taken)
      }
    }
    return EventAnswer(
      event: EventReport(event, base: base, at: now), me: me, may: may, policy: policy)
  }

  /// A picture as whoever asks sees it.
  func answer(
    _ picture: Picture, names: [String: String], me: String?, base: String
  ) -> EventPictureAnswer {
    EventPictureAnswer(
      id: picture.id, number: picture.number, name: picture.name, by: names[picture.guest],
      own: picture.guest == me, waiting: picture.isWaiting,
      stop: picture.stops.first, taken: picture.taken.map(EventTime.text),
      kept: EventTime.text(picture.kept),
      latitude: picture.position?.latitude, longitude: picture.position?.longitude,
      bytes: picture.bytes, url: "\(base)/v1/events/\(id.text)/pictures/\(picture.id)",
      sizes: picture.sizes)
  }

  /// Pictures as whoever asks sees them.
  func pictures(_ asked: EventPicturesRequest, base: String) throws(EventFault)
    -> EventPicturesAnswer
  {
    let me = try store.role(of: caller, in: id, at: now).guest?.id
    let isOpen = try store.allows(.seeGallery, to: caller, in: id, at: now)
    // Of one's own there are no more than a guest has photos.
    let found =
      asked.isOwn
      ? try ownPictures(asked)
      : try store.gallery(
        of: id, by: caller, after: asked.after, before: asked.before, limit: asked.limit, at: now)
    let names = isOpen ? try store.names(of: found, in: id, by: caller, at: now) : [:]
    return EventPicturesAnswer(
      pictures: found.map { answer($0, names: names, me: me, base: base) },
      next: found.count >= asked.limit ? found.last?.number : nil)
  }

  private func ownPictures(_ asked: EventPicturesRequest) throws(EventFault) -> [Picture] {
    let all = try store.ownPictures(in: id, by: caller, at: now)
    let between = all.filter { asked.after < $0.number && $0.number < asked.before ?? .max }
    return Array((asked.before == nil ? between : between.reversed()).prefix(asked.limit))
  }

  /// Records that whoever asks agreed to the notice as it stands.
  ///
  /// - Throws: `invalidValue` for another version.
  func checked(_ consent: String?) throws(EventFault) -> Consent? {
    guard let consent else { return nil }
    guard try side.policy().version == consent else {
      throw EventFault(
        .invalidValue, "the privacy notice has changed; read it again", field: "consent")
    }
    return Consent(policy: consent, given: now)
  }
}
