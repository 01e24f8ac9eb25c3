internal import Foundation
internal import TimeWalk
internal import TimeWalkEvents

/// An event as the caller may see it.
struct EventAnswer: Codable, Sendable {
  /// The event.
  var event: EventReport
  /// The caller, if that is a guest or the organiser.
  var me: EventPersonAnswer?
  /// The actions that are allowed now, as in `EventAction`.
  var may: [String]
  /// The current version of the privacy notice; absent without a notice.
  var policy: String?
}

/// The events of an organiser.
struct EventListAnswer: Codable, Sendable {
  /// The events, newest first.
  var events: [EventReport]
}

/// A person in an event, as that person sees it.
struct EventPersonAnswer: Codable, Sendable {
  /// Opaque.
  var id: String?
  /// `guest`, `visitor` or `organiser`.
  var role: String
  /// As given.
  var name: String?
  /// The end of the session.
  var sessionEnds: String?
  /// True if the person agreed to the current privacy notice.
  var agreed: Bool
  /// The number of photos that the person has left.
  var photosLeft: Int?
}

/// A picture of an event.
struct EventPictureAnswer: Codable, Sendable {
  /// Opaque.
  var id: String
  /// Its number in the event.
  var number: Int
  /// As given.
  var name: String?
  /// The name of the guest, if one is stored.
  var by: String?
  /// True if it is the caller's.
  var own: Bool
  /// True if it waits for the organiser's approval.
  var waiting: Bool
  /// The stop that it shows.
  var stop: String?
  /// The time of the picture.
  var taken: String?
  /// The time of its receipt.
  var kept: String
  /// Degrees north; only if the event shows positions.
  var latitude: Double?
  /// Degrees east.
  var longitude: Double?
  /// The original's length in bytes.
  var bytes: Int
  /// The base address of the original and the sizes; append a name.
  var url: String
  /// The names of its sizes.
  var sizes: [String]
}

/// The pictures in order.
struct EventPicturesAnswer: Codable, Sendable {
  /// The pictures.
  var pictures: [EventPictureAnswer]
  /// The number for the next page's `after`, or `before` if the newest are first; absent on the
  /// last page.
  var next: Int?
}

/// The people of an event with their films, for the organiser.
struct EventPeopleAnswer: Codable, Sendable {
  /// A person.
  struct Person: Codable, Sendable {
    /// Opaque.
    var id: String
    /// As given.
    var name: String?
    /// `guest`, `visitor` or `organiser`.
    var role: String
    /// The number of the person's pictures.
    var pictures: Int
  }

  /// All people, in the order in which they joined.
  var people: [Person]
}

/// The reports of problems, for the organiser.
struct EventReportsAnswer: Codable, Sendable {
  /// The reports in order.
  var reports: [String]
}

/// The answer to a deletion.
struct EventErasureAnswer: Codable, Sendable {
  /// True if no trace is left in any file; if another program prevents that, the server retries
  /// later.
  var erased: Bool
}

extension EventCallContext {
  /// The event as the caller may see it.
  func answer(base: String) throws(EventError) -> EventAnswer {
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

  /// A picture as the caller may see it.
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

  /// Pictures as the caller may see them.
  func pictures(_ asked: EventPicturesRequest, base: String) throws(EventError)
    -> EventPicturesAnswer
  {
    let me = try store.role(of: caller, in: id, at: now).guest?.id
    let isOpen = try store.allows(.seeGallery, to: caller, in: id, at: now)
    // A guest's own pictures fit on one page.
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

  private func ownPictures(_ asked: EventPicturesRequest) throws(EventError) -> [Picture] {
    let all = try store.ownPictures(in: id, by: caller, at: now)
    let between = all.filter { asked.after < $0.number && $0.number < asked.before ?? .max }
    return Array((asked.before == nil ? between : between.reversed()).prefix(asked.limit))
  }

  /// Records the caller's consent to the current notice.
  ///
  /// - Throws: `invalidValue` for another version.
  func checked(_ consent: String?) throws(EventError) -> Consent? {
    guard let consent else { return nil }
    guard try side.policy().version == consent else {
      throw EventError(
        .invalidValue, "the privacy notice has changed; read it again", field: "consent")
    }
    return Consent(policy: consent, given: now)
  }
}
