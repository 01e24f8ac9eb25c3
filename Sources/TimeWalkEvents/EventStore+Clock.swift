package import Foundation
internal import GRDB
internal import Glibc
internal import Synchronization
internal import TimeWalkBase

/// The last look at the clock, for comparison with the next one.
struct ClockState: Sendable {
  /// The last time of day, with the monotonic time; `nil` before the first look.
  var last: (date: Date, uptime: ContinuousClock.Instant)?
  /// The time of day that the file of locks bears.
  var touched: Date?

  /// The least difference between the time of day and the monotonic clock that is a jump, seconds.
  static let jump: TimeInterval = 3600

  /// The seconds by which the time of day differs from the monotonic clock since the last look.
  func difference(_ now: Date, _ uptime: ContinuousClock.Instant) -> TimeInterval {
    guard let last else { return 0 }
    return now.timeIntervalSince(last.date) - (uptime - last.uptime) / .seconds(1)
  }
}

// A clock that is wrongly set ahead would erase events long before their time.
extension EventStore {
  /// Holds housekeeping for a day if the clock may be wrong.
  ///
  /// The clock may be wrong if it jumped by more than an hour against the monotonic clock, or if it
  /// is more than a day past all files' times when the store is opened. The hold is stored, and
  /// therefore survives a restart. Expired data are hidden in any case. After the hold,
  /// housekeeping goes on.
  ///
  /// Call it before `housekeeping`.
  /// - Parameters:
  ///   - now: the time of day.
  ///   - uptime: the time of the monotonic clock.
  /// - Returns: the end of the hold; `nil` if there is none.
  /// - Throws: the disk's errors.
  package func checkClock(
    at now: Date, uptime: ContinuousClock.Instant
  ) throws(EventError) -> Date? {
    try clock.withLock { clock throws(EventError) in
      let hasJumped = abs(clock.difference(now, uptime)) > ClockState.jump
      let wasOff = clock.last == nil && lastUse.map { now > $0 + EventLimits.hold } ?? false
      let known = try read { db in try EventStore.held(db) }
      let day = Date(seconds: (now + EventLimits.hold).seconds)
      var end = known
      // A program that didn't run at the end of a hold has thirty days to go on.
      if hasJumped || wasOff && known.map({ now > $0 + EventLimits.kept }) ?? true { end = day }
      // The clock was wrong when the hold began, and is right now.
      if let known, known > day { end = day }
      if let end, end != known { try write { db in try EventStore.hold(until: end, db) } }
      // Only now: after an error, the next look finds the same.
      clock.last = (now, uptime)
      if abs(clock.touched?.timeIntervalSince(now) ?? .infinity) >= ClockState.jump {
        touch(at: now)
        clock.touched = now
      }
      return end.flatMap { $0 > now ? $0 : nil }
    }
  }

  /// The words for a hold.
  package static func warning(ofHoldUntil end: Date) -> String {
    "the clock jumped, or no program used these events for a day; expired data is hidden, and erased"
      + " only after \(EventTime.text(end)). Check the clock."
  }

  /// The end of the last hold, until housekeeping has run after it.
  static func held(_ db: Database) throws -> Date? {
    try Int.fetchOne(db, sql: "SELECT held FROM erasures").map { Date(seconds: $0) }
  }

  /// Stores a hold; `nil` for none.
  static func hold(until end: Date?, _ db: Database) throws {
    try db.execute(sql: "UPDATE erasures SET held = ?", arguments: [end?.seconds])
  }

  /// The newest time of the database's files; `nil` if there are none.
  static func lastUse(in folder: String) -> Date? {
    (RawPath.names(in: folder) ?? []).filter { $0.hasPrefix("events.") }
      .compactMap { RawPath.status("\(folder)/\($0)")?.st_mtim.tv_sec }.max()
      .map { Date(seconds: $0) }
  }

  /// Shows the next program that the events are in use, even if nothing is written.
  private func touch(at now: Date) {
    let time = timespec(tv_sec: now.seconds, tv_nsec: 0)
    _ = RawPath.withBytes(of: directory + "/events.lock") {
      utimensat(AT_FDCWD, $0, [time, time], 0)
    }
  }
}
