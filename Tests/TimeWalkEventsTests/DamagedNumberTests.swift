import Foundation
import GRDB
import Testing
import TimeWalkTestSupport

@testable import TimeWalkEvents

/// Numbers at the ends of their types in `events.sqlite`, which another program or a failing disk
/// wrote: a sum that doesn't fit would end the server.
@Suite("Damaged numbers in the database of events")
struct DamagedNumberTests {
  private static let numbers = ["9223372036854775807", "-9223372036854775808", "1e308", "-1e308"]

  /// An event with two pictures, a visitor, a report and a download; one column has a number.
  private struct Damaged {
    let place: EventFixture
    let event: Event
    let maria: EventCaller
    let picture: Picture

    init(_ table: String, _ column: String, _ number: String) throws {
      place = try EventFixture()
      event = try place.event { $0.showsPositions = true }
      maria = try place.guest("Maria", in: event)
      let paul = try place.guest("Paul", in: event, byCodeAlone: true)
      picture = try place.send("first", to: event, by: maria)
      try place.send("second", to: event, by: paul)
      try place.store.report("It is dark.", in: event.id, by: maria, at: EventFixture.during)
      try place.store.countDownloads(2, of: event.id, at: EventFixture.during)
      try place.store.database.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
        // The numbers of an event's pictures differ.
        let one = table == "pictures" ? " WHERE id = '\(picture.id)'" : ""
        try db.execute(sql: "UPDATE \(table) SET \(column) = \(number)\(one)")
        try db.execute(sql: "PRAGMA ignore_check_constraints = OFF")
      }
    }

    /// Asks for everything; each answer may be an error.
    func ask() {
      let (store, id, now) = (place.store, event.id, EventFixture.during)
      for caller in [maria, EventFixture.anna, .keeper] {
        _ = try? store.event(id, at: now).erases
        _ = try? store.events(of: caller, at: now)
        _ = try? store.gallery(of: id, by: caller, at: now)
        _ = try? store.ownPictures(in: id, by: caller, at: now)
        _ = try? store.people(of: id, by: caller, at: now)
        _ = try? store.counts(of: id, by: caller, at: now)
        _ = try? store.kept(in: id, by: caller, at: now)
        _ = try? store.reports(of: id, by: caller, at: now)
        _ = try? ZipTests.bytes(of: store.galleryZip(of: id, by: caller, at: now))
        _ = try? ZipTests.bytes(of: store.exportZip(of: id, by: caller, at: now))
        _ = try? place.send("third", to: event, by: caller)
      }
      _ = try? store.nextDue()
      _ = try? store.checkClock(at: now, uptime: .now)
      _ = try? store.housekeeping(at: now)
    }
  }

  @Test("No number ends the program")
  func everyColumn() throws {
    let columns = try EventFixture().store.database.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c
          WHERE m.type = 'table' AND c.type IN ('REAL', 'INTEGER')
          """
      ).map { ($0[0] as String, $0[1] as String) }
    }
    #expect(columns.count > 20)
    for (table, column) in columns {
      for number in Self.numbers.prefix(Project.times(2, all: 4)) {
        try Damaged(table, column, number).ask()
      }
    }
  }

  @Test(
    "An event with a number outside its limits is unreadable",
    arguments: ["photos", "guests"], numbers)
  func unreadableEvent(column: String, number: String) throws {
    let damaged = try Damaged("events", column, number)
    let (store, id) = (damaged.place.store, damaged.event.id)
    #expect(code { _ = try store.event(id, at: EventFixture.during) } == .notADatabase)
    // It is erased in time nevertheless.
    #expect(try store.housekeeping(at: damaged.event.erases).gone == [id])
  }

  @Test(
    "A picture with a number outside its limits is unreadable",
    arguments: ["bytes", "number"], numbers)
  func unreadablePicture(column: String, number: String) throws {
    let damaged = try Damaged("pictures", column, number)
    let (store, id, now) = (damaged.place.store, damaged.event.id, EventFixture.during)
    for caller in [damaged.maria, .keeper] {
      #expect(code { _ = try store.galleryZip(of: id, by: caller, at: now) } == .notADatabase)
    }
    #expect(code { _ = try store.exportZip(of: id, by: .keeper, at: now) } == .notADatabase)
  }
}
