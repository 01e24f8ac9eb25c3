package import Foundation
internal import GRDB
internal import TimeWalkStorage

/// Everything that is kept of a person.
package struct PersonalData: Codable, Hashable, Sendable {
  /// The event, by its id.
  package var event: String
  /// The event's name.
  package var eventName: String
  /// The time when all of this is deleted, ISO 8601.
  package var erases: String
  /// Guest, visitor or organiser.
  package var role: String
  /// As given; `nil` once a session is over.
  package var name: String?
  /// The time of joining the event, ISO 8601.
  package var joined: String
  /// The end of a session, ISO 8601.
  package var sessionEnds: String?
  /// The version of the text that was agreed to.
  package var consentTo: String?
  /// The time of the consent, ISO 8601.
  package var consentGiven: String?
  /// The pictures.
  package var pictures: [PersonalPicture]
  /// The texts of the guest's reports.
  package var reports: [String]
}

/// The stored data of a picture, besides its files.
package struct PersonalPicture: Codable, Hashable, Sendable {
  /// Its id.
  package var id: String
  /// Its place in the event.
  package var number: Int
  /// As given.
  package var name: String?
  /// The time of the picture, ISO 8601.
  package var taken: String?
  /// The time of its receipt, ISO 8601.
  package var kept: String
  /// Its position; never if the event shows no positions.
  package var position: PicturePosition?
  /// The length of the original in bytes.
  package var bytes: Int
  /// SHA-256 of the original, hexadecimal.
  package var sha256: String
  /// The names of its sizes.
  package var sizes: [String]
  /// The matches of the picture, as JSON.
  package var matches: String?
  /// True if it waits for the organiser's look.
  package var isWaiting: Bool
}

/// Counts of events, without tracking people.
package struct EventCounts: Codable, Hashable, Sendable {
  /// An hour, UTC.
  package struct Hour: Codable, Hashable, Sendable {
    /// Its beginning, ISO 8601.
    package var begins: String
    /// The number of received pictures.
    package var pictures: Int
    /// The number of downloaded pictures.
    package var downloads: Int
  }

  /// The number of pictures.
  package var pictures: Int
  /// The number of people who joined and didn't leave.
  package var people: Int
  /// The number of downloaded pictures.
  package var downloads: Int
  /// The hours in which there was something, in their order.
  package var hours: [Hour]
}

extension EventStore {
  /// Everything that is kept of the caller.
  ///
  /// - Throws: `noSuchEvent`, `noSuchGuest`.
  package func kept(
    in id: EventID, by caller: EventCaller, at now: Date
  ) throws(EventError) -> PersonalData {
    try read { db in
      try self.kept(of: try person(for: .seeKept, in: id, by: caller, at: now, db), db)
    }
  }

  /// The same as a zip: `kept.json` and the original pictures; sizes are made from them.
  ///
  /// - Throws: `noSuchEvent`, `noSuchGuest`.
  package func keptZip(
    in id: EventID, by caller: EventCaller, at now: Date
  ) throws(EventError) -> GalleryZip {
    try read { db in
      let membership = try person(for: .takeKept, in: id, by: caller, at: now, db)
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      let json = try encoder.encode(try self.kept(of: membership, db))
      let pictures = try Picture.fetchAll(db, "guest = ?", [membership.guest?.id])
      return GalleryZip(
        zipped(pictures, of: id, names: [:]), documents: [("kept.json", Array(json) + [0x0A])],
        isPersonal: true)
    }
  }

  /// The gallery as a zip, with a list of the pictures as CSV.
  ///
  /// - Parameters:
  ///   - id: the event.
  ///   - chosen: only these pictures, by their ids; all when `nil`.
  ///   - caller: the user.
  ///   - now: the time.
  /// - Returns: the pictures that the caller may take along.
  /// - Throws: `noSuchEvent`, `noSuchGuest`, `notAllowed`, `noSuchPicture` for one of `chosen`.
  package func galleryZip(
    of id: EventID, only chosen: Set<String>? = nil, by caller: EventCaller, at now: Date
  ) throws(EventError) -> GalleryZip {
    try zip(of: id, for: .downloadAll, by: caller, at: now) { pictures in
      guard let chosen else { return pictures }
      let found = pictures.filter { chosen.contains($0.id) }
      guard found.count == chosen.count else { throw EventError.noPicture }
      return found
    }
  }

  /// Everything of an event as a zip, for the organiser, with pictures that wait for approval.
  ///
  /// - Throws: `noSuchEvent`, `noSuchGuest`, `notAllowed`.
  package func exportZip(
    of id: EventID, by caller: EventCaller, at now: Date
  ) throws(EventError) -> GalleryZip {
    try zip(of: id, for: .exportEvent, by: caller, at: now) { $0 }
  }

  /// Counts downloaded pictures, without the users.
  ///
  /// - Throws: `noSuchEvent`.
  package func countDownloads(
    _ pictures: Int, of id: EventID, at now: Date
  ) throws(EventError) {
    try write { db in
      _ = try Membership(.stranger, in: id, at: now, db)
      try db.execute(
        sql: "INSERT INTO downloads VALUES (?, ?, ?)"
          + " ON CONFLICT (event, hour) DO UPDATE SET pictures = pictures + excluded.pictures",
        arguments: [id.text, now.seconds / 3600, pictures])
    }
  }

  /// The numbers of people and pictures, for the organiser.
  ///
  /// - Throws: `noSuchEvent`, `noSuchGuest`, `notAllowed`.
  package func counts(
    of id: EventID, by caller: EventCaller, at now: Date
  ) throws(EventError) -> EventCounts {
    try read { db in
      try Membership(caller, in: id, at: now, db).demand(.seeCounts, at: now)
      var hours: [Int: (pictures: Int, downloads: Int)] = [:]
      let came = try Row.fetchAll(
        db,
        sql: "SELECT kept / 3600 AS hour, count(*) AS pictures FROM pictures"
          + " WHERE event = ? AND state = ? GROUP BY hour",
        arguments: [id.text, PictureState.kept])
      for row in came {
        try hours[row.read("hour"), default: (0, 0)].pictures = row.read("pictures")
      }
      let taken = try Row.fetchAll(
        db, sql: "SELECT hour, pictures FROM downloads WHERE event = ?", arguments: [id.text])
      for row in taken {
        try hours[row.read("hour"), default: (0, 0)].downloads = row.read("pictures")
      }
      return EventCounts(
        pictures: hours.values.reduce(0) { $0 + $1.pictures },
        people: try Guest.fetch(db, "event = ?", [id.text]).count,
        // A damaged file may hold any number.
        downloads: hours.values.reduce(0) { $0 &+ $1.downloads },
        hours: hours.sorted { $0.key < $1.key }.map { hour, counted in
          EventCounts.Hour(
            begins: EventTime.text(Date(seconds: hour &* 3600)), pictures: counted.pictures,
            downloads: counted.downloads)
        })
    }
  }

  /// Keeps a report of a problem, with the words that its sender agreed to send; it goes with the
  /// sender and with the event.
  ///
  /// - Throws: `noSuchEvent`, `noSuchGuest` for a caller who hasn't joined, `invalidValue`,
  ///   `limitReached`.
  package func report(
    _ text: String, in id: EventID, by caller: EventCaller, at now: Date
  ) throws(EventError) {
    let length = text.unicodeScalars.count
    // SQLite's lengths end at a zero.
    guard 1...EventLimits.longestReport ~= length, !text.unicodeScalars.contains("\0") else {
      throw EventError(.invalidValue, "a report must have 1 to 5,000 characters", field: "text")
    }
    try write { db in
      let membership = try person(for: .seeKept, in: id, by: caller, at: now, db)
      let (all, own) = try EventStore.reported(in: id, by: membership.guest, db)
      guard own.count < 20 else {
        throw EventError(.limitReached, "20 reports were already sent")
      }
      guard all + length <= EventLimits.mostReported else {
        throw EventError(
          .limitReached, "the event's reports have \(EventLimits.mostReported) characters already")
      }
      guard all < EventLimits.mostReported / 2 || own.length + length <= EventLimits.longestReport
      else {
        throw EventError(
          .limitReached,
          "the event has many reports; those of a guest may have 5,000 characters in all")
      }
      try db.execute(
        sql: "INSERT INTO reports VALUES (?, ?, ?, ?, ?)",
        arguments: [EventStore.newID(), id.text, membership.guest?.id, now.seconds, text])
    }
  }

  /// The characters of an event's reports, with the number and the characters of a guest's.
  private static func reported(
    in id: EventID, by guest: Guest?, _ db: Database
  ) throws -> (all: Int, own: (count: Int, length: Int)) {
    let row = try Row.fetchOne(
      db,
      sql: "SELECT ifnull(sum(length(text)), 0) AS length,"
        + " count(*) FILTER (WHERE guest IS ?1) AS count,"
        + " ifnull(sum(length(text)) FILTER (WHERE guest IS ?1), 0) AS own"
        + " FROM reports WHERE event = ?2",
      arguments: [guest?.id, id.text])
    return (
      try row?.read("length") ?? 0, (try row?.read("count") ?? 0, try row?.read("own") ?? 0)
    )
  }

  /// The reports, for the organiser, without their authors.
  ///
  /// - Throws: `noSuchEvent`, `noSuchGuest`, `notAllowed`.
  package func reports(
    of id: EventID, by caller: EventCaller, at now: Date
  ) throws(EventError) -> [String] {
    try read { db in
      try Membership(caller, in: id, at: now, db).demand(.seeCounts, at: now)
      return try String.fetchAll(
        db, sql: "SELECT text FROM reports WHERE event = ? ORDER BY at, id", arguments: [id.text])
    }
  }

  private func person(
    for action: EventAction, in id: EventID, by caller: EventCaller, at now: Date, _ db: Database
  ) throws -> Membership {
    let membership = try Membership(caller, in: id, at: now, db)
    try membership.demand(action, at: now)
    guard membership.guest != nil else { throw EventError.noGuest }
    return membership
  }

  private func zip(
    of id: EventID, for action: EventAction, by caller: EventCaller, at now: Date,
    _ choose: ([Picture]) throws -> [Picture]
  ) throws(EventError) -> GalleryZip {
    try read { db in
      let membership = try Membership(caller, in: id, at: now, db)
      try membership.demand(action, at: now)
      let all = try Picture.fetchAll(db, "event = ?", [id.text])
        .filter { membership.allows(.download, at: now, of: $0) }
      let names = Dictionary(
        uniqueKeysWithValues: try Guest.fetch(db, "event = ?", [id.text])
          .filter { $0.isSignedIn(at: now) }.map { ($0.id, $0.name) })
      let pictures = zipped(try choose(all), of: id, names: names)
      return GalleryZip(
        pictures, documents: [("pictures.csv", ZippedPicture.list(pictures))])
    }
  }

  private func zipped(
    _ pictures: [Picture], of id: EventID, names: [String: String?]
  ) -> [ZippedPicture] {
    pictures.map {
      ZippedPicture(
        picture: $0, guest: names[$0.guest] ?? nil, path: folder(of: id) + "/" + $0.fileName)
    }
  }

  private func kept(of membership: Membership, _ db: Database) throws -> PersonalData {
    guard let guest = membership.guest else { throw EventError.noGuest }
    return PersonalData(
      event: membership.event.id.text, eventName: membership.event.settings.name,
      erases: EventTime.text(membership.event.erases), role: guest.role.rawValue, name: guest.name,
      joined: EventTime.text(guest.joined), sessionEnds: guest.sessionEnds.map(EventTime.text),
      consentTo: guest.consent?.policy,
      consentGiven: guest.consent.map { EventTime.text($0.given) },
      pictures: try Picture.fetchAll(db, "guest = ?", [guest.id]).map { picture in
        PersonalPicture(
          id: picture.id, number: picture.number, name: picture.name,
          taken: picture.taken.map(EventTime.text), kept: EventTime.text(picture.kept),
          position: picture.position, bytes: picture.bytes, sha256: picture.sha256,
          sizes: picture.sizes, matches: picture.matches, isWaiting: picture.isWaiting)
      },
      reports: try String.fetchAll(
        db, sql: "SELECT text FROM reports WHERE guest = ? ORDER BY at, id",
        arguments: [guest.id]))
  }
}
