internal import TimeWalkTables

extension PhotoLibrary {
  /// Adds photos to the queue, owned by this process.
  ///
  /// Waiting or failed entries with the same path and request are reused.
  /// - Returns: an entry for each path, in their order.
  package func enqueue(
    _ paths: [String], request: String, archive: String?, queued: String
  ) throws(LibraryError) -> [QueuedJob] {
    try recover()
    let own = try owner()
    return try change { db in
      let waiting = try Self.deadOwners(db)
      return try paths.map { path in
        let earlier = try db.rows(
          "SELECT id, owner, code FROM jobs WHERE path = ? AND request = ?\(db.lock)",
          [path, request])
        for row in earlier where row[2] as String? != nil || waiting.contains(row[1] as Int) {
          try db.run("DELETE FROM jobs WHERE id = ?", [row[0] as Int64])
        }
        let id = try db.first(
          Int64.self,
          """
          INSERT INTO jobs (path, request, archive, queued, owner) VALUES (?, ?, ?, ?, ?)
          RETURNING id
          """, [path, request, archive, queued, own])
        return QueuedJob(
          id: id ?? 0, path: path, request: request, archive: archive, queued: queued,
          state: .underWay)
      }
    }
  }

  /// The entries of the queue, in order.
  package func queue() throws(LibraryError) -> [QueuedJob] {
    try read { try Self.jobs($0) }
  }

  /// Makes this process the owner of waiting entries; entries that another takes at the same time
  /// are skipped.
  package func takeWaiting() throws(LibraryError) -> [QueuedJob] {
    try recover()
    let own = try owner()
    return try change { db in
      let dead = try Self.deadOwners(db)
      let waiting = try dead.flatMap { owner in
        try Self.jobs(db, where: "code IS NULL AND owner = ?", [owner], isTaken: true)
      }
      return try Self.take(waiting.sorted { $0.id < $1.id }, for: own, db)
    }
  }

  /// Makes this process the owner of failed entries.
  ///
  /// - Parameter ids: the entries; all when empty.
  /// - Returns: the entries, which are under way from here on.
  /// - Throws: `noSuchJob` if an entry hasn't failed; then none is taken.
  package func takeFailed(_ ids: [Int64]) throws(LibraryError) -> [QueuedJob] {
    try recover()
    let own = try owner()
    return try change { db in
      let failed = try Self.jobs(db, where: "code IS NOT NULL", isTaken: true)
      return try Self.take(try Self.pick(ids, of: failed), for: own, db)
    }
  }

  /// Removes waiting or failed entries from the queue; their photos' files stay in place.
  ///
  /// - Parameter ids: the entries; all that failed when empty.
  /// - Returns: the removed entries.
  /// - Throws: `noSuchJob` if one is in progress or missing; then none is removed.
  package func discard(_ ids: [Int64]) throws(LibraryError) -> [QueuedJob] {
    defer { tidy() }
    return try change { db in
      let jobs = try Self.jobs(db, isTaken: true).filter {
        ids.isEmpty ? $0.state == .failed : $0.state != .underWay
      }
      let chosen = try Self.pick(ids, of: jobs)
      for job in chosen { try db.run("DELETE FROM jobs WHERE id = ?", [job.id]) }
      return chosen
    }
  }

  /// Removes an entry whose photo was in the library already.
  package func finish(job id: Int64) throws(LibraryError) {
    _ = try change { try $0.run("DELETE FROM jobs WHERE id = ?", [id]) }
  }

  /// Notes why an entry failed.
  package func fail(job id: Int64, code: String, message: String) throws(LibraryError) {
    _ = try change {
      try $0.run("UPDATE jobs SET code = ?, message = ? WHERE id = ?", [code, message, id])
    }
  }

  /// Releases this process's remaining entries; they then wait for a manual resume.
  package func putBack(_ ids: [Int64]) throws(LibraryError) {
    try change { db in
      for id in ids {
        // 0 isn't an owner.
        try db.run("UPDATE jobs SET owner = 0 WHERE id = ? AND code IS NULL", [id])
      }
    }
  }

  /// Erases removed queue entries from the library's log; best effort during concurrent use.
  package func tidy() { store.tidy() }

  private static func take(_ jobs: [QueuedJob], for owner: Int, _ db: any LibraryTables) throws
    -> [QueuedJob]
  {
    try jobs.map { job in
      try db.run(
        "UPDATE jobs SET owner = ?, code = NULL, message = NULL WHERE id = ?", [owner, job.id])
      var job = job
      job.state = .underWay
      job.code = nil
      job.message = nil
      return job
    }
  }

  private static func pick(_ ids: [Int64], of jobs: [QueuedJob]) throws -> [QueuedJob] {
    guard !ids.isEmpty else { return jobs }
    let known = Dictionary(uniqueKeysWithValues: jobs.map { ($0.id, $0) })
    return try Set(ids).sorted().map { id in
      guard let job = known[id] else {
        throw LibraryError(
          .noSuchJob, "the queue has no waiting or failed entry \(id)")
      }
      return job
    }
  }

  /// The owners whose programs have ended; 0 isn't an owner.
  private static func deadOwners(_ db: any LibraryTables) throws -> Set<Int> {
    Set(
      try db.all(Int.self, "SELECT DISTINCT owner FROM jobs").filter {
        try $0 == 0 || !db.isAlive($0)
      })
  }

  /// Entries of the queue, in order; with `isTaken` those without a living owner, locked for this
  /// program.
  private static func jobs(
    _ db: any LibraryTables, where condition: String = "true", _ arguments: SQLArguments = [],
    isTaken: Bool = false
  ) throws -> [QueuedJob] {
    let dead = try deadOwners(db)
    return try db.rows(
      """
      SELECT id, path, request, archive, queued, code, message, owner FROM jobs
      WHERE \(condition) ORDER BY id\(isTaken ? db.lock : "")
      """, arguments
    ).map { row in
      let code: String? = row[5]
      return QueuedJob(
        id: row[0], path: row[1], request: row[2], archive: row[3], queued: row[4],
        state: code != nil ? .failed : dead.contains(row[7]) ? .waiting : .underWay,
        code: code, message: row[6])
    }
  }
}
