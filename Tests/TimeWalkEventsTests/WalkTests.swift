import Foundation
import GRDB
import Testing

@testable import TimeWalkEvents

@Suite("A walk")
struct WalkTests {
  @Test("is there from its making on, and keeps what was said of it")
  func made() throws {
    let place = try WalkFixture()
    let walk = try place.walk { settings in
      settings.photosPerGuest = 7
      settings.gallery = .atEnd
      settings.uploaders = .guests
      settings.downloaders = .organiser
      settings.showsPositions = true
      settings.isReviewed = true
      settings.stops = ["nypl:1", "nypl:\"2\", and more"]
    }
    // Another program sees the same.
    let other = try WalkStore(directory: place.library)
    #expect(try other.walk(walk.id, at: WalkFixture.during) == walk)
    #expect(walk.settings.photosPerGuest == 7)
    #expect(try other.walks(of: WalkFixture.anna, at: WalkFixture.during) == [walk])
    #expect(try other.walks(of: .keeper, at: WalkFixture.during) == [walk])
    #expect(code { _ = try other.create(walk.settings, by: .nobody, at: walk.made) } == .notAllowed)
  }

  @Test("goes through its states at the second")
  func states() throws {
    let walk = try WalkFixture().walk()
    let (begins, ends) = (WalkFixture.begins, WalkFixture.ends)
    let times: [(Date, WalkState)] = [
      (begins - 1, .planned), (begins, .running), (ends - 1, .running), (ends, .ended),
      (ends + 30 * 86_400 - 1, .ended), (ends + 30 * 86_400, .gone),
    ]
    for (time, state) in times { #expect(walk.state(at: time) == state, "\(time)") }
  }

  @Test("is changed until it begins, closed while it runs, extended to thirty days at most")
  func changes() throws {
    let place = try WalkFixture()
    let walk = try place.walk()
    let (store, anna, during) = (place.store, WalkFixture.anna, WalkFixture.during)
    let before = WalkFixture.begins - 60
    let changed = try store.change(walk.id, by: anna, at: before) { $0.photosPerGuest = 3 }
    #expect(changed.settings.photosPerGuest == 3)
    #expect(try store.walk(walk.id, at: before) == changed)
    let late = { (settings: inout WalkSettings) in settings.photosPerGuest = 99 }
    #expect(
      code { _ = try store.change(walk.id, by: anna, at: during, late) } == .notAllowed)
    let longer = WalkFixture.ends + 3600
    #expect(try store.extend(walk.id, to: longer, by: anna, at: during).settings.ends == longer)
    let most = WalkFixture.begins + 30 * 86_400
    for end in [most + 1, longer, longer - 1] {
      #expect(
        code { _ = try store.extend(walk.id, to: end, by: anna, at: during) } == .invalidValue)
    }
    #expect(try store.extend(walk.id, to: most, by: anna, at: during).settings.ends == most)
    let closed = try store.close(walk.id, by: anna, at: during)
    #expect(closed.state(at: during) == .ended)
    #expect(closed.erases == during + 30 * 86_400)
    #expect(code { _ = try store.close(walk.id, by: anna, at: during) } == .notAllowed)
    #expect(code { _ = try store.extend(walk.id, to: most, by: anna, at: during) } == .notAllowed)
  }

  @Test("can't be of values that make none")
  func refused() throws {
    let place = try WalkFixture()
    let wrong: [(String, (inout WalkSettings) -> Void)] = [
      ("name", { $0.name = "  " }), ("name", { $0.name = "a\u{1B}[2J" }),
      ("name", { $0.name = String(repeating: "n", count: 101) }),
      ("ends", { $0.ends = $0.begins }), ("ends", { $0.ends = $0.begins + 31 * 86_400 }),
      ("photos", { $0.photosPerGuest = 0 }), ("photos", { $0.photosPerGuest = 1001 }),
      ("stops", { $0.stops = [""] }), ("stops", { $0.stops = ["a:1", "a:1"] }),
      ("stops", { $0.stops = (0..<201).map { "a:\($0)" } }),
    ]
    for (field, change) in wrong {
      do {
        _ = try place.walk(change)
        Issue.record("\(field) was taken")
      } catch let fault as WalkFault {
        #expect(fault.code == .invalidValue && fault.field == field)
      }
    }
    _ = try place.walk { $0.stops = (0..<200).map { "a:\($0)" } }
  }

  @Test("A guest stays in; who came by the code alone is out, and without a name, after a session")
  func sessions() throws {
    let place = try WalkFixture()
    let walk = try place.walk { $0.ends = $0.begins + 3 * 86_400 }
    let (store, id) = (place.store, walk.id)
    let maria = try place.guest("Maria Lindqvist", in: walk)
    let paul = try place.guest("Paul Vandersteen", in: walk, byCodeAlone: true)
    try place.send("of Paul", to: walk, by: paul)
    let over = WalkFixture.during + WalkLimits.session
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
    let people = try store.people(of: id, by: WalkFixture.anna, at: over)
    #expect(Set(people.map(\.guest.name)) == ["Maria Lindqvist", nil])
  }

  @Test("An account is made by nobody but its owner, and locked after five wrong passphrases")
  func accounts() throws {
    let place = try WalkFixture()
    let (store, now) = (place.store, WalkFixture.during)
    #expect(try store.accounts().isEmpty)
    let right = "correct horse é battery"
    #expect(code { try store.setAccount("anna", passphrase: "elevenchars") } == .invalidValue)
    #expect(code { try store.setAccount("an na", passphrase: right) } == .invalidValue)
    try store.setAccount("anna", passphrase: right)
    // The same text in another form of Unicode.
    let typed = right.decomposedStringWithCanonicalMapping
    #expect(try store.signIn("anna", passphrase: typed, at: now) == .organiser("account:anna"))
    #expect(
      code { _ = try store.signIn("otto", passphrase: right, at: now) } == .wrongPassphrase)
    for _ in 0..<4 {
      #expect(
        code { _ = try store.signIn("anna", passphrase: "wrong", at: now) } == .wrongPassphrase)
    }
    // The fifth may still be right, and counts from the beginning then.
    _ = try store.signIn("anna", passphrase: right, at: now)
    for _ in 0..<5 {
      #expect(
        code { _ = try store.signIn("anna", passphrase: "wrong", at: now) } == .wrongPassphrase)
    }
    #expect(code { _ = try store.signIn("anna", passphrase: right, at: now) } == .locked)
    #expect(code { _ = try store.signIn("anna", passphrase: right, at: now + 899) } == .locked)
    _ = try store.signIn("anna", passphrase: right, at: now + 900)
    #expect(try place.files(holding: "correct horse").isEmpty)
    #expect(try store.removeAccount("anna"))
    #expect(try !store.removeAccount("anna"))
    #expect(code { _ = try store.signIn("anna", passphrase: right, at: now) } == .wrongPassphrase)
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
    let (store, now) = (try WalkFixture().store, WalkFixture.during)
    try store.write { db in
      try db.execute(
        sql: "INSERT INTO accounts (name, salt, hash, rounds) VALUES"
          + " ('anna', x'000102030405060708090a0b0c0d0e0f', x'\(key)', 32768)")
    }
    #expect(
      try store.signIn("anna", passphrase: passphrase, at: now) == .organiser("account:anna"))
    #expect(
      code { _ = try store.signIn("anna", passphrase: passphrase + " ", at: now) }
        == .wrongPassphrase)
  }

  @Test("The notice is made of a completed file, and says what lacks in another")
  func policy() throws {
    let template = Data(WalkPolicy.template.utf8)
    do {
      _ = try WalkPolicy(json: template)
      Issue.record("an empty file was taken")
    } catch {
      #expect(error.code == .policyIncomplete)
      #expect(error.message.hasSuffix("operator, address, email, machine, authority"))
    }
    #expect(code { _ = try WalkPolicy(json: Data("{}".utf8)) } == .policyIncomplete)
    let whole = String(decoding: template, as: UTF8.self)
      .replacing("\"more\": \"\"", with: "\"more\": \"Bring a coat.\"")
      .replacing(": \"\"", with: ": \"Museum of Towns\"")
    let policy = try WalkPolicy(json: Data(whole.utf8))
    let text = policy.notice(in: .english).text
    #expect(text.contains("Museum of Towns") && text.hasSuffix("Bring a coat."))
    var other = policy
    other.email = "other@example.org"
    #expect(other.version != policy.version && policy.version.count == 16)
  }

  @Test("The notice says the same in each language, with the operator's own words for it")
  func languages() throws {
    let json = #"""
      {"operator":"Museum of Towns","address":"Market Street 1","email":"us@example.org",
      "machine":{"en":"In our cellar","de":"In unserem Keller"},"authority":"the commissioner",
      "more":{"de":"Bringen Sie einen Mantel mit."}}
      """#
    let policy = try WalkPolicy(json: Data(json.utf8))
    let notices = WalkNotice.Language.allCases.map(policy.notice)
    #expect(Set(notices.map(\.title)).count == 4)
    for (language, notice) in zip(WalkNotice.Language.allCases, notices) {
      #expect(notice.parts.count == 9, "\(language)")
      #expect(notice.parts.dropLast().allSatisfy { !$0.heading.isEmpty && !$0.text.isEmpty })
      // What binds is in each: who, to whom to complain, how long, and the law's own place.
      for word in ["Museum of Towns", "us@example.org", "the commissioner", " 30 ", " 12 ", "6"] {
        #expect(notice.text.contains(word), "\(word) in \(language)")
      }
      #expect(notice.text.contains(language == .german ? "Keller" : "cellar"))
    }
    let wrong = json.replacing("\"de\":\"In", with: "\"deutsch\":\"In")
    #expect(code { _ = try WalkPolicy(json: Data(wrong.utf8)) } == .policyIncomplete)
    let empty = json.replacing("In unserem Keller", with: " ")
    #expect(code { _ = try WalkPolicy(json: Data(empty.utf8)) } == .policyIncomplete)
  }
}
