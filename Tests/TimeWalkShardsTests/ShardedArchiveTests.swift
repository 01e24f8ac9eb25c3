import Foundation
import Testing
import TimeWalkArchive
import TimeWalkCore
import TimeWalkSpatiaLite
import TimeWalkTestSupport

@testable import TimeWalkShards

/// Three files as one archive, and what it does when one of them can't be asked.
@Suite("An archive of shards") struct ShardedArchiveTests {
  @Test("divides an import by places, undoes it as one, and takes the same again")
  func importing() throws {
    let place = try ThreeShards()
    let archive = try place.open()
    let report = try archive.apply(
      [ThreeShards.Rows(rows: try ThreeShards.rows())], policy: ThreeShards.policy, from: "x")
    #expect(report.added == 5 && report.unplaced == 1)
    #expect(try place.names(in: "west") == ["new york"])
    #expect(try place.names(in: "east") == ["paris"])
    #expect(try place.names(in: "rest") == ["somewhere", "sydney", "nowhere"])
    let again = try archive.apply(
      [ThreeShards.Rows(rows: try ThreeShards.rows())], policy: ThreeShards.policy, from: "x")
    #expect(again.added == 0 && again.updated == 0 && again.unchanged == 5)
    let statistics = try archive.statistics()
    #expect(statistics.items == 4 && statistics.unplaced == 1 && statistics.collections == 1)
    #expect(try archive.collections().map(\.items) == [4])
    var exported: [String] = []
    let statement = try #require(try archive.statements().first)
    try archive.snapshot().forEachRecord(of: statement, media: MediaNames(folder: nil)) {
      exported.append($0.id.identifier)
    }
    #expect(exported.sorted() == ["new york", "nowhere", "paris", "somewhere", "sydney"])
    #expect(exported.last == "nowhere")
    let entry = try #require(report.entry)
    _ = try archive.undo(entry, terms: ChangeTerms())
    #expect(try archive.statistics().items == 0)
    #expect(try archive.history(limit: nil).filter { $0.undoes != nil }.count == 3)
    #expect(try archive.verify(.full).filter { $0.severity == .fault } == [])
  }

  @Test("keeps nothing of a source that breaks, nor of one that a shard can't take")
  func broken() throws {
    let place = try ThreeShards()
    let fault = ArchiveError(.inputUnreadable, "broken")
    #expect(throws: ArchiveError.self) {
      try place.open().apply(
        [ThreeShards.Rows(rows: try ThreeShards.rows(), fault: fault)], policy: ThreeShards.policy,
        from: "x")
    }
    let error = #expect(throws: ArchiveError.self) {
      try place.open { (address) throws(ArchiveError) in
        if address == "east" { throw ArchiveError(.busy, "away") }
      }.apply(
        [ThreeShards.Rows(rows: try ThreeShards.rows())], policy: ThreeShards.policy, from: "x")
    }
    #expect(error?.code == .busy)
    #expect(try place.open().statistics().items == 0)
  }

  @Test("changes an item in its shard, and refuses to move it to another")
  func changes() throws {
    let place = try ThreeShards()
    let archive = try place.open()
    _ = try archive.apply(
      [ThreeShards.Rows(rows: try ThreeShards.rows())], policy: ThreeShards.policy, from: "x")
    let report = try archive.set(ThreeShards.id("paris"), [.title: "Paris"])
    #expect(try archive.item(ThreeShards.id("paris"))?.title == "Paris")
    let entry = try #require(report.entry)
    var changed: [ItemID] = []
    try archive.forEachChange(of: entry) { changed.append($0.id) }
    #expect(changed == [ThreeShards.id("paris")])
    _ = try archive.undo(entry, terms: ChangeTerms())
    #expect(try archive.item(ThreeShards.id("paris"))?.title == "")
    for fields: [CatalogueColumn: String] in [
      [.latitude: "10"], [.accuracy: "90000"], [.latitude: "", .longitude: ""],
    ] {
      let error = #expect(throws: ArchiveError.self) {
        try archive.set(ThreeShards.id("paris"), fields)
      }
      #expect(error?.code == .invalidField, "\(fields)")
    }
    let moved = try archive.apply(
      [ThreeShards.Rows(rows: [try ThreeShards.row("paris", 10, 10)])], policy: ThreeShards.policy,
      from: "x")
    #expect(moved.refused == 1 && moved.faults.first?.reason.contains("east") == true)
    _ = try archive.remove([ThreeShards.id("paris")], terms: ChangeTerms())
    #expect(try place.names(in: "east") == [])
  }

  @Test("answers without a shard that can't be asked, says so, and leaves other places unharmed")
  func gaps() throws {
    let place = try ThreeShards()
    _ = try place.open().apply(
      [ThreeShards.Rows(rows: try ThreeShards.rows())], policy: ThreeShards.policy, from: "x")
    let archive = try place.open { (address) throws(ArchiveError) in
      if address == "west" { throw ArchiveError(.busy, "away") }
    }
    func found(_ spot: (Double, Double)) throws -> (names: [String], gaps: ArchiveGaps) {
      let gaps = ArchiveGaps()
      let asked = archive.noting(gaps)
      let here = try #require(Coordinate(latitude: spot.0, longitude: spot.1))
      let keys = try asked.candidates(near: here, within: .zero).map(\.key)
      return (try asked.items(keys: keys).values.map(\.id.identifier).sorted(), gaps)
    }
    let (near, missing) = try found(ThreeShards.newYork)
    #expect(near == ["somewhere"])
    #expect(missing.isPartial && missing.sentences.first?.contains("\"west\"") == true)
    let (far, none) = try found(ThreeShards.paris)
    #expect(far == ["paris"] && !none.isPartial)
    let gaps = ArchiveGaps()
    #expect(try archive.noting(gaps).statistics().items == 3)
    #expect(gaps.isPartial)
    // What it doesn't find, nobody can say that it isn't there.
    let error = #expect(throws: ArchiveError.self) {
      try archive.noting(ArchiveGaps()).item(ThreeShards.id("new york"))
    }
    #expect(error?.code == .busy)
    #expect(try archive.noting(ArchiveGaps()).item(ThreeShards.id("paris")) != nil)
    // Whoever doesn't take gaps is told to try again.
    #expect(throws: ArchiveError.self) { try archive.statistics() }
  }

  @Test("waits for a shard that hangs no longer than the file says")
  func late() throws {
    let place = try ThreeShards(seconds: 0.2)
    _ = try place.open().apply(
      [ThreeShards.Rows(rows: try ThreeShards.rows())], policy: ThreeShards.policy, from: "x")
    let hang = DispatchSemaphore(value: 0)
    defer { hang.signal() }
    let archive = try place.open { (address) throws(ArchiveError) in
      if address == "west" { hang.wait() }
    }
    let gaps = ArchiveGaps()
    let here = try #require(
      Coordinate(latitude: ThreeShards.newYork.0, longitude: ThreeShards.newYork.1))
    _ = try archive.noting(gaps).candidates(near: here, within: .zero)
    #expect(gaps.sentences.contains { $0.contains("\"west\"") && $0.contains("longer") })
  }

  @Test("reads its file again when it changes, between questions")
  func reloading() throws {
    let place = try ThreeShards()
    let archive = try place.open()
    _ = try archive.apply(
      [ThreeShards.Rows(rows: try ThreeShards.rows())], policy: ThreeShards.policy, from: "x")
    let asked = archive.noting(ArchiveGaps())
    let text = #"{"shards":[{"name":"rest","address":"rest"}]}"#
    try Data(text.utf8).write(to: URL(fileURLWithPath: place.path), options: .atomic)
    #expect(try archive.statistics().items == 2)
    #expect(try asked.statistics().items == 4, "a question keeps the shards it began with")
    try Data("{".utf8).write(to: URL(fileURLWithPath: place.path), options: .atomic)
    #expect(try archive.statistics().items == 2, "what can't be read changes nothing")
  }
}
