internal import TimeWalkBase
internal import Foundation
internal import GRDB
internal import Synchronization
internal import TimeWalkStorage

/// The events of a library, with their people and pictures.
///
/// One SQLite file, `events.sqlite`, and a folder `events` with a folder for each event, in the
/// photos' library. Several processes may use it at once. A method returns after its changes are on
/// the disk. The clock is never read here: the caller passes the time.
package final class EventStore: Sendable {
  /// The library's folder, as an absolute path.
  package let directory: String
  let database: DatabasePool
  private let sign: LivenessLock
  /// One erasure at a time; it goes through all that is marked.
  let erasing = Mutex(())
  /// The last look at the clock.
  let clock = Mutex(ClockState())
  /// The newest time of the files before this program opened them; `nil` for a new library.
  let lastUse: Date?

  /// The longest text that a row may hold, bytes.
  static let longestValue = 16 << 20

  /// Opens the events of a library, and makes them when they are missing.
  ///
  /// New files are readable only by this user. A killed program's remains are cleaned up, and its
  /// erasures are completed.
  /// - Parameter directory: the library's folder.
  /// - Throws: `cannotCreate`, `noSpace`, `busy`, `inputOutput`; `notADatabase`, also for a folder
  ///   of an earlier version.
  package init(directory: String) throws(EventError) {
    let folder = RawPath.absolute(directory)
    self.directory = folder
    try EventStore.refuseOldNames(in: folder)
    lastUse = EventStore.lastUse(in: folder)
    let path = folder + "/events.sqlite"
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { db in
      // The file may be foreign; our schema has no triggers.
      try db.guardAgainstFile(longestValue: EventStore.longestValue)
      // Removed data are overwritten.
      if !db.configuration.readonly { try db.execute(sql: "PRAGMA secure_delete = ON") }
      // Otherwise rewriting the file would leave a copy of it among the system's temporary files.
      try db.execute(sql: "PRAGMA temp_store = MEMORY")
    }
    do {
      try DurableFolder.make(folder + "/events", isPrivate: true)
      sign = try LivenessLock(path: folder + "/events.lock")
      database = try DurablePool.open(path, configuration: configuration, isPrivate: true)
      let schema = EventSchema.migrator
      guard try database.read({ try !schema.hasBeenSuperseded($0) }) else {
        throw EventError(
          .notADatabase,
          "\(path) was made by a newer version of TimeWalk; update TimeWalk to use it")
      }
      try EventStore.migrate(database, schema)
    } catch { throw EventError(error, path) }
    try recover()
  }

  /// Refuses a folder of an earlier version, which stored events under other names.
  private static func refuseOldNames(in folder: String) throws(EventError) {
    let old = [
      ("walks.sqlite", "move it and the folder \"walks\" out of the library"),
      ("walk-policy.json", "rename it to event-policy.json"),
    ]
    for (name, remedy) in old where RawPath.exists("\(folder)/\(name)") {
      throw EventError(
        .notADatabase, "\(folder)/\(name) is from an earlier version of TimeWalk; \(remedy)")
    }
  }

  /// Updates the schema, possibly concurrently with other processes.
  ///
  /// The migrator checks the pending steps before it locks. A step that another process runs
  /// meanwhile fails; the check is then repeated.
  private static func migrate(_ database: DatabasePool, _ schema: DatabaseMigrator) throws {
    while true {
      let done = try database.read { try schema.appliedIdentifiers($0).count }
      do { return try schema.migrate(database) } catch {
        guard try database.read({ try schema.appliedIdentifiers($0).count }) > done else {
          throw error
        }
      }
    }
  }

  /// The number of this process in the rows of work in progress.
  var owner: Int { sign.owner }

  /// Returns true if the process that a number belongs to still runs.
  func isAlive(_ owner: Int) -> Bool { sign.isAlive(owner) }

  /// The folder of an event's pictures, which need not be there.
  func folder(of event: EventID) -> String { "\(directory)/events/\(event.text)" }

  func write<T: Sendable>(_ body: (Database) throws -> T) throws(EventError) -> T {
    do { return try database.write(body) } catch {
      if let error = error as? DatabaseError, error.isOfDisk {
        // A reported failure must not turn into a success later.
        database.writeWithoutTransaction { $0.overwriteFailedCommit() }
      }
      throw EventError(error, directory + "/events.sqlite")
    }
  }

  func read<T: Sendable>(_ body: (Database) throws -> T) throws(EventError) -> T {
    do { return try database.read(body) } catch {
      throw EventError(error, directory + "/events.sqlite")
    }
  }

  /// An unguessable id: 128 random bits, hexadecimal.
  static func newID() -> String {
    (0..<2).map { _ in
      let digits = String(UInt64.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
