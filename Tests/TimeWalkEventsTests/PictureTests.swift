import Foundation
import GRDB
import Synchronization
import Testing
import TimeWalkStorage
import TimeWalkTestSupport

@testable import TimeWalkEvents

@Suite("Pictures of a walk")
struct PictureTests {
  @Test("A picture that was taken in is there, with what was said of it, for another program, too")
  func kept() throws {
    let place = try WalkFixture()
    let walk = try place.walk { $0.showsPositions = true }
    let maria = try place.guest("Maria", in: walk)
    var sending = PictureSending()
    sending.name = "The gate"
    sending.taken = WalkFixture.during - 30
    let source = folderFile(place, "from the camera")
    let picture = try place.store.add(
      sending, to: walk.id, by: maria, at: WalkFixture.during
    ) { walk in
      #expect(walk.settings.showsPositions)
      var made = NewPicture(original: .file(source), ending: "heic")
      made.sizes = ["small": [1, 2, 3], "large": [4, 5]]
      made.position = PicturePosition(latitude: 1.5, longitude: -2.5)
      return made
    }
    let other = try WalkStore(directory: place.library)
    let seen = try other.gallery(of: walk.id, by: maria, at: WalkFixture.during)
    #expect(seen == [picture])
    #expect(picture.name == "The gate" && picture.taken == WalkFixture.during - 30)
    #expect(picture.position == PicturePosition(latitude: 1.5, longitude: -2.5))
    #expect(picture.number == 1 && picture.sizes == ["large", "small"] && picture.bytes == 15)
    let (_, path) = try other.file(of: picture.id, in: walk.id, by: maria, at: WalkFixture.during)
    #expect(try Workplace.bytes(path) == Array("from the camera".utf8))
    let size = try other.file(
      of: picture.id, size: "small", in: walk.id, by: maria, at: WalkFixture.during)
    #expect(try Workplace.bytes(size.path) == [1, 2, 3])
    #expect(
      code {
        _ = try other.file(
          of: picture.id, size: "huge", in: walk.id, by: maria, at: WalkFixture.during)
      } == .noSuchPicture)
  }

  private func folderFile(_ place: WalkFixture, _ text: String) -> String {
    let path = place.folder.path("source")
    #expect(FileManager.default.createFile(atPath: path, contents: Data(text.utf8)))
    return path
  }

  @Test("Where a walk shows no positions, none is stored")
  func withoutPositions() throws {
    let place = try WalkFixture()
    let walk = try place.walk()
    let picture = try place.send("a", to: walk, by: try place.guest("Maria", in: walk))
    #expect(picture.position == nil)
    let stored = try place.store.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM pictures WHERE latitude IS NOT NULL")
    }
    #expect(stored == 0)
  }

  @Test("Without consent, before the beginning and after the end, none is taken in")
  func refused() throws {
    let place = try WalkFixture()
    let walk = try place.walk()
    let token = try place.store.join(
      walk.id, as: Joining(name: "Maria"), at: WalkFixture.during
    ).token
    let maria = WalkCaller.token(try #require(token))
    #expect(code { try place.send("a", to: walk, by: maria) } == .consentMissing)
    try place.store.agree(WalkFixture.consent, in: walk.id, by: maria, at: WalkFixture.during)
    let (begins, ends) = (WalkFixture.begins, WalkFixture.ends)
    #expect(code { try place.send("a", to: walk, by: maria, at: begins - 1) } == .notAllowed)
    #expect(code { try place.send("a", to: walk, by: maria, at: ends) } == .notAllowed)
    // What was taken while the walk ran comes in for a day.
    func late(_ taken: Date, _ now: Date) -> WalkFault.Code? {
      var sending = PictureSending()
      sending.taken = taken
      return code {
        _ = try place.store.add(sending, to: walk.id, by: maria, at: now) { _ in
          NewPicture(original: .bytes([1]), ending: "jpg")
        }
      }
    }
    #expect(late(ends - 1, ends + WalkLimits.late + 1) == .notAllowed)
    #expect(late(ends + 1, ends + 60) == .notAllowed)
    #expect(late(begins - 1, ends + 60) == .notAllowed)
    #expect(late(ends - 1, ends + WalkLimits.late) == nil)
    #expect(try place.store.gallery(of: walk.id, by: maria, at: ends + 60).count == 1)
    #expect(place.files.count { $0.hasPrefix("walks/") } == 1)
  }

  @Test("The same key is the same picture, so that an answer that was lost costs nothing")
  func again() throws {
    let place = try WalkFixture()
    let walk = try place.walk { $0.photosPerGuest = 1 }
    let maria = try place.guest("Maria", in: walk)
    var sending = PictureSending()
    sending.key = "phone-1"
    let made = Mutex(0)
    let both = try (0..<2).map { _ in
      try place.store.add(sending, to: walk.id, by: maria, at: WalkFixture.during) { _ in
        made.withLock { $0 += 1 }
        return NewPicture(original: .bytes([1]), ending: "jpg")
      }
    }
    #expect(both[0] == both[1] && made.withLock { $0 } == 1)
  }

  @Test("What fails to be made leaves no file, and its place is free")
  func failed() throws {
    struct Broken: Error {}
    let place = try WalkFixture()
    let walk = try place.walk { $0.photosPerGuest = 1 }
    let maria = try place.guest("Maria", in: walk)
    #expect(throws: Broken.self) {
      try place.store.add(PictureSending(), to: walk.id, by: maria, at: WalkFixture.during) { _ in
        throw Broken()
      }
    }
    for ending in ["../x", "", "JPG"] {
      #expect(
        code {
          _ = try place.store.add(PictureSending(), to: walk.id, by: maria, at: WalkFixture.during)
          { _ in NewPicture(original: .bytes([1]), ending: ending) }
        } == .invalidValue)
    }
    #expect(
      code {
        _ = try place.store.add(PictureSending(), to: walk.id, by: maria, at: WalkFixture.during) {
          _ in NewPicture(original: .file("/nowhere"), ending: "jpg")
        }
      } != nil)
    #expect(place.files.allSatisfy { !$0.hasPrefix("walks/") })
    try place.send("a", to: walk, by: maria)
    #expect(code { try place.send("b", to: walk, by: maria) } == .limitReached)
  }

  @Test("The limit is exact with ten at once, from two programs' stores")
  func limit() throws {
    let place = try WalkFixture()
    let walk = try place.walk { $0.photosPerGuest = 7 }
    let (id, library) = (walk.id, place.library)
    let maria = try place.guest("Maria", in: walk)
    let stores = [place.store, try WalkStore(directory: library)]
    for round in 0..<3 {
      let results = Mutex<[WalkFault.Code?]>([])
      DispatchQueue.concurrentPerform(iterations: 10) { index in
        let result = code {
          try WalkFixture.send("\(round) \(index)", to: id, by: maria, in: stores[index % 2])
        }
        results.withLock { $0.append(result) }
      }
      let all = results.withLock { $0 }
      #expect(all.count { $0 == nil } == (round == 0 ? 7 : 0), "\(all)")
      #expect(all.count { $0 == .limitReached } == (round == 0 ? 3 : 10))
    }
    let pictures = try place.store.ownPictures(in: id, by: maria, at: WalkFixture.during)
    #expect(pictures.map(\.number) == Array(1...7))
    #expect(place.files.count { $0.hasSuffix("-small.jpg") } == 7)
  }

  @Test("A kill in the middle of ten uploads loses none that was acknowledged, and no place")
  func killedWhileSending() async throws {
    for round in 0..<3 {
      let place = try WalkFixture()
      let walk = try place.walk { $0.photosPerGuest = 7 }
      let maria = try place.guest("Maria", in: walk)
      guard case .token(let token) = maria else { return }
      let (library, id) = (place.library, walk.id.text)
      // The process tells what was acknowledged by a file for each, and is killed in the middle.
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [
          library = library as String, id = id as String, token = token as String,
          round = round as Int
        ] in
        let store = try WalkStore(directory: library)
        let walk = try #require(WalkID(id))
        let acknowledged = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 10) { index in
          let sent = try? store.add(
            PictureSending(), to: walk, by: .token(token), at: WalkFixture.during
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
      let next = try WalkStore(directory: library)
      let own = try next.ownPictures(in: walk.id, by: maria, at: WalkFixture.during)
      let told = place.files.filter { $0.hasPrefix("acknowledged ") }.map { $0.dropFirst(13) }
      #expect(Set(told.map(String.init)).isSubset(of: own.map(\.id)))
      #expect(own.count <= 7)
      let waiting = try next.read { db in
        try Int.fetchOne(db, sql: "SELECT count(*) FROM pictures WHERE state <> 1")
      }
      #expect(waiting == 0)
      // No file but of pictures that are there.
      let files = place.files.filter { $0.hasPrefix("walks/") }
      #expect(files.count == own.count)
      var count = own.count
      #expect(count >= 2 + round)
      while code({ try WalkFixture.send("more", to: walk.id, by: maria, in: next) }) == nil {
        count += 1
      }
      #expect(count == 7)
    }
  }

  @Test("Who is killed before the files are whole leaves nothing, and the place is free at once")
  func killedReservation() throws {
    let place = try WalkFixture()
    let walk = try place.walk { $0.photosPerGuest = 1 }
    let maria = try place.guest("Maria", in: walk)
    do {
      // A store that goes is what others see of a process that was killed: its lock is free.
      let killed = try WalkStore(directory: place.library)
      guard
        case .new(let reserved) = try killed.reserve(
          PictureSending(), in: walk.id, by: maria, at: WalkFixture.during)
      else { return }
      try DurableFolder.make(killed.folder(of: walk.id), isPrivate: true)
      let path = killed.folder(of: walk.id) + "/\(reserved.picture).jpg"
      #expect(FileManager.default.createFile(atPath: path, contents: Data("half a pict".utf8)))
      #expect(code { try place.send("b", to: walk, by: maria) } == .limitReached)
    }
    // A program that another test is about to start has the lock, too, until it is that program.
    let patience = Date(timeIntervalSinceNow: 10)
    while code({ try place.send("b", to: walk, by: maria) }) == .limitReached, Date() < patience {
      Thread.sleep(forTimeInterval: 0.02)
    }
    _ = try place.store.housekeeping(at: WalkFixture.during)
    #expect(try place.files(holding: "half a pict").isEmpty)
    #expect(try place.store.ownPictures(in: walk.id, by: maria, at: WalkFixture.during).count == 1)
  }

  @Test("Pictures come in their order, page by page; who deletes one frees its place for good")
  func order() throws {
    let place = try WalkFixture()
    let walk = try place.walk { $0.photosPerGuest = 3 }
    let maria = try place.guest("Maria", in: walk)
    let paul = try place.guest("Paul", in: walk, byCodeAlone: true)
    let now = WalkFixture.during
    for (index, caller) in [maria, paul, maria, paul, maria].enumerated() {
      try place.send("number \(index)", to: walk, by: caller)
    }
    let first = try place.store.gallery(of: walk.id, by: paul, limit: 2, at: now)
    let rest = try place.store.gallery(of: walk.id, by: paul, after: 2, at: now)
    #expect((first + rest).map(\.number) == [1, 2, 3, 4, 5])
    #expect(try place.store.delete(rest[2].id, in: walk.id, by: maria, at: now).isErased)
    #expect(try place.send("again", to: walk, by: maria).number == 6)
    #expect(code { try place.send("more", to: walk, by: maria) } == .limitReached)
    try place.store.rename(first[0].id, to: "Gate", in: walk.id, by: maria, at: now)
    let names = try place.store.gallery(of: walk.id, by: paul, at: now).map(\.name)
    #expect(names == ["Gate", nil, nil, nil, nil])
  }

  @Test("Pictures that wait are seen by their owner and the organiser, and then by all")
  func reviewed() throws {
    let place = try WalkFixture()
    let walk = try place.walk { $0.isReviewed = true }
    let (maria, paul) = (
      try place.guest("Maria", in: walk), try place.guest("Paul", in: walk)
    )
    let (store, now) = (place.store, WalkFixture.during)
    let picture = try place.send("waits", to: walk, by: maria)
    func seen(_ caller: WalkCaller) throws -> Int {
      try store.gallery(of: walk.id, by: caller, at: now).count
    }
    #expect(try [maria, paul, WalkFixture.anna].map(seen) == [1, 0, 1])
    #expect(
      code { _ = try store.file(of: picture.id, in: walk.id, by: paul, at: now) } == .notAllowed)
    #expect(try store.galleryZip(of: walk.id, by: paul, at: now).pictures == 0)
    #expect(try store.exportZip(of: walk.id, by: WalkFixture.anna, at: now).pictures == 1)
    #expect(
      try store.approve(picture.id, in: walk.id, by: WalkFixture.anna, at: now) == picture.number)
    #expect(try [maria, paul, WalkFixture.anna].map(seen) == [1, 1, 1])
  }

  @Test("A gallery that opens at the end is shut for guests until then")
  func developed() throws {
    let place = try WalkFixture()
    let walk = try place.walk { $0.gallery = .atEnd }
    let maria = try place.guest("Maria", in: walk)
    let (store, now, ends) = (place.store, WalkFixture.during, WalkFixture.ends)
    try place.send("film", to: walk, by: maria)
    #expect(code { _ = try store.gallery(of: walk.id, by: maria, at: now) } == .notAllowed)
    #expect(code { _ = try store.galleryZip(of: walk.id, by: maria, at: now) } == .notAllowed)
    #expect(try store.ownPictures(in: walk.id, by: maria, at: now).count == 1)
    #expect(try store.gallery(of: walk.id, by: WalkFixture.anna, at: now).count == 1)
    #expect(try store.gallery(of: walk.id, by: maria, at: ends).count == 1)
  }

  @Test("Counts are by hour, and tell nobody's name")
  func counts() throws {
    let place = try WalkFixture()
    let walk = try place.walk()
    let maria = try place.guest("Maria", in: walk)
    let (store, now) = (place.store, WalkFixture.during)
    try place.send("a", to: walk, by: maria)
    try place.send("b", to: walk, by: maria, at: now + 3600)
    try store.countDownloads(2, of: walk.id, at: now + 60)
    try store.countDownloads(3, of: walk.id, at: now + 120)
    let counts = try store.counts(of: walk.id, by: WalkFixture.anna, at: now)
    #expect(counts.pictures == 2 && counts.people == 1 && counts.downloads == 5)
    #expect(counts.hours.map(\.pictures) == [1, 1] && counts.hours.map(\.downloads) == [5, 0])
    #expect(counts.hours.first?.begins == WalkTime.text(WalkFixture.begins))
  }
}
