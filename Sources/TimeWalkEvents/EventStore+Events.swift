package import Foundation
internal import GRDB
internal import TimeWalkStorage

extension EventStore {
  /// Makes an event, which can be joined from then on.
  ///
  /// - Parameters:
  ///   - settings: the organiser's settings.
  ///   - caller: the future organiser.
  ///   - now: the time.
  /// - Returns: the event with its id.
  /// - Throws: `notAllowed` for a caller who isn't an organiser, `invalidValue`.
  package func create(
    _ settings: EventSettings, by caller: EventCaller, at now: Date
  ) throws(EventError) -> Event {
    guard let organiser = caller.organiserName,
      Permission.allows(PermissionQuestion(.organiser, .createEvent, .planned))
    else { throw EventError(.notAllowed, "only an organiser can create an event") }
    let settings = try settings.checked()
    guard settings.ends > now else {
      throw EventError(.invalidValue, "an event must end in the future", field: "ends")
    }
    let event = Event(
      id: .random(), organiser: organiser, made: now.wholeSecond, settings: settings)
    try write { db in
      // 49 random bits don't repeat; if they did, the key would refuse it.
      try db.execute(
        sql: "INSERT INTO events (id, organiser, made, name, begins, ends, photos, guests,"
          + " gallery, uploaders, downloaders, positions, reviewed, stops, kind, quality)"
          + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        arguments: [event.id.text, organiser, event.made.seconds] + settings.columns())
    }
    return event
  }

  /// An event; its id is enough to see it.
  ///
  /// - Throws: `noSuchEvent` for a missing or deleted one.
  package func event(_ id: EventID, at now: Date) throws(EventError) -> Event {
    try read { db in try Membership(.stranger, in: id, at: now, db).event }
  }

  /// The caller in relation to an event, for `Permission`.
  ///
  /// - Throws: `noSuchEvent`.
  package func role(
    of caller: EventCaller, in id: EventID, at now: Date
  ) throws(EventError) -> (role: EventRole, guest: Guest?) {
    try read { db in
      let membership = try Membership(caller, in: id, at: now, db)
      return (membership.role, membership.guest)
    }
  }

  /// Returns true if something is allowed, by the one function that decides.
  ///
  /// - Throws: `noSuchEvent`; `noSuchPicture` for a picture that isn't in the event.
  package func allows(
    _ action: EventAction, to caller: EventCaller, in id: EventID, picture: String? = nil,
    at now: Date
  ) throws(EventError) -> Bool {
    try read { db in
      let membership = try Membership(caller, in: id, at: now, db)
      return membership.allows(
        action, at: now, of: try picture.map { try Picture.fetch(db, id, $0) })
    }
  }

  /// The events of an organiser, or for the keeper all, the newest first.
  package func events(of caller: EventCaller, at now: Date) throws(EventError) -> [Event] {
    guard let name = caller.organiserName else { return [] }
    return try read { db in
      try Event.fetchAll(db, "? OR organiser = ?", [caller == .keeper, name])
        .filter { $0.state(at: now) != .gone }
    }
  }

  /// Changes an event that has not begun.
  ///
  /// - Parameters:
  ///   - id: the event.
  ///   - caller: the user.
  ///   - now: the time.
  ///   - change: changes the settings.
  /// - Returns: the event as it is then.
  /// - Throws: `noSuchEvent`, `notAllowed`, `invalidValue`.
  package func change(
    _ id: EventID, by caller: EventCaller, at now: Date, _ change: (inout EventSettings) -> Void
  ) throws(EventError) -> Event {
    try write { db in
      let membership = try Membership(caller, in: id, at: now, db)
      try membership.demand(.changeEvent, at: now)
      var event = membership.event
      change(&event.settings)
      event.settings = try event.settings.checked()
      guard event.settings.ends > now else {
        throw EventError(.invalidValue, "an event must end in the future", field: "ends")
      }
      try db.execute(
        sql:
          "UPDATE events SET name = ?, begins = ?, ends = ?, photos = ?, guests = ?, gallery = ?,"
          + " uploaders = ?, downloaders = ?, positions = ?, reviewed = ?, stops = ?, kind = ?, quality = ?"
          + " WHERE id = ?",
        arguments: event.settings.columns() + [id.text])
      return event
    }
  }

  /// Ends an event now; its thirty days begin.
  ///
  /// - Throws: `noSuchEvent`, `notAllowed`, also for an event that isn't running.
  package func close(_ id: EventID, by caller: EventCaller, at now: Date) throws(EventError)
    -> Event
  {
    try setEnd(now, of: id, for: .closeEvent, by: caller, at: now)
  }

  /// Ends a running event later, thirty days after its beginning at most.
  ///
  /// - Parameters:
  ///   - id: the event.
  ///   - end: the new end; later than before.
  ///   - caller: the user.
  ///   - now: the time.
  /// - Returns: the event as it is then.
  /// - Throws: `noSuchEvent`, `notAllowed`, `invalidValue`.
  package func extend(
    _ id: EventID, to end: Date, by caller: EventCaller, at now: Date
  ) throws(EventError) -> Event {
    try setEnd(end, of: id, for: .extendEvent, by: caller, at: now)
  }

  private func setEnd(
    _ end: Date, of id: EventID, for action: EventAction, by caller: EventCaller, at now: Date
  ) throws(EventError) -> Event {
    try write { db in
      let membership = try Membership(caller, in: id, at: now, db)
      try membership.demand(action, at: now)
      var event = membership.event
      guard action == .closeEvent || end > event.settings.ends else {
        throw EventError(.invalidValue, "the new end must be later", field: "ends")
      }
      // At the very second of its beginning, one second stays.
      let earliest = event.settings.begins.addingTimeInterval(1)
      event.settings.ends = max(action == .closeEvent ? Date(seconds: end.seconds) : end, earliest)
      event.settings = try event.settings.checked()
      try db.execute(
        sql: "UPDATE events SET ends = ? WHERE id = ?",
        arguments: [event.settings.ends.seconds, id.text])
      return event
    }
  }
}

extension EventSettings {
  fileprivate func columns() -> StatementArguments {
    let list = (try? JSONEncoder().encode(stops)).map { String(decoding: $0, as: UTF8.self) }
    return [
      name, begins.seconds, ends.seconds, photosPerGuest, guests, gallery.rawValue,
      uploaders.rawValue, downloaders.rawValue, showsPositions, isReviewed, list ?? "[]",
      kind.rawValue, keepsQuality,
    ]
  }
}

extension Event {
  static func fetch(_ db: Database, _ id: EventID) throws -> Event? {
    try fetchAll(db, "id = ?", [id.text]).first
  }

  /// Events that aren't being erased, the newest first.
  static func fetchAll(
    _ db: Database, _ condition: String, _ arguments: StatementArguments
  ) throws -> [Event] {
    // Every request begins with this.
    let statement = try db.cachedStatement(
      sql: "SELECT * FROM events WHERE erasing = 0 AND (\(condition)) ORDER BY made DESC, id")
    return try Row.fetchAll(statement, arguments: arguments).map(Event.init)
  }

  private init(_ row: Row) throws {
    let unknown = EventError(.notADatabase, "the database of events has an unreadable event")
    guard let id = EventID(try row.read("id")),
      let gallery = GalleryOpening(rawValue: try row.read("gallery")),
      let uploaders = Audience(rawValue: try row.read("uploaders")),
      let downloaders = Audience(rawValue: try row.read("downloaders")),
      let kind = EventKind(rawValue: try row.read("kind"))
    else { throw unknown }
    var settings = EventSettings(
      name: try row.read("name"), begins: Date(seconds: try row.read("begins")),
      ends: Date(seconds: try row.read("ends")))
    settings.kind = kind
    settings.keepsQuality = try row.read("quality")
    settings.photosPerGuest = try row.read("photos", in: EventLimits.photos)
    settings.guests = try row.read("guests", in: EventLimits.guests)
    settings.gallery = gallery
    settings.uploaders = uploaders
    settings.downloaders = downloaders
    settings.showsPositions = try row.read("positions")
    settings.isReviewed = try row.read("reviewed")
    let stops: String = try row.read("stops")
    do {
      settings.stops = try JSONDecoder().decode([String].self, from: Data(stops.utf8))
    } catch { throw unknown }
    self.init(
      id: id, organiser: try row.read("organiser"), made: Date(seconds: try row.read("made")),
      settings: settings, cover: try row.read("cover"))
  }
}
