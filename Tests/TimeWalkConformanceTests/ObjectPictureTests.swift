import Foundation
import Testing
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTables
import TimeWalkTestSupport

@testable import TimeWalkPostGIS

/// Archives with their pictures in an object store, each with one of its own.
@Suite(
  "Pictures in an object store", .waitsForProcesses, ThrowawayServer.isInstalled,
  ThrowawayObjectStore.isInstalled)
struct ObjectPictureTests {
  private struct Fixture {
    let server: ThrowawayObjectStore
    let folder: TemporaryFolder
    let address: String
    let archive: PostGISArchive

    init(cacheBytes: Int? = nil) throws {
      server = try ThrowawayObjectStore()
      folder = try TemporaryFolder()
      address = try ThrowawayServer.newArchive()
      archive = try Self.open(address, server, folder.path("cache"), cacheBytes)
    }

    static func open(
      _ address: String, _ server: ThrowawayObjectStore, _ cache: String, _ cacheBytes: Int?
    ) throws -> PostGISArchive {
      var environment = server.environment(cache: cache)
      environment["TIMEWALK_PICTURE_CACHE_BYTES"] = cacheBytes.map { "\($0)" }
      environment["TIMEWALK_PICTURES"] = "s3://pictures/views"
      return try PostGISArchive(address: address, mode: .create, environment: environment)
    }

    /// The archive as a machine sees it that has read no picture yet.
    func elsewhere() throws -> PostGISArchive {
      try Self.open(address, server, folder.path("cache-\(UInt32.random(in: 0 ... .max))"), nil)
    }

    /// Imports items with copies of files.
    func bring(_ texts: String...) throws {
      let rows = try texts.map { text in
        let path = folder.path("\(text).jpg")
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return SourceRow.placed(test(text)) { $0.media = .file(path: path) }
      }
      var policy = ImportPolicy()
      policy.isCollectionGiven = true
      policy.media = .copy
      policy.inspect = { _ in MediaKind(type: "image/jpeg", isPicture: true) }
      _ = try archive.apply([Rows("test", rows)], policy: policy, from: "source")
    }

    func copy(of text: String, on archive: PostGISArchive? = nil) throws -> String? {
      let path = folder.path("\(text).jpg")
      return try (archive ?? self.archive).picturePath(of: .file(path: path))
    }

    /// The path of the object of a text.
    func object(of text: String) throws -> String {
      let media = Media.file(path: folder.path("\(text).jpg"))
      let hash = try #require(try archive.mediaRecord(of: media)?.sha256)
      return server.path("views/sha256/\(hash.prefix(2))/\(hash)")
    }
  }

  @Test("Each machine reads them through its own folder, even if the store is then down")
  func cache() throws {
    let fixture = try Fixture()
    try fixture.bring("one", "two")
    #expect(fixture.server.names.count == 2)
    let other = try fixture.elsewhere()
    let path = try #require(try fixture.copy(of: "one", on: other))
    #expect(FileManager.default.contents(atPath: path) == Data("one".utf8))
    let asked = fixture.server.requests.count
    #expect(try fixture.copy(of: "one", on: other) == path)
    #expect(fixture.server.requests.count == asked)
    try fixture.server.stop()
    #expect(try fixture.copy(of: "one", on: other) == path)
    let busy = #expect(throws: ArchiveError.self) { try fixture.copy(of: "two", on: other) }
    #expect(busy?.code == .busy)
    let verified = #expect(throws: ArchiveError.self) { try other.verify() }
    #expect(verified?.code == .busy)
    // Nothing of an import is kept that could not keep its pictures.
    let refused = #expect(throws: ArchiveError.self) { try fixture.bring("three") }
    #expect(refused?.code == .busy)
    #expect(try fixture.archive.search(ArchiveQuery()).hits.count == 2)
    try fixture.server.restart()
    usleep(2_100_000)
    try fixture.bring("three")
    #expect(try other.verify() == [])
    #expect(fixture.server.names.count == 3)
  }

  @Test("The folder of those that were read has a limit; the least used go first")
  func limit() throws {
    let fixture = try Fixture(cacheBytes: 10)
    let texts = ["aaaa", "bbbb", "cccc", "dddd", "eeee"]
    for text in texts { try fixture.bring(text) }
    let cache = MediaStore(
      objects: try #require(fixture.archive.mediaStore.objects),
      cache: fixture.folder.path("cache"),
      bytes: 10)
    // A recently read picture stays beyond the limit, up to twice of it.
    let paths = try texts.map { try #require(try fixture.copy(of: $0)) }
    #expect(cache.contents().count == 5)
    try fixture.bring("ffff")
    _ = try fixture.copy(of: "ffff")
    #expect(cache.contents().count == 5)
    #expect(!FileManager.default.fileExists(atPath: paths[0]))
    for (place, path) in paths.enumerated().dropFirst() {
      let used = Date(timeIntervalSinceNow: -1_000 - Double(place))
      try FileManager.default.setAttributes([.modificationDate: used], ofItemAtPath: path)
    }
    // It is used now, which makes it the youngest but for the one that comes.
    #expect(try fixture.copy(of: "eeee") == paths[4])
    _ = try fixture.copy(of: "aaaa")
    let left = Set(cache.contents())
    #expect(left.count == 3, "two are young, and the third was used now, too")
    #expect(left.contains((paths[4] as NSString).lastPathComponent))
    // The remains of a kill are removed as well.
    let left2 = fixture.folder.path("cache/incoming/1-1")
    try Data("half".utf8).write(to: URL(fileURLWithPath: left2))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -1_000)], ofItemAtPath: left2)
    _ = try fixture.copy(of: "bbbb")
    #expect(!FileManager.default.fileExists(atPath: left2))
  }

  @Test("verify finds missing, damaged and unnamed pictures, and damaged ones are never shown")
  func soundness() throws {
    let fixture = try Fixture()
    try fixture.bring("one", "two", "three")
    #expect(try fixture.archive.verify() == [])
    try Data("own".utf8).write(to: URL(fileURLWithPath: fixture.object(of: "one")))
    try FileManager.default.removeItem(atPath: fixture.object(of: "two"))
    let unnamed = String(repeating: "ab", count: 32)
    let shelf = fixture.server.path("views/sha256/ab")
    try FileManager.default.createDirectory(atPath: shelf, withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(fileURLWithPath: "\(shelf)/\(unnamed)"))
    // Other objects in the bucket are ignored.
    try Data("x".utf8).write(to: URL(fileURLWithPath: fixture.server.path("views/readme")))
    let problems = try fixture.archive.verify()
    let texts = problems.map { "\($0.severity) \($0.detail)" }
    #expect(problems.count == 3 && problems.allSatisfy { $0.check == .media }, "\(texts)")
    let details = problems.map(\.detail)
    #expect(details.contains { $0.contains("one.jpg is damaged: s3://pictures/views/") })
    #expect(details.contains { $0.contains("two.jpg is missing") })
    #expect(details.contains { $0.contains("no item uses the copy \(unnamed)") })
    #expect(problems.allSatisfy { !$0.isRepairable })
    let spoiled = #expect(throws: ArchiveError.self) { try fixture.copy(of: "one") }
    #expect(spoiled?.code == .damaged)
    #expect(fixture.archive.mediaStore.contents() == [])
    // The file itself replaces a missing copy.
    #expect(try fixture.copy(of: "two") == fixture.folder.path("two.jpg"))
    try FileManager.default.removeItem(atPath: fixture.object(of: "one"))
    try FileManager.default.removeItem(atPath: "\(shelf)/\(unnamed)")
    try fixture.bring("one", "two")
    #expect(try fixture.archive.verify() == [])
  }

  @Test("A store's refusals are reported by kind, and matches need no store")
  func refused() throws {
    let fixture = try Fixture()
    try fixture.bring("one")
    for (changes, code) in [
      (["AWS_SECRET_ACCESS_KEY": "Other"], ArchiveErrorCode.pictureStore),
      (["AWS_SECRET_ACCESS_KEY": ""], .pictureStore),
      (["AWS_ENDPOINT_URL": "http://127.0.0.1:9"], .busy),
    ] {
      var environment = fixture.server.environment(cache: fixture.folder.path("other"))
      environment.merge(changes) { $1 }
      let archive = try PostGISArchive(
        address: fixture.address, mode: .readWrite, environment: environment)
      #expect(try archive.search(ArchiveQuery()).hits.count == 1)
      for ask: () throws -> Void in [
        { _ = try fixture.copy(of: "one", on: archive) }, { _ = try archive.verify() },
      ] {
        let error = #expect(throws: ArchiveError.self) { try ask() }
        #expect(error?.code == code, "\(error?.message ?? "")")
        #expect(error?.message.contains("Other") == false)
      }
    }
  }

  @Test("A whole archive is copied out of a store, into one, and between two")
  func copies() throws {
    let first = try Fixture()
    try first.bring("one", "two")
    let file = try EngineFixture(.spatiaLite)
    let (second, third) = (try Fixture(), try Fixture())
    let table = try #require(file.archive as? any SQLArchive)
    for (target, source) in [
      (table, first.archive as any SQLArchive), (second.archive, table),
      (third.archive, second.archive),
    ] {
      let report = try target.fill(from: source)
      #expect(report.pictures == 2 && report.pictureBytes == 6 && report.problems == [])
    }
    for archive in [file.archive, second.archive, third.archive] {
      #expect(try archive.verify() == [])
      let path = try archive.picturePath(of: .file(path: first.folder.path("two.jpg")))
      #expect(FileManager.default.contents(atPath: try #require(path)) == Data("two".utf8))
    }
    #expect(first.server.names == third.server.names)
    // A damaged picture is reported, and the others are copied.
    try Data("own".utf8).write(to: URL(fileURLWithPath: first.object(of: "one")))
    let fourth = try EngineFixture(.spatiaLite)
    let report = try #require(fourth.archive as? any SQLArchive).fill(from: first.archive)
    #expect(report.pictures == 1 && report.problems.count == 1)
    // A store that is gone is not: nothing is kept.
    try first.server.stop()
    let fifth = try EngineFixture(.spatiaLite)
    let error = #expect(throws: ArchiveError.self) {
      try #require(fifth.archive as? any SQLArchive).fill(from: first.archive)
    }
    #expect(error?.code == .busy)
    #expect(try fifth.archive.search(ArchiveQuery()).hits.isEmpty)
  }
}
