import Foundation
import GRDB
import Testing
import TimeWalkTestSupport

@testable import TimeWalkEvents

@Suite("An event")
struct EventTests {
  @Test("exists after its creation, with its settings")
  func made() throws {
    let place = try EventFixture()
    let event = try place.event { settings in
      settings.photosPerGuest = 7
      settings.guests = 40
      settings.gallery = .atEnd
      settings.uploaders = .guests
      settings.downloaders = .organiser
      settings.showsPositions = true
      settings.isReviewed = true
      settings.kind = .schoolTrip
      settings.keepsQuality = true
      settings.stops = ["nypl:1", "nypl:\"2\", and more"]
    }
    // Another program sees the same.
    let other = try EventStore(directory: place.library)
    #expect(try other.event(event.id, at: EventFixture.during) == event)
    #expect(event.settings.photosPerGuest == 7 && event.settings.guests == 40)
    #expect(try other.events(of: EventFixture.anna, at: EventFixture.during) == [event])
    #expect(try other.events(of: .keeper, at: EventFixture.during) == [event])
    #expect(
      code { _ = try other.create(event.settings, by: .stranger, at: event.made) } == .notAllowed)
  }

  @Test(
    "is refused in a folder of an earlier version, with the remedy",
    arguments: [
      ("walks.sqlite", "move it"), ("walk-policy.json", "rename it to event-policy.json"),
    ])
  func oldNames(name: String, remedy: String) throws {
    let folder = try TemporaryFolder()
    try Data().write(to: folder.url.appendingPathComponent(name))
    let fault = #expect(throws: EventError.self) {
      _ = try EventStore(directory: folder.url.path)
    }
    #expect(fault?.code == .notADatabase)
    #expect(fault?.message.contains("/\(name) is from an earlier version") == true)
    #expect(fault?.message.contains(remedy) == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [name])
  }

  @Test("goes through its states at the second")
  func states() throws {
    let event = try EventFixture().event()
    let (begins, ends) = (EventFixture.begins, EventFixture.ends)
    let times: [(Date, EventState)] = [
      (begins - 1, .planned), (begins, .running), (ends - 1, .running), (ends, .ended),
      (ends + 30 * 86_400 - 1, .ended), (ends + 30 * 86_400, .gone),
    ]
    for (time, state) in times { #expect(event.state(at: time) == state, "\(time)") }
  }

  @Test("is changed until it begins, closed while it runs, extended to thirty days at most")
  func changes() throws {
    let place = try EventFixture()
    let event = try place.event()
    let (store, anna, during) = (place.store, EventFixture.anna, EventFixture.during)
    let before = EventFixture.begins - 60
    let changed = try store.change(event.id, by: anna, at: before) { $0.photosPerGuest = 3 }
    #expect(changed.settings.photosPerGuest == 3)
    #expect(try store.event(event.id, at: before) == changed)
    let late = { (settings: inout EventSettings) in settings.photosPerGuest = 99 }
    #expect(
      code { _ = try store.change(event.id, by: anna, at: during, late) } == .notAllowed)
    let longer = EventFixture.ends + 3600
    #expect(try store.extend(event.id, to: longer, by: anna, at: during).settings.ends == longer)
    let most = EventFixture.begins + 30 * 86_400
    for end in [most + 1, longer, longer - 1] {
      #expect(
        code { _ = try store.extend(event.id, to: end, by: anna, at: during) } == .invalidValue)
    }
    #expect(try store.extend(event.id, to: most, by: anna, at: during).settings.ends == most)
    let closed = try store.close(event.id, by: anna, at: during)
    #expect(closed.state(at: during) == .ended)
    #expect(closed.erases == during + 30 * 86_400)
    #expect(code { _ = try store.close(event.id, by: anna, at: during) } == .notAllowed)
    #expect(code { _ = try store.extend(event.id, to: most, by: anna, at: during) } == .notAllowed)
  }

  @Test("can't be of values that make none")
  func refused() throws {
    let place = try EventFixture()
    let wrong: [(String, (inout EventSettings) -> Void)] = [
      ("name", { $0.name = "  " }), ("name", { $0.name = "a\u{1B}[2J" }),
      ("name", { $0.name = String(repeating: "n", count: 101) }),
      ("ends", { $0.ends = $0.begins }), ("ends", { $0.ends = $0.begins + 31 * 86_400 }),
      ("photos", { $0.photosPerGuest = 0 }), ("photos", { $0.photosPerGuest = 1001 }),
      ("guests", { $0.guests = 0 }), ("guests", { $0.guests = 2001 }),
      ("stops", { $0.stops = [""] }), ("stops", { $0.stops = ["a:1", "a:1"] }),
      ("stops", { $0.stops = (0..<201).map { "a:\($0)" } }),
    ]
    for (field, change) in wrong {
      do {
        _ = try place.event(change)
        Issue.record("\(field) was taken")
      } catch let fault as EventError {
        #expect(fault.code == .invalidValue && fault.field == field)
      }
    }
    _ = try place.event { $0.stops = (0..<200).map { "a:\($0)" } }
  }

  @Test("A guest stays; a guest by the code alone leaves after a session, and loses the name")
  func sessions() throws {
    let place = try EventFixture()
    let event = try place.event { $0.ends = $0.begins + 3 * 86_400 }
    let (store, id) = (place.store, event.id)
    let maria = try place.guest("Maria Lindqvist", in: event)
    let paul = try place.guest("Paul Vandersteen", in: event, byCodeAlone: true)
    try place.send("of Paul", to: event, by: paul)
    let over = EventFixture.during + EventLimits.session
    #expect(try store.gallery(of: id, by: paul, at: over - 1).count == 1)
    #expect(code { _ = try store.gallery(of: id, by: paul, at: over) } == .noSuchGuest)
    #expect(try store.gallery(of: id, by: maria, at: over).count == 1)
    #expect(try place.files(holding: "Vandersteen").isEmpty == false)
    #expect(try store.nextDue() == over)
    #expect(try store.housekeeping(at: over - 1).sessions == 0)
    #expect(try store.housekeeping(at: over) == Housekeeping(gone: [], sessions: 1))
    #expect(try place.files(holding: "Vandersteen").isEmpty)
    #expect(try place.files(holding: "Lindqvist").isEmpty == false)
    try store.leave(id, by: maria, at: over)
    #expect(code { _ = try store.gallery(of: id, by: maria, at: over) } == .noSuchGuest)
    let people = try store.people(of: id, by: EventFixture.anna, at: over)
    #expect(Set(people.map(\.guest.name)) == ["Maria Lindqvist", nil])
  }

  @Test("An account signs in with its passphrase alone, and knows its devices")
  func accounts() throws {
    let place = try EventFixture()
    let (store, now) = (place.store, EventFixture.during)
    #expect(try store.accounts().isEmpty)
    let right = "correct horse é battery"
    #expect(code { try store.setAccount("anna", passphrase: "elevenchars") } == .invalidValue)
    #expect(code { try store.setAccount("an na", passphrase: right) } == .invalidValue)
    try store.setAccount("anna", passphrase: right)
    // The same text in another form of Unicode.
    let typed = right.decomposedStringWithCanonicalMapping
    #expect(try store.signIn("anna", passphrase: typed) == .organiser("account:anna"))
    #expect(code { _ = try store.signIn("otto", passphrase: right) } == .wrongPassphrase)
    #expect(code { _ = try store.signIn("anna", passphrase: "wrong") } == .wrongPassphrase)
    let version = try store.passphraseVersion(of: "anna")
    let device = try store.keepDevice(of: "anna", nil, at: now)
    #expect(try store.isDevice(device, of: "anna") && !store.isDevice(device, of: "otto"))
    let others = try (1...20).map { try store.keepDevice(of: "anna", nil, at: now + Double($0)) }
    // The one that was not used longest is forgotten.
    #expect(try !store.isDevice(device, of: "anna") && store.isDevice(others[0], of: "anna"))
    try store.setAccount("anna", passphrase: right + " now")
    #expect(try !store.isDevice(others[0], of: "anna"))
    #expect(try store.passphraseVersion(of: "anna") != version)
    #expect(try place.files(holding: "correct horse").isEmpty)
    _ = try store.keepDevice(of: "anna", nil, at: now)
    #expect(try store.removeAccount("anna"))
    #expect(try !store.removeAccount("anna"))
    #expect(try store.passphraseVersion(of: "anna") == nil)
    #expect(code { _ = try store.signIn("anna", passphrase: right + " now") } == .wrongPassphrase)
  }

  @Test("Times of a damaged database don't end the program", arguments: [Int.min, Int.max])
  func impossibleTimes(seconds: Int) throws {
    let place = try EventFixture()
    let event = try place.event()
    _ = try place.guest("Maria", in: event)
    try place.store.database.write { db in
      try db.execute(
        sql: "UPDATE events SET made = ?1, begins = ?1, ends = ?1", arguments: [seconds])
      try db.execute(sql: "UPDATE guests SET joined = ?1, session = ?1", arguments: [seconds])
    }
    #expect(try place.store.nextDue() != nil)
    for event in try place.store.events(of: .keeper, at: EventFixture.during) {
      #expect(!EventTime.text(event.erases).isEmpty)
      _ = code {
        _ = try place.store.change(event.id, by: .keeper, at: EventFixture.during) {
          $0.photosPerGuest = 3
        }
      }
    }
    _ = try place.store.housekeeping(at: EventFixture.during)
  }

  @Test("A name that isn't there costs as much processor time as an account")
  func unknownAccount() throws {
    let store = try EventFixture().store
    try store.setAccount("anna", passphrase: "correct horse battery")
    func seconds(_ name: String) -> Double {
      var (begin, end) = (timespec(), timespec())
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin)
      let fault = code { _ = try store.signIn(name, passphrase: "wrong horse battery") }
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
      #expect(fault == .wrongPassphrase)
      return Double(end.tv_sec - begin.tv_sec) + Double(end.tv_nsec - begin.tv_nsec) / 1e9
    }
    let (known, unknown) = (seconds("anna"), seconds("otto"))
    // Without a hash it would be a hundredth.
    #expect(unknown > known / 3 && unknown < known * 3, "\(known) s and \(unknown) s")
  }

  /// Keys of scrypt by Python's `hashlib` (n 32768, r 8, p 3, 32 bytes) with the salt 00 01 … 0f.
  @Test(
    "An account that another program's scrypt hashed signs in",
    arguments: [
      (
        "correct horse battery staple",
        "6705dba046cafbaba8de989bca88e0038ce03542d0c0cd96a8f956a72f86ee67"
      ),
      (
        "Gr\u{FC}\u{DF}e vom M\u{FC}nster 1908",
        "5158545659bb02e66401f79d613fa21275df8efa5f5e4f17afe01d7366bff0b5"
      ),
    ])
  func accountFromBefore(passphrase: String, key: String) throws {
    let store = try EventFixture().store
    try store.write { db in
      try db.execute(
        sql: "INSERT INTO accounts (name, salt, hash, rounds) VALUES"
          + " ('anna', x'000102030405060708090a0b0c0d0e0f', x'\(key)', 32768)")
    }
    #expect(
      try store.signIn("anna", passphrase: passphrase) == .organiser("account:anna"))
    #expect(
      code { _ = try store.signIn("anna", passphrase: passphrase + " ") }
        == .wrongPassphrase)
  }

  @Test("The notice is made from a complete file; for another the missing parts are listed")
  func policy() throws {
    let template = Data(EventPolicy.template.utf8)
    do {
      _ = try EventPolicy(json: template)
      Issue.record("an empty file was taken")
    } catch {
      #expect(error.code == .policyIncomplete)
      #expect(error.message.hasSuffix("operator, address, email, machine, authority"))
    }
    #expect(code { _ = try EventPolicy(json: Data("{}".utf8)) } == .policyIncomplete)
    let whole = String(decoding: template, as: UTF8.self)
      .replacing("\"more\": \"\"", with: "\"more\": \"Bring a coat.\"")
      .replacing(": \"\"", with: ": \"Museum of Towns\"")
    let policy = try EventPolicy(json: Data(whole.utf8))
    let text = policy.notice(in: .english).text
    #expect(text.contains("Museum of Towns") && text.hasSuffix("Bring a coat."))
    var other = policy
    other.email = "other@example.org"
    #expect(other.version != policy.version && policy.version.count == 16)
  }

  @Test("The notice has the same content in each language, with the operator's own text for it")
  func languages() throws {
    let json = #"""
      {"operator":"Museum of Towns","address":"Market Street 1","email":"us@example.org",
      "machine":{"en":"In our cellar","de":"In unserem Keller"},"authority":"the commissioner",
      "more":{"de":"Bringen Sie einen Mantel mit."}}
      """#
    let policy = try EventPolicy(json: Data(json.utf8))
    let notices = EventNotice.Language.allCases.map(policy.notice)
    #expect(Set(notices.map(\.title)).count == 4)
    for (language, notice) in zip(EventNotice.Language.allCases, notices) {
      #expect(notice.parts.count == 9, "\(language)")
      #expect(notice.parts.dropLast().allSatisfy { !$0.heading.isEmpty && !$0.text.isEmpty })
      // Each language has the binding parts: the responsible person, the authority for complaints,
      // the storage time, and the law's article.
      for word in ["Museum of Towns", "us@example.org", "the commissioner", " 30 ", " 12 ", "6"] {
        #expect(notice.text.contains(word), "\(word) in \(language)")
      }
      #expect(notice.text.contains(language == .german ? "Keller" : "cellar"))
    }
    let wrong = json.replacing("\"de\":\"In", with: "\"deutsch\":\"In")
    #expect(code { _ = try EventPolicy(json: Data(wrong.utf8)) } == .policyIncomplete)
    let empty = json.replacing("In unserem Keller", with: " ")
    #expect(code { _ = try EventPolicy(json: Data(empty.utf8)) } == .policyIncomplete)
  }
}
