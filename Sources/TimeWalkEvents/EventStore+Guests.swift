package import Foundation
internal import GRDB

/// A person's data for joining an event.
package struct GuestDetails: Hashable, Sendable {
  /// The name to be shown.
  package var name: String
  /// True if without the page: for a session only.
  package var isByCodeAlone = false
  /// The consent, if already given.
  package var consent: Consent?

  /// Joins with a name.
  package init(name: String) { self.name = name }
}

extension EventStore {
  /// Adds a person to an event.
  ///
  /// Its organiser joins as organiser and gets no token, because the caller is authenticated
  /// already. An organiser who joined before is the same person again.
  /// - Parameters:
  ///   - id: the event.
  ///   - joining: the name, and how.
  ///   - caller: the user.
  ///   - now: the time.
  /// - Returns: the person, and the token to be kept; nothing else keeps it.
  /// - Throws: `noSuchEvent`, `invalidValue` for a name, `limitReached`.
  package func join(
    _ id: EventID, as joining: GuestDetails, by caller: EventCaller = .stranger, at now: Date
  ) throws(EventError) -> (guest: Guest, token: String?) {
    let name = try PersonName.checked(joining.name, field: "name")
    let token = GuestToken.random()
    return try write { db in
      let membership = try Membership(caller, in: id, at: now, db)
      try membership.demand(.join, at: now)
      let isOrganiser = membership.role == .organiser
      if isOrganiser, let guest = membership.guest { return (guest, nil) }
      let count = try Int.fetchOne(
        db,
        sql: "SELECT count(*) FROM guests WHERE event = ? AND (token IS NOT NULL"
          + " OR organiser IS NOT NULL)", arguments: [id.text])
      guard count ?? 0 < EventLimits.guests.upperBound else {
        throw EventError(
          .limitReached, "the event is full: it has \(EventLimits.guests.upperBound) people")
      }
      let role: EventRole =
        isOrganiser ? .organiser : joining.isByCodeAlone ? .visitor : .guest
      let guest = EventStore.newID()
      try db.execute(
        sql: "INSERT INTO guests (id, event, role, organiser, name, joined, token, session, policy,"
          + " consented) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        arguments: [
          guest, id.text, role.rawValue, isOrganiser ? caller.organiserName : nil, name,
          now.seconds, isOrganiser ? nil : GuestToken.hash(of: token),
          role == .visitor ? now.wholeSecond.seconds + Int(EventLimits.session) : nil,
          joining.consent?.policy, joining.consent?.given.seconds,
        ])
      guard let made = try Guest.fetch(db, "id = ?", [guest]).first else {
        throw EventError.noGuest
      }
      return (made, isOrganiser ? nil : token)
    }
  }

  /// Records a person's consent to the stored data.
  ///
  /// - Throws: `noSuchEvent`, `noSuchGuest`.
  package func agree(
    _ consent: Consent, in id: EventID, by caller: EventCaller, at now: Date
  ) throws(EventError) {
    try change(id, for: .seeKept, by: caller, at: now) { db, guest in
      try db.execute(
        sql: "UPDATE guests SET policy = ?, consented = ? WHERE id = ?",
        arguments: [consent.policy, consent.given.seconds, guest.id])
    }
  }

  /// Corrects a person's name, also in existing data.
  ///
  /// - Throws: `noSuchEvent`, `noSuchGuest`, `invalidValue`.
  package func correctName(
    _ name: String, in id: EventID, by caller: EventCaller, at now: Date
  ) throws(EventError) {
    let name = try PersonName.checked(name, field: "name")
    try change(id, for: .correctName, by: caller, at: now) { db, guest in
      try db.execute(sql: "UPDATE guests SET name = ? WHERE id = ?", arguments: [name, guest.id])
      // The old name must not stay in the file's gaps. Housekeeping rewrites the file once for many
      // names: rewriting takes long, and a guest may change a name again and again.
      try EventStore.markErasure(db)
    }
  }

  /// Removes a person from the event; pictures stay, and so does the name of a guest with the page.
  ///
  /// - Throws: `noSuchEvent`, `noSuchGuest`.
  package func leave(_ id: EventID, by caller: EventCaller, at now: Date) throws(EventError) {
    try change(id, for: .leave, by: caller, at: now) { db, guest in
      try EventStore.endSession(of: guest, db)
    }
  }

  /// All people of an event, with the numbers of their pictures, for the organiser.
  ///
  /// - Throws: `noSuchEvent`, `notAllowed`.
  package func people(
    of id: EventID, by caller: EventCaller, at now: Date
  ) throws(EventError) -> [(guest: Guest, pictures: Int)] {
    try read { db in
      try Membership(caller, in: id, at: now, db).demand(.seeFilms, at: now)
      return try Guest.fetch(db, "event = ?", [id.text]).map { guest in
        (guest, try Picture.count(db, "guest = ?", [guest.id]))
      }
    }
  }

  /// The names of the people whose pictures are shown, by their ids.
  ///
  /// Only theirs are read: two hundred viewers may request each new picture.
  /// - Throws: `noSuchEvent`, `noSuchGuest`, `notAllowed` before the gallery is open.
  package func names(
    of pictures: [Picture], in id: EventID, by caller: EventCaller, at now: Date
  ) throws(EventError) -> [String: String] {
    try read { db in
      try Membership(caller, in: id, at: now, db).demand(.seeGallery, at: now)
      let guests = Array(Set(pictures.map(\.guest)))
      let shown = try Guest.fetch(
        db, "id IN (SELECT value FROM json_each(?)) AND event = ?", [Picture.json(guests), id.text])
      return Dictionary(
        uniqueKeysWithValues: shown.filter { $0.isSignedIn(at: now) }
          .compactMap { guest in guest.name.map { (guest.id, $0) } })
    }
  }

  private func change(
    _ id: EventID, for action: EventAction, by caller: EventCaller, at now: Date,
    _ body: (Database, Guest) throws -> Void
  ) throws(EventError) {
    try write { db in
      let membership = try Membership(caller, in: id, at: now, db)
      try membership.demand(action, at: now)
      guard let guest = membership.guest else { throw EventError.noGuest }
      try body(db, guest)
    }
  }

  /// Forgets the token, and a visitor's name, which was for the session only.
  static func endSession(of guest: Guest, _ db: Database) throws {
    guard guest.role != .organiser else { return }
    try db.execute(
      sql: "UPDATE guests SET token = NULL, session = NULL,"
        + " name = CASE role WHEN 'visitor' THEN NULL ELSE name END WHERE id = ?",
      arguments: [guest.id])
    try markErasure(db)
  }
}
