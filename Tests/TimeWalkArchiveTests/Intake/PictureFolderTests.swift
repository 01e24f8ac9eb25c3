import Foundation
import Testing
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore
import TimeWalkSpatiaLite
import TimeWalkTestSupport

@Suite("Folders of pictures") struct PictureFolderTests {
  struct Unreadable: Error, CustomStringConvertible { var description: String { "torn" } }

  static let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16]

  static func options(_ collection: String? = nil) -> ImportOptions {
    var options = ImportOptions(collection: collection)
    options.describe = { path in
      switch URL(fileURLWithPath: path).lastPathComponent {
      case "placed.jpg":
        PictureFields(
          fields: [
            .title: "A street", .latitude: "40.7", .longitude: "-73.9", .altitude: "12",
            .altitudeReference: "seaLevel", .altitudeAccuracy: "3", .fieldOfView: "60",
          ], caption: "A street, looking north")
      case "odd.jpg":
        PictureFields(fields: [.latitude: "91", .longitude: "0"])
      case "torn.jpg": throw Unreadable()
      default: PictureFields(warnings: ["nothing is known"])
      }
    }
    return options
  }

  static func fixture(_ pictures: [String], texts: [String] = []) throws -> ArchiveFixture {
    let fixture = try ArchiveFixture()
    for name in pictures { try fixture.write(picture, to: "shots/" + name) }
    for name in texts { try fixture.write("no picture", to: "shots/" + name) }
    return fixture
  }

  @Test("Pictures in all folders are named by their paths, with their own metadata")
  func recursive() throws {
    let fixture = try Self.fixture(["a/b/placed.jpg", "z:1.jpg", "plain.JPG"])
    let report = try fixture.archive.importCatalogue(
      at: fixture.folder.path("shots"), options: Self.options())
    #expect((report.added, report.unplaced, report.refused) == (3, 2, 0))
    #expect(report.collection == "shots")
    let item = try #require(
      try fixture.archive.item(ItemID(collection: "shots", identifier: "a/b/placed.jpg")))
    #expect(item.title == "A street")
    #expect(
      item.pose.altitude
        == Altitude(
          meters: 12, reference: .seaLevel, accuracy: Distance(meters: 3)))
    #expect(item.pose.heading?.degrees == 0, "the caption says it")
    #expect(item.media == .file(path: fixture.folder.path("shots/a/b/placed.jpg")))
    let unplaced = try fixture.archive.unplacedItems().items
    #expect(unplaced.map(\.id.identifier) == ["plain.JPG", "z:1.jpg"])
    #expect(unplaced.last?.fields[.media] == fixture.folder.path("shots/z:1.jpg"))
    let again = try fixture.archive.importCatalogue(
      at: fixture.folder.path("shots"), options: Self.options())
    #expect(again.unchanged == 3)
  }

  @Test("Other files are reported and skipped; a fault affects only its picture")
  func faults() throws {
    let fixture = try Self.fixture(
      ["odd.jpg", "torn.jpg", ".hidden.jpg"], texts: ["notes.txt", "fake.jpg"])
    try fixture.write("x", to: "secret.jpg")
    try FileManager.default.createSymbolicLink(
      atPath: fixture.folder.path("shots/link.jpg"),
      withDestinationPath: fixture.folder.path("secret.jpg"))
    let report = try fixture.archive.importCatalogue(
      at: fixture.folder.path("shots"), options: Self.options())
    #expect((report.added, report.unplaced, report.refused) == (1, 1, 1))
    let said = report.findings.map(\.description)
    #expect(said.contains("fake.jpg: isn't a picture; skipped"))
    #expect(said.contains("notes.txt: isn't a picture; skipped"))
    #expect(said.contains { $0.hasPrefix("link.jpg: is a broken link") })
    #expect(said.contains { $0.hasPrefix("torn.jpg") && $0.contains("torn") })
    #expect(said.contains { $0.hasPrefix("odd.jpg, latitude \"91\": must be between") })
    #expect(!said.contains { $0.contains("hidden") })
  }

  @Test("A folder with a catalogue is that catalogue, unless pictures are requested")
  func catalogueWins() throws {
    let fixture = try Self.fixture(["placed.jpg"])
    try fixture.write("id,latitude,longitude\na,1,2\n", to: "shots/list.csv")
    let folder = fixture.folder.path("shots")
    var options = Self.options("c")
    #expect(
      try fixture.archive.importCatalogue(at: folder, options: options).added == 1)
    #expect(try fixture.archive.item(ItemID(collection: "c", identifier: "a")) != nil)
    options.format = .images
    let report = try fixture.archive.importCatalogue(at: folder, options: options)
    #expect(report.added == 1)
    #expect(report.findings.map(\.description).contains("list.csv: isn't a picture; skipped"))
  }

  @Test("A collection is described in a file with its pictures") func described() throws {
    let fixture = try Self.fixture(["placed.jpg"])
    try fixture.write(
      #"{"name": "town", "license": "CC0-1.0", "area": [-1, -1, 1, 1]}"#,
      to: "shots/collection.json")
    let report = try fixture.archive.importCatalogue(
      at: fixture.folder.path("shots"), options: Self.options())
    #expect(report.collection == "town")
    #expect(report.warnings.contains { $0.reason.contains("outside the collection's area") })
    let area = try #require(try fixture.archive.collections().first?.statement.area)
    #expect([area.west, area.south, area.east, area.north] == [-1, -1, 1, 1])
  }

  @Test("A folder without pictures, and a file in place of a folder, are distinguished")
  func nothing() throws {
    let fixture = try Self.fixture([], texts: ["a.txt"])
    for (path, format, code) in [
      ("shots", SourceFormat.images, ArchiveErrorCode.inputMissing),
      ("shots", .bagit, .inputUnreadable), ("shots/a.txt", .images, .inputUnreadable),
      ("shots/a.txt", .bagit, .inputUnreadable), ("shots/a.txt", .archive, .notAnArchive),
    ] {
      var options = Self.options()
      options.format = format
      let error = #expect(throws: ArchiveError.self) {
        try fixture.archive.importCatalogue(at: fixture.folder.path(path), options: options)
      }
      #expect(error?.code == code, "\(path) \(format): \(error?.message ?? "")")
    }
  }
}
