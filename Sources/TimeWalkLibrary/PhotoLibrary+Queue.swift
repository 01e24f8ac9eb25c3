internal import GRDB
internal import TimeWalkStorage

extension PhotoLibrary {
  /// Puts photos into the queue, as this process's own to take in.
  ///
  /// What waits or failed of an earlier time with the same path and request is taken over.
  /// - Returns: an entry for each path, in their order.
  package func enqueue(
    _ paths: [String], request: String, archive: String?, queued: String
  ) throws(LibraryError) -> [QueuedJob] {
    try recover()
    let sign = try sign()
    return try access { db in
      let waiting = try Self.deadOwners(sign, db)
      return try paths.map { path in
        for row in try Row.fetchAll(
          db, sql: "SELECT id, owner, code FROM jobs WHERE path = ? AND request = ?",
          arguments: [path, request])
        where row["code"] as String? != nil || waiting.contains(row["owner"] as Int) {
          try db.execute(sql: "DELETE FROM jobs WHERE id = ?", arguments: [row["id"] as Int64])
        }
        try db.execute(
          sql: "INSERT INTO jobs (path, request, archive, queued, owner) VALUES (?, ?, ?, ?, ?)",
          arguments: [path, request, archive, queued, sign.owner])
        return QueuedJob(
          id: db.lastInsertedRowID, path: path, request: request, archive: archive, queued: queued,
          state: .underWay)
      }
    }
  }

  /// What is in the queue, in its order.
  package func queue() throws(LibraryError) -> [QueuedJob] {
    let sign = try sign()
    return try read { try Self.jobs(sign, $0) }
  }

  /// Makes what waits this process's own.
  package func takeWaiting() throws(LibraryError) -> [QueuedJob] {
    try recover()
    let sign = try sign()
    return try access { db in
      try Self.take(Self.jobs(sign, db).filter { $0.state == .waiting }, for: sign, db)
    }
  }

  /// Makes what failed this process's own.
  ///
  /// - Parameter ids: which entries; all when empty.
  /// - Returns: the entries, which are under way from here on.
  /// - Throws: `noSuchJob` where one is none that failed; then none is taken.
  package func takeFailed(_ ids: [Int64]) throws(LibraryError) -> [QueuedJob] {
    try recover()
    let sign = try sign()
    return try access { db in
      let failed = try Self.jobs(sign, db).filter { $0.state == .failed }
      return try Self.take(try Self.pick(ids, of: failed), for: sign, db)
    }
  }

  /// Takes entries out of the queue that wait or failed; their photos' files stay where they are.
  ///
  /// - Parameter ids: which entries; all that failed when empty.
  /// - Returns: what was taken out.
  /// - Throws: `noSuchJob` where one is under way or not there; then none is taken out.
  package func discard(_ ids: [Int64]) throws(LibraryError) -> [QueuedJob] {
    let sign = try sign()
    defer { tidy() }
    return try access { db in
      let jobs = try Self.jobs(sign, db).filter {
        ids.isEmpty ? $0.state == .failed : $0.state != .underWay
      }
      let chosen = try Self.pick(ids, of: jobs)
      for job in chosen {
        try db.execute(sql: "DELETE FROM jobs WHERE id = ?", arguments: [job.id])
      }
      return chosen
    }
  }

  /// Takes an entry out whose photo was in the library already.
  package func finish(job id: Int64) throws(LibraryError) {
    try access { try $0.execute(sql: "DELETE FROM jobs WHERE id = ?", arguments: [id]) }
  }

  /// Notes why an entry failed.
  package func fail(job id: Int64, code: String, message: String) throws(LibraryError) {
    try access {
      try $0.execute(
        sql: "UPDATE jobs SET code = ?, message = ? WHERE id = ?", arguments: [code, message, id])
    }
  }

  /// Gives back what is left of this process's own, so that it waits for somebody to go on.
  package func putBack(_ ids: [Int64]) throws(LibraryError) {
    try access { db in
      for id in ids {
        // 0 is nobody's number.
        try db.execute(
          sql: "UPDATE jobs SET owner = 0 WHERE id = ? AND code IS NULL", arguments: [id])
      }
    }
  }

  /// Leaves no byte of what has left the queue in the library's log; best effort, where others are
  /// at it.
  package func tidy() {
    do {
      try database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    } catch {}
  }

  private static func take(_ jobs: [QueuedJob], for sign: LivenessLock, _ db: Database) throws
    -> [QueuedJob]
  {
    try jobs.map { job in
      try db.execute(
        sql: "UPDATE jobs SET owner = ?, code = NULL, message = NULL WHERE id = ?",
        arguments: [sign.owner, job.id])
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
          .noSuchJob, "the queue has no entry \(id) that can be tried again or discarded")
      }
      return job
    }
  }

  private static func deadOwners(_ sign: LivenessLock, _ db: Database) throws -> Set<Int> {
    Set(
      try Int.fetchAll(db, sql: "SELECT DISTINCT owner FROM jobs").filter {
        $0 == 0 || !sign.isAlive($0)
      })
  }

  private static func jobs(_ sign: LivenessLock, _ db: Database) throws -> [QueuedJob] {
    let dead = try deadOwners(sign, db)
    return try Row.fetchAll(db, sql: "SELECT * FROM jobs ORDER BY id").map { row in
      let code: String? = row["code"]
      return QueuedJob(
        id: row["id"], path: row["path"], request: row["request"], archive: row["archive"],
        queued: row["queued"],
        state: code != nil ? .failed : dead.contains(row["owner"]) ? .waiting : .underWay,
        code: code, message: row["message"])
    }
  }
}
