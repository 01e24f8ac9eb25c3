import Foundation
import Testing
import TimeWalkArchive
import TimeWalkCore
import TimeWalkSpatiaLite
import TimeWalkTestSupport

@testable import TimeWalkShards

/// One change that concerns several shards: each does its part, and one undo takes all back.
@Suite("Changes in several shards") struct ShardedChangesTests {
  private typealias Rows = ThreeShards.Rows
  private static let all = ["new york", "nowhere", "paris", "somewhere", "sydney"]

  private static func filled() throws -> (ThreeShards, ShardedArchive) {
    let place = try ThreeShards()
    let archive = try place.open()
    _ = try archive.apply(
      [Rows(rows: try ThreeShards.rows())], policy: ThreeShards.policy, from: "x")
    return (place, archive)
  }

  private static func names(_ archive: ShardedArchive) throws -> [String] {
    try archive.search(ArchiveQuery()).hits.map(\.item.id.identifier)
      + archive.unplacedItems(ArchiveQuery()).items.map(\.id.identifier)
  }

  private static func replacing(
    mayRemove: Bool = true, isDryRun: Bool = false
  ) -> ImportPolicy {
    var policy = ThreeShards.policy
    (policy.replaces, policy.mayRemove, policy.isDryRun) = (true, mayRemove, isDryRun)
    return policy
  }

  @Test("A replacement removes from every shard what the whole source doesn't name")
  func replaced() throws {
    let (place, archive) = try Self.filled()
    let left = [Rows(rows: [try ThreeShards.row("paris", 48.8567, 2.3522)])]
    let trial = try archive.apply(left, policy: Self.replacing(isDryRun: true), from: "x")
    #expect(trial.removed == 4 && trial.updated == 1 && trial.entry == nil)
    #expect(try Self.names(archive).sorted() == Self.all)
    let report = try archive.apply(left, policy: Self.replacing(), from: "x")
    #expect(report.removed == 4 && report.updated == 1)
    #expect(try place.names(in: "west") == [] && place.names(in: "rest") == [])
    #expect(try Self.names(archive) == ["paris"])
    _ = try archive.undo(try #require(report.entry), terms: ChangeTerms())
    #expect(try Self.names(archive).sorted() == Self.all)
    #expect(try archive.verify(.full).filter { $0.severity == .fault } == [])
  }

  @Test("A replacement that isn't agreed to says what all shards would lose, and changes nothing")
  func unconfirmed() throws {
    let (_, archive) = try Self.filled()
    let left = [Rows(rows: [try ThreeShards.row("paris", 48.8567, 2.3522)])]
    let error = #expect(throws: ArchiveError.self) {
      try archive.apply(left, policy: Self.replacing(mayRemove: false), from: "x")
    }
    #expect(error?.code == .unconfirmed)
    #expect(error?.message.contains("4 items: new york, nowhere, somewhere, sydney") == true)
    #expect(try Self.names(archive).sorted() == Self.all)
    #expect(try archive.item(ThreeShards.id("paris"))?.pose.coordinate.latitude == 48.8566)
    // A source without a good row replaces nothing.
    let none = try archive.apply([Rows(rows: [])], policy: Self.replacing(), from: "x")
    #expect(none.removed == 0)
    #expect(try Self.names(archive).sorted() == Self.all)
  }

  @Test("A replacement keeps in every shard what a refused row names")
  func refused() throws {
    let (_, archive) = try Self.filled()
    // It would lie in another shard.
    let moved = try ThreeShards.row("paris", 10, 10)
    let rows = [try ThreeShards.row("sydney", -33.86, 151.2), moved]
    let error = #expect(throws: ArchiveError.self) {
      try archive.apply([Rows(rows: rows)], policy: Self.replacing(), from: "x")
    }
    #expect(error?.code == .unconfirmed && error?.message.contains("1 rows are refused") == true)
    var policy = Self.replacing()
    policy.mayRemoveDespiteRefused = true
    let report = try archive.apply([Rows(rows: rows)], policy: policy, from: "x")
    #expect(report.removed == 3 && report.refused == 1)
    #expect(try Self.names(archive) == ["paris", "sydney"])
  }

  @Test("A replacement changes nothing where the source breaks or a shard can't be asked")
  func broken() throws {
    let (place, archive) = try Self.filled()
    let row = try ThreeShards.row("paris", 48.8567, 2.3522)
    let fault = ArchiveError(.inputUnreadable, "broken")
    let error = #expect(throws: ArchiveError.self) {
      try archive.apply([Rows(rows: [row], fault: fault)], policy: Self.replacing(), from: "x")
    }
    #expect(error?.code == .inputUnreadable)
    let away = #expect(throws: ArchiveError.self) {
      try place.open { (address) throws(ArchiveError) in
        if address == "west" { throw ArchiveError(.busy, "away") }
      }.apply([Rows(rows: [row])], policy: Self.replacing(), from: "x")
    }
    #expect(away?.code == .busy)
    #expect(try Self.names(archive).sorted() == Self.all)
  }

  @Test("Fields of many items are set in all shards, or in none")
  func many() throws {
    let (_, archive) = try Self.filled()
    let report = try archive.set(all: ArchiveQuery(), [.credit: "Ada"])
    #expect(report.found == 5 && report.changed == 5 && report.changes.count == 5)
    #expect(try archive.item(ThreeShards.id("paris"))?.credit == "Ada")
    #expect(try archive.item(ThreeShards.id("new york"))?.credit == "Ada")
    let undo = try archive.undo(try #require(report.entry), terms: ChangeTerms())
    #expect(undo.counts.updated == 5)
    #expect(try archive.item(ThreeShards.id("new york"))?.credit == nil)
    // The undo is one, too.
    _ = try archive.undo(try #require(undo.entry), terms: ChangeTerms())
    #expect(try archive.item(ThreeShards.id("new york"))?.credit == "Ada")
    #expect(try archive.item(ThreeShards.id("sydney"))?.credit == "Ada")

    for fields: [CatalogueColumn: String] in [[.accuracy: "90000"], [.date: "soon"]] {
      let error = #expect(throws: ArchiveError.self) {
        try archive.set(all: ArchiveQuery(), fields)
      }
      #expect(error?.code == .invalidField, "\(fields)")
    }
    let near = try archive.set(all: ArchiveQuery(text: "paris"), [.accuracy: "20"])
    #expect(near.changed == 1)
  }

  @Test("A map is placed in its shard, unless it would reach into others")
  func placed() throws {
    let (_, archive) = try Self.filled()
    let small = "POLYGON ((2.35 48.85, 2.36 48.85, 2.36 48.86, 2.35 48.85))"
    _ = try archive.set(ThreeShards.id("paris"), [.kind: "map", .outline: small])
    #expect(try archive.item(ThreeShards.id("paris"))?.ground?.outline != nil)
    let large = "POLYGON ((2 48, 3 48, 3 49, 2 48))"
    let error = #expect(throws: ArchiveError.self) {
      try archive.set(ThreeShards.id("paris"), [.outline: large])
    }
    #expect(error?.code == .invalidField && error?.message.contains("another shard") == true)
  }

  @Test("What was decided in a review goes to the items' shards, with its faults in their order")
  func decided() throws {
    let (_, archive) = try Self.filled()
    let undated = try archive.review(ReviewQuery(kinds: [.undated])).entries
    #expect(undated.count == 4)
    let ids = Self.all.map(ThreeShards.id)
    var decisions = ids.map { ReviewDecision(.dismiss, item: $0, kind: .undated) }
    decisions[2].verdict = .set([.date: "1905"])
    decisions.insert(ReviewDecision(.dismiss, item: ThreeShards.id("gone"), kind: .undated), at: 1)
    decisions.append(
      ReviewDecision(.set([.latitude: "10"]), item: ThreeShards.id("paris"), kind: .lowAccuracy))
    decisions.append(ReviewDecision(.accept, item: ThreeShards.id("sydney"), kind: .undated))
    let report = try archive.decide(decisions, folder: nil, terms: ChangeTerms())
    #expect(report.changed == 1 && report.dismissed == 4)
    #expect(report.faults.map(\.index) == [1, 6, 7])
    #expect(try archive.item(ThreeShards.id("paris"))?.date?.edtf == "1905")
    #expect(try archive.review(ReviewQuery(kinds: [.undated])).entries == [])
    _ = try archive.undo(try #require(report.entry), terms: ChangeTerms())
    #expect(try archive.review(ReviewQuery(kinds: [.undated])).entries == undated)
  }

  @Test("Items of several shards are removed together, as far as that is agreed to")
  func removed() throws {
    let (_, archive) = try Self.filled()
    let ids = ["new york", "sydney", "nowhere"].map(ThreeShards.id)
    #expect(throws: ArchiveError.self) {
      try archive.remove(ids + [ThreeShards.id("gone")], terms: ChangeTerms())
    }
    #expect(try Self.names(archive).sorted() == Self.all)
    let report = try archive.remove(ids, terms: ChangeTerms())
    #expect(report.count == 3)
    #expect(try Self.names(archive) == ["paris", "somewhere"])
    _ = try archive.undo(try #require(report.entry), terms: ChangeTerms())
    #expect(try Self.names(archive).sorted() == Self.all)
  }

  @Test("A picture of the web is brought once, and kept by each shard whose items have it")
  func pictures() throws {
    let place = try ThreeShards()
    let archive = try place.open()
    func row(_ name: String, _ point: (Double, Double), _ address: String) throws -> SourceRow {
      var row = try ThreeShards.row(name, point.0, point.1)
      row.item?.media = .url(address)
      return row
    }
    let (one, two) = ("https://example.org/1.jpg", "https://example.org/2.jpg")
    let rows = [
      try row("a", ThreeShards.newYork, one), try row("b", ThreeShards.paris, one),
      try row("c", ThreeShards.sydney, two),
    ]
    _ = try archive.apply([Rows(rows: rows)], policy: ThreeShards.policy, from: "x")
    #expect(try archive.missingPictures().map(\.address).sorted() == [one, two])
    var brought = 0
    func keep(_ address: String, _ text: String) throws -> MediaRecord {
      try archive.keepPicture(
        of: address, limit: 100,
        inspect: { _ in MediaKind(type: "image/jpeg", width: 3, height: 2, isPicture: true) },
        fingerprint: nil
      ) { take in
        brought += 1
        try take(Data(text.utf8))
      }
    }
    let record = try keep(one, "picture")
    #expect(brought == 1 && record.bytes == 7)
    #expect(try archive.missingPictures().map(\.address) == [two])
    #expect(try archive.isMissing(picture: two) && !archive.isMissing(picture: one))
    for shard in ["west", "east"] {
      let alone = try SpatiaLiteArchive(path: place.folder.path(shard), mode: .readOnly)
      let path = try #require(try alone.picturePath(of: .url(one)))
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "picture")
      #expect(path.contains("/\(shard).media/"))
    }
    let rest = try SpatiaLiteArchive(path: place.folder.path("rest"), mode: .readOnly)
    #expect(try rest.picturePath(of: .url(one)) == nil)
    #expect(try archive.verify(.full).filter { $0.severity == .fault } == [])
  }
}
