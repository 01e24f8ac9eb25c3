import Foundation
import Testing

@testable import TimeWalkEvents

@Suite("The permissions in an event")
struct PermissionTests {
  /// Written by hand from the table of the issue, not from the code.
  ///
  /// P is planned, R running, E ended (thirty days), G gone; `-` is never. Two rows of an action
  /// are for one's own data and for others'.
  static let table = """
    action          whose   organiser  guest  visitor  stranger
    createEvent     own     PREG       -      -        -
    createEvent     others  PREG       -      -        -
    showCode        own     PRE        -      -        -
    showCode        others  PRE        -      -        -
    changeEvent     own     P          -      -        -
    changeEvent     others  P          -      -        -
    closeEvent      own     R          -      -        -
    closeEvent      others  R          -      -        -
    extendEvent     own     R          -      -        -
    extendEvent     others  R          -      -        -
    exportEvent     own     PRE        -      -        -
    exportEvent     others  PRE        -      -        -
    removeEvent     own     PRE        -      -        -
    removeEvent     others  PRE        -      -        -
    seeCounts       own     PRE        -      -        -
    seeCounts       others  PRE        -      -        -
    seeFilms        own     PRE        -      -        -
    seeFilms        others  PRE        -      -        -
    reviewPicture   own     RE         -      -        -
    reviewPicture   others  RE         -      -        -
    join            own     PRE        PRE    PRE      PRE
    join            others  PRE        PRE    PRE      PRE
    leave           own     PRE        PRE    PRE      -
    leave           others  -          -      -        -
    useCamera       own     R          R      -        -
    useCamera       others  R          R      -        -
    upload          own     R          R      R        -
    upload          others  R          R      R        -
    sendLater       own     RE         RE     RE       -
    sendLater       others  RE         RE     RE       -
    hear            own     PRE        PRE    PRE      -
    hear            others  PRE        PRE    PRE      -
    seeGallery      own     PRE        PRE    PRE      -
    seeGallery      others  PRE        PRE    PRE      -
    seeOwnGallery   own     PRE        PRE    PRE      -
    seeOwnGallery   others  PRE        PRE    PRE      -
    seePicture      own     PRE        PRE    PRE      -
    seePicture      others  PRE        PRE    PRE      -
    download        own     PRE        PRE    PRE      -
    download        others  PRE        PRE    PRE      -
    downloadAll     own     PRE        PRE    PRE      -
    downloadAll     others  PRE        PRE    PRE      -
    deletePicture   own     PRE        PRE    -        -
    deletePicture   others  PRE        -      -        -
    renamePicture   own     PRE        PRE    -        -
    renamePicture   others  -          -      -        -
    changeSettings  own     PRE        PRE    -        -
    changeSettings  others  -          -      -        -
    seeKept         own     PRE        PRE    PRE      -
    seeKept         others  -          -      -        -
    takeKept        own     PRE        PRE    PRE      -
    takeKept        others  -          -      -        -
    correctName     own     PRE        PRE    PRE      -
    correctName     others  -          -      -        -
    erasePerson     own     PRE        PRE    PRE      -
    erasePerson     others  -          -      -        -
    """

  /// Role, action, state and whose picture, as a key of the table.
  static func key(_ role: String, _ action: String, _ state: String, _ whose: String) -> String {
    [role, action, state, whose].joined(separator: " ")
  }

  static let allowed: Set<String> = {
    let rows = table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let states = ["P": "planned", "R": "running", "E": "ended", "G": "gone"]
    var allowed: Set<String> = []
    for row in rows.dropFirst() {
      for (role, cell) in zip(rows[0].dropFirst(2), row.dropFirst(2)) {
        for letter in cell {
          if let state = states[String(letter)] { allowed.insert(key(role, row[0], state, row[1])) }
        }
      }
    }
    return allowed
  }()

  @Test("The table has a row for each action, for own and for others' data")
  func complete() {
    let rows = Self.table.split(separator: "\n").dropFirst().map {
      $0.split(separator: " ").prefix(2).joined(separator: " ")
    }
    let all = EventAction.allCases.flatMap { action in
      Ownership.allCases.map { "\(action.rawValue) \($0.rawValue)" }
    }
    #expect(rows.sorted() == all.sorted())
  }

  @Test("Each role, action, state and owner is decided by the table")
  func all() {
    var count = 0
    for role in EventRole.allCases {
      for action in EventAction.allCases {
        for state in EventState.allCases {
          for whose in Ownership.allCases {
            var question = PermissionQuestion(role, action, state)
            question.whose = whose
            let key = Self.key(role.rawValue, action.rawValue, state.rawValue, whose.rawValue)
            #expect(Permission.allows(question) == Self.allowed.contains(key), "\(key)")
            count += 1
          }
        }
      }
    }
    #expect(count == 4 * 28 * 4 * 2)
  }

  @Test("An organiser's restriction only removes permissions, and never the organiser's")
  func restrictions() {
    for role in EventRole.allCases {
      for action in EventAction.allCases {
        for state in EventState.allCases {
          for whose in Ownership.allCases {
            var plain = PermissionQuestion(role, action, state)
            plain.whose = whose
            for restricted in Self.restricted(plain) {
              let isAllowed = Permission.allows(restricted)
              #expect(!isAllowed || Permission.allows(plain), "\(restricted)")
              if role == .organiser { #expect(isAllowed == Permission.allows(plain)) }
            }
          }
        }
      }
    }
  }

  private static func restricted(_ plain: PermissionQuestion) -> [PermissionQuestion] {
    Audience.allCases.flatMap { uploaders in
      Audience.allCases.flatMap { downloaders in
        [(false, false), (false, true), (true, false), (true, true)].map { opensAtEnd, isWaiting in
          var question = plain
          question.uploaders = uploaders
          question.downloaders = downloaders
          question.opensAtEnd = opensAtEnd
          question.isWaiting = isWaiting
          return question
        }
      }
    }
  }

  /// Role, action, state, owner of the picture; the restriction; and the result.
  static let cases: [(String, @Sendable (inout PermissionQuestion) -> Void, Bool)] = [
    ("guest seeGallery running own", { $0.opensAtEnd = true }, false),
    ("visitor seeGallery running own", { $0.opensAtEnd = true }, false),
    ("guest seeGallery ended own", { $0.opensAtEnd = true }, true),
    ("guest hear running own", { $0.opensAtEnd = true }, true),
    ("visitor hear running own", { $0.opensAtEnd = true }, true),
    ("guest seePicture running others", { $0.opensAtEnd = true }, false),
    ("guest seePicture running own", { $0.opensAtEnd = true }, true),
    ("guest deletePicture running own", { $0.opensAtEnd = true }, true),
    ("guest seePicture running others", { $0.isWaiting = true }, false),
    ("guest seePicture running own", { $0.isWaiting = true }, true),
    ("visitor seePicture running own", { $0.isWaiting = true }, true),
    ("visitor seePicture running own", { $0.opensAtEnd = true }, true),
    ("visitor seePicture running others", { $0.isWaiting = true }, false),
    ("guest download ended others", { $0.isWaiting = true }, false),
    ("guest upload running own", { $0.uploaders = .organiser }, false),
    ("guest useCamera running own", { $0.uploaders = .organiser }, false),
    ("guest upload running own", { $0.uploaders = .guests }, true),
    ("visitor upload running own", { $0.uploaders = .guests }, false),
    ("visitor sendLater ended own", { $0.uploaders = .guests }, false),
    ("guest downloadAll ended own", { $0.downloaders = .organiser }, false),
    ("guest download ended others", { $0.downloaders = .organiser }, false),
    ("guest download ended own", { $0.downloaders = .organiser }, true),
    ("guest takeKept ended own", { $0.downloaders = .organiser }, true),
    ("visitor takeKept ended own", { $0.downloaders = .organiser }, true),
    ("visitor downloadAll ended own", { $0.downloaders = .guests }, false),
    ("guest downloadAll ended own", { $0.downloaders = .guests }, true),
    ("guest downloadAll running own", { $0.opensAtEnd = true }, false),
  ]

  @Test("An organiser's restrictions have their documented effect", arguments: cases.indices)
  func restriction(index: Int) throws {
    let (words, restrict, expected) = Self.cases[index]
    let parts = words.split(separator: " ").map(String.init)
    var question = PermissionQuestion(
      try #require(EventRole(rawValue: parts[0])), try #require(EventAction(rawValue: parts[1])),
      try #require(EventState(rawValue: parts[2])))
    question.whose = try #require(Ownership(rawValue: parts[3]))
    #expect(Permission.allows(question), "\(words) without a restriction")
    restrict(&question)
    #expect(Permission.allows(question) == expected, "\(words)")
  }

  @Test("Each method decides by the function, for guests and for others")
  func methods() throws {
    let place = try EventFixture()
    let event = try place.event()
    let maria = try place.guest("Maria", in: event)
    let paul = try place.guest("Paul", in: event, byCodeAlone: true)
    let anna = try place.organiser(in: event)
    let picture = try place.send("of Maria", to: event, by: maria).id
    let (store, id, now) = (place.store, event.id, EventFixture.during)
    let others: [EventCaller] = [.stranger, .organiser("token:otto"), .token("AAAA"), .token("")]
    for other in others {
      #expect(code { _ = try store.gallery(of: id, by: other, at: now) } == .noSuchGuest)
      #expect(code { _ = try store.file(of: picture, in: id, by: other, at: now) } == .noSuchGuest)
      #expect(code { _ = try store.delete(picture, in: id, by: other, at: now) } == .noSuchGuest)
      #expect(code { _ = try store.galleryZip(of: id, by: other, at: now) } == .noSuchGuest)
      #expect(code { _ = try store.exportZip(of: id, by: other, at: now) } == .noSuchGuest)
      #expect(code { _ = try store.remove(id, by: other, at: now) } == .noSuchGuest)
      #expect(code { _ = try store.kept(in: id, by: other, at: now) } == .noSuchGuest)
      #expect(code { try place.send("of a stranger", to: event, by: other) } == .noSuchGuest)
      #expect(try store.events(of: other, at: now).isEmpty)
    }
    for guest in [maria, paul] {
      #expect(code { _ = try store.exportZip(of: id, by: guest, at: now) } == .notAllowed)
      #expect(code { _ = try store.remove(id, by: guest, at: now) } == .notAllowed)
      #expect(code { _ = try store.close(id, by: guest, at: now) } == .notAllowed)
      #expect(code { _ = try store.counts(of: id, by: guest, at: now) } == .notAllowed)
      #expect(code { _ = try store.people(of: id, by: guest, at: now) } == .notAllowed)
      #expect(code { _ = try store.approve(picture, in: id, by: guest, at: now) } == .notAllowed)
      #expect(try store.gallery(of: id, by: guest, at: now).map(\.id) == [picture])
    }
    #expect(code { _ = try store.delete(picture, in: id, by: paul, at: now) } == .notAllowed)
    #expect(code { try store.rename(picture, to: "x", in: id, by: paul, at: now) } == .notAllowed)
    #expect(code { try store.rename(picture, to: "x", in: id, by: anna, at: now) } == .notAllowed)
    #expect(try store.ownPictures(in: id, by: paul, at: now).isEmpty)
    // A guest of one event is a stranger in another.
    let other = try place.event()
    #expect(code { _ = try store.gallery(of: other.id, by: maria, at: now) } == .noSuchGuest)
    #expect(try store.delete(picture, in: id, by: anna, at: now).isErased)
    #expect(try store.gallery(of: id, by: maria, at: now).isEmpty)
  }

  @Test("100,000 guessed ids give no access to any action, and are spread over all ids")
  func guesses() throws {
    let place = try EventFixture()
    let all = try (0..<20).map { _ in try place.event() }
    let events = all.map(\.id)
    let now = EventFixture.during
    let callers: [EventCaller] = [
      .stranger, EventFixture.anna, .organiser("token:otto"), .token("AAAA"),
      try place.guest("Maria", in: all[0]), try place.guest("Paul", in: all[1], byCodeAlone: true),
    ]
    var seen: Set<EventID> = []
    var found: [String] = []
    var places = Array(repeating: Set<Character>(), count: EventID.length)
    for number in 0..<100_000 {
      let guess = EventID.random()
      seen.insert(guess)
      if number < 2000 {
        for (index, character) in guess.text.enumerated() { places[index].insert(character) }
      }
      let (caller, action) = (
        callers[number % callers.count], EventAction.allCases[number % EventAction.allCases.count]
      )
      // The store's one way to the function that decides.
      let fault = code { _ = try place.store.allows(action, to: caller, in: guess, at: now) }
      if fault != .noSuchEvent { found.append("\(action) of \(guess)") }
    }
    #expect(found.isEmpty, "\(found.prefix(3))")
    #expect(seen.count == 100_000)
    #expect(places.allSatisfy { $0.count == EventID.alphabet.count })
    // Neighbours of ids that are there: one character another.
    for id in events.prefix(3) {
      for index in 0..<EventID.length {
        for character in EventID.alphabet {
          var text = Array(id.text)
          guard text[index] != character else { continue }
          text[index] = character
          let near = try #require(EventID(String(text)))
          #expect(code { _ = try place.store.event(near, at: now) } == .noSuchEvent)
        }
      }
    }
    for id in events { #expect(try place.store.event(id, at: now).id == id) }
  }

  @Test("An id is read in all usual spellings, and other texts are refused")
  func typed() throws {
    let id = try #require(EventID("23456789AB"))
    #expect(EventID("23456-789ab") == id)
    #expect(EventID(" 2345 6789 ab ") == id)
    #expect(EventID(id.forPeople) == id)
    for text in ["", "23456789A", "23456789ABC", "23456789A0", "23456789AO", "../../etc/p", "é"] {
      #expect(EventID(text) == nil, "\(text)")
    }
    #expect(EventID(String(repeating: " ", count: 1000) + "23456789AB") == nil)
  }
}
