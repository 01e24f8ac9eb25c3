internal import Foundation
internal import GRDB

/// The user behind a request, as far as a front knows.
package enum EventCaller: Hashable, Sendable {
  /// The operator at the machine's terminal, an organiser of every event.
  case keeper
  /// An organiser by name: a token's, or an account's.
  case organiser(String)
  /// A holder of a guest's token.
  case token(String)
  /// Any other user.
  case stranger

  /// A user who signs in with an account's name and passphrase.
  package static func account(_ name: String) -> EventCaller { .organiser("account:" + name) }

  /// A client with a server token of this name.
  package static func holder(of token: String) -> EventCaller { .organiser("token:" + token) }

  /// The organiser's name in an event's row; `nil` for callers that can't make events.
  var organiserName: String? {
    switch self {
    case .keeper: "keeper"
    case .organiser(let name): "organiser:" + name
    case .token, .stranger: nil
    }
  }
}

/// The caller in relation to one event, with the stored person, if any.
struct Membership {
  let event: Event
  let role: EventRole
  /// The caller's row among the people of the event; `nil` if not joined.
  let guest: Guest?

  /// Identifies the caller.
  ///
  /// - Throws: `EventError.noEvent` for an event that isn't there, or is gone.
  init(_ caller: EventCaller, in id: EventID, at now: Date, _ db: Database) throws {
    guard let event = try Event.fetch(db, id), event.state(at: now) != .gone else {
      throw EventError.noEvent
    }
    self.event = event
    switch caller {
    case .keeper, .organiser:
      let name = caller.organiserName
      let isOrganiser = caller == .keeper || event.organiser == name
      role = isOrganiser ? .organiser : .stranger
      guest =
        isOrganiser
        ? try Guest.fetch(db, "event = ? AND organiser = ?", [id.text, name]).first : nil
    case .token(let token):
      guest = try Guest.fetch(
        db, "event = ? AND token = ?", [id.text, GuestToken.hash(of: token)]
      ).first { $0.isSignedIn(at: now) }
      role = guest?.role ?? .stranger
    case .stranger:
      guest = nil
      role = .stranger
    }
  }

  /// Calls the one function that decides.
  ///
  /// - Throws: `notAllowed`; `noSuchGuest` for a caller who hasn't joined any event of that id.
  func demand(_ action: EventAction, at now: Date, of picture: Picture? = nil) throws(EventError) {
    guard allows(action, at: now, of: picture) else {
      if role == .stranger { throw EventError.noGuest }
      throw EventError(.notAllowed, "this isn't allowed in the event, or not now")
    }
  }

  func allows(_ action: EventAction, at now: Date, of picture: Picture? = nil) -> Bool {
    var question = event.question(role, action, at: now)
    if let picture {
      question.whose = picture.guest == guest?.id ? .own : .others
      question.isWaiting = picture.isWaiting
    }
    return Permission.allows(question)
  }
}
