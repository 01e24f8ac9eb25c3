import Foundation
import Testing
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

@Suite struct MediaTests {
  /// Options that take a file for a picture unless it begins with `!`.
  private func options(_ media: MediaHandling, isDryRun: Bool = false, limit: Int = 1000)
    -> ImportOptions
  {
    var options = ImportOptions(collection: "test", isDryRun: isDryRun)
    options.media = media
    options.mediaLimit = limit
    options.inspect = { path in
      let first = try Data(contentsOf: URL(fileURLWithPath: path)).first
      return first == UInt8(ascii: "!")
        ? MediaKind(type: nil, isPicture: false, doubt: "is no picture")
        : MediaKind(type: "image/jpeg", width: 4, height: 3, isPicture: true)
    }
    return options
  }

  private let header = "id,latitude,longitude,media\n"
  /// The SHA-256 of `abc` (FIPS 180-2, B.1).
  private let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

  @Test func `a copied file is kept by its hash, complete, once, and can't be written to`() throws {
    let fixture = try ArchiveFixture()
    try fixture.write("abc", to: "one.jpg")
    try fixture.write("abc", to: "two.jpg")
    let catalogue = try fixture.write(header + "a,1,2,one.jpg\nb,1,2,two.jpg\n")
    let report = try fixture.archive.importCatalogue(at: catalogue, options: options(.copy))
    #expect(report.warnings == [])
    let kept = try #require(fixture.archive.mediaStore.path(of: abc))
    #expect(kept.hasSuffix(".media/sha256/ba/\(abc)"))
    #expect(fixture.archive.mediaStore.contents() == [abc])
    #expect(try String(contentsOfFile: kept, encoding: .utf8) == "abc")
    let rights = try FileManager.default.attributesOfItem(atPath: kept)[.posixPermissions] as? Int
    #expect(rights == 0o444)
    let waiting = fixture.archive.mediaStore.folder + "/incoming"
    #expect(try FileManager.default.contentsOfDirectory(atPath: waiting) == [])
    let media = Media.file(path: fixture.folder.path("one.jpg"))
    let record = try #require(try fixture.archive.mediaRecord(of: media))
    #expect(record.sha256 == abc && record.bytes == 3 && record.type == "image/jpeg")
    #expect(record.width == 4 && record.height == 3 && record.isStored)
    // The archive's own copy replaces a missing file.
    try FileManager.default.removeItem(atPath: fixture.folder.path("one.jpg"))
    #expect(try fixture.archive.picturePath(of: media) == kept)
    // The catalogue's own name stays; the item equals the imported one.
    #expect(try fixture.contents().values.contains { $0.media == media })
  }

  @Test func `a linked file is read for its hash and stays where it is`() throws {
    let fixture = try ArchiveFixture()
    let file = try fixture.write("abc", to: "one.jpg")
    let catalogue = try fixture.write(header + "a,1,2,one.jpg\n")
    try fixture.archive.importCatalogue(at: catalogue, options: options(.link))
    let media = Media.file(path: file)
    #expect(try fixture.archive.mediaRecord(of: media)?.sha256 == abc)
    #expect(try fixture.archive.mediaRecord(of: media)?.isStored == false)
    #expect(try fixture.archive.picturePath(of: media) == file)
    #expect(!FileManager.default.fileExists(atPath: fixture.archive.mediaStore.folder))
  }

  @Test func `a changed file gets a new hash, and a copy of its old content stays`() throws {
    let fixture = try ArchiveFixture()
    try fixture.write("abc", to: "one.jpg")
    let catalogue = try fixture.write(header + "a,1,2,one.jpg\n")
    try fixture.archive.importCatalogue(at: catalogue, options: options(.copy))
    try fixture.write("other", to: "one.jpg")
    try fixture.archive.importCatalogue(at: catalogue, options: options(.copy))
    #expect(fixture.archive.mediaStore.contents().count == 2)
    let media = Media.file(path: fixture.folder.path("one.jpg"))
    #expect(try fixture.archive.mediaRecord(of: media)?.bytes == 5)
    // Linking later doesn't throw a copy away.
    try fixture.archive.importCatalogue(at: catalogue, options: options(.link))
    #expect(try fixture.archive.mediaRecord(of: media)?.isStored == true)
  }

  @Test func `a catalogue names no file outside its folder, by a path or a link`() throws {
    let fixture = try ArchiveFixture()
    let secret = try fixture.write("secret", to: "secret.jpg")
    let catalogue = try fixture.write(
      header + "a,1,2,../secret.jpg\nb,1,2,\(secret)\nc,1,2,link.jpg\nd,1,2,file:///etc/passwd\n",
      to: "in/items.csv")
    try FileManager.default.createSymbolicLink(
      atPath: fixture.folder.path("in/link.jpg"), withDestinationPath: secret)
    let report = try fixture.archive.importCatalogue(at: catalogue, options: options(.copy))
    #expect((report.added, report.refused) == (4, 0), "\(report.faults)")
    #expect(report.warnings.count { $0.column == "media" } == 4, "\(report.warnings)")
    #expect(fixture.archive.mediaStore.contents() == [])
    var wide = options(.copy)
    wide.mediaFolders = [fixture.folder.url.path]
    let taken = try fixture.archive.importCatalogue(at: catalogue, options: wide)
    #expect((taken.updated, taken.unchanged) == (3, 1), "\(taken.warnings)")
  }

  @Test func `a dry run copies nothing and notes nothing`() throws {
    let fixture = try ArchiveFixture()
    let file = try fixture.write("abc", to: "one.jpg")
    let catalogue = try fixture.write(header + "a,1,2,one.jpg\n")
    try fixture.archive.importCatalogue(at: catalogue, options: options(.copy, isDryRun: true))
    #expect(!FileManager.default.fileExists(atPath: fixture.archive.mediaStore.folder))
    #expect(try fixture.archive.mediaRecord(of: .file(path: file)) == nil)
  }

  @Test(arguments: MediaHandling.allCases)
  func `what is no file or too large is a finding, never a wait`(_ handling: MediaHandling) throws {
    let fixture = try ArchiveFixture()
    try fixture.write("!text", to: "text.jpg")
    try fixture.write(String(repeating: "x", count: 1001), to: "large.jpg")
    #expect(mkfifo(fixture.folder.path("pipe.jpg"), 0o600) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: fixture.folder.path("loop.jpg"), withDestinationPath: "loop.jpg")
    try FileManager.default.createSymbolicLink(
      atPath: fixture.folder.path("escape.jpg"), withDestinationPath: "/etc/hostname")
    try FileManager.default.createDirectory(
      atPath: fixture.folder.path("folder.jpg"), withIntermediateDirectories: false)
    let names = ["text", "large", "pipe", "loop", "escape", "folder", "gone"]
    let catalogue = try fixture.write(header + names.map { "\($0),1,2,\($0).jpg\n" }.joined())
    let report = try fixture.archive.importCatalogue(at: catalogue, options: options(handling))
    let reasons = Dictionary(
      grouping: report.findings.filter { $0.column == "media" }, by: { $0.identifier ?? "" })
    for name in names { #expect(reasons[name]?.count == 1, "\(name)") }
    #expect((report.added, report.refused) == (7, 0))
    #expect(reasons["pipe"]?.first?.reason.contains("pipe") == true)
    #expect(reasons["large"]?.first?.reason == "is larger than 1000 bytes")
    #expect(fixture.archive.mediaStore.contents() == [])
  }

  @Test(arguments: ["", "..", "ab", String(repeating: "g", count: 64), "../../etc/passwd"])
  func `what is no hash has no place in the store`(_ text: String) throws {
    #expect(try ArchiveFixture().archive.mediaStore.path(of: text) == nil)
  }
}

@Suite struct MediaSoundnessTests {
  @Test func `verify reports a copy that was altered, lost or is unused`() throws {
    let fixture = try ArchiveFixture()
    var options = ImportOptions(collection: "test")
    options.media = .copy
    options.inspect = { _ in MediaKind(type: "image/jpeg", isPicture: true) }
    for name in ["a", "b"] { try fixture.write("picture \(name)", to: "\(name).jpg") }
    let catalogue = try fixture.write("id,latitude,longitude,media\na,1,2,a.jpg\nb,1,2,b.jpg\n")
    try fixture.archive.importCatalogue(at: catalogue, options: options)
    func problems() throws -> [String] {
      try fixture.archive.verify().filter { $0.check == .media }.map(\.detail)
    }
    // The archive's own copies are enough.
    try FileManager.default.removeItem(atPath: fixture.folder.path("a.jpg"))
    #expect(try problems() == [])
    let paths = try fixture.archive.mediaStore.contents().sorted().map {
      try #require(fixture.archive.mediaStore.path(of: $0))
    }
    try FileManager.default.removeItem(atPath: paths[0])
    try Data("other".utf8).write(to: URL(fileURLWithPath: paths[1]))
    let stray = String(repeating: "0", count: 64)
    try fixture.write("x", to: "archive.sqlite.media/sha256/00/\(stray)")
    let found = try problems()
    #expect(found.count == 3)
    #expect(found.contains { $0.contains("is damaged") })
    #expect(found.contains { $0.contains("is missing") })
    #expect(found.contains { $0.contains("no item uses the copy \(stray)") })
  }
}

/// An object store whose answers don't end.
private struct EndlessObjects: PictureObjects {
  let address = "s3://endless"

  func size(of sha256: String) -> Int? { nil }
  func put(_ path: String, _ content: MediaStore.Content) {}
  func contents(of prefix: String) -> [String] { [] }
  func check() {}

  func get(
    _ sha256: String, _ take: (Data) throws(MediaRefusal) -> Void
  ) throws(MediaRefusal) {
    while true { try take(Data(count: 8 << 20)) }
  }
}

@Suite struct EndlessObjectTests {
  @Test func `a picture without an end from an object store leaves nothing on the disk`() throws {
    let folder = try TemporaryFolder()
    let store = MediaStore(objects: EndlessObjects(), cache: folder.path("cache"), bytes: 1 << 20)
    let error = #expect(throws: MediaRefusal.self) {
      try store.file(of: String(repeating: "a", count: 64))
    }
    #expect(error?.reason.contains("is too long") == true)
    #expect(store.leftovers() == [] && store.contents() == [])
  }
}
