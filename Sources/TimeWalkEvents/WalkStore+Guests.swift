package import Foundation
internal import GRDB

/// How somebody joins a walk.
package struct Joining: Hashable, Sendable {
  /// The name to be shown.
  package var name: String
  /// Whether without the page: for a session only.
  package var isByCodeAlone = false
  /// What was agreed to, if it was already.
  package var consent: Consent?

  /// Joins with a name.
  package init(name: String) { self.name = name }
}

extension WalkStore {
  /// Takes somebody into a walk.
  ///
  /// Its organiser joins as organiser, and has no token: the caller is known already. An organiser
  /// who joined before is the same person again.
  /// - Parameters:
  ///   - id: the walk.
  ///   - joining: the name, and how.
  ///   - caller: who asks.
  ///   - now: the time.
  /// - Returns: the person, and the token to be kept; nothing else keeps it.
  /// - Throws: `noSuchWalk`, `invalidValue` for a name, `limitReached`.
  package func join(
    _ id: WalkID, as joining: Joining, by caller: WalkCaller = .nobody, at now: Date
  ) throws(WalkFault) -> (guest: Guest, token: String?) {
    let name = try PersonName.checked(joining.name, field: "name")
    let token = GuestToken.random()
    return try write { db in
      let standing = try Standing(caller, in: id, at: now, db)
      try standing.demand(.join, at: now)
      let isOrganiser = standing.role == .organiser
      if isOrganiser, let guest = standing.guest { return (guest, nil) }
      let count = try Int.fetchOne(
        db, sql: "SELECT count(*) FROM guests WHERE walk = ?", arguments: [id.text])
      guard count ?? 0 < WalkLimits.mostGuests else {
        throw WalkFault(.limitReached, "the walk is full: it has \(WalkLimits.mostGuests) people")
      }
      let role: WalkRole =
        isOrganiser ? .organiser : joining.isByCodeAlone ? .visitor : .guest
      let guest = WalkStore.newID()
      try db.execute(
        sql: "INSERT INTO guests (id, walk, role, organiser, name, joined, token, session, policy,"
          + " consented) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        arguments: [
          guest, id.text, role.rawValue, isOrganiser ? caller.organiserName : nil, name,
          now.seconds, isOrganiser ? nil : GuestToken.hash(of: token),
          role == .visitor ? now.wholeSecond.seconds + Int(WalkLimits.session) : nil,
          joining.consent?.policy, joining.consent?.given.seconds,
        ])
      guard let made = try Guest.fetch(db, "id = ?", [guest]).first else { throw WalkFault.noGuest }
      return (made, isOrganiser ? nil : token)
    }
  }

  /// Records that somebody agreed to what is kept.
  ///
  /// - Throws: `noSuchWalk`, `noSuchGuest`.
  package func agree(
    _ consent: Consent, in id: WalkID, by caller: WalkCaller, at now: Date
  ) throws(WalkFault) {
    try change(id, for: .seeKept, by: caller, at: now) { db, guest in
      try db.execute(
        sql: "UPDATE guests SET policy = ?, consented = ? WHERE id = ?",
        arguments: [consent.policy, consent.given.seconds, guest.id])
    }
  }

  /// Corrects a person's name, for what is there already, too.
  ///
  /// - Throws: `noSuchWalk`, `noSuchGuest`, `invalidValue`.
  package func correctName(
    _ name: String, in id: WalkID, by caller: WalkCaller, at now: Date
  ) throws(WalkFault) {
    let name = try PersonName.checked(name, field: "name")
    try change(id, for: .correctName, by: caller, at: now) { db, guest in
      try db.execute(sql: "UPDATE guests SET name = ? WHERE id = ?", arguments: [name, guest.id])
      // The old name must not stay in the file's gaps.
      try WalkStore.markErasure(db)
    }
    _ = erase()
  }

  /// Lets somebody go out; pictures stay, and so does the name of a guest with the page.
  ///
  /// - Throws: `noSuchWalk`, `noSuchGuest`.
  package func leave(_ id: WalkID, by caller: WalkCaller, at now: Date) throws(WalkFault) {
    try change(id, for: .leave, by: caller, at: now) { db, guest in
      try WalkStore.endSession(of: guest, db)
    }
    _ = erase()
  }

  /// Everybody in a walk, with how many pictures of theirs there are, for the organiser.
  ///
  /// - Throws: `noSuchWalk`, `notAllowed`.
  package func people(
    of id: WalkID, by caller: WalkCaller, at now: Date
  ) throws(WalkFault) -> [(guest: Guest, pictures: Int)] {
    try read { db in
      try Standing(caller, in: id, at: now, db).demand(.seeFilms, at: now)
      return try Guest.fetch(db, "walk = ?", [id.text]).map { guest in
        (guest, try Picture.count(db, "guest = ?", [guest.id]))
      }
    }
  }

  /// The names of those whose pictures are shown, by the ids of people.
  ///
  /// Only theirs are read: two hundred viewers ask for each new picture.
  /// - Throws: `noSuchWalk`, `noSuchGuest`, `notAllowed` before the gallery is open.
  package func names(
    of pictures: [Picture], in id: WalkID, by caller: WalkCaller, at now: Date
  ) throws(WalkFault) -> [String: String] {
    try read { db in
      try Standing(caller, in: id, at: now, db).demand(.seeGallery, at: now)
      let guests = Array(Set(pictures.map(\.guest)))
      let shown = try Guest.fetch(
        db, "id IN (SELECT value FROM json_each(?)) AND walk = ?", [Picture.json(guests), id.text])
      return Dictionary(
        uniqueKeysWithValues: shown.filter { $0.isSignedIn(at: now) }
          .compactMap { guest in guest.name.map { (guest.id, $0) } })
    }
  }

  private func change(
    _ id: WalkID, for action: WalkAction, by caller: WalkCaller, at now: Date,
    _ body: (Database, Guest) throws -> Void
  ) throws(WalkFault) {
    try write { db in
      let standing = try Standing(caller, in: id, at: now, db)
      try standing.demand(action, at: now)
      guard let guest = standing.guest else { throw WalkFault.noGuest }
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
