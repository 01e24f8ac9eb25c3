import Foundation
import Synchronization
import Testing
import TimeWalkTestSupport
import TimeWalkArchive
import TimeWalkCore

@Suite("One state of an archive", .waitsForProcesses) struct SnapshotTests {
  @Test("has the content of its start, during any changes", arguments: Engine.all)
  func isolation(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let archive = fixture.archive
    let rows = (0..<5).map { SourceRow.placed("\($0)", "before", latitude: Double($0)) }
    try fixture.bring(Rows("test", rows + [.unplaced("x")]))
    try archive.addEra(NamedEra(name: "Old", date: "1900"))
    let snapshot = try archive.snapshot()
    let before = try Transcript.of(snapshot)

    try archive.set(all: ArchiveQuery(), [.title: "after"])
    try fixture.bring(Rows("other", [.placed(ItemID(collection: "other", identifier: "a"))]))
    try archive.removeEra(named: "Old")
    #expect(try Transcript.of(snapshot) == before)
    let between = try archive.snapshot()
    let after = try Transcript.of(between)
    #expect(after != before)
    try archive.remove(collection: "test", isAgreed: true)
    #expect(try Transcript.of(snapshot) == before)
    #expect(try Transcript.of(between) == after)
    #expect(try snapshot.itemCount() == 5)
    #expect(throws: ArchiveError.self) { try archive.snapshot().otherColumns(of: ["test"]) }
  }

  @Test("is read in pages that have each record once", arguments: Engine.all)
  func pages(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let rows = (0..<1_050).map { index in
      index % 9 == 0 ? SourceRow.unplaced("\(index)") : .placed("\(index)", "\(index)")
    }
    try fixture.bring(Rows("test", rows))
    try fixture.bring(Rows("other", [.placed(ItemID(collection: "other", identifier: "a"))]))
    let snapshot = try fixture.archive.snapshot()
    var placed: [String] = []
    var unplaced: [String] = []
    try snapshot.forEachRecord(
      of: CollectionStatement(name: "test"), media: MediaNames(folder: nil)
    ) { record in
      if record.pose != nil {
        #expect(unplaced.isEmpty, "those without a place come last")
        placed.append(record.id.identifier)
      } else {
        unplaced.append(record.id.identifier)
      }
    }
    #expect(placed == (0..<1_050).filter { $0 % 9 != 0 }.map { "\($0)" })
    #expect(unplaced == (0..<1_050).filter { $0 % 9 == 0 }.map { "\($0)" })
    #expect(try snapshot.itemCount() == placed.count + 1)
    #expect(try snapshot.filledColumns(of: ["test", "other"]) == [])
  }
}

@Suite("Several at a time", .waitsForProcesses, .serialized) struct ConcurrencyTests {
  /// Runs work on threads of its own, and gives what they threw.
  private static func together(_ works: [@Sendable () throws -> Void]) -> [String] {
    let faults = Mutex<[String]>([])
    let group = DispatchGroup()
    for work in works {
      group.enter()
      Thread.detachNewThread {
        defer { group.leave() }
        do { try work() } catch { faults.withLock { $0.append("\(error)") } }
      }
    }
    group.wait()
    return faults.withLock { $0 }
  }

  /// Tries again while another program changes the archive.
  private static func patiently(_ work: () throws -> Void) throws {
    for _ in 0..<1_000 {
      do { return try work() } catch let error as ArchiveError where error.code == .busy {
        Thread.sleep(forTimeInterval: 0.002)
      }
    }
    try work()
  }

  @Test("Readers see the state before an import or after it", arguments: Engine.all)
  func readers(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let archive = fixture.archive
    @Sendable func rows(_ version: Int) -> [SourceRow] {
      (0..<150).map { .placed("\($0)", "\(version)", latitude: 40 + Double($0) / 1e6) }
    }
    try fixture.bring(Rows("test", rows(0)))
    let place = try #require(Coordinate(latitude: 40, longitude: -74))
    let isDone = Mutex(false)
    let looks = Mutex(0)
    let reader: @Sendable () throws -> Void = {
      var last = 0
      repeat {
        let titles = try archive.search(ArchiveQuery()).hits.map(\.item.title)
        #expect(titles.count == 150 && Set(titles).count == 1, "a state between two imports")
        let version = titles.first.flatMap { Int($0) } ?? -1
        #expect(version >= last, "an older state than before")
        last = version
        #expect(try archive.candidates(near: place, within: .zero).count == 150)
        looks.withLock { $0 += 1 }
        // Leaves the writer some time, too.
        Thread.sleep(forTimeInterval: 0.001)
      } while !isDone.withLock { $0 }
    }
    let writer: @Sendable () throws -> Void = {
      defer { isDone.withLock { $0 = true } }
      for version in 1...4 {
        _ = try archive.apply(
          [Rows("test", rows(version))], policy: ImportPolicy(), from: "source")
      }
    }
    #expect(Self.together([writer] + Array(repeating: reader, count: 3)) == [])
    #expect(looks.withLock { $0 } >= 3)
    #expect(try archive.history().count == 5)
    #expect(try archive.verify() == [])
  }

  @Test("Writers lose nothing, and their entries are in one sequence", arguments: Engine.all)
  func writers(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    // Those who share one opened archive, and those who have opened it themselves.
    var archives = [fixture.archive, fixture.archive]
    if let again = engine.openAgain { archives += [try again(fixture.archive, false)] }
    try fixture.bring(.placed("shared", "0"))
    let works = archives.enumerated().map { number, archive in
      let work: @Sendable () throws -> Void = {
        for step in 0..<4 {
          try Self.patiently {
            _ = try archive.apply(
              [Rows("test", [.placed("\(number)-\(step)"), .placed("\(number)-\(step)-too")])],
              policy: ImportPolicy(), from: "source")
          }
          try Self.patiently {
            try archive.set(test("\(number)-\(step)"), [.title: "edited"])
          }
        }
      }
      return work
    }
    #expect(Self.together(works) == [])
    for archive in archives {
      let hits = try archive.search(ArchiveQuery(collection: "test")).hits
      #expect(hits.count == 1 + archives.count * 8)
      #expect(hits.count { $0.item.title == "edited" } == archives.count * 4)
      #expect(Set(hits.map(\.key)).count == hits.count)
    }
    let history = try fixture.archive.history()
    #expect(history.count == 1 + archives.count * 8)
    #expect(Set(history.map(\.number)).count == history.count)
    for entry in history.dropLast() {
      #expect(entry.counts.added + entry.counts.updated == (entry.kind == .import ? 2 : 1))
      #expect(try fixture.changes(of: entry.number).count == (entry.kind == .import ? 2 : 1))
    }
    #expect(try fixture.archive.verify() == [])
  }

  @Test("One program's change is visible to another that has it open", arguments: Engine.shared)
  func handles(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let again = try #require(engine.openAgain)
    let other = try again(fixture.archive, false)
    try fixture.bring(.placed("a", "A"))
    #expect(try other.item(test("a"))?.title == "A")
    try other.set(test("a"), [.title: "B"])
    #expect(try fixture.archive.item(test("a"))?.title == "B")
    let entry = try #require(try fixture.archive.history().first).number
    try other.undo(entry)
    #expect(try Transcript.of(other) == Transcript.of(fixture.archive))
    #expect(try fixture.archive.item(test("a"))?.title == "A")
  }
}
