import Foundation
import Testing
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTestSupport

@Suite("Pictures, soundness and backups", .waitsForProcesses) struct PictureTests {
  private static let address = "https://example.org/1.jpg"

  /// Keeps a picture of some bytes, which are one where they begin with `picture`.
  private static func keep(
    _ bytes: String, in archive: any CuratedArchive, limit: Int = 100
  ) throws -> MediaRecord {
    try archive.keepPicture(of: address, limit: limit) { path in
      let data = FileManager.default.contents(atPath: path) ?? Data()
      let isPicture = data.starts(with: Data("picture".utf8))
      return MediaKind(type: "image/jpeg", width: 3, height: 2, isPicture: isPicture)
    } fingerprint: { _ in
      Fingerprint(words: SIMD4(5, 6, 7, 8))
    } bring: { take in
      for byte in bytes.utf8 { try take(Data([byte])) }
    }
  }

  @Test(
    "A picture of the web is kept complete or not at all", arguments: Engine.keepingPictures)
  func fetched(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let archive = fixture.archive
    func row(_ identifier: String) -> SourceRow {
      .placed(test(identifier)) { $0.media = .url(Self.address) }
    }
    try fixture.bring(
      .placed(test("z")) { $0.media = .url("https://example.org/2.jpg") }, row("b"), row("a"))
    let missing = try archive.missingPictures()
    #expect(
      missing == [
        MissingPicture(address: "https://example.org/2.jpg", item: "test:z"),
        MissingPicture(address: Self.address, item: "test:b"),
      ])
    #expect(
      try archive.missingPictures(collection: "test", limit: 1) == Array(missing.prefix(1)))
    #expect(throws: ArchiveError.self) { try archive.missingPictures(collection: "none") }
    #expect(try archive.picturePath(of: .url(Self.address)) == nil)

    let large = #expect(throws: ArchiveError.self) {
      try Self.keep("picture", in: archive, limit: 3)
    }
    #expect(large?.code == .inputUnreadable)
    let text = #expect(throws: ArchiveError.self) { try Self.keep("a text", in: archive) }
    #expect(text?.code == .inputUnreadable)
    struct Lost: Error {}
    #expect(throws: Lost.self) {
      try archive.keepPicture(of: Self.address, limit: 10) { _ in
        MediaKind(type: nil, isPicture: true)
      } fingerprint: { _ in
        nil
      } bring: { take in
        try take(Data([1]))
        throw Lost()
      }
    }
    #expect(try archive.mediaRecord(of: .url(Self.address)) == nil)
    #expect(try archive.verify() == [])

    let record = try Self.keep("picture one", in: archive)
    #expect((record.bytes, record.width, record.isStored) == (11, 3, true))
    #expect(try archive.mediaRecord(of: .url(Self.address)) == record)
    #expect(try archive.snapshot().mediaRecord(Self.address) == record)
    let path = try #require(try archive.picturePath(of: .url(Self.address)))
    #expect(FileManager.default.contents(atPath: path) == Data("picture one".utf8))
    #expect(try archive.missingPictures().map(\.address) == ["https://example.org/2.jpg"])
    let keys = try archive.search(ArchiveQuery()).hits.map(\.key)
    let prints = try archive.records(keys: keys).values.compactMap(\.copies.fingerprint)
    #expect(
      prints == [Fingerprint(words: SIMD4(5, 6, 7, 8)), Fingerprint(words: SIMD4(5, 6, 7, 8))])
    // Fetching needs no entry, and an import leaves it as it is.
    #expect(try archive.history().count == 1)
    #expect(try fixture.bring(row("a"), row("b")).unchanged == 2)
    #expect(try archive.picturePath(of: .url(Self.address)) == path)
    #expect(try archive.verify() == [])
  }

  @Test("Files that a source names are linked or copied", arguments: Engine.keepingPictures)
  func files(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let archive = fixture.archive
    let (linked, copied) = (
      try fixture.write("picture one", to: "1.jpg"), try fixture.write("picture two", to: "2.jpg")
    )
    let gone = fixture.folder.path("3.jpg")
    func bring(_ path: String, _ handling: MediaHandling) throws -> ImportReport {
      try fixture.bring(.placed(test(path)) { $0.media = .file(path: path) }) {
        $0.media = handling
        $0.inspect = { _ in MediaKind(type: "image/jpeg", isPicture: true) }
      }
    }
    #expect(try bring(linked, .link).warnings == [])
    #expect(try bring(copied, .copy).warnings == [])
    #expect(try bring(gone, .copy).warnings.count == 1)
    #expect(try archive.picturePath(of: .file(path: linked)) == linked)
    let copy = try #require(try archive.picturePath(of: .file(path: copied)))
    #expect(copy != copied)
    #expect(try archive.mediaRecord(of: .file(path: copied))?.isStored == true)
    #expect(try archive.mediaRecord(of: .file(path: gone)) == nil)
    // A copy replaces its file; a missing linked file is reported.
    #expect(try archive.verify().filter { $0.severity == .fault }.map(\.item) == [test(gone)])
    try FileManager.default.removeItem(atPath: copied)
    try FileManager.default.removeItem(atPath: linked)
    #expect(
      try archive.verify().filter { $0.severity == .fault }.compactMap(\.item?.identifier).sorted()
        == [linked, gone].sorted())
    let review = try archive.review(ReviewQuery(kinds: [.missingMedia]))
    #expect(review.entries.map(\.item.identifier).sorted() == [linked, gone].sorted())
    try fixture.lose(copy: copy)
    #expect(try archive.verify().filter { $0.check == .media }.count == 3)
  }

  @Test("A file's copies are kept again where they were lost", arguments: Engine.keepingPictures)
  func again(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let path = try fixture.write("picture one", to: "1.jpg")
    func bring() throws {
      try fixture.bring(.placed(test("a")) { $0.media = .file(path: path) }) {
        $0.media = .copy
        $0.inspect = { _ in MediaKind(type: "image/jpeg", isPicture: true) }
      }
    }
    try bring()
    let copy = try #require(try fixture.archive.picturePath(of: .file(path: path)))
    #expect(copy != path)
    try fixture.lose(copy: copy)
    // Without its copy the file itself is looked at.
    #expect(try fixture.archive.picturePath(of: .file(path: path)) == path)
    #expect(try fixture.archive.verify().filter { $0.severity == .fault }.count == 1)
    try bring()
    #expect(try fixture.archive.verify() == [])
    #expect(try fixture.archive.picturePath(of: .file(path: path)) == copy)
  }

  @Test(
    "A copy of a missing item is reported, and a sound archive has no problem",
    arguments: Engine.all)
  func verifies(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    #expect(try fixture.archive.verify() == [])
    try fixture.bring(.placed("a", copyOf: "b"), .placed("b"), .unplaced("c"))
    #expect(try fixture.archive.verify(.quick) == [])
    #expect(try fixture.archive.verify() == [])
    try fixture.archive.set(test("a"), [.copyOf: "nobody"])
    let problems = try fixture.archive.verify()
    #expect(problems.map(\.check) == [.copies] && problems.map(\.item) == [test("a")])
    #expect(problems.map(\.severity) == [.warning])
    for (original, items) in [("test:nobody", [test("a")]), ("test:b", []), ("b", [])] {
      try fixture.archive.set(test("a"), [.copyOf: original])
      #expect(try fixture.archive.verify().map(\.item) == items, "\(original)")
    }
  }

  @Test("A backup is another archive of the same state", arguments: Engine.inFiles)
  func backup(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let archive = fixture.archive
    var maker = OperationMaker(seed: 12)
    for _ in 0..<14 { _ = maker.next().outcome(on: archive) }
    try fixture.bring(.placed(test("a")) { $0.media = .url(Self.address) }, .unplaced("b"))
    _ = try Self.keep("picture one", in: archive)
    let path = fixture.folder.path("backup")
    let report = try archive.backup(to: path)
    #expect(report.path == path && report.problems == [])
    let (items, unplaced) = (
      try archive.statistics().items, try archive.unplacedItems().total
    )
    #expect(report.items == items + unplaced)
    #expect(report.collections == (try archive.collections().count))
    #expect((report.pictures, report.pictureBytes) == (1, 11))

    let other = try #require(try archive.archive(at: path))
    let state = try Transcript.of(archive.snapshot())
    #expect(Difference.between(try Transcript.of(other.snapshot()), state) == nil)
    let kept = try #require(try other.picturePath(of: .url(Self.address)))
    #expect(FileManager.default.contents(atPath: kept) == Data("picture one".utf8))
    if let curated = other as? any CuratedArchive {
      #expect(try curated.history() == archive.history())
    }
    // Later changes are not in it, until it is made again.
    try fixture.bring(.placed("later"))
    #expect(try #require(try archive.archive(at: path)).item(test("later")) == nil)
    #expect(try archive.backup(to: path, withPictures: false).pictures == nil)
    #expect(try #require(try archive.archive(at: path)).item(test("later")) != nil)

    let text = try fixture.write("a text", to: "text")
    #expect(try archive.archive(at: text) == nil)
    let taken = #expect(throws: ArchiveError.self) { try archive.backup(to: text) }
    #expect(taken?.code == .outputFailed)
    let own = #expect(throws: ArchiveError.self) { try archive.backup(to: archive.location) }
    #expect(own?.code == .invalidExport)
    #expect(throws: ArchiveError.self) { try archive.checkIsFree(archive.location) }
    try archive.checkIsFree(fixture.folder.path("new"))
  }

  @Test("A server's archive reports how it is backed up", ThrowawayServer.isInstalled)
  func serverBackup() throws {
    let fixture = try EngineFixture(.postGIS)
    let path = fixture.folder.path("backup")
    let error = #expect(throws: ArchiveError.self) { try fixture.archive.backup(to: path) }
    #expect(error?.code == .outputFailed && error?.message.contains("pg_dump") == true)
    #expect(!FileManager.default.fileExists(atPath: path))
    let own = #expect(throws: ArchiveError.self) {
      try fixture.archive.backup(to: fixture.archive.location)
    }
    #expect(own?.code == .invalidExport)
  }
}
