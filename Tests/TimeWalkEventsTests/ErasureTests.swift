import Foundation
import GRDB
import Testing
import TimeWalkTestSupport

@testable import TimeWalkEvents

@Suite("The erasure of an event's data")
struct ErasureTests {
  /// Unique texts, one for each kind of stored personal data.
  private static let traces = [
    "Quirinius-name", "Quirinius-picture", "small Quirinius-picture", "Quirinius-title",
    "Quirinius-match", "Quirinius-report", "Quirinius-key", "Quirinius-policy",
  ]

  /// A person with something of every kind; returns the caller and the picture.
  private func person(
    _ place: EventFixture, _ event: Event
  ) throws -> (caller: EventCaller, picture: Picture) {
    var joining = GuestDetails(name: "Quirinius-name")
    joining.consent = Consent(policy: "Quirinius-policy", given: EventFixture.during)
    let token = try place.store.join(event.id, as: joining, at: EventFixture.during).token
    let caller = EventCaller.token(try #require(token))
    var sending = PictureSending()
    sending.name = "Quirinius-title"
    sending.key = "Quirinius-key"
    let picture = try place.store.add(
      sending, to: event.id, by: caller, at: EventFixture.during
    ) { _ in
      var made = NewPicture(original: .bytes(Array("Quirinius-picture".utf8)), ending: "jpg")
      made.sizes = ["small": Array("small Quirinius-picture".utf8)]
      made.position = PicturePosition(latitude: 1, longitude: 2)
      return made
    }
    // The view is taken out of the event again: here it is the picture's that is looked for.
    let before = EventFixture.begins.addingTimeInterval(-60)
    let (store, id, anna) = (place.store, event.id, EventFixture.anna)
    _ = try store.change(id, by: anna, at: before) { $0.stops = ["Quirinius-match"] }
    try store.setStop("Quirinius-match", of: picture.id, in: id, by: caller, at: before)
    _ = try store.change(id, by: anna, at: before) { $0.stops = [] }
    try place.store.report("Quirinius-report", in: event.id, by: caller, at: EventFixture.during)
    for trace in Self.traces {
      #expect(try !place.files(holding: trace).isEmpty, "\(trace) was never there")
    }
    return (caller, picture)
  }

  private func expectNoTrace(_ place: EventFixture, _ more: [String]) throws {
    for trace in Self.traces + more {
      let holding = try place.files(holding: trace)
      #expect(holding.isEmpty, "\(trace) is still in \(holding)")
    }
  }

  @Test("All data of a person are erased: files, rows, and the database's log")
  func ofPerson() throws {
    let place = try EventFixture()
    let event = try place.event { $0.showsPositions = true }
    let paul = try place.guest("Paul", in: event)
    // Rows on both sides, which share pages.
    for index in 0..<20 { try place.send("of Paul \(index)", to: event, by: paul) }
    let (caller, picture) = try person(place, event)
    try place.send("last of Paul", to: event, by: paul)
    let store = place.store
    let now = EventFixture.during
    #expect(try store.erasePerson(in: event.id, by: caller, at: now))
    try expectNoTrace(place, [picture.id, picture.guest, picture.sha256])
    #expect(code { _ = try store.gallery(of: event.id, by: caller, at: now) } == .noSuchGuest)
    #expect(try store.gallery(of: event.id, by: paul, at: now).count == 21)
    #expect(try store.reports(of: event.id, by: EventFixture.anna, at: now).isEmpty)
  }

  @Test("The reports of an event have a limit in all, so its organiser's page stays short")
  func reportLimit() throws {
    let place = try EventFixture()
    let event = try place.event()
    let text = String(repeating: "x", count: 5000)
    let now = EventFixture.during
    func report(_ text: String, by guest: EventCaller) -> EventErrorCode? {
      code { try place.store.report(text, in: event.id, by: guest, at: now) }
    }
    let first = try place.guest("Eva", in: event)
    #expect(report("\0" + text.dropFirst(), by: first) == .invalidValue)
    for _ in 0..<20 { #expect(report(text, by: first) == nil) }
    #expect(report("y", by: first) == .limitReached)
    // Half of all is used: the others have one long report each.
    for number in 0..<20 {
      let guest = try place.guest("Guest \(number)", in: event)
      #expect(report(text, by: guest) == nil)
      #expect(report("y", by: guest) == .limitReached)
    }
    let paul = try place.guest("Paul", in: event)
    #expect(report("y", by: paul) == .limitReached)
    #expect(try place.store.reports(of: event.id, by: EventFixture.anna, at: now).count == 40)
  }

  @Test("All data of a picture are erased when its owner or the organiser deletes it")
  func ofPicture() throws {
    for byOrganiser in [false, true] {
      let place = try EventFixture()
      let event = try place.event()
      let (caller, picture) = try person(place, event)
      let asker = byOrganiser ? EventFixture.anna : caller
      #expect(
        try place.store.delete(picture.id, in: event.id, by: asker, at: EventFixture.during)
          .isErased)
      for trace in ["-picture", "-title", "-match", "-key"] {
        #expect(try place.files(holding: "Quirinius" + trace).isEmpty, "\(trace)")
      }
      #expect(try place.files(holding: picture.id).isEmpty)
      #expect(try !place.files(holding: "Quirinius-name").isEmpty)
    }
  }

  @Test("A corrected name leaves nothing of the old one")
  func ofName() throws {
    let place = try EventFixture()
    let event = try place.event()
    let (caller, _) = try person(place, event)
    func pending() throws -> Int? {
      try place.store.read { try Int.fetchOne($0, sql: "SELECT pending FROM erasures") }
    }
    let before = try #require(try pending())
    for name in ["Mia", "Maria"] {
      try place.store.correctName(name, in: event.id, by: caller, at: EventFixture.during)
    }
    // Housekeeping, which the server does every five minutes, erases many names at once.
    #expect(try pending() == before + 2)
    #expect(try place.store.housekeeping(at: EventFixture.during).isErased)
    #expect(try pending() == 0)
    #expect(try place.files(holding: "Quirinius-name").isEmpty)
    #expect(
      try place.store.kept(in: event.id, by: caller, at: EventFixture.during).name == "Maria")
  }

  /// Days on which clocks in Europe and America are changed lie within the thirty days of some.
  static let ends = [
    "2026-03-01T23:30:00+01:00", "2026-03-28T02:30:00+01:00", "2026-10-10T12:00:00+02:00",
    "2026-10-25T02:30:00+01:00", "2026-11-01T01:30:00-04:00", "2027-12-31T23:59:59Z",
    "2028-02-29T12:00:00Z",
  ]

  @Test(
    "An event goes 720 hours after its end to the second, over changes of clocks", arguments: ends)
  func onTime(end: String) throws {
    let place = try EventFixture()
    let ends = try Date(end, strategy: .iso8601)
    let event = try place.event {
      $0.begins = ends - 7200
      $0.ends = ends
    }
    let (store, due) = (place.store, ends + 720 * 3600)
    #expect(event.erases == due)
    #expect(try store.nextDue() == due)
    for early in [-3600.0, -60, -1, -0.001] {
      #expect(try store.housekeeping(at: due + early).gone.isEmpty)
      #expect(try store.event(event.id, at: due + early) == event)
    }
    // Due data are hidden, also before housekeeping.
    #expect(code { _ = try store.event(event.id, at: due) } == .noSuchEvent)
    #expect(try store.events(of: .keeper, at: due).isEmpty)
    #expect(try store.housekeeping(at: due) == Housekeeping(gone: [event.id]))
    #expect(try store.nextDue() == nil)
    #expect(code { _ = try store.event(event.id, at: ends) } == .noSuchEvent)
  }

  @Test("Everything of an event goes, also when no program ran for a year, and nothing of another")
  func ofEvent() throws {
    let place = try EventFixture()
    let event = try place.event {
      $0.name = "Quirinius-event"
      $0.showsPositions = true
      $0.stops = ["Quirinius:stop"]
    }
    let year = EventFixture.ends + 365 * 86_400
    let other = try place.event {
      $0.begins = year - 3600
      $0.ends = year + 3600
    }
    let (_, picture) = try person(place, event)
    try place.store.countDownloads(1, of: event.id, at: EventFixture.during)
    let maria = try place.guest("Maria", in: other, at: year)
    let kept = try place.send("stays", to: other, by: maria, at: year)
    let next = try EventStore(directory: place.library)
    let done = try next.housekeeping(at: year)
    #expect(done == Housekeeping(gone: [event.id]))
    try expectNoTrace(place, ["Quirinius", picture.id, picture.guest, event.id.text])
    let folder = place.library + "/events/" + event.id.text
    #expect(!FileManager.default.fileExists(atPath: folder))
    #expect(try next.gallery(of: other.id, by: maria, at: year) == [kept])
    #expect(try place.files(holding: "stays").count == 2)
  }

  @Test("Only the organiser can remove an event at once")
  func removed() throws {
    let place = try EventFixture()
    let event = try place.event()
    let (caller, picture) = try person(place, event)
    let now = EventFixture.during
    #expect(code { _ = try place.store.remove(event.id, by: caller, at: now) } == .notAllowed)
    #expect(try place.store.remove(event.id, by: EventFixture.anna, at: now))
    try expectNoTrace(place, [picture.id, event.id.text])
  }

  /// The moments of a kill: after the marks, after some files, after all files, after the rows.
  static let kills = ["marked", "some files", "all files", "rows", "stray files"]

  @Test("The next program finishes an interrupted erasure", arguments: kills)
  func killed(instant: String) throws {
    let place = try EventFixture()
    let event = try place.event()
    let (_, picture) = try person(place, event)
    let folder = place.library + "/events/" + event.id.text
    let small = folder + "/\(picture.id)-small.jpg"
    let original = folder + "/\(picture.id).jpg"
    try place.store.write { db in
      try db.execute(sql: "UPDATE events SET erasing = 1")
      try db.execute(sql: "UPDATE pictures SET state = \(PictureState.going), sending = NULL")
      try EventStore.markErasure(db)
    }
    if instant != "marked", instant != "stray files" {
      try FileManager.default.removeItem(atPath: small)
    }
    if instant == "all files" || instant == "rows" {
      try FileManager.default.removeItem(atPath: original)
    }
    if instant == "rows" || instant == "stray files" {
      try place.store.write { db in
        for table in ["pictures", "reports", "guests", "events"] {
          try db.execute(sql: "DELETE FROM \(table)")
        }
      }
    }
    let now = EventFixture.during
    #expect(code { _ = try place.store.event(event.id, at: now) } == .noSuchEvent)
    let next = try EventStore(directory: place.library)
    try expectNoTrace(place, [picture.id, event.id.text])
    #expect(try next.read { try Int.fetchOne($0, sql: "SELECT pending FROM erasures") } == 0)
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test("A picture whose sender is erased during its upload is refused")
  func whileWriting() throws {
    let place = try EventFixture()
    let event = try place.event()
    let maria = try place.guest("Maria", in: event)
    let result = code {
      _ = try place.store.add(PictureSending(), to: event.id, by: maria, at: EventFixture.during) {
        _ in
        let isErased = try place.store.erasePerson(
          in: event.id, by: maria, at: EventFixture.during)
        #expect(isErased)
        return NewPicture(original: .bytes(Array("too late".utf8)), ending: "jpg")
      }
    }
    #expect(result == .noSuchGuest)
    #expect(try place.files(holding: "too late").isEmpty)
    let people = try place.store.people(
      of: event.id, by: EventFixture.anna, at: EventFixture.during)
    #expect(people.isEmpty)
  }

  @Test("All guests can see and download their stored data")
  func kept() throws {
    let place = try EventFixture()
    let event = try place.event { $0.showsPositions = true }
    let (caller, picture) = try person(place, event)
    let now = EventFixture.during
    let kept = try place.store.kept(in: event.id, by: caller, at: now)
    #expect(kept.name == "Quirinius-name" && kept.consentTo == "Quirinius-policy")
    #expect(kept.erases == EventTime.text(event.erases) && kept.reports == ["Quirinius-report"])
    #expect(kept.pictures.map(\.id) == [picture.id])
    #expect(kept.pictures.first?.matches == "[\"Quirinius-match\"]")
    #expect(kept.pictures.first?.position == PicturePosition(latitude: 1, longitude: 2))
    let zip = try place.store.keptZip(in: event.id, by: caller, at: now)
    let names = try ZipTests.names(of: zip)
    #expect(names == ["00001.jpg", "kept.json"])
  }
}
