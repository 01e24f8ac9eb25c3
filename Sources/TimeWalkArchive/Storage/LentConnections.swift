internal import CSpatiaLite
import GRDB
import Synchronization

/// Connections that read one thing after another, each lent to one thread at a time.
///
/// Before everything that it reads, a pool looks in a transaction of its own whether the schema changed, for GRDB's caches of it: as
/// long as it takes to find four items. SQLite sees to its statements itself.
final class LentConnections: Sendable {
  /// How often the pool reads first: a program that asks once need not open another connection, which takes as long as some hundred
  /// of its looks at the schema.
  private static let firstReadings = 100

  private let pool: DatabasePool
  private let path: String
  private let readings = Atomic(0)
  private let idle = Mutex<[DatabaseQueue]>([])

  /// Lends connections to the archive that a pool has open; `nil` for what is read otherwise.
  init?(besides reader: any DatabaseReader, path: String) {
    guard let pool = reader as? DatabasePool else { return nil }
    self.pool = pool
    self.path = path
  }

  /// Reads what sees one state of the archive without a transaction of its own.
  func read<T>(_ body: (Database) throws -> T) throws -> T {
    guard readings.load(ordering: .relaxed) >= LentConnections.firstReadings else {
      readings.add(1, ordering: .relaxed)
      return try pool.unsafeRead(body)
    }
    guard let connection = idle.withLock({ $0.popLast() }) ?? connect() else {
      return try pool.unsafeRead(body)
    }
    defer { idle.withLock { $0.append(connection) } }
    return try connection.unsafeRead(body)
  }

  /// Opens one more connection; `nil` when another file is at the path by now, or no more files may be opened.
  private func connect() -> DatabaseQueue? {
    var hasMoved: Int32 = 0
    let code = try? pool.unsafeRead { db in
      sqlite3_file_control(db.sqliteConnection, nil, SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    }
    return code == SQLITE_OK && hasMoved == 0 ? try? ArchiveFile.openConnection(path) : nil
  }
}
