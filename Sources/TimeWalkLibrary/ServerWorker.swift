internal import Foundation
internal import TimeWalkBase
internal import TimeWalkPostGIS
internal import TimeWalkTables

/// Shows the programs of other machines that this one is running, by a row that it renews.
///
/// A session lock would end at once with the program, but doesn't work behind a pooler, and would
/// also end with the server's restart. A program that can't renew its row in time counts as dead.
/// Another program then takes over its work, and its own transactions on that find no row.
final class ServerWorker: Sendable {
  /// The number that rows bear; never 0.
  let owner: Int
  private let stop = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// The time in seconds that a program counts as alive after it renewed its row.
  static let lease = 15
  /// The interval of these renewals, in seconds.
  private static let beat = 3
  /// The storage time of news for programs that couldn't receive them, seconds.
  private static let memory = 300

  /// Makes the row, and begins to renew it.
  ///
  /// - Throws: the server's errors; `busy` if the system gives no thread.
  init(_ database: ServerDatabase) throws {
    let number = Int.random(in: 1..<1 << 62)
    try ServerWorker.renew(number, database)
    let (stop, ended) = (stop, ended)
    let isStarted = DetachedThread.start {
      var pause = ServerWorker.beat
      while stop.wait(timeout: .now() + .seconds(pause)) != .success {
        do {
          try ServerWorker.renew(number, database)
          pause = ServerWorker.beat
        } catch { pause = 1 }
      }
      ServerWorker.remove(number, database)
      ended.signal()
    }
    guard isStarted else {
      ServerWorker.remove(number, database)
      throw LibraryError(
        .busy,
        "The system gives no thread that shows this program to others. Raise its limit of threads.")
    }
    // Last: a worker that failed before has no thread to wait for.
    owner = number
  }

  /// Its row is deleted with it, which saves others the wait for its expiry.
  deinit {
    stop.signal()
    _ = ended.wait(timeout: .now() + 2)
  }

  private static func remove(_ owner: Int, _ database: ServerDatabase) {
    _ = try? database.within { try $0.run("DELETE FROM workers WHERE owner = ?", [owner]) }
  }

  private static func renew(_ owner: Int, _ database: ServerDatabase) throws {
    try database.within { db in
      try db.run(
        """
        INSERT INTO workers (owner, seen) VALUES (?, clock_timestamp())
        ON CONFLICT (owner) DO UPDATE SET seen = excluded.seen
        """, [owner])
      try db.run(
        "DELETE FROM workers WHERE seen < clock_timestamp() - make_interval(days => 1)")
      try db.run(
        "DELETE FROM news WHERE at < clock_timestamp() - make_interval(secs => \(memory))")
    }
  }

  /// Returns true if an owner has renewed its row in time, by the server's clock.
  static func isAlive(_ owner: Int, _ db: any SQLStatements) throws -> Bool {
    try db.first(
      Bool.self,
      """
      SELECT EXISTS (SELECT 1 FROM workers
        WHERE owner = ? AND seen > clock_timestamp() - make_interval(secs => \(lease)))
      """, [owner]) ?? false
  }
}
