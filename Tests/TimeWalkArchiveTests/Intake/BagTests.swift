import Foundation
import Testing
import TimeWalkArchive
import TimeWalkSpatiaLite
import TimeWalkTestSupport

@testable import TimeWalkCatalogue

@Suite("BagIt bags") struct BagTests {
  static let catalogue = "id,title,latitude,longitude\na,A,40.7,-73.9\nb,B,,\n"
  /// By `sha256sum` and so on of the catalogue above.
  static let checksums = [
    "md5": "MD5", "sha1": "SHA1", "sha256": "SHA256", "sha512": "SHA512",
  ]

  /// A bag around a catalogue, with a test's changes.
  struct Made {
    var algorithm = "sha256"
    var declaration = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"
    var manifest = "SUM  data/items.csv\n"
    var catalogue = BagTests.catalogue
    var others: [String: String] = [:]

    func write(to fixture: ArchiveFixture) throws -> String {
      try fixture.write(BagTests.catalogue, to: "bag/data/items.csv")
      let path = fixture.folder.path("bag/data/items.csv")
      let sum =
        try output(of: algorithm + "sum", [path])?.split(separator: " ").first.map(String.init)
        ?? ""
      try fixture.write(catalogue, to: "bag/data/items.csv")
      try fixture.write(declaration, to: "bag/bagit.txt")
      try fixture.write(
        manifest.replacing("SUM", with: sum), to: "bag/manifest-\(algorithm).txt")
      for (name, text) in others { try fixture.write(text, to: "bag/" + name) }
      return fixture.folder.path("bag")
    }
  }

  @Test("A sound bag is imported like the catalogue in it", arguments: checksums.keys.sorted())
  func sound(algorithm: String) throws {
    let fixture = try ArchiveFixture()
    let bag = try Made(algorithm: algorithm).write(to: fixture)
    let report = try fixture.archive.importCatalogue(at: bag)
    #expect((report.added, report.unplaced, report.refused) == (2, 1, 0))
    #expect(report.collection == "bag", "the payload's folder is called data in every bag")
    let again = try fixture.archive.importCatalogue(at: bag)
    #expect(again.unchanged == 2)
  }

  @Test(
    "The permitted forms of a manifest",
    arguments: [
      "SUM data/items.csv", "SUM\tdata/items.csv\n", "SUM *data/items.csv\r\n",
      "SUM  ./data/items.csv\n\n",
    ])
  func manifests(text: String) throws {
    let fixture = try ArchiveFixture()
    let report = try fixture.archive.importCatalogue(
      at: Made(manifest: text).write(to: fixture))
    #expect(report.added == 2)
  }

  @Test(
    "A bag that differs from its manifest is refused with the file's name",
    arguments: [
      (Made(catalogue: catalogue + "c,C,1,2\n"), "data/items.csv is damaged"),
      (Made(manifest: "00  data/items.csv\n"), "data/items.csv is damaged"),
      (Made(manifest: "SUM  data/items.csv\n00  data/gone.jpg\n"), "data/gone.jpg is missing"),
      (
        Made(
          manifest: "SUM  data/items.csv\n00  data/gone.jpg\n",
          others: ["fetch.txt": "https://example.org - data/gone.jpg\n"]), "fetch.txt"
      ),
      (Made(others: ["data/more.jpg": "x"]), "data/more.jpg is missing from all manifests"),
      (Made(others: ["data/.hidden": "x"]), "data/.hidden is missing from all manifests"),
      (Made(manifest: "SUM  ../archive.sqlite\n"), "outside the bag in line 1"),
      (Made(manifest: "SUM  data/../../archive.sqlite\n"), "outside the bag in line 1"),
      (Made(manifest: "SUM  /etc/passwd\n"), "outside the bag in line 1"),
      (Made(manifest: "SUM  ~/x\n"), "outside the bag in line 1"),
      (Made(manifest: "SUM  data/../\u{301}x\n"), "outside the bag in line 1"),
      (Made(manifest: "SUM  bagit.txt\n"), "isn't in the payload"),
      (Made(manifest: "SUM\n"), "has no checksum with a path in line 1"),
      (Made(manifest: "SUM  data/items.csv\nSUM  data/items.csv\n"), "is listed twice"),
      (Made(manifest: ""), "data/items.csv is missing from all manifests"),
      (Made(declaration: "BagIt-Version: 2.0\nTag-File-Character-Encoding: UTF-8\n"), "version"),
      (Made(declaration: ""), "BagIt-Version"),
      (
        Made(declaration: "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-16\n"),
        "UTF-8 is required"
      ),
      (Made(others: ["manifest-crc32.txt": "0 data/items.csv\n"]), "unknown kind"),
      (Made(others: ["manifest-md5.txt": ""]), "data/items.csv is missing from a manifest"),
      (Made(others: ["tagmanifest-sha256.txt": "00 bagit.txt\n"]), "bagit.txt is damaged"),
    ] as [(Made, String)])
  func refused(made: Made, reason: String) throws {
    let fixture = try ArchiveFixture()
    let bag = try made.write(to: fixture)
    let error = try #require(throws: ArchiveError.self) {
      try fixture.archive.importCatalogue(at: bag)
    }
    #expect(error.code == .inputUnreadable)
    #expect(error.message.lowercased().contains(reason.lowercased()), "\(error.message)")
    #expect(try fixture.archive.collections().isEmpty)
  }

  @Test("A file with several paths is read once, and each path has the right checksum")
  func links() throws {
    let fixture = try ArchiveFixture()
    for (checksum, isSound) in [("SUM", true), ("00", false)] {
      let paths = "SUM  data/items.csv\n\(checksum)  data/soft.csv\n\(checksum)  data/hard.csv\n"
      let bag = try Made(manifest: paths).write(to: fixture)
      for name in ["soft", "hard"] {
        try? FileManager.default.removeItem(atPath: bag + "/data/\(name).csv")
      }
      try FileManager.default.createSymbolicLink(
        atPath: bag + "/data/soft.csv", withDestinationPath: "items.csv")
      try FileManager.default.linkItem(
        atPath: bag + "/data/items.csv", toPath: bag + "/data/hard.csv")
      let folder = URL(fileURLWithPath: bag)
      guard isSound else {
        let error = #expect(throws: ArchiveError.self) { try Bag(folder) }
        #expect(error?.message.contains("data/soft.csv is damaged") == true)
        continue
      }
      #expect(try Bag(folder).checksums.count == 1)
    }
  }

  @Test("A link that leads out of the bag is refused") func link() throws {
    let fixture = try ArchiveFixture()
    let bag = try Made(manifest: "SUM  data/items.csv\n").write(to: fixture)
    let outside = try fixture.write(Self.catalogue, to: "outside.csv")
    try FileManager.default.removeItem(atPath: bag + "/data/items.csv")
    try FileManager.default.createSymbolicLink(
      atPath: bag + "/data/items.csv", withDestinationPath: outside)
    let error = try #require(throws: ArchiveError.self) {
      try fixture.archive.importCatalogue(at: bag)
    }
    #expect(error.message.contains("data/items.csv is a link to a file outside the bag"))
  }
}
