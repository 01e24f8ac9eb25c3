import Foundation
import Testing
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore
import TimeWalkSpatiaLite
import TimeWalkTestSupport

/// Catalogues of real and simulated places, from the development data.
@Suite struct RealCatalogueTests {
  @Test(TestData.isPresent, arguments: [("viewworld", 20_000, 0), ("surveyor", 141, 41)])
  func `a whole catalogue goes in, and again without a change`(
    name: String, count: Int, warnings: Int
  ) throws {
    let folder = try #require(TestData.folder)
    let path = folder.appendingPathComponent("\(name)/archive.csv").path
    let fixture = try ArchiveFixture()
    let options = ImportOptions(collection: name)
    let first = try fixture.archive.importCatalogue(at: path, options: options)
    #expect((first.added, first.refused) == (count, 0), "\(first.faults.prefix(3))")
    // The surveyor's script wrote "None" where it knew no date.
    #expect(first.warnings.filter { $0.column == "date" }.count == warnings)
    let again = try fixture.archive.importCatalogue(at: path, options: options)
    #expect((again.unchanged, again.updated, again.added) == (count, 0, 0))
    #expect(try fixture.archive.verify() == [])

    let export = fixture.folder.path("out.csv")
    #expect(try fixture.exportCSV(to: export, collection: name).items == count)
    #expect(
      try fixture.archive.importCatalogue(at: export, options: options).unchanged == count)
  }

  @Test(TestData.isPresent)
  func `Fifth Avenue of 1911 goes in with its headings and fields of view`()
    throws
  {
    let views = try FifthAvenue.views()
    #expect(views.count == 47)
    let fixture = try ArchiveFixture()
    for view in views { try fixture.write("picture", to: "images/\(view.picture)") }
    let report = try fixture.importCSV(
      FifthAvenue.catalogue(views), collection: "fifth-avenue")
    #expect((report.added, report.refused) == (47, 0), "\(report.faults.prefix(3))")
    #expect(report.findings == [])
    #expect(try fixture.archive.statistics().withHeading == 47)

    for view in views {
      let place = try #require(Coordinate(latitude: view.latitude, longitude: view.longitude))
      let near = try fixture.archive.candidates(near: place, within: .zero)
      let items = try fixture.archive.items(keys: near.map(\.key))
      let own = try #require(items.values.first { $0.id.identifier == view.id })
      #expect(own.media == .file(path: fixture.folder.path("images/\(view.picture)")))
      #expect(own.date?.edtf == "1911")
      // The catalogue's own bearing is rounded and drawn by hand; both must mean one direction.
      let stated = try #require(Heading(degrees: view.bearing))
      let turn = try #require(own.pose.heading).turn(from: stated)
      #expect(abs(turn.degrees) < 25, "\(view.id) differs by \(turn.degrees)")
    }
  }
}
