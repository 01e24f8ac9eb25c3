import Foundation
import Synchronization
import Testing
import TimeWalkCore
import TimeWalkTables
import TimeWalkTestSupport

@testable import TimeWalkLibrary

/// The special cases of a library on a server: programs of several machines, and a lost server.
@Suite("A library on a server", .waitsForProcesses, ThrowawayServer.isInstalled)
struct ServerLibraryTests {
  typealias Place = PhotoLibraryTests.Place

  /// Removes a program's sign of life, as if its machine had stopped.
  private func forget(_ library: PhotoLibrary) throws {
    let owner = try library.owner()
    let changes = try library.change { db in
      try db.run(
        """
        CREATE FUNCTION asleep() RETURNS trigger LANGUAGE plpgsql AS
          'BEGIN IF NEW.owner = \(owner) THEN RETURN NULL; END IF; RETURN NEW; END'
        """)
      try db.run(
        """
        CREATE TRIGGER asleep BEFORE INSERT OR UPDATE ON workers
          FOR EACH ROW EXECUTE FUNCTION asleep()
        """)
      return try db.run("DELETE FROM workers WHERE owner = ?", [owner])
    }
    #expect(changes == 1)
  }

  @Test("A program that seemed dead can't complete a photo that another took over")
  func slowProgram() throws {
    let place = try Place(.server)
    let slow = try place.library()
    let (first, files) = try place.reserve(slow, place.submission())
    let path = try files.add([1], named: OutputName.image(first, .clean))
    try files.publish()
    try forget(slow)
    let other = try place.library()
    let taken = try place.take(other, place.submission())
    #expect(taken.sequence == 2)
    let late = PhotoRecord(
      sequence: first, original: taken.original, submitted: "", output: files.folder, asked: "{}",
      renditions: [Rendition(role: .clean, path: path, width: 1, height: 1, bytes: 1)],
      response: "{}")
    let error = #expect(throws: LibraryError.self) { try slow.complete(late, files: files) }
    #expect(error?.code == .busy)
    slow.abandon(first, files: files)
    #expect(try other.photos(limit: 9) == [taken])
    #expect(place.names == ["TW-000002.jpg", "TW-000002.json"])
  }

  @Test("The server ends the session of a program that holds the library's row and is idle")
  func idle() throws {
    let library = try Place(.server).library()
    let setting = "SELECT current_setting('idle_in_transaction_session_timeout')"
    #expect(try library.access { try $0.first(String.self, setting) } == "30s")
    #expect(try library.read { try $0.first(String.self, setting) } == "0")
  }

  @Test("Of a job that was taken over, only one program's photo counts")
  func takenJob() throws {
    let place = try Place(.server)
    let slow = try place.library()
    let job = try slow.enqueue(["/a"], request: "{}", archive: nil, queued: "")[0].id
    try forget(slow)
    let other = try place.library()
    #expect(try other.takeWaiting().map(\.id) == [job])
    _ = try place.take(other, place.submission("a"), job: job)
    #expect(throws: LibraryError.self) {
      try place.take(slow, place.submission("a", asked: "other", isAgain: true), job: job)
    }
    #expect(try other.count() == 1)
    #expect(try other.queue().isEmpty)
  }

  @Test("Of several programs that resume the queue at once, each job belongs to one")
  func takers() async throws {
    let place = try Place(.server)
    var dead: PhotoLibrary? = try place.library()
    let ids = try #require(dead).enqueue(
      (0..<200).map { "/\($0)" }, request: "{}", archive: nil, queued: ""
    ).map(\.id)
    dead = nil
    let libraries = try (0..<6).map { _ in try place.library() }
    let taken = try await withThrowingTaskGroup(of: [Int64].self) { group in
      for library in libraries { group.addTask { try library.takeWaiting().map(\.id) } }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(taken.sorted() == ids)
  }

  @Test("A machine that doesn't share the folder is refused, as is a newer version's library")
  func refusals() throws {
    let place = try Place(.server)
    let library = try place.library()
    _ = try place.take(library, place.submission())
    try FileManager.default.moveItem(atPath: place.directory, toPath: place.folder.path("away"))
    let missing = #expect(throws: LibraryError.self) { try place.library() }
    #expect(missing?.code == .cannotCreate)
    #expect(missing?.message.contains(place.directory) == true)
    #expect(!FileManager.default.fileExists(atPath: place.directory), "it is not made anew")
    // Of another library.
    try FileManager.default.createDirectory(
      atPath: place.directory, withIntermediateDirectories: true)
    try Data("another\n".utf8).write(
      to: URL(fileURLWithPath: place.directory + "/library.name"))
    #expect(throws: LibraryError.self) { try place.library() }
    try FileManager.default.removeItem(atPath: place.directory)
    try FileManager.default.moveItem(atPath: place.folder.path("away"), toPath: place.directory)
    #expect(try place.library().count() == 1)
    _ = try library.change { try $0.run("UPDATE library SET version = 99") }
    let newer = #expect(throws: LibraryError.self) { try place.library() }
    #expect(newer?.code == .notALibrary)
  }

  @Test(
    "Programs receive others' additions, removals and messages, also behind a pooler",
    ThrowawayPooler.isInstalled)
  func news() throws {
    let pooler = try ThrowawayPooler()
    defer { withExtendedLifetime(pooler) {} }
    for place in try [Place(.server), Place(at: pooler.address)] {
      let (one, two) = (try place.library(), try place.library())
      let heard = Mutex<[LibraryNews]>([])
      let ear = try two.listen { news in heard.withLock { $0.append(news) } }
      try #require(ear != nil)
      func wait(for news: LibraryNews) -> Bool {
        for _ in 0..<200 {
          if heard.withLock({ $0.contains(news) }) { return true }
          Thread.sleep(forTimeInterval: 0.05)
        }
        return false
      }
      // It listens from some moment on.
      for _ in 0..<100 where heard.withLock({ $0.isEmpty }) {
        one.tell("hello")
        Thread.sleep(forTimeInterval: 0.1)
      }
      two.tell("own")
      let photo = try place.take(one, place.submission())
      _ = try one.remove([photo.sequence])
      one.tell("step 1")
      #expect(wait(for: .added(photo.id)))
      #expect(wait(for: .removed(photo.id)))
      #expect(wait(for: .told("step 1")))
      let all = heard.withLock { $0 }
      #expect(!all.contains(.told("own")), "a program isn't told what it told itself")
      #expect(all.filter { $0 == .added(photo.id) }.count == 1)
      withExtendedLifetime(ear) {}
    }
  }

  @Test("A lost server is reported, and afterwards work continues")
  func restart() throws {
    let servers = try ThrowawayPair(isAlone: true)
    let address = servers.address([.first], schema: "photos")
    try ThrowawayServer.psql(["-c", "CREATE SCHEMA photos"], at: address)
    let place = try Place(at: address)
    let library = try place.library()
    let done = try place.take(library, place.submission("done"))
    let (second, files) = try place.reserve(library, place.submission("half"))
    let path = try files.add([1], named: OutputName.image(second, .clean))
    try files.publish()
    try servers.kill(.first)
    let record = PhotoRecord(
      sequence: second, original: place.submission("half").original, submitted: "",
      output: files.folder, asked: "{}",
      renditions: [Rendition(role: .clean, path: path, width: 1, height: 1, bytes: 1)],
      response: "{}")
    let lost = #expect(throws: LibraryError.self) { try library.complete(record, files: files) }
    #expect(lost?.code == .busy)
    library.abandon(second, files: files)
    let asked = #expect(throws: LibraryError.self) { try library.photo(1) }
    #expect(asked?.code == .busy)
    let opened = #expect(throws: LibraryError.self) { try place.library() }
    #expect(opened?.code == .busy)
    try servers.start(.first)
    #expect(try library.photo(1) == done)
    // A pending cleanup is done now, which saves others the wait.
    let start = Date()
    #expect(try place.take(library, place.submission("half")).sequence == 3)
    #expect(Date().timeIntervalSince(start) < 30)
    #expect(try library.photos(limit: 9).map(\.sequence) == [1, 3])
    #expect(!place.names.contains(OutputName.image(second, .clean)))
  }
}
