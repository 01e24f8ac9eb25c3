import Foundation
import Testing
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore
import TimeWalkSpatiaLite
import TimeWalkTestSupport

/// One source of the development data and its expected import.
struct RealSource: Sendable, CustomTestStringConvertible {
  var path: String
  var preset: String
  var added: Int
  var unplaced = 0
  var refused = 0
  var headings = 0

  var testDescription: String { path }

  static let all = [
    RealSource(path: "oldnyc.ndjson", preset: "oldnyc", added: 9_729, headings: 437),
    // 713 rows are of pages that answered with an error: they have no id, nor anything else.
    RealSource(
      path: "oldtoronto.csv", preset: "oldtoronto", added: 7_085, unplaced: 7_085, refused: 713),
    // BA2220/72 is a duplicate.
    RealSource(path: "oldperth.json", preset: "oldperth", added: 1_609, refused: 1, headings: 3),
    RealSource(
      path: "collectionbuilder/idaho_cities_cbdemo_urls.csv", preset: "collectionbuilder",
      added: 370, unplaced: 1, headings: 17),
    RealSource(
      path: "collectionbuilder/nwpostcards_cbdemo_urls.csv", preset: "collectionbuilder",
      added: 385, unplaced: 193, headings: 3),
    RealSource(
      path: "collectionbuilder/psychiana_cbdemo_csv.csv", preset: "collectionbuilder",
      added: 67, unplaced: 48),
    RealSource(
      path: "collectionbuilder/psychiana_cbdemo_gh.csv", preset: "collectionbuilder",
      added: 67, unplaced: 48),
    RealSource(
      path: "collectionbuilder/watkins_cbdemo_gh.csv", preset: "collectionbuilder", added: 80),
    RealSource(path: "smapshot-nadir.json", preset: "smapshot", added: 100, headings: 100),
    RealSource(path: "surveyor.geojson", preset: "surveyor", added: 207, headings: 143),
    RealSource(path: "fifth-avenue-1911", preset: "fifth-avenue", added: 47, headings: 47),
  ]
}

/// Projects' exports, each read with its preset.
@Suite struct RealSourceTests {
  private func load(_ path: String, preset: String, into fixture: ArchiveFixture) throws
    -> ImportReport
  {
    let folder = try #require(TestData.folder)
    return try fixture.archive.importCatalogue(
      at: folder.appendingPathComponent("archives/\(path)").path,
      options: ImportOptions(collection: "test", preset: Preset.find(preset)))
  }

  private func item(_ id: String, in fixture: ArchiveFixture) throws -> Item {
    try #require(try fixture.archive.item(ItemID(collection: "test", identifier: id)))
  }

  @Test(TestData.isPresent, arguments: RealSource.all)
  func `a whole source goes in, and again without a change`(_ source: RealSource) throws {
    let fixture = try ArchiveFixture()
    let report = try load(source.path, preset: source.preset, into: fixture)
    #expect(
      (report.added, report.unplaced, report.refused)
        == (source.added, source.unplaced, source.refused), "\(report.faults.prefix(3))")
    #expect(!report.findings.contains { $0.reason.contains("is unknown; ignored") })
    let headings = try fixture.contents().values.count { $0.pose.heading != nil }
    #expect(headings == source.headings)
    let again = try load(source.path, preset: source.preset, into: fixture)
    #expect((again.unchanged, again.updated, again.added) == (source.added, 0, 0))
    #expect(try fixture.archive.verify() == [])
  }

  @Test(TestData.isPresent) func `OldNYC: several years, a caption's first line, its direction`()
    throws
  {
    let fixture = try ArchiveFixture()
    let report = try load("oldnyc.ndjson", preset: "oldnyc", into: fixture)
    let item = try item("729011f-b", in: fixture)
    #expect(item.date?.edtf == "{1900,1924,1927}")
    #expect(item.dateText == "1900; 1924; 1927")
    #expect(item.title.hasPrefix("Hylan Boulevard, north side"))
    #expect(item.pose.locationOf == .subject)
    #expect(item.pose.coordinate.horizontalAccuracy?.meters == 80)
    #expect(item.pose.heading == nil)
    #expect(item.media == .url("https://oldnyc-assets.nypl.org/600px/729011f-b.jpg"))
    let notes = report.findings.filter { $0.severity == .note }
    #expect(
      notes.allSatisfy {
        $0.column == "heading" && $0.reason.contains("caption's words")
          || $0.reason.contains("kept unchanged")
      })
    // Values without a field are kept, also if a field took a part of them, or another value
    // instead.
    #expect(item.otherColumns["geocode.technique"] == "title-cross")
    #expect(item.otherColumns["date_source"] != nil && item.otherColumns["width"] == nil)
    #expect(report.warnings.contains { $0.reason.contains("exact place of 125 items") })
  }

  @Test(TestData.isPresent) func `Old Perth: the title's own date, not the made-up day`() throws {
    let fixture = try ArchiveFixture()
    _ = try load("oldperth.json", preset: "oldperth", into: fixture)
    // The record says 2018-04-01 and 1984-10-26.
    let dates = try ["328919PD", "312657PD", "371613PD"].map {
      try item($0, in: fixture).date?.edtf
    }
    #expect(dates == ["1979-06-25", "1984-10", "2007~"])
    #expect(try item("312657PD", in: fixture).otherColumns["date (source)"] == "1984-10-26")
    #expect(try item("328919PD", in: fixture).pose.coordinate.latitude == -31.954640)
  }

  @Test(TestData.isPresent) func `smapshot: past the nadir, the axis points the other way`() throws
  {
    let fixture = try ArchiveFixture()
    _ = try load("smapshot-nadir.json", preset: "smapshot", into: fixture)
    // The axis as solved from the record's own ground control points, by hand: 12.7 and -48.0;
    // 183.4 and -82.3.
    let over = try item("109638", in: fixture).pose
    #expect(abs((over.heading?.degrees ?? 0) - 12.7) < 0.5)
    #expect(abs((over.pitch?.degrees ?? 0) + 48) < 0.5)
    #expect(abs((over.fieldOfView?.degrees ?? 0) - 82.86) < 0.01)
    let under = try item("103385", in: fixture).pose
    #expect(abs((under.heading?.degrees ?? 0) - 183.4) < 0.5)
    #expect(abs((under.pitch?.degrees ?? 0) + 82.3) < 0.5)
    #expect(abs((under.altitude?.meters ?? 0) - 1229.855) < 0.01)
  }

  @Test(TestData.isPresent) func `surveyor: heading and field of view from the line`() throws {
    let fixture = try ArchiveFixture()
    _ = try load("surveyor.geojson", preset: "surveyor", into: fixture)
    let item = try item("nypl-ff59c960-abce-0132-fb28-58d385a7b928", in: fixture)
    #expect(abs((item.pose.heading?.degrees ?? 0) - 71.8) < 0.1)
    #expect(abs((item.pose.fieldOfView?.degrees ?? 0) - 50.9) < 0.1)
    #expect(item.date?.edtf == "1914-10-12")
    #expect(
      item.source == "http://digitalcollections.nypl.org/items/ff59c960-abce-0132-fb28-58d385a7b928"
    )
    // Plain "north" in Manhattan is the avenue's direction: why a caption's north gets ±45 degrees.
    let north = try self.item("nypl-510d47d9-4f36-a3d9-e040-e00a18064a99", in: fixture)
    #expect(north.title.contains("looking north"))
    #expect(abs((north.pose.heading?.degrees ?? 0) - 30.9) < 0.1)
  }

  @Test(TestData.isPresent) func `without a preset, usual names are found too`() throws {
    let folder = try #require(TestData.folder)
    for (path, added) in [
      ("oldnyc.ndjson", 9_729), ("oldperth.json", 1_609), ("surveyor.geojson", 207),
      ("collectionbuilder/watkins_cbdemo_gh.csv", 80),
    ] {
      let report = try ArchiveFixture().archive.importCatalogue(
        at: folder.appendingPathComponent("archives/\(path)").path,
        options: ImportOptions(collection: "test", isDryRun: true))
      #expect(report.added == added, "\(path): \(report.faults.prefix(2))")
      #expect(report.mapping.contains { $0.field == "latitude" }, "\(path)")
      #expect(report.mapping.contains { $0.basis == "guessed" }, "\(path)")
      #expect(report.unplaced == 0, "\(path)")
    }
  }
}
