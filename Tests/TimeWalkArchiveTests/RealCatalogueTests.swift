import Foundation
import Testing
import TimeWalkArchive
import TimeWalkCore
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
    #expect(try fixture.archive.exportCSV(to: export, collection: name).items == count)
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
    var text = "id,title,date,latitude,longitude,heading,field_of_view,license,source,media\n"
    for view in views {
      try fixture.write("picture", to: "images/\(view.picture)")
      let values: [String] = [
        view.id, view.title, "1911", "\(view.latitude)", "\(view.longitude)",
        view.heading.map { "\($0)" } ?? "", view.fieldOfView.map { "\($0)" } ?? "", "CC0-1.0",
        view.source, "images/\(view.picture)",
      ]
      let quoted = values.map { "\"" + $0.replacingOccurrences(of: "\"", with: "\"\"") + "\"" }
      text += quoted.joined(separator: ",") + "\n"
    }
    let report = try fixture.importCSV(text, collection: "fifth-avenue")
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

/// The development data's photographs of Fifth Avenue, read from its two files.
private enum FifthAvenue {
  struct View {
    var id: String
    var title: String
    var source: String
    var picture: String
    var latitude: Double
    var longitude: Double
    var bearing: Double
    var heading: Double?
    var fieldOfView: Double?
  }

  private struct Record: Decodable {
    struct Facts: Decodable {
      var uuid: String
      var bearing: Double
    }
    struct Point: Decodable { var coordinates: [Double] }
    var data: Facts
    var geometry: Point
    var name: String
    var uri: String
  }

  /// Each view, its direction half way between the two ends of its line as they are seen from the camera.
  static func views() throws -> [View] {
    let lines = try sides()
    let text = String(
      decoding: try TestData.bytes("archives/fifth-avenue-1911/items.ndjson"), as: UTF8.self)
    return try text.split(separator: "\n").map { line in
      let record = try JSONDecoder().decode(Record.self, from: Data(line.utf8))
      let (longitude, latitude) = (record.geometry.coordinates[0], record.geometry.coordinates[1])
      var view = View(
        id: record.data.uuid, title: record.name, source: record.uri,
        picture: "\(record.data.uuid).jpg", latitude: latitude, longitude: longitude,
        bearing: record.data.bearing)
      if let ends = lines[record.data.uuid] {
        let bearings = ends.map { end in
          // Local metres are enough over one street: the error is far below a tenth of a degree.
          atan2((end[0] - longitude) * cos(latitude * .pi / 180), end[1] - latitude) * 180 / .pi
        }
        let turn = (bearings[1] - bearings[0] + 540).truncatingRemainder(dividingBy: 360) - 180
        view.heading = (bearings[0] + turn / 2 + 720).truncatingRemainder(dividingBy: 360)
        view.fieldOfView = abs(turn)
      }
      return view
    }
  }

  private static func sides() throws -> [String: [[Double]]] {
    let bytes = try TestData.bytes("archives/fifth-avenue-1911/fields-of-view.geojson")
    let json = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    var lines: [String: [[Double]]] = [:]
    for feature in json?["features"] as? [[String: Any]] ?? [] {
      let data = (feature["properties"] as? [String: Any])?["data"] as? [String: Any]
      let parts = (feature["geometry"] as? [String: Any])?["geometries"] as? [[String: Any]] ?? []
      let line = parts.first { $0["type"] as? String == "LineString" }
      guard let id = data?["uuid"] as? String, let ends = line?["coordinates"] as? [[Double]]
      else { continue }
      lines[id] = ends
    }
    return lines
  }
}
