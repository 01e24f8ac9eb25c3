internal import TimeWalkBase
internal import Foundation
internal import GRDB
internal import Synchronization
internal import TimeWalkStorage

/// The events of a library: who is in them, and their pictures.
///
/// One SQLite file, `events.sqlite`, and a folder `events` with a folder for each event, beside the
/// photos' library. Several processes may use it at once. What a method has answered is on the
/// disk. The clock is never read here: whoever asks says what time it is.
package final class EventStore: Sendable {
  /// The library's folder, as an absolute path.
  package let directory: String
  let database: DatabasePool
  private let sign: LivenessLock
  /// One erasure at a time; it goes through all that is marked.
  let erasing = Mutex(())

  /// The longest text that a row may hold, bytes.
  static let longestValue = 16 << 20

  /// Opens the events of a library, and makes them when they are missing.
  ///
  /// What is made can be read by this user alone. What a killed program left is cleaned up, and
  /// what it began to erase is erased.
  /// - Parameter directory: the library's folder.
  /// - Throws: `cannotCreate`, `noSpace`, `busy`, `inputOutput`; `notADatabase`, also for a folder
  ///   of an earlier version.
  package init(directory: String) throws(EventFault) {
    let folder = RawPath.absolute(directory)
    self.directory = folder
    try EventStore.refuseOldNames(in: folder)
    let path = folder + "/events.sqlite"
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { db in
      // The file may come from somebody else; it has no triggers of ours.
      try db.guardAgainstFile(longestValue: EventStore.longestValue)
      // What is removed is overwritten.
      if !db.configuration.readonly { try db.execute(sql: "PRAGMA secure_delete = ON") }
      // Writing the file anew would else leave a copy of it among the system's temporary files.
      try db.execute(sql: "PRAGMA temp_store = MEMORY")
    }
    do {
      try DurableFolder.make(folder + "/events", isPrivate: true)
      sign = try LivenessLock(path: folder + "/events.lock")
      database = try DurablePool.open(path, configuration: configuration, isPrivate: true)
      let schema = EventSchema.migrator
      guard try database.read({ try !schema.hasBeenSuperseded($0) }) else {
        throw EventFault(
          .notADatabase,
          "\(path) was made by a newer version of TimeWalk; update TimeWalk to use it")
      }
      try EventStore.migrate(database, schema)
    } catch { throw EventFault(error, path) }
    try recover()
  }

  /// Refuses a folder of an earlier version, which stored events under other names.
  private static func refuseOldNames(in folder: String) throws(EventFault) {
    let old = [
      ("walks.sqlite", "move it and the folder \"walks\" out of the library"),
      ("walk-policy.json", "rename it to event-policy.json"),
    ]
    for (name, remedy) in old where RawPath.exists("\(folder)/\(name)") {
      throw EventFault(
        .notADatabase, "\(folder)/\(name) is from an earlier version of TimeWalk; \(remedy)")
    }
  }

  /// Brings the schema up to date beside others that may do the same.
  ///
  /// The migrator asks what is to do before it locks, so that a step which another process takes
  /// meanwhile fails; then it is asked again.
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

  /// The number of this process in the rows of what is under way.
  var owner: Int { sign.owner }

  /// Whether the process that a number belongs to still runs.
  func isAlive(_ owner: Int) -> Bool { sign.isAlive(owner) }

  /// The folder of an event's pictures, which need not be there.
  func folder(of event: EventID) -> String { "\(directory)/events/\(event.text)" }

  func write<T: Sendable>(_ body: (Database) throws -> T) throws(EventFault) -> T {
    do { return try database.write(body) } catch {
      if let error = error as? DatabaseError, error.isOfDisk {
        // Who is told that it failed must not find it done later.
        database.writeWithoutTransaction { $0.overwriteFailedCommit() }
      }
      throw EventFault(error, directory + "/events.sqlite")
    }
  }

  func read<T: Sendable>(_ body: (Database) throws -> T) throws(EventFault) -> T {
    do { return try database.read(body) } catch {
      throw EventFault(error, directory + "/events.sqlite")
    }
  }

  /// An id that nobody can guess: 128 bits of the system's chance, hexadecimal.
  static func newID() -> String {
    (0..<2).map { _ in
      let digits = String(UInt64.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
