package import Foundation
internal import GRDB
internal import TimeWalkStorage

extension EventStore {
  /// Takes a picture in; when this returns, it is on the disk and in the gallery.
  ///
  /// A transaction first reserves a slot among the guest's photos, which enforces the limit with
  /// concurrent uploads. Then the files are written, and then the picture appears in the gallery.
  /// After a kill, the next program frees the reserved slot.
  /// - Parameters:
  ///   - sending: the data of the upload.
  ///   - id: the event.
  ///   - caller: the sender.
  ///   - now: the time.
  ///   - make: makes the files, once a slot is reserved. It gets the event, whose `showsPositions`
  ///     determines whether the original may keep its position.
  /// - Returns: the picture; the existing one for a repeated key.
  /// - Throws: `noSuchEvent`, `noSuchGuest`, `notAllowed`, `consentMissing`, `limitReached`, `busy`
  ///   while the same key is being written, the disk's errors, and the errors of `make`.
  package func add(
    _ sending: PictureSending, to id: EventID, by caller: EventCaller, at now: Date,
    make: (Event) throws -> NewPicture
  ) throws -> Picture {
    let sending = try sending.checked()
    switch try reserve(sending, in: id, by: caller, at: now) {
    case .known(let picture): return picture
    case .new(let place):
      do {
        let made = try make(place.event)
        return try keep(made, sending, at: place)
      } catch {
        giveUp(place)
        throw error
      }
    }
  }

  /// A place among a guest's photos.
  struct Place {
    let event: Event
    let picture: String
  }

  /// The result of a reservation.
  enum Reservation {
    case new(Place)
    case known(Picture)
  }

  /// Takes a place among the guest's photos.
  func reserve(
    _ sending: PictureSending, in id: EventID, by caller: EventCaller, at now: Date
  ) throws(EventError) -> Reservation {
    try write { db in
      let membership = try Membership(caller, in: id, at: now, db)
      guard let guest = membership.guest else {
        throw membership.role == .stranger ? EventError.noGuest : .notJoined
      }
      if let key = sending.key, let known = try known(key, of: guest, db) { return .known(known) }
      try demandUpload(membership, sending, at: now)
      guard guest.consent != nil else {
        throw EventError(.consentMissing, "agree to the privacy notice first")
      }
      try giveBackPlaces(db)
      let limit = membership.event.settings.photosPerGuest
      let taken = try Int.fetchOne(
        db, sql: "SELECT count(*) FROM pictures WHERE guest = ? AND state <> ?",
        arguments: [guest.id, PictureState.going])
      guard taken ?? 0 < limit else {
        throw EventError(
          .limitReached,
          limit == 1 ? "the only photo is taken" : "all \(limit) photos are taken")
      }
      let all = try Int.fetchOne(
        db, sql: "SELECT count(*) FROM pictures WHERE event = ?", arguments: [id.text])
      guard all ?? 0 < EventLimits.mostPictures else {
        throw EventError(
          .limitReached, "the event is full: it has \(EventLimits.mostPictures) pictures")
      }
      if let stop = sending.stop { try membership.event.settings.demand(stop) }
      let place = Place(event: membership.event, picture: EventStore.newID())
      try db.execute(
        sql: "INSERT INTO pictures (id, event, guest, state, owner, sending, name, taken, kept,"
          + " waiting, matches) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        arguments: [
          place.picture, id.text, guest.id, PictureState.reserved, owner, sending.key,
          sending.name, sending.taken?.seconds, now.seconds, membership.event.settings.isReviewed,
          sending.stop.map { Picture.json([$0]) },
        ])
      return .new(place)
    }
  }

  private func demandUpload(
    _ membership: Membership, _ sending: PictureSending, at now: Date
  ) throws(EventError) {
    let settings = membership.event.settings
    guard membership.event.state(at: now) == .ended else {
      return try membership.demand(.upload, at: now)
    }
    guard let taken = sending.taken, taken >= settings.begins, taken <= settings.ends,
      now.timeIntervalSince(settings.ends) <= EventLimits.late
    else {
      throw EventError(
        .notAllowed,
        "the event has ended; for one more day it accepts only pictures taken before its end")
    }
    try membership.demand(.sendLater, at: now)
  }

  /// The picture of an earlier upload with the same key.
  private func known(_ key: String, of guest: Guest, _ db: Database) throws -> Picture? {
    if let picture = try Picture.fetchAll(db, "guest = ? AND sending = ?", [guest.id, key]).first {
      return picture
    }
    guard
      let row = try Row.fetchOne(
        db, sql: "SELECT state, owner FROM pictures WHERE guest = ? AND sending = ?",
        arguments: [guest.id, key])
    else { return nil }
    // It is being written, or deleted.
    let (owner, state): (Int?, Int) = try (row.read("owner"), row.read("state"))
    if let owner, state == PictureState.reserved, !isAlive(owner) { return nil }
    throw EventError(.busy, "this picture is already being sent")
  }

  /// Writes a picture's files and puts it in the gallery.
  private func keep(
    _ made: NewPicture, _ sending: PictureSending, at place: Place
  ) throws(EventError) -> Picture {
    try made.check()
    let folder = folder(of: place.event.id)
    do throws(StorageError) { try DurableFolder.make(folder, isPrivate: true) } catch {
      throw EventError(error)
    }
    let written = try PictureFile.write(
      made.original, to: "\(folder)/\(place.picture).\(made.ending)")
    for (name, bytes) in made.sizes.sorted(by: { $0.key < $1.key }) {
      _ = try PictureFile.write(.bytes(bytes), to: "\(folder)/\(place.picture)-\(name).jpg")
    }
    do throws(StorageError) { try DurableFolder.synchronize(folder) } catch {
      throw EventError(error)
    }
    let position = place.event.settings.showsPositions ? made.position : nil
    let sizes = "[" + made.sizes.keys.sorted().map { "\"\($0)\"" }.joined(separator: ",") + "]"
    return try write { db in
      try db.execute(
        sql: "UPDATE events SET last = last + 1 WHERE id = ? AND erasing = 0",
        arguments: [place.event.id.text])
      try db.execute(
        sql: "UPDATE pictures SET state = ?, owner = NULL, ending = ?, bytes = ?, sha256 = ?,"
          + " checksum = ?, latitude = ?, longitude = ?, sizes = ?,"
          + " number = (SELECT last FROM events WHERE events.id = pictures.event)"
          + " WHERE id = ? AND state = ?",
        arguments: [
          PictureState.kept, made.ending, written.bytes, written.sha256, Int(written.checksum),
          position?.latitude, position?.longitude, sizes, place.picture, PictureState.reserved,
        ])
      // The sender, or the whole event, may have been erased meanwhile.
      guard db.changesCount == 1 else { throw EventError.noGuest }
      return try Picture.fetch(db, place.event.id, place.picture)
    }
  }

  /// Frees a place, with its files.
  private func giveUp(_ place: Place) {
    // After a failure here, the next program or the housekeeping finishes the work.
    try? write { db in
      try db.execute(
        sql: "UPDATE pictures SET state = ? WHERE id = ? AND state = ?",
        arguments: [PictureState.going, place.picture, PictureState.reserved])
    }
    _ = removeFiles(of: [place.picture], in: folder(of: place.event.id))
    try? write { db in
      try db.execute(
        sql: "DELETE FROM pictures WHERE id = ? AND state = ?",
        arguments: [place.picture, PictureState.going])
    }
  }

  /// The pictures that a caller may see, in their order.
  ///
  /// - Parameters:
  ///   - id: the event.
  ///   - caller: the user.
  ///   - last: only pictures after this number, for paging or for new ones.
  ///   - first: only those before this number, and the newest of them first.
  ///   - limit: the greatest number.
  ///   - now: the time.
  /// - Returns: none before the gallery is open.
  /// - Throws: `noSuchEvent`, `noSuchGuest`, `notAllowed` before the gallery is open.
  package func gallery(
    of id: EventID, by caller: EventCaller, after last: Int = 0, before first: Int? = nil,
    limit: Int = 100, at now: Date
  ) throws(EventError) -> [Picture] {
    try read { db in
      let membership = try Membership(caller, in: id, at: now, db)
      try membership.demand(.seeGallery, at: now)
      // Waiting pictures are rare. The condition avoids reading them, and the function decides.
      let pictures = try Picture.fetchAll(
        db, "event = ? AND number > ? AND number < ? AND (waiting = 0 OR ? OR guest = ?)",
        [
          id.text, last, first ?? Int.max, membership.role == .organiser, membership.guest?.id,
        ], limit: max(limit, 0), newestFirst: first != nil)
      return pictures.filter { membership.allows(.seePicture, at: now, of: $0) }
    }
  }

  /// The caller's own pictures, in their order.
  ///
  /// - Throws: `noSuchEvent`, `noSuchGuest`, `notAllowed`.
  package func ownPictures(
    in id: EventID, by caller: EventCaller, at now: Date
  ) throws(EventError) -> [Picture] {
    try read { db in
      let membership = try Membership(caller, in: id, at: now, db)
      try membership.demand(.seeOwnGallery, at: now)
      return try Picture.fetchAll(db, "guest = ?", [membership.guest?.id])
    }
  }

  /// A picture's file, to be seen or taken along.
  ///
  /// - Parameters:
  ///   - picture: its id.
  ///   - size: the name of a size; the original when `nil`.
  ///   - id: the event.
  ///   - caller: the user.
  ///   - now: the time.
  /// - Returns: the picture, and the path of the file.
  /// - Throws: `noSuchEvent`, `noSuchGuest`, `noSuchPicture`, `notAllowed`.
  package func file(
    of picture: String, size: String? = nil, in id: EventID, by caller: EventCaller, at now: Date
  ) throws(EventError) -> (picture: Picture, path: String) {
    try read { db in
      let membership = try Membership(caller, in: id, at: now, db)
      guard membership.role != .stranger else { throw EventError.noGuest }
      let found = try Picture.fetch(db, id, picture)
      try membership.demand(size == nil ? .download : .seePicture, at: now, of: found)
      guard let size else { return (found, folder(of: id) + "/" + found.fileName) }
      guard found.sizes.contains(size) else { throw EventError.noPicture }
      return (found, folder(of: id) + "/" + found.fileName(of: size))
    }
  }

  /// Gives a picture of one's own another name; `nil` takes it away.
  ///
  /// - Throws: `noSuchEvent`, `noSuchGuest`, `noSuchPicture`, `notAllowed`, `invalidValue`.
  package func rename(
    _ picture: String, to name: String?, in id: EventID, by caller: EventCaller, at now: Date
  ) throws(EventError) {
    var checked: String?
    if let name { checked = try PersonName.checked(name, field: "name", most: 100) }
    _ = try change(picture, in: id, for: .renamePicture, by: caller, at: now) { db in
      try db.execute(
        sql: "UPDATE pictures SET name = ? WHERE id = ?", arguments: [checked, picture])
    }
  }

  /// Publishes a waiting picture.
  ///
  /// - Returns: its number in the event.
  /// - Throws: `noSuchEvent`, `noSuchGuest`, `noSuchPicture`, `notAllowed`.
  package func approve(
    _ picture: String, in id: EventID, by caller: EventCaller, at now: Date
  ) throws(EventError) -> Int {
    try change(picture, in: id, for: .reviewPicture, by: caller, at: now) { db in
      try db.execute(sql: "UPDATE pictures SET waiting = 0 WHERE id = ?", arguments: [picture])
    }.number
  }

  /// Chooses a picture as the cover of its event.
  ///
  /// - Throws: `noSuchEvent`, `noSuchGuest`, `noSuchPicture`, `notAllowed`.
  package func setCover(
    _ picture: String, of id: EventID, by caller: EventCaller, at now: Date
  ) throws(EventError) {
    _ = try change(picture, in: id, for: .reviewPicture, by: caller, at: now) { db in
      try db.execute(
        sql: "UPDATE events SET cover = ? WHERE id = ?", arguments: [picture, id.text])
    }
  }

  /// Sets the event's view that a picture of the caller's shows; `nil` for none.
  ///
  /// - Throws: `noSuchEvent`, `noSuchGuest`, `noSuchPicture`, `notAllowed`, and `invalidValue` for
  ///   a view that the event hasn't.
  package func setStop(
    _ stop: String?, of picture: String, in id: EventID, by caller: EventCaller, at now: Date
  ) throws(EventError) {
    _ = try change(picture, in: id, for: .renamePicture, by: caller, at: now) { db in
      if let stop, let event = try Event.fetch(db, id) { try event.settings.demand(stop) }
      try db.execute(
        sql: "UPDATE pictures SET matches = ? WHERE id = ?",
        arguments: [stop.map { Picture.json([$0]) }, picture])
    }
  }

  /// Deletes a picture for good: the original, sizes, matches, name and row.
  ///
  /// - Returns: the picture as it was, and whether all its files are erased. If another program
  ///   prevents that, it is done later, and the picture is hidden already.
  /// - Throws: `noSuchEvent`, `noSuchGuest`, `noSuchPicture`, `notAllowed`.
  package func delete(
    _ picture: String, in id: EventID, by caller: EventCaller, at now: Date
  ) throws(EventError) -> (picture: Picture, isErased: Bool) {
    let deleted = try change(picture, in: id, for: .deletePicture, by: caller, at: now) { db in
      try db.execute(
        sql: "UPDATE pictures SET state = ?, sending = NULL WHERE id = ?",
        arguments: [PictureState.going, picture])
      try EventStore.markErasure(db)
    }
    return (deleted, erase())
  }

  /// - Returns: the picture as it was.
  private func change(
    _ picture: String, in id: EventID, for action: EventAction, by caller: EventCaller,
    at now: Date,
    _ body: (Database) throws -> Void
  ) throws(EventError) -> Picture {
    try write { db in
      let membership = try Membership(caller, in: id, at: now, db)
      guard membership.role != .stranger else { throw EventError.noGuest }
      let found = try Picture.fetch(db, id, picture)
      try membership.demand(action, at: now, of: found)
      try body(db)
      return found
    }
  }
}

extension PictureSending {
  fileprivate func checked() throws(EventError) -> PictureSending {
    var checked = self
    if let name { checked.name = try PersonName.checked(name, field: "name", most: 100) }
    if let key, key.isEmpty || key.unicodeScalars.count > 64 {
      throw EventError(.invalidValue, "a key must have 1 to 64 characters", field: "key")
    }
    if let taken, !(0...4_000_000_000).contains(taken.timeIntervalSince1970) {
      throw EventError(.invalidValue, "a picture's time must be after 1970", field: "taken")
    }
    return checked
  }
}

extension NewPicture {
  fileprivate func check() throws(EventError) {
    // They become names of files.
    guard ending.wholeMatch(of: #/[a-z0-9]{1,8}/#) != nil else {
      throw EventError(.invalidValue, "the extension isn't allowed", field: "ending")
    }
    guard sizes.keys.allSatisfy({ $0.wholeMatch(of: #/[a-z0-9]{1,16}/#) != nil }) else {
      throw EventError(.invalidValue, "the name of a size isn't allowed", field: "sizes")
    }
  }
}
