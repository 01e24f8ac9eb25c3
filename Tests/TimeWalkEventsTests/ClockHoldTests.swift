import Foundation
import GRDB
import Testing
import TimeWalkTestSupport

@testable import TimeWalkEvents

@Suite("The hold of erasure while the clock may be wrong")
struct ClockHoldTests {
  private static let day: TimeInterval = 86_400

  /// Opens the events as a program that starts when they weren't used since a time.
  private func opened(_ place: EventFixture, lastUse: Date) throws -> EventStore {
    for file in place.files where file.hasPrefix("events.") {
      try FileManager.default.setAttributes(
        [.modificationDate: lastUse], ofItemAtPath: place.library + "/" + file)
    }
    return try EventStore(directory: place.library)
  }

  private func fileCount(_ place: EventFixture, _ event: Event) -> Int {
    place.files.count { $0.hasPrefix("events/\(event.id.text)/") }
  }

  @Test("A program that was off for forty days hides what has expired, and erases it a day later")
  func afterPause() throws {
    let place = try EventFixture()
    let event = try place.event()
    try place.send("picture", to: event, by: place.guest("Maria", in: event))
    let back = EventFixture.ends + 40 * Self.day
    let end = back + Self.day
    let uptime = ContinuousClock.now
    let store = try opened(place, lastUse: EventFixture.ends)
    #expect(try store.checkClock(at: back, uptime: uptime) == end)
    #expect(try store.housekeeping(at: back) == Housekeeping(held: end))
    #expect(code { _ = try store.event(event.id, at: back) } == .noSuchEvent)
    #expect(fileCount(place, event) == 2)
    #expect(try store.nextDue() == end)
    // A restart neither ends nor prolongs the hold.
    let second = try opened(place, lastUse: EventFixture.ends)
    #expect(try second.checkClock(at: end - 1, uptime: uptime) == end)
    #expect(try second.housekeeping(at: end - 1).gone.isEmpty)
    #expect(try second.checkClock(at: end, uptime: uptime + .seconds(1)) == nil)
    #expect(try second.housekeeping(at: end) == Housekeeping(gone: [event.id]))
    #expect(fileCount(place, event) == 0)
    // The next pause is another hold.
    let third = try opened(place, lastUse: end)
    #expect(try third.checkClock(at: end + 2 * Self.day, uptime: uptime) == end + 3 * Self.day)
  }

  @Test("A command that is called once a week erases what has expired at its second call")
  func weekly() throws {
    let place = try EventFixture()
    let event = try place.event()
    let (first, uptime) = (event.erases + Self.day, ContinuousClock.now)
    let store = try opened(place, lastUse: EventFixture.ends)
    #expect(try store.checkClock(at: first, uptime: uptime) != nil)
    #expect(try store.housekeeping(at: first).gone.isEmpty)
    let next = try opened(place, lastUse: first)
    #expect(try next.checkClock(at: first + 7 * Self.day, uptime: uptime) == nil)
    #expect(try next.housekeeping(at: first + 7 * Self.day).gone == [event.id])
    // After a longer time the clock may be wrong again.
    let other = try EventFixture()
    _ = try other.event()
    let begun = try opened(other, lastUse: EventFixture.ends)
    let held = try #require(try begun.checkClock(at: first, uptime: uptime))
    let late = try opened(other, lastUse: first)
    #expect(try late.checkClock(at: held + 30 * Self.day + 1, uptime: uptime) != nil)
  }

  @Test("A start within a day of the last use is no reason for a hold, nor is a new library")
  func afterShortPause() throws {
    let place = try EventFixture()
    let uptime = ContinuousClock.now
    #expect(try place.store.checkClock(at: .distantFuture, uptime: uptime) == nil)
    let (last, other) = (EventFixture.ends, try EventFixture())
    for pause in [-10 * Self.day, 0, 3600, Self.day] {
      let store = try opened(other, lastUse: last)
      #expect(try store.checkClock(at: last + pause, uptime: uptime) == nil, "\(pause)")
    }
    #expect(
      try opened(other, lastUse: last).checkClock(at: last + Self.day + 1, uptime: uptime) != nil)
  }

  @Test(
    "A jump of more than an hour against the monotonic clock begins a hold, passing time doesn't")
  func jump() throws {
    let place = try EventFixture()
    let event = try place.event()
    let (store, uptime) = (place.store, ContinuousClock.now)
    func check(_ date: TimeInterval, _ steady: TimeInterval) throws -> TimeInterval? {
      try store.checkClock(at: EventFixture.ends + date, uptime: uptime + .seconds(steady))
        .map { $0.timeIntervalSince(EventFixture.ends) }
    }
    #expect(try check(0, 0) == nil)
    // Ten days in standby, and an hour of summer time.
    #expect(try check(10 * Self.day, 10 * Self.day) == nil)
    #expect(try check(10 * Self.day + 3600, 10 * Self.day) == nil)
    #expect(try check(10 * Self.day, 10 * Self.day) == nil)
    #expect(try check(40 * Self.day, 10 * Self.day) == 41 * Self.day)
    #expect(try store.housekeeping(at: EventFixture.ends + 40 * Self.day).gone.isEmpty)
    // Another program on the library knows it, too.
    let other = try EventStore(directory: place.library)
    #expect(try other.housekeeping(at: EventFixture.ends + 40 * Self.day).gone.isEmpty)
    // The clock is set right: that is a jump as well, and ends the wrong hold.
    #expect(try check(10 * Self.day + 15, 10 * Self.day + 15) == 11 * Self.day + 15)
    #expect(try check(11 * Self.day + 20, 11 * Self.day + 20) == nil)
    #expect(try store.event(event.id, at: EventFixture.ends + 12 * Self.day) == event)
    #expect(try check(30 * Self.day, 30 * Self.day) == nil)
    #expect(try store.housekeeping(at: event.erases) == Housekeeping(gone: [event.id]))
  }

  @Test("A hold that a wrong clock began ends at most a day after the clock is right")
  func corrected() throws {
    let (place, uptime) = (try EventFixture(), ContinuousClock.now)
    let (now, wrong) = (EventFixture.ends, EventFixture.ends + 5000 * Self.day)
    #expect(
      try opened(place, lastUse: now).checkClock(at: wrong, uptime: uptime) == wrong + Self.day)
    #expect(
      try opened(place, lastUse: wrong).checkClock(at: now, uptime: uptime) == now + Self.day)
  }

  @Test("A program that runs without work shows that the events are in use")
  func use() throws {
    let place = try EventFixture()
    let (store, uptime) = (try opened(place, lastUse: EventFixture.ends), ContinuousClock.now)
    for hour in 0...50 {
      let time = TimeInterval(hour * 3600)
      let end = try store.checkClock(
        at: EventFixture.ends + time, uptime: uptime + .seconds(time))
      #expect(end == nil)
    }
    let lock = try FileManager.default.attributesOfItem(atPath: place.library + "/events.lock")
    #expect(lock[.modificationDate] as? Date == EventFixture.ends + 50 * 3600)
  }

  @Test("A database of the version without holds gets one")
  func older() throws {
    let folder = try TemporaryFolder()
    let queue = try DatabaseQueue(path: folder.path("events.sqlite"))
    try EventSchema.migrator.migrate(queue, upTo: "1 first schema")
    try queue.close()
    let store = try EventStore(directory: folder.url.path)
    let later = Date() + 2 * Self.day
    #expect(try store.checkClock(at: later, uptime: .now) != nil)
    #expect(try store.housekeeping(at: later).held != nil)
  }
}
