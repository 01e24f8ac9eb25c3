import Foundation
import GRDB
import Testing
@testable import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

/// The index file saves time, and never says anything else than the archive does.
@Suite("The index file of an archive")
struct IndexTests {
  /// An archive of some hundred items around a place, with an index of it.
  private struct Indexed {
    let fixture: ArchiveFixture
    var path: String { fixture.archive.path }
    var indexPath: String { IndexWriter.path(of: path) }
    var random: SeededGenerator

    init(items: Int = 700, seed: UInt64 = 1) throws {
      fixture = try ArchiveFixture()
      random = SeededGenerator(seed: seed)
      try add(items, from: 0)
      #expect(try fixture.archive.makeIndex(leastItems: 1))
    }

    mutating func add(_ count: Int, from first: Int, collection: String = "test") throws {
      var text = "id,latitude,longitude,date,accuracy,heading,field_of_view,view_distance\n"
      for index in first..<first + count {
        let (y, x) = place()
        let accuracy = ["", "4", "60", "900", "90000", "3000000"].randomElement(using: &random)
        let view = ["", "", "", "5000"].randomElement(using: &random)
        text += "i\(index),\(y),\(x),\(1850 + index % 90),\(accuracy ?? ""),\(index % 360),60,"
        text += (view ?? "") + "\n"
      }
      try fixture.importCSV(text, collection: collection)
    }

    mutating func place() -> (Double, Double) {
      // A fourth of them in one tile, and some on both sides of the antimeridian.
      if Int.random(in: 0..<4, using: &random) == 0 { return (10.0001, 20.0001) }
      let (y, x) = (
        Double.random(in: -0.02...0.02, using: &random),
        Double.random(in: -0.02...0.02, using: &random)
      )
      return (y - 16.8, x < 0 ? x + 180 : x - 180)
    }

    mutating func queries(_ count: Int) throws -> [(Coordinate, Distance)] {
      try (0..<count).map { _ in
        let (y, x) = place()
        let meters: Double = [0, 50, 500, 7000, 2e6, 3e7].randomElement(using: &random) ?? 0
        return (
          try #require(Coordinate(latitude: y, longitude: x)),
          try #require(Distance(meters: meters))
        )
      }
    }

    /// The number of queries that the index answers; all answers must equal the archive's own.
    mutating func compare(
      _ archive: SpatiaLiteArchive? = nil, _ note: Comment? = nil
    ) throws -> Int {
      let archive = archive ?? fixture.archive
      var indexed = 0
      for (place, distance) in try queries(40) {
        // As Data, which is compared quickly in a test that isn't optimized.
        let found = try #require(
          try archive.candidates(near: place, within: distance, using: .tiles))
        let tiles = Data(found.bytes)
        let usual = Data(try archive.candidates(near: place, within: distance).bytes)
        // Not the lists themselves, which a failure would print.
        let isSame = tiles == usual
        #expect(isSame, note)
        let byIndex = try archive.candidates(near: place, within: distance, using: .index)
          .map { Data($0.bytes) }
        let isLeftOut = byIndex == nil
        if byIndex == tiles { indexed += 1 } else { #expect(isLeftOut, note) }
      }
      return indexed
    }
  }

  @Test("It answers as the tiles do, in their order")
  func sameAnswers() throws {
    var indexed = try Indexed()
    #expect(try indexed.compare() == 40)
    let again = try SpatiaLiteArchive(path: indexed.path, mode: .readOnly)
    #expect(try indexed.compare(again) == 40)
  }

  @Test("An archive of few items gets no index automatically, and one of many does")
  func size() throws {
    let few = try ArchiveFixture()
    try few.importCSV("id,latitude,longitude\na,1,2\n")
    #expect(!FileManager.default.fileExists(atPath: IndexWriter.path(of: few.archive.path)))
    let indexed = try Indexed(items: SpatiaLiteArchive.leastItemsForIndex)
    let written = try #require(MappedIndex(path: indexed.indexPath))
    #expect(written.header.items == SpatiaLiteArchive.leastItemsForIndex)
    #expect(!FileManager.default.fileExists(atPath: indexed.indexPath + ".new"))
  }

  @Test("Changes by any program are visible at once")
  func changes() throws {
    var indexed = try Indexed()
    let reader = try SpatiaLiteArchive(path: indexed.path, mode: .readOnly)
    #expect(try indexed.compare(reader) == 40)
    let pool = try indexed.fixture.archive.writable()
    for round in 0..<6 {
      // SQL without knowledge of tiles, in one far tile.
      try pool.write { db in
        try db.execute(
          sql: "UPDATE items SET heading = ? WHERE key = (SELECT max(key) - ? FROM items)",
          arguments: [round, round])
      }
      let before = try indexed.compare(reader, "after SQL of round \(round)")
      #expect(before < 40)
      // An edit brings the tiles up to date, and leaves the index, of which the other tiles are
      // still right.
      try indexed.add(1, from: 5000 + round)
      let after = try indexed.compare(reader, "after an import of round \(round)")
      #expect(after < 40)
    }
    // Much makes the index another state's.
    try indexed.add(300, from: 9000)
    #expect(try indexed.compare(reader) == 0)
    #expect(try indexed.fixture.archive.makeIndex(leastItems: 1))
    #expect(try indexed.compare(reader) == 40)
  }

  @Test("An index of another state or another archive is ignored")
  func stale() throws {
    var indexed = try Indexed(seed: 3)
    let index = try Data(contentsOf: URL(fileURLWithPath: indexed.indexPath))
    try indexed.add(300, from: 2000)
    #expect(try indexed.fixture.archive.makeIndex(leastItems: 1))
    try index.write(to: URL(fileURLWithPath: indexed.indexPath), options: .atomic)
    #expect(try indexed.compare() == 0)
    let other = try Indexed(seed: 3)
    try FileManager.default.removeItem(atPath: indexed.indexPath)
    try FileManager.default.copyItem(atPath: other.indexPath, toPath: indexed.indexPath)
    #expect(try indexed.compare() == 0)
    #expect(try indexed.fixture.archive.makeIndex(leastItems: 1))
    #expect(try indexed.compare() == 40)
  }

  @Test("Damage of it costs time and no answer", arguments: 0..<4)
  func damage(kind: Int) throws {
    var indexed = try Indexed(seed: UInt64(10 + kind))
    let url = URL(fileURLWithPath: indexed.indexPath)
    let whole = try Data(contentsOf: url)
    var refused = 0
    for _ in 0..<40 {
      var bytes = whole
      switch kind {
      case 0: bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &indexed.random))
      case 1: bytes[Int.random(in: 0..<120, using: &indexed.random)] ^= 1 << 3
      case 2:
        for _ in 0..<3 {
          bytes[Int.random(in: bytes.indices, using: &indexed.random)] =
            UInt8.random(in: 0...255, using: &indexed.random)
        }
      default: bytes += Data(repeating: 0, count: 24)
      }
      try bytes.write(to: url, options: .atomic)
      if try indexed.compare() < 40 { refused += 1 }
      let again = try SpatiaLiteArchive(path: indexed.path, mode: .readOnly)
      _ = try indexed.compare(again)
    }
    #expect(refused > 20)
    try whole.write(to: url, options: .atomic)
    #expect(try indexed.compare() == 40)
  }

  @Test("A file that another program cuts short under a reader ends nothing")
  func cut() throws {
    var indexed = try Indexed()
    #expect(try indexed.compare() == 40)
    #expect(truncate(indexed.indexPath, 100) == 0)
    #expect(try indexed.compare() == 0)
  }

  @Test("Without a place to write it, the archive works")
  func noPlace() throws {
    var indexed = try Indexed()
    try FileManager.default.removeItem(atPath: indexed.indexPath)
    // A folder of its name blocks all users, and root.
    try FileManager.default.createDirectory(
      atPath: indexed.indexPath + "/in", withIntermediateDirectories: true)
    try indexed.add(300, from: 3000)
    #expect(throws: ArchiveError.self) {
      try indexed.fixture.archive.makeIndex(leastItems: 1)
    }
    #expect(try indexed.compare() == 0)
    #expect(!FileManager.default.fileExists(atPath: indexed.indexPath + ".new"))
  }

  @Test("A deleted index still serves open readers, and is made again")
  func deleted() throws {
    var indexed = try Indexed()
    #expect(try indexed.compare() == 40)
    try FileManager.default.removeItem(atPath: indexed.indexPath)
    #expect(try indexed.compare() == 40)
    #expect(try indexed.fixture.archive.makeIndex(leastItems: 1))
    #expect(FileManager.default.fileExists(atPath: indexed.indexPath))
    #expect(try indexed.compare() == 40)
  }

  @Test("A writer doesn't disturb another one's index")
  func oneWriter() throws {
    let indexed = try Indexed()
    try FileManager.default.removeItem(atPath: indexed.indexPath)
    let other = open(indexed.indexPath + ".new", O_WRONLY | O_CREAT, 0o644)
    defer { close(other) }
    #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
    #expect(try !indexed.fixture.archive.makeIndex(leastItems: 1))
    #expect(flock(other, LOCK_UN) == 0)
    // The remains of a kill aren't an obstacle.
    #expect(try indexed.fixture.archive.makeIndex(leastItems: 1))
  }
}
