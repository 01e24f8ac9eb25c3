package import Foundation
internal import GRDB

extension WalkStore {
  /// Makes a walk, which can be joined from then on.
  ///
  /// - Parameters:
  ///   - settings: what is said of it.
  ///   - caller: who will be its organiser.
  ///   - now: the time.
  /// - Returns: the walk with its id.
  /// - Throws: `notAllowed` for who is no organiser, `invalidValue`.
  package func create(
    _ settings: WalkSettings, by caller: WalkCaller, at now: Date
  ) throws(WalkFault) -> Walk {
    guard let organiser = caller.organiserName,
      Permission.allows(PermissionQuestion(.organiser, .createWalk, .planned))
    else { throw WalkFault(.notAllowed, "only an organiser can create a walk") }
    let settings = try settings.checked()
    guard settings.ends > now else {
      throw WalkFault(.invalidValue, "a walk must end in the future", field: "ends")
    }
    let walk = Walk(id: .random(), organiser: organiser, made: now.wholeSecond, settings: settings)
    try write { db in
      // Of 49 bits of chance none comes twice; if one did, the key would refuse it.
      try db.execute(
        sql: "INSERT INTO walks (id, organiser, made, name, begins, ends, photos, gallery,"
          + " uploaders, downloaders, positions, reviewed, stops)"
          + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        arguments: [walk.id.text, organiser, walk.made.seconds] + settings.columns())
    }
    return walk
  }

  /// A walk, which anybody who has its id may see.
  ///
  /// - Throws: `noSuchWalk` for one that isn't there or is gone.
  package func walk(_ id: WalkID, at now: Date) throws(WalkFault) -> Walk {
    try read { db in try Standing(.nobody, in: id, at: now, db).walk }
  }

  /// Who asks, seen from a walk: what `Permission` is asked with.
  ///
  /// - Throws: `noSuchWalk`.
  package func role(
    of caller: WalkCaller, in id: WalkID, at now: Date
  ) throws(WalkFault) -> (role: WalkRole, guest: Guest?) {
    try read { db in
      let standing = try Standing(caller, in: id, at: now, db)
      return (standing.role, standing.guest)
    }
  }

  /// Whether something is allowed, by the one function that decides.
  ///
  /// - Throws: `noSuchWalk`; `noSuchPicture` for a picture that isn't in the walk.
  package func allows(
    _ action: WalkAction, to caller: WalkCaller, in id: WalkID, picture: String? = nil,
    at now: Date
  ) throws(WalkFault) -> Bool {
    try read { db in
      let standing = try Standing(caller, in: id, at: now, db)
      return standing.allows(
        action, at: now, of: try picture.map { try Picture.fetch(db, id, $0) })
    }
  }

  /// The walks of an organiser, or for the keeper all, the newest first.
  package func walks(of caller: WalkCaller, at now: Date) throws(WalkFault) -> [Walk] {
    guard let name = caller.organiserName else { return [] }
    return try read { db in
      try Walk.fetchAll(db, "? OR organiser = ?", [caller == .keeper, name])
        .filter { $0.state(at: now) != .gone }
    }
  }

  /// Changes a walk that has not begun.
  ///
  /// - Parameters:
  ///   - id: the walk.
  ///   - caller: who asks.
  ///   - now: the time.
  ///   - change: changes what was said of it.
  /// - Returns: the walk as it is then.
  /// - Throws: `noSuchWalk`, `notAllowed`, `invalidValue`.
  package func change(
    _ id: WalkID, by caller: WalkCaller, at now: Date, _ change: (inout WalkSettings) -> Void
  ) throws(WalkFault) -> Walk {
    try write { db in
      let standing = try Standing(caller, in: id, at: now, db)
      try standing.demand(.changeWalk, at: now)
      var walk = standing.walk
      change(&walk.settings)
      walk.settings = try walk.settings.checked()
      guard walk.settings.ends > now else {
        throw WalkFault(.invalidValue, "a walk must end in the future", field: "ends")
      }
      try db.execute(
        sql: "UPDATE walks SET name = ?, begins = ?, ends = ?, photos = ?, gallery = ?,"
          + " uploaders = ?, downloaders = ?, positions = ?, reviewed = ?, stops = ? WHERE id = ?",
        arguments: walk.settings.columns() + [id.text])
      return walk
    }
  }

  /// Ends a walk now; its thirty days begin.
  ///
  /// - Throws: `noSuchWalk`, `notAllowed`, also for one that doesn't run.
  package func close(_ id: WalkID, by caller: WalkCaller, at now: Date) throws(WalkFault) -> Walk {
    try setEnd(now, of: id, for: .closeWalk, by: caller, at: now)
  }

  /// Ends a running walk later, thirty days after its beginning at most.
  ///
  /// - Parameters:
  ///   - id: the walk.
  ///   - end: when it ends then; later than before.
  ///   - caller: who asks.
  ///   - now: the time.
  /// - Returns: the walk as it is then.
  /// - Throws: `noSuchWalk`, `notAllowed`, `invalidValue`.
  package func extend(
    _ id: WalkID, to end: Date, by caller: WalkCaller, at now: Date
  ) throws(WalkFault) -> Walk {
    try setEnd(end, of: id, for: .extendWalk, by: caller, at: now)
  }

  private func setEnd(
    _ end: Date, of id: WalkID, for action: WalkAction, by caller: WalkCaller, at now: Date
  ) throws(WalkFault) -> Walk {
    try write { db in
      let standing = try Standing(caller, in: id, at: now, db)
      try standing.demand(action, at: now)
      var walk = standing.walk
      guard action == .closeWalk || end > walk.settings.ends else {
        throw WalkFault(.invalidValue, "the new end must be later", field: "ends")
      }
      // At the very second of its beginning, one second stays.
      let earliest = walk.settings.begins.addingTimeInterval(1)
      walk.settings.ends = max(action == .closeWalk ? Date(seconds: end.seconds) : end, earliest)
      walk.settings = try walk.settings.checked()
      try db.execute(
        sql: "UPDATE walks SET ends = ? WHERE id = ?",
        arguments: [walk.settings.ends.seconds, id.text])
      return walk
    }
  }
}

extension WalkSettings {
  fileprivate func columns() -> StatementArguments {
    let list = (try? JSONEncoder().encode(stops)).map { String(decoding: $0, as: UTF8.self) }
    return [
      name, begins.seconds, ends.seconds, photosPerGuest, gallery.rawValue, uploaders.rawValue,
      downloaders.rawValue, showsPositions, isReviewed, list ?? "[]",
    ]
  }
}

extension Walk {
  static func fetch(_ db: Database, _ id: WalkID) throws -> Walk? {
    try fetchAll(db, "id = ?", [id.text]).first
  }

  /// Walks that aren't being erased, the newest first.
  static func fetchAll(
    _ db: Database, _ condition: String, _ arguments: StatementArguments
  ) throws -> [Walk] {
    // Every request begins with this.
    let statement = try db.cachedStatement(
      sql: "SELECT * FROM walks WHERE erasing = 0 AND (\(condition)) ORDER BY made DESC, id")
    return try Row.fetchAll(statement, arguments: arguments).map(Walk.init)
  }

  private init(_ row: Row) throws {
    let unknown = WalkFault(.notADatabase, "the database of walks has an unreadable walk")
    guard let id = WalkID(row["id"]), let gallery = GalleryOpening(rawValue: row["gallery"]),
      let uploaders = Audience(rawValue: row["uploaders"]),
      let downloaders = Audience(rawValue: row["downloaders"])
    else { throw unknown }
    var settings = WalkSettings(
      name: row["name"], begins: Date(seconds: row["begins"]), ends: Date(seconds: row["ends"]))
    settings.photosPerGuest = row["photos"]
    settings.gallery = gallery
    settings.uploaders = uploaders
    settings.downloaders = downloaders
    settings.showsPositions = row["positions"]
    settings.isReviewed = row["reviewed"]
    do {
      settings.stops = try JSONDecoder().decode(
        [String].self, from: Data((row["stops"] as String).utf8))
    } catch { throw unknown }
    self.init(
      id: id, organiser: row["organiser"], made: Date(seconds: row["made"]), settings: settings)
  }
}
