package import GRDB
internal import Glibc

/// SQLite files whose commits survive a power cut.
package enum DurablePool {
  /// Opens a file for writing, and makes it when it is missing.
  ///
  /// A commit returns after its log is on the disk. GRDB relaxes this while it opens a pool, after
  /// `prepareDatabase`; it is therefore set and verified here.
  /// - Parameters:
  ///   - path: an absolute path, in a folder that exists.
  ///   - configuration: the setup of connections.
  ///   - isPrivate: true if only this user may read a file that is made; SQLite gives its log the
  ///     same permissions.
  /// - Returns: the open pool.
  /// - Throws: `StorageError` when the file or its name can't be flushed to the disk, and SQLite's
  ///   errors.
  package static func open(
    _ path: String, configuration: Configuration, isPrivate: Bool = false
  ) throws -> DatabasePool {
    let isNew = try make(path, isPrivate: isPrivate)
    let pool = try DatabasePool(path: path, configuration: configuration)
    try pool.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA synchronous = FULL")
      guard try Int.fetchOne(db, sql: "PRAGMA synchronous") == 2 else {
        throw DatabaseError(message: "\(path): SQLite doesn't wait for the disk")
      }
    }
    // SQLite flushes the folder to the disk together with a new log, and ignores a failure.
    if isNew { try DurableFolder.synchronize(DurableFolder.parent(of: path)) }
    return pool
  }

  /// Makes an empty file if none exists; SQLite accepts it as an empty database.
  private static func make(_ path: String, isPrivate: Bool) throws(StorageError) -> Bool {
    let file = systemOpen(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, isPrivate ? 0o600 : 0o644)
    guard file >= 0 else {
      if errno == EEXIST { return false }
      throw StorageError(errno: errno, "can't create \(path)")
    }
    close(file)
    return true
  }
}

/// The system's `open`, which a method's name would hide.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}

extension Database {
  /// Makes sure that a transaction whose commit failed doesn't reappear.
  ///
  /// Its pages may be in the log, complete but not confirmed by the disk; after a crash, SQLite
  /// would take them for committed. Writing a page, here the one with the file's head, puts others
  /// in their place ("WAL-mode File Format", section 4). To be called outside a transaction; where
  /// not even this can be written, the failed one stays possible.
  package func overwriteFailedCommit() {
    guard let version = try? Int.fetchOne(self, sql: "PRAGMA user_version") else { return }
    try? execute(sql: "PRAGMA user_version = \(version)")
  }
}

extension DatabaseError {
  /// True if the disk failed or is full, which leaves the commit's extent unknown.
  package var isOfDisk: Bool { resultCode == .SQLITE_IOERR || resultCode == .SQLITE_FULL }
}
