internal import TimeWalkBase
package import Foundation
internal import GRDB
internal import Synchronization
internal import TimeWalkStorage
internal import Glibc

/// The result of housekeeping.
package struct Housekeeping: Hashable, Sendable {
  /// The erased events, by their ids.
  package var gone: [EventID] = []
  /// The number of expired sessions that were deleted.
  package var sessions = 0
  /// True if all deleted data are erased from all files; if not, the next run tries again.
  package var isErased = true
  /// The end of a hold, before which nothing expired is erased; `nil` if there is none.
  package var held: Date?
}

// Deletion has two steps. First rows are marked and therefore hidden. Then files are deleted, then
// rows, then the remains in the database's file and log. Each step is repeatable, so the next
// program completes it after a kill.
extension EventStore {
  /// Erases expired data: events thirty days after their end, and names when a session is over.
  ///
  /// Call it at the start and every few minutes, after `checkClock`; `nextDue` is the latest time.
  /// Late calls are safe: due data are hidden in any case.
  /// - Parameter now: the time.
  /// - Returns: the result.
  /// - Throws: the disk's errors.
  package func housekeeping(at now: Date) throws(EventError) -> Housekeeping {
    var done = try write { db in
      var done = Housekeeping()
      let held = try EventStore.held(db)
      if let held, held > now {
        done.held = held
        return done
      }
      if held != nil { try EventStore.hold(until: nil, db) }
      // Their ids alone: an event with an unreadable row is erased in time, too.
      done.gone = try Row.fetchAll(
        db, sql: "SELECT id FROM events WHERE erasing = 0 AND ends <= ?",
        arguments: [now.seconds - Int(EventLimits.kept)]
      ).compactMap { EventID(try $0.read("id")) }
      for event in done.gone { try EventStore.mark(event: event, db) }
      let over = try Guest.fetch(db, "session <= ?", [now.seconds])
      for guest in over { try EventStore.endSession(of: guest, db) }
      done.sessions = over.count
      return done
    }
    done.isErased = try recover()
    return done
  }

  /// The next time for housekeeping; `nil` if nothing is due in future.
  package func nextDue() throws(EventError) -> Date? {
    try read { db in
      let end = try Int.fetchOne(db, sql: "SELECT min(ends) FROM events WHERE erasing = 0")
      let session = try Int.fetchOne(
        db, sql: "SELECT min(session) FROM guests WHERE session IS NOT NULL AND erasing = 0")
      let held = try EventStore.held(db)
      let due = [
        end.map { Date(seconds: $0) + EventLimits.kept }, session.map { Date(seconds: $0) },
      ]
      return due.compactMap(\.self).min().map { max($0, held ?? .distantPast) }
    }
  }

  /// Deletes a whole event, with all its people and data.
  ///
  /// - Returns: true if all files are erased; if not, it is done later, and the event is hidden
  ///   already.
  /// - Throws: `noSuchEvent`, `notAllowed`.
  package func remove(_ id: EventID, by caller: EventCaller, at now: Date) throws(EventError)
    -> Bool
  {
    try write { db in
      try Membership(caller, in: id, at: now, db).demand(.removeEvent, at: now)
      try EventStore.mark(event: id, db)
    }
    return erase()
  }

  /// Erases a person: pictures, sizes, matches, names, reports, consent, and the token.
  ///
  /// - Returns: true if all files are erased; if not, it is done later, and all of it is hidden
  ///   already.
  /// - Throws: `noSuchEvent`, `noSuchGuest`.
  package func erasePerson(
    in id: EventID, by caller: EventCaller, at now: Date
  ) throws(EventError) -> Bool {
    try write { db in
      let membership = try Membership(caller, in: id, at: now, db)
      try membership.demand(.erasePerson, at: now)
      guard let guest = membership.guest else { throw EventError.noGuest }
      try db.execute(
        sql: "UPDATE pictures SET state = ?, sending = NULL WHERE guest = ?",
        arguments: [PictureState.going, guest.id])
      try db.execute(
        sql: "UPDATE guests SET erasing = 1, token = NULL, organiser = NULL, name = NULL"
          + " WHERE id = ?",
        arguments: [guest.id])
      try EventStore.markErasure(db)
    }
    return erase()
  }

  private static func mark(event: EventID, _ db: Database) throws {
    try db.execute(sql: "UPDATE events SET erasing = 1 WHERE id = ?", arguments: [event.text])
    // An upload in progress finds its slot removed.
    try db.execute(
      sql: "UPDATE pictures SET state = ?, sending = NULL WHERE event = ?",
      arguments: [PictureState.going, event.text])
    try markErasure(db)
  }

  /// Marks that the database's file contains data that must be erased.
  static func markErasure(_ db: Database) throws {
    try db.execute(sql: "UPDATE erasures SET pending = pending + 1")
  }

  /// Frees the slots of killed programs; the next erasure deletes their files.
  func giveBackPlaces(_ db: Database) throws {
    let owners = try Int.fetchAll(
      db, sql: "SELECT DISTINCT owner FROM pictures WHERE owner IS NOT NULL")
    for owner in owners where !isAlive(owner) {
      try db.execute(
        sql: "UPDATE pictures SET state = ?, owner = NULL, sending = NULL"
          + " WHERE owner = ? AND state <> ?",
        arguments: [PictureState.going, owner, PictureState.kept])
      try EventStore.markErasure(db)
    }
  }

  /// Cleans up after killed programs, and finishes their erasures.
  ///
  /// - Returns: true if nothing is left to be erased.
  @discardableResult
  func recover() throws(EventError) -> Bool {
    try write { db in try giveBackPlaces(db) }
    let isSwept = try sweep()
    return erase() && isSwept
  }

  /// Removes files without a row, left by a kill after the row was deleted.
  private func sweep() throws(EventError) -> Bool {
    var isSwept = true
    for folder in RawPath.names(in: directory + "/events") ?? [] {
      guard let id = EventID(folder), id.text == folder else { continue }
      // First the names, then the rows: writers insert a row before the file exists.
      let names = RawPath.names(in: self.folder(of: id)) ?? []
      let known = try read { db in
        let isThere = try Bool.fetchOne(
          db, sql: "SELECT EXISTS (SELECT 1 FROM events WHERE id = ?)", arguments: [id.text])
        let ids = try String.fetchSet(
          db, sql: "SELECT id FROM pictures WHERE event = ?", arguments: [id.text])
        return isThere == true ? ids : nil
      }
      guard let known else {
        isSwept = removeFolder(of: id) && isSwept
        continue
      }
      let strays = Set(names.map(EventStore.stem)).subtracting(known)
      if !strays.isEmpty {
        isSwept = removeFiles(of: strays, in: self.folder(of: id)) && isSwept
      }
    }
    return isSwept
  }

  /// Finishes all erasures that are marked.
  ///
  /// - Returns: true if nothing is left to be erased.
  func erase() -> Bool {
    erasing.withLock { _ in
      do throws(EventError) {
        guard try eraseMarked() else { return false }
        return try eraseTraces()
      } catch { return false }
    }
  }

  /// Removes the files and rows of all that is marked; `false` where a file can't be removed.
  private func eraseMarked() throws(EventError) -> Bool {
    let events = try read { db in
      try String.fetchAll(db, sql: "SELECT id FROM events WHERE erasing = 1")
    }
    for id in events.compactMap({ EventID($0) }) {
      guard removeFolder(of: id) else { return false }
      try write { db in
        for table in ["pictures", "downloads", "reports", "guests"] {
          try db.execute(sql: "DELETE FROM \(table) WHERE event = ?", arguments: [id.text])
        }
        try db.execute(sql: "DELETE FROM events WHERE id = ?", arguments: [id.text])
      }
    }
    let pictures = try read { db in
      try Row.fetchAll(
        db, sql: "SELECT id, event FROM pictures WHERE state = ?", arguments: [PictureState.going]
      ).map { (id: try $0.read("id") as String, event: try $0.read("event") as String) }
    }
    for (event, group) in Dictionary(grouping: pictures, by: \.event) {
      let ids = Set(group.map(\.id))
      guard let id = EventID(event), removeFiles(of: ids, in: folder(of: id)) else { return false }
      try write { db in
        for picture in ids {
          try db.execute(sql: "DELETE FROM pictures WHERE id = ?", arguments: [picture])
        }
      }
    }
    try write { db in
      try db.execute(
        sql: """
          DELETE FROM reports WHERE guest IN (SELECT id FROM guests WHERE erasing = 1);
          DELETE FROM guests WHERE erasing = 1
            AND NOT EXISTS (SELECT 1 FROM pictures WHERE pictures.guest = guests.id);
          """)
    }
    return true
  }

  /// Leaves no byte of deleted rows in the database's files.
  ///
  /// `secure_delete` overwrites freed data. But a page that SQLite rearranges may keep an older
  /// copy in its gap, which only rewriting the file removes. The log is then truncated to nothing.
  /// Only then the mark is removed, unless new data were marked meanwhile.
  private func eraseTraces() throws(EventError) -> Bool {
    let pending = try read { db in try Int.fetchOne(db, sql: "SELECT pending FROM erasures") ?? 0 }
    guard pending > 0 else { return true }
    do {
      try database.vacuum()
      try database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    } catch { throw EventError(error, directory + "/events.sqlite") }
    try write { db in
      try db.execute(sql: "UPDATE erasures SET pending = 0 WHERE pending = ?", arguments: [pending])
    }
    return true
  }

  /// Removes the files of pictures, and flushes that to the disk.
  ///
  /// - Returns: true if the removal is durable against a power cut.
  func removeFiles(of pictures: Set<String>, in folder: String) -> Bool {
    guard let names = RawPath.names(in: folder) else { return !RawPath.exists(folder) }
    for name in names where pictures.contains(EventStore.stem(name)) {
      guard RawPath.remove(folder + "/" + name) == 0 || errno == ENOENT else { return false }
    }
    do throws(StorageError) { try DurableFolder.synchronize(folder) } catch { return false }
    return true
  }

  /// Removes an event's folder with all its files, and flushes that to the disk.
  private func removeFolder(of id: EventID) -> Bool {
    let folder = folder(of: id)
    guard let names = RawPath.names(in: folder) else { return !RawPath.exists(folder) }
    for name in names {
      guard RawPath.remove(folder + "/" + name) == 0 || errno == ENOENT else { return false }
    }
    guard RawPath.withBytes(of: folder, { rmdir($0) }) == 0 || errno == ENOENT else { return false }
    do throws(StorageError) { try DurableFolder.synchronize(directory + "/events") } catch {
      return false
    }
    return true
  }

  /// The picture that a file belongs to.
  private static func stem(_ name: String) -> String {
    String(name.prefix { $0 != "." && $0 != "-" })
  }
}
