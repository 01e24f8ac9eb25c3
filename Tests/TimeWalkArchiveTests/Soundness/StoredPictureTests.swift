import Foundation
import GRDB
import Testing
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

@Suite("The archive's own pictures")
struct StoredPictureTests {
  private let header = "id,latitude,longitude,media\n"
  /// The SHA-256 of `abc` (FIPS 180-2, B.1).
  private let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

  /// Options that copy every file.
  private func options(_ media: MediaHandling) -> ImportOptions {
    var options = ImportOptions(collection: "test")
    options.media = media
    options.inspect = { _ in MediaKind(type: "image/jpeg", isPicture: true) }
    return options
  }

  @Test(arguments: [true, false])
  func `a backup has the pictures, and is sound by itself`(isLinked: Bool) throws {
    let fixture = try ArchiveFixture()
    try fixture.write("abc", to: "one.jpg")
    try fixture.write("other", to: "two.jpg")
    let catalogue = try fixture.write(header + "a,1,2,one.jpg\nb,1,2,two.jpg\n")
    try fixture.archive.importCatalogue(at: catalogue, options: options(.copy))
    // Another file system, where files can't have a second name, is there on most machines.
    let elsewhere = "/dev/shm/timewalk-\(UUID().uuidString)"
    let folder = isLinked ? fixture.folder.path("backups") : elsewhere
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch { return }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/backup.sqlite"
    for _ in 0..<2 {
      let report = try fixture.archive.backup(to: path)
      #expect((report.pictures, report.pictureBytes, report.problems) == (2, 8, []))
      let backup = try SpatiaLiteArchive(path: path, mode: .readOnly)
      for name in ["one.jpg", "two.jpg"] {
        try? FileManager.default.removeItem(atPath: fixture.folder.path(name))
        let media = Media.file(path: fixture.folder.path(name))
        let kept = try #require(try backup.picturePath(of: media))
        #expect(kept.hasPrefix(path + ".media/"))
        #expect(FileManager.default.fileExists(atPath: kept))
      }
      #expect(try backup.verify() == [])
    }
    // The next one has only its archive's named pictures, and reports its archive's missing ones.
    try fixture.archive.writable().write { db in
      try db.execute(sql: "DELETE FROM media WHERE bytes = 5")
    }
    let lost = try #require(fixture.archive.mediaStore.path(of: abc))
    #expect(try fixture.archive.backup(to: path).pictures == 1)
    #expect(MediaStore(archive: path).contents() == [abc])
    try FileManager.default.removeItem(atPath: lost)
    let report = try fixture.archive.backup(to: path)
    #expect((report.pictures, report.problems.map(\.check)) == (0, [.media]))
    #expect(
      try fixture.archive.backup(to: folder + "/b2.sqlite", withPictures: false).pictures == nil)
    #expect(!FileManager.default.fileExists(atPath: folder + "/b2.sqlite.media"))
  }

  @Test func `a kill's remains in the store are reported, and deleted by a repair unless in use`()
    throws
  {
    let fixture = try ArchiveFixture()
    try fixture.write("abc", to: "one.jpg")
    let catalogue = try fixture.write(header + "a,1,2,one.jpg\n")
    try fixture.archive.importCatalogue(at: catalogue, options: options(.copy))
    let store = fixture.archive.mediaStore
    let half = store.incoming + "/1-2"
    try Data("ab".utf8).write(to: URL(fileURLWithPath: half))
    let orphan = try #require(store.path(of: String(repeating: "0", count: 64)))
    try FileManager.default.createDirectory(
      atPath: (orphan as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(fileURLWithPath: orphan))
    let arriving = try IncomingMedia(store)
    let problems = try fixture.archive.verify()
    #expect(problems.map(\.check) == [.media, .media])
    #expect(problems.allSatisfy { $0.severity == .warning && $0.isRepairable })
    do {
      let claim = store.claim()
      #expect(try SpatiaLiteArchive.repair(path: fixture.archive.path).actions == [])
      withExtendedLifetime(claim) {}
    }
    let report = try SpatiaLiteArchive.repair(path: fixture.archive.path)
    #expect(report.actions == ["deleted 2 unused picture files"])
    #expect(report.remaining == [])
    #expect(store.contents() == [abc] && FileManager.default.fileExists(atPath: arriving.path))
  }

  @Test func `a file's fault is reported once, for all readers`() throws {
    struct Broken: Error {}
    let fixture = try ArchiveFixture()
    for name in ["one.jpg", "two.jpg"] { try fixture.write("abc", to: name) }
    var options = options(.link)
    options.fingerprint = { _ in throw Broken() }
    options.inspect = { path in
      if path.hasSuffix("one.jpg") { throw Broken() }
      return MediaKind(type: "image/jpeg", isPicture: true)
    }
    let catalogue = try fixture.write(header + "a,1,2,one.jpg\nb,1,2,two.jpg\n")
    let report = try fixture.archive.importCatalogue(at: catalogue, options: options)
    #expect(report.warnings.map(\.line) == [2, 3])
  }
}
