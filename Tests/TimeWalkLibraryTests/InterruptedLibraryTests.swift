import Foundation
import Synchronization
import Testing
import TimeWalkTables
import TimeWalkTestSupport

@testable import TimeWalkLibrary

/// Transactions whose end is unknown, and work that is finished later.
@Suite("A library that loses its server", .waitsForProcesses)
struct InterruptedLibraryTests {
  typealias Place = PhotoLibraryTests.Place

  private func rows(_ library: PhotoLibrary) throws -> Int? {
    try library.read { try $0.first(Int.self, "SELECT count(*) FROM photos") }
  }

  /// Expects that a program can't submit a photo, because another one writes it.
  private func expectBusy(_ library: PhotoLibrary, _ submission: Submission) {
    let error = #expect(throws: LibraryError.self) { try library.admit(submission) }
    #expect(error?.code == .busy)
  }

  @Test(
    "A photo whose number was recorded without an answer to the program can be submitted again",
    arguments: Workplace.Engine.installed)
  func admission(engine: Workplace.Engine) throws {
    let place = try Place(engine)
    let store = LossyStore(try place.library().store)
    let library = PhotoLibrary(store, patience: 0)
    let other = try place.library(patience: 0)
    store.loseAnswer()
    expectBusy(library, place.submission("a"))
    expectBusy(other, place.submission("a"))
    try library.sweep()
    #expect(try rows(library) == 0)
    #expect(try place.take(other, place.submission("a")).sequence == 2)
    // The same program needn't wait for the sweep.
    store.loseAnswer()
    expectBusy(library, place.submission("b"))
    #expect(try place.take(library, place.submission("b")).sequence == 4)
    try library.sweep()
    #expect(try rows(library) == 2)
  }

  @Test(
    "A photo that couldn't be given up while the server was away is given up by a sweep",
    arguments: Workplace.Engine.installed)
  func abandoned(engine: Workplace.Engine) throws {
    let place = try Place(engine)
    let store = LossyStore(try place.library().store)
    let library = PhotoLibrary(store, patience: 0)
    let other = try place.library(patience: 0)
    let (first, files) = try place.reserve(library, place.submission())
    _ = try files.add([1], named: OutputName.image(first, .clean))
    try files.publish()
    store.setAway(true)
    library.abandon(first, files: files)
    store.setAway(false)
    expectBusy(other, place.submission())
    #expect(place.names.contains(OutputName.image(first, .clean)))
    try library.sweep()
    #expect(place.names.isEmpty)
    #expect(try place.take(other, place.submission()).sequence == 2)
  }

  @Test(
    "A program that seemed alive at first is cleaned up by a later sweep",
    arguments: Workplace.Engine.installed)
  func killed(engine: Workplace.Engine) throws {
    let place = try Place(engine)
    var dead: PhotoLibrary? = try place.library()
    let (sequence, files) = try place.reserve(try #require(dead), place.submission())
    _ = try files.add([1], named: OutputName.image(sequence, .clean))
    try files.publish()
    let library = try place.library(patience: 0)
    expectBusy(library, place.submission())
    dead = nil
    // A process that another test starts at this moment has its lock, too.
    Thread.sleep(forTimeInterval: 1)
    try library.sweep()
    #expect(place.names.isEmpty)
    #expect(try rows(library) == 0)
  }

  @Test("Work in progress outlasts sweeps", arguments: Workplace.Engine.installed)
  func underWay(engine: Workplace.Engine) throws {
    let place = try Place(engine)
    let (library, other) = (try place.library(patience: 0), try place.library())
    let (sequence, files) = try place.reserve(library, place.submission())
    for each in [library, other] { try each.sweep() }
    expectBusy(library, place.submission())
    let photo = try place.finish(library, place.submission(), sequence, files)
    for each in [library, other] { try each.sweep() }
    #expect(try other.photos(limit: 9) == [photo])
    #expect(place.names == ["TW-000001.jpg", "TW-000001.json"])
  }

  @Test(
    "A removal that was recorded without an answer to the program is finished by a sweep",
    arguments: Workplace.Engine.installed)
  func removal(engine: Workplace.Engine) throws {
    let place = try Place(engine)
    let store = LossyStore(try place.library().store)
    let library = PhotoLibrary(store, patience: 0)
    let photo = try place.take(library, place.submission())
    store.loseAnswer()
    #expect(throws: LibraryError.self) { try library.remove([photo.sequence]) }
    #expect(throws: LibraryError.self) { try library.photo(photo.sequence) }
    try library.sweep()
    #expect(place.names.isEmpty)
    #expect(try rows(library) == 0)
  }

  @Test(
    "Pictures whose addition was recorded without an answer to the program get their names",
    arguments: Workplace.Engine.installed)
  func addition(engine: Workplace.Engine) throws {
    let place = try Place(engine)
    let store = LossyStore(try place.library().store)
    let library = PhotoLibrary(store, patience: 0)
    let photo = try place.take(library, place.submission())
    let opened = try library.open(photo.sequence)
    let path = try opened.files.add([5], named: OutputName.image(photo.sequence, .beside))
    var record = opened.photo
    record.renditions.append(
      Rendition(role: .beside, path: path, width: 1, height: 1, bytes: 1))
    store.loseAnswer()
    #expect(throws: LibraryError.self) { try library.add(record, files: opened.files) }
    #expect(try Workplace.bytes(path) == [5])
    #expect(try library.rendition("beside", ofPhoto: photo.id)?.path == path)
  }

  @Test(
    "A photo whose transaction the server still ends keeps its files", ThrowawayServer.isInstalled)
  func pending() throws {
    let place = try Place(.server)
    let (library, other) = (try place.library(), try place.library())
    let (sequence, files) = try place.reserve(library, place.submission())
    let name = OutputName.image(sequence, .clean)
    _ = try files.add([1], named: name)
    try files.publish()
    // As if it came from the library's own lost connection.
    try other.change { db in
      try db.run(
        "UPDATE photos SET response = '{}', replacing = 0 WHERE sequence = ?", [sequence])
      library.abandon(sequence, files: files)
      #expect(place.names.contains(name))
    }
    try library.sweep()
    #expect(place.names == [name])
    #expect(try library.photo(sequence).response == "{}")
  }
}

/// A store that loses its server, or the answer to a transaction that the server committed.
private final class LossyStore: LibraryStore {
  private let store: any LibraryStore
  private let state = Mutex((isAway: false, losesAnswer: false))

  init(_ store: any LibraryStore) { self.store = store }

  /// Loses the answer to the next change.
  func loseAnswer() { state.withLock { $0.losesAnswer = true } }

  /// Loses the server, or finds it again.
  func setAway(_ isAway: Bool) { state.withLock { $0.isAway = isAway } }

  private func check() throws {
    if state.withLock({ $0.isAway }) { throw LibraryError(.busy, "the server is away") }
  }

  private func checkAnswer() throws {
    let isLost = state.withLock { state in
      defer { state.losesAnswer = false }
      return state.losesAnswer
    }
    if isLost { throw LibraryError(.busy, "the answer is lost") }
  }

  var directory: String { store.directory }
  var home: String? { store.home }
  var pause: Double { store.pause }

  func owner() throws -> Int { try store.owner() }

  func write<T>(_ body: (any LibraryTables) throws -> T) throws -> T {
    try check()
    let result = try store.write(body)
    try checkAnswer()
    return result
  }

  func change<T>(_ body: (any LibraryTables) throws -> T) throws -> T {
    try check()
    let result = try store.change(body)
    try checkAnswer()
    return result
  }

  func read<T>(_ body: (any LibraryTables) throws -> T) throws -> T {
    try check()
    return try store.read(body)
  }

  func rows(_ sql: String, _ arguments: SQLArguments) throws -> [SQLRow] {
    try check()
    return try store.rows(sql, arguments)
  }

  func erase() -> Bool { store.erase() }
  func tidy() { store.tidy() }
  func failure(_ error: any Error) -> LibraryError { store.failure(error) }
  func tell(_ text: String) { store.tell(text) }

  func listen(_ hear: @escaping @Sendable (LibraryNews) -> Void) throws -> (any Sendable)? {
    try store.listen(hear)
  }
}
