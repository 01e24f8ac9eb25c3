import Foundation
package import TimeWalkArchive
import TimeWalkCore
import TimeWalkTables

extension PostGISArchive {
  /// See `CuratedArchive.verify(_:)`.
  ///
  /// The files of the tables are the server's, which checks them by its own tools (`pg_amcheck`).
  package func verify(_ depth: VerifyDepth) throws(ArchiveError) -> [ArchiveProblem] {
    try look { db in try ServerChecks.problems(db, in: mediaStore, depth) }
  }

  /// Rebuilds all data that are derived from the items, in one change; a sound archive stays
  /// unchanged.
  ///
  /// Only its owner can repair an index, as `verify` reports. No picture is deleted: archives of
  /// several servers may share one folder.
  package func repair() throws(ArchiveError) -> RepairReport {
    let (actions, items) = try change(isDryRun: false) { db in
      let problems = try ServerChecks.problems(db, in: mediaStore, .full)
      let broken = Set(problems.filter(\.isRepairable).map(\.check))
      let count = "SELECT (SELECT count(*) FROM items) + (SELECT count(*) FROM unplaced)"
      var actions: [String] = []
      if broken.contains(.foreignKeys) { actions += try TableRepairs.adoptOrphans(db) }
      if broken.contains(.corrections) { actions += try TableRepairs.forgetCorrections(db) }
      if broken.contains(.tiles) {
        try ServerTiles.forget(db)
        actions.append("rebuilt the tiles")
      }
      if broken.contains(.counts), let tables = db as? ServerTables {
        try ServerCounts.fill(tables.connection)
        actions.append("counted the items anew")
      }
      if broken.contains(.words), let tables = db as? ServerTables {
        try ServerWords.rebuild(tables.connection)
        actions.append("rebuilt the index of words")
      }
      return (actions, Int(try db.first(Int64.self, count) ?? 0))
    }
    return RepairReport(actions: actions, remaining: try verify(.full), items: items)
  }

  /// See `CuratedArchive.backup(to:withPictures:)`.
  ///
  /// A server's archive is backed up with the server.
  package func backup(
    to path: String, withPictures: Bool
  ) throws(ArchiveError) -> BackupReport {
    try checkIsFree(path)
    throw ArchiveError(
      .outputFailed,
      "An archive on a server can't be backed up into a file; use PostgreSQL's own backups (pg_dump, pg_basebackup)."
    )
  }

  /// See `CuratedArchive.archive(at:)`.
  package func archive(at path: String) throws(ArchiveError) -> (any HistoricalArchive)? {
    guard ServerAddress.isAddress(path) else { return nil }
    guard ServerAddress.shown(path) != location else {
      throw ArchiveError(.inputUnreadable, "\(location) is this archive itself.")
    }
    return try PostGISArchive(address: path, mode: .readOnly)
  }
}

/// The checks that only this engine needs.
enum ServerChecks {
  /// All problems of an archive whose copies of pictures are in a store.
  static func problems(
    _ db: any SQLDatabase, in store: MediaStore, _ depth: VerifyDepth
  ) throws -> [ArchiveProblem] {
    guard let db = db as? ServerTables else { return [] }
    var list = ProblemList()
    try indexes(db, &list)
    guard depth == .full else { return list.all }
    try collections(db, &list)
    try tiles(db, &list)
    try TableChecks.counts(db, &list)
    try ServerWords.check(db, &list)
    try TableChecks.items(db, hasMedia: true, repairsDays: false, &list)
    try TableChecks.corrections(db, &list)
    // Archives of several servers may share one folder of pictures, or one bucket.
    try TableChecks.pictures(db, in: store, isAlone: false, &list)
    try TableChecks.copies(db, &list)
    return list.all
  }

  /// Indexes that a making which failed has left behind, and tables that lack one.
  static func indexes(_ db: ServerTables, _ list: inout ProblemList) throws {
    try db.forEach(
      """
      SELECT indexrelid::regclass::text FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
      WHERE relnamespace = current_schema()::regnamespace AND NOT (indisvalid AND indisready)
      """, []
    ) { row in
      list.add(
        ArchiveProblem(
          check: .integrity, detail: "the index \(row[0] as String) isn't valid",
          hint: "run REINDEX INDEX \(row[0] as String)"))
    }
  }

  /// Items of a missing collection, which triggers refuse unless they are disabled.
  static func collections(_ db: ServerTables, _ list: inout ProblemList) throws {
    try db.forEach(
      """
      SELECT count(*), min(identifier) FROM items
      WHERE NOT EXISTS (SELECT FROM collections WHERE collections.key = items.collection)
      GROUP BY collection ORDER BY collection
      """, []
    ) { row in
      list.add(
        ArchiveProblem(
          check: .foreignKeys,
          detail: "\(row[0] as Int64) items, such as \(row[1] as String), have no collection",
          isRepairable: true))
    }
  }

  /// Compares the tiles and the changes since with the items.
  static func tiles(_ db: ServerTables, _ list: inout ProblemList) throws {
    func problem(_ tile: Int64) -> ArchiveProblem {
      ArchiveProblem(
        check: .tiles, detail: "the tile \(tile) differs from its items",
        isRepairable: true)
    }
    let noted = Set(try db.all(Int64.self, "SELECT tile FROM tile_changes"))
    let lost = try db.all(
      Int64.self,
      """
      SELECT tile FROM tiles WHERE NOT EXISTS (SELECT FROM items WHERE items.tile = tiles.tile)
      UNION SELECT tile FROM items WHERE tile IS NOT NULL
        AND NOT EXISTS (SELECT FROM tiles WHERE tiles.tile = items.tile)
      """)
    for tile in lost where !noted.contains(tile) { list.add(problem(tile)) }
    var codes: [MapCode] = []
    var stored: [Int64: Data] = [:]
    func compare() throws {
      for (tile, right) in try ServerTiles.candidates(of: stored.keys.sorted(), in: db.connection) {
        MapPyramid.append(right, to: &codes)
        if Data(right.bytes) != stored[tile] { list.add(problem(tile)) }
      }
      stored.removeAll(keepingCapacity: true)
    }
    try db.forEach("SELECT tile, data FROM tiles ORDER BY tile", []) { row in
      let tile = row[0] as Int64
      let data: Data = row[1]
      guard !noted.contains(tile) else {
        // The next change must read it, to determine the removed entries.
        var before = Candidates()
        if !data.withUnsafeBytes({ before.append(bytes: $0) }) { list.add(problem(tile)) }
        return
      }
      stored[tile] = data
      if stored.count == ServerTiles.batch { try compare() }
    }
    try compare()
    // Recorded changes are not in the counts yet.
    guard noted.isEmpty, lost.isEmpty else { return }
    let rows = try db.all(Int64.self, "SELECT tile FROM tile_counts")
    try TableChecks.mapCounts(ServerMapCounts(db.connection), rows: rows, &codes, &list)
  }
}
