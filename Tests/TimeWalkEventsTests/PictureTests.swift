import Foundation
import GRDB
import Synchronization
import Testing
import TimeWalkStorage
import TimeWalkTestSupport

@testable import TimeWalkEvents

@Suite("Pictures of an event")
struct PictureTests {
  @Test("A stored picture exists with its data, also for another program")
  func kept() throws {
    let place = try EventFixture()
    let event = try place.event { $0.showsPositions = true }
    let maria = try place.guest("Maria", in: event)
    var sending = PictureSending()
    sending.name = "The gate"
    sending.taken = EventFixture.during - 30
    let source = folderFile(place, "from the camera")
    let picture = try place.store.add(
      sending, to: event.id, by: maria, at: EventFixture.during
    ) { event in
      #expect(event.settings.showsPositions)
      var made = NewPicture(original: .file(source), ending: "heic")
      made.sizes = ["small": [1, 2, 3], "large": [4, 5]]
      made.position = PicturePosition(latitude: 1.5, longitude: -2.5)
      return made
    }
    let other = try EventStore(directory: place.library)
    let seen = try other.gallery(of: event.id, by: maria, at: EventFixture.during)
    #expect(seen == [picture])
    #expect(picture.name == "The gate" && picture.taken == EventFixture.during - 30)
    #expect(picture.position == PicturePosition(latitude: 1.5, longitude: -2.5))
    #expect(picture.number == 1 && picture.sizes == ["large", "small"] && picture.bytes == 15)
    let (_, path) = try other.file(of: picture.id, in: event.id, by: maria, at: EventFixture.during)
    #expect(try Workplace.bytes(path) == Array("from the camera".utf8))
    let size = try other.file(
      of: picture.id, size: "small", in: event.id, by: maria, at: EventFixture.during)
    #expect(try Workplace.bytes(size.path) == [1, 2, 3])
    #expect(
      code {
        _ = try other.file(
          of: picture.id, size: "huge", in: event.id, by: maria, at: EventFixture.during)
      } == .noSuchPicture)
  }

  private func folderFile(_ place: EventFixture, _ text: String) -> String {
    let path = place.folder.path("source")
    #expect(FileManager.default.createFile(atPath: path, contents: Data(text.utf8)))
    return path
  }

  @Test("Where an event shows no positions, none is stored")
  func withoutPositions() throws {
    let place = try EventFixture()
    let event = try place.event()
    let picture = try place.send("a", to: event, by: try place.guest("Maria", in: event))
    #expect(picture.position == nil)
    let stored = try place.store.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM pictures WHERE latitude IS NOT NULL")
    }
    #expect(stored == 0)
  }

  @Test("Without consent, before the beginning and after the end, pictures are refused")
  func refused() throws {
    let place = try EventFixture()
    let event = try place.event()
    let token = try place.store.join(
      event.id, as: GuestDetails(name: "Maria"), at: EventFixture.during
    ).token
    let maria = EventCaller.token(try #require(token))
    #expect(code { try place.send("a", to: event, by: maria) } == .consentMissing)
    try place.store.agree(EventFixture.consent, in: event.id, by: maria, at: EventFixture.during)
    let (begins, ends) = (EventFixture.begins, EventFixture.ends)
    #expect(code { try place.send("a", to: event, by: maria, at: begins - 1) } == .notAllowed)
    #expect(code { try place.send("a", to: event, by: maria, at: ends) } == .notAllowed)
    // Pictures taken during the event are accepted for a day.
    func late(_ taken: Date, _ now: Date) -> EventErrorCode? {
      var sending = PictureSending()
      sending.taken = taken
      return code {
        _ = try place.store.add(sending, to: event.id, by: maria, at: now) { _ in
          NewPicture(original: .bytes([1]), ending: "jpg")
        }
      }
    }
    #expect(late(ends - 1, ends + EventLimits.late + 1) == .notAllowed)
    #expect(late(ends + 1, ends + 60) == .notAllowed)
    #expect(late(begins - 1, ends + 60) == .notAllowed)
    #expect(late(ends - 1, ends + EventLimits.late) == nil)
    #expect(try place.store.gallery(of: event.id, by: maria, at: ends + 60).count == 1)
    #expect(place.files.count { $0.hasPrefix("events/") } == 1)
  }

  @Test("The same key is the same picture, so uploads can be repeated after a lost answer")
  func again() throws {
    let place = try EventFixture()
    let event = try place.event { $0.photosPerGuest = 1 }
    let maria = try place.guest("Maria", in: event)
    var sending = PictureSending()
    sending.key = "phone-1"
    let made = Mutex(0)
    let both = try (0..<2).map { _ in
      try place.store.add(sending, to: event.id, by: maria, at: EventFixture.during) { _ in
        made.withLock { $0 += 1 }
        return NewPicture(original: .bytes([1]), ending: "jpg")
      }
    }
    #expect(both[0] == both[1] && made.withLock { $0 } == 1)
  }

  @Test("A failure to make the files leaves none, and frees the slot")
  func failed() throws {
    struct Broken: Error {}
    let place = try EventFixture()
    let event = try place.event { $0.photosPerGuest = 1 }
    let maria = try place.guest("Maria", in: event)
    #expect(throws: Broken.self) {
      try place.store.add(PictureSending(), to: event.id, by: maria, at: EventFixture.during) { _ in
        throw Broken()
      }
    }
    for ending in ["../x", "", "JPG"] {
      #expect(
        code {
          _ = try place.store.add(
            PictureSending(), to: event.id, by: maria, at: EventFixture.during
          ) { _ in NewPicture(original: .bytes([1]), ending: ending) }
        } == .invalidValue)
    }
    #expect(
      code {
        _ = try place.store.add(PictureSending(), to: event.id, by: maria, at: EventFixture.during)
        {
          _ in NewPicture(original: .file("/nowhere"), ending: "jpg")
        }
      } != nil)
    #expect(place.files.allSatisfy { !$0.hasPrefix("events/") })
    try place.send("a", to: event, by: maria)
    #expect(code { try place.send("b", to: event, by: maria) } == .limitReached)
  }

  @Test("The limit is exact with ten at once, from two programs' stores")
  func limit() throws {
    let place = try EventFixture()
    let event = try place.event { $0.photosPerGuest = 7 }
    let (id, library) = (event.id, place.library)
    let maria = try place.guest("Maria", in: event)
    let stores = [place.store, try EventStore(directory: library)]
    for round in 0..<3 {
      let results = Mutex<[EventErrorCode?]>([])
      DispatchQueue.concurrentPerform(iterations: 10) { index in
        let result = code {
          try EventFixture.send("\(round) \(index)", to: id, by: maria, in: stores[index % 2])
        }
        results.withLock { $0.append(result) }
      }
      let all = results.withLock { $0 }
      #expect(all.count { $0 == nil } == (round == 0 ? 7 : 0), "\(all)")
      #expect(all.count { $0 == .limitReached } == (round == 0 ? 3 : 10))
    }
    let pictures = try place.store.ownPictures(in: id, by: maria, at: EventFixture.during)
    #expect(pictures.map(\.number) == Array(1...7))
    #expect(place.files.count { $0.hasSuffix("-small.jpg") } == 7)
  }

  @Test("A kill in the middle of ten uploads loses none that was acknowledged, and no place")
  func killedWhileSending() async throws {
    for round in 0..<3 {
      let place = try EventFixture()
      let event = try place.event { $0.photosPerGuest = 7 }
      let maria = try place.guest("Maria", in: event)
      guard case .token(let token) = maria else { return }
      let (library, id) = (place.library, event.id.text)
      // The process writes a file for each acknowledged picture, and is killed in the middle.
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [
          library = library as String, id = id as String, token = token as String,
          round = round as Int
        ] in
        let store = try EventStore(directory: library)
        let event = try #require(EventID(id))
        let acknowledged = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 10) { index in
          let sent = try? store.add(
            PictureSending(), to: event, by: .token(token), at: EventFixture.during
          ) { _ in NewPicture(original: .bytes([UInt8(index)]), ending: "jpg") }
          guard let sent else { return }
          let count = acknowledged.withLock {
            $0 += 1
            return $0
          }
          _ = FileManager.default.createFile(
            atPath: library + "/acknowledged " + sent.id, contents: nil)
          if count == 2 + round { kill(getpid(), SIGKILL) }
        }
      }
      let next = try EventStore(directory: library)
      let own = try next.ownPictures(in: event.id, by: maria, at: EventFixture.during)
      let told = place.files.filter { $0.hasPrefix("acknowledged ") }.map { $0.dropFirst(13) }
      #expect(Set(told.map(String.init)).isSubset(of: own.map(\.id)))
      #expect(own.count <= 7)
      let waiting = try next.read { db in
        try Int.fetchOne(db, sql: "SELECT count(*) FROM pictures WHERE state <> 1")
      }
      #expect(waiting == 0)
      // No file but of pictures that are there.
      let files = place.files.filter { $0.hasPrefix("events/") }
      #expect(files.count == own.count)
      var count = own.count
      #expect(count >= 2 + round)
      while code({ try EventFixture.send("more", to: event.id, by: maria, in: next) }) == nil {
        count += 1
      }
      #expect(count == 7)
    }
  }

  @Test("A kill before the files are complete leaves nothing, and frees the slot at once")
  func killedReservation() throws {
    let place = try EventFixture()
    let event = try place.event { $0.photosPerGuest = 1 }
    let maria = try place.guest("Maria", in: event)
    do {
      // To others, a released store is like a killed process: its lock is free.
      let killed = try EventStore(directory: place.library)
      guard
        case .new(let reserved) = try killed.reserve(
          PictureSending(), in: event.id, by: maria, at: EventFixture.during)
      else { return }
      try DurableFolder.make(killed.folder(of: event.id), isPrivate: true)
      let path = killed.folder(of: event.id) + "/\(reserved.picture).jpg"
      #expect(FileManager.default.createFile(atPath: path, contents: Data("half a pict".utf8)))
      #expect(code { try place.send("b", to: event, by: maria) } == .limitReached)
    }
    // A program that another test is about to start has the lock, too, until it is that program.
    let patience = Date(timeIntervalSinceNow: 10)
    while code({ try place.send("b", to: event, by: maria) }) == .limitReached, Date() < patience {
      Thread.sleep(forTimeInterval: 0.02)
    }
    _ = try place.store.housekeeping(at: EventFixture.during)
    #expect(try place.files(holding: "half a pict").isEmpty)
    #expect(
      try place.store.ownPictures(in: event.id, by: maria, at: EventFixture.during).count == 1)
  }

  @Test("Pictures are listed in order, page by page; deleting one frees its slot permanently")
  func order() throws {
    let place = try EventFixture()
    let event = try place.event { $0.photosPerGuest = 3 }
    let maria = try place.guest("Maria", in: event)
    let paul = try place.guest("Paul", in: event, byCodeAlone: true)
    let now = EventFixture.during
    for (index, caller) in [maria, paul, maria, paul, maria].enumerated() {
      try place.send("number \(index)", to: event, by: caller)
    }
    let first = try place.store.gallery(of: event.id, by: paul, limit: 2, at: now)
    let rest = try place.store.gallery(of: event.id, by: paul, after: 2, at: now)
    #expect((first + rest).map(\.number) == [1, 2, 3, 4, 5])
    #expect(try place.store.delete(rest[2].id, in: event.id, by: maria, at: now).isErased)
    #expect(try place.send("again", to: event, by: maria).number == 6)
    #expect(code { try place.send("more", to: event, by: maria) } == .limitReached)
    try place.store.rename(first[0].id, to: "Gate", in: event.id, by: maria, at: now)
    let names = try place.store.gallery(of: event.id, by: paul, at: now).map(\.name)
    #expect(names == ["Gate", nil, nil, nil, nil])
  }

  @Test("Pictures that wait are seen by their owner and the organiser, and then by all")
  func reviewed() throws {
    let place = try EventFixture()
    let event = try place.event { $0.isReviewed = true }
    let (maria, paul) = (
      try place.guest("Maria", in: event), try place.guest("Paul", in: event)
    )
    let (store, now) = (place.store, EventFixture.during)
    let picture = try place.send("waits", to: event, by: maria)
    func seen(_ caller: EventCaller) throws -> Int {
      try store.gallery(of: event.id, by: caller, at: now).count
    }
    #expect(try [maria, paul, EventFixture.anna].map(seen) == [1, 0, 1])
    #expect(
      code { _ = try store.file(of: picture.id, in: event.id, by: paul, at: now) } == .notAllowed)
    #expect(try store.galleryZip(of: event.id, by: paul, at: now).pictures == 0)
    #expect(try store.exportZip(of: event.id, by: EventFixture.anna, at: now).pictures == 1)
    #expect(
      try store.approve(picture.id, in: event.id, by: EventFixture.anna, at: now) == picture.number)
    #expect(try [maria, paul, EventFixture.anna].map(seen) == [1, 1, 1])
  }

  @Test("A cover is kept with the event, and goes with its picture")
  func cover() throws {
    let place = try EventFixture()
    let (store, now) = (place.store, EventFixture.during)
    let event = try place.event { $0.kind = .celebration }
    #expect(try store.event(event.id, at: now).settings.kind == .celebration)
    let guest = try place.guest("Bea", in: event)
    let picture = try place.send("a", to: event, by: guest)
    #expect(throws: EventError.self) {
      try store.setCover(picture.id, of: event.id, by: guest, at: now)
    }
    try store.setCover(picture.id, of: event.id, by: EventFixture.anna, at: now)
    #expect(try store.event(event.id, at: now).cover == picture.id)
    _ = try store.delete(picture.id, in: event.id, by: guest, at: now)
    #expect(try store.event(event.id, at: now).cover == nil)
  }

  @Test("A gallery that opens at the end is shut for guests until then")
  func developed() throws {
    let place = try EventFixture()
    let event = try place.event { $0.gallery = .atEnd }
    let maria = try place.guest("Maria", in: event)
    let (store, now, ends) = (place.store, EventFixture.during, EventFixture.ends)
    try place.send("film", to: event, by: maria)
    #expect(code { _ = try store.gallery(of: event.id, by: maria, at: now) } == .notAllowed)
    #expect(code { _ = try store.galleryZip(of: event.id, by: maria, at: now) } == .notAllowed)
    #expect(try store.ownPictures(in: event.id, by: maria, at: now).count == 1)
    #expect(try store.gallery(of: event.id, by: EventFixture.anna, at: now).count == 1)
    #expect(try store.gallery(of: event.id, by: maria, at: ends).count == 1)
  }

  @Test("Counts are by hour, and contain no names")
  func counts() throws {
    let place = try EventFixture()
    let event = try place.event()
    let maria = try place.guest("Maria", in: event)
    let (store, now) = (place.store, EventFixture.during)
    try place.send("a", to: event, by: maria)
    try place.send("b", to: event, by: maria, at: now + 3600)
    try store.countDownloads(2, of: event.id, at: now + 60)
    try store.countDownloads(3, of: event.id, at: now + 120)
    let counts = try store.counts(of: event.id, by: EventFixture.anna, at: now)
    #expect(counts.pictures == 2 && counts.people == 1 && counts.downloads == 5)
    #expect(counts.hours.map(\.pictures) == [1, 1] && counts.hours.map(\.downloads) == [5, 0])
    #expect(counts.hours.first?.begins == EventTime.text(EventFixture.begins))
  }
}
