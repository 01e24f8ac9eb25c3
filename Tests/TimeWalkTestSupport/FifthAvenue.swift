import Foundation

/// The development data's photographs of Fifth Avenue in 1911, read from its two files.
package enum FifthAvenue {
  /// One photograph and its pose.
  package struct View: Sendable {
    /// The item's identifier.
    package var id: String
    /// Its title in the catalogue.
    package var title: String
    /// The item's page.
    package var source: String
    /// The name of its JPEG.
    package var picture: String
    /// Degrees north.
    package var latitude: Double
    /// Degrees east.
    package var longitude: Double
    /// The direction as the catalogue has it, rounded and drawn by hand.
    package var bearing: Double
    /// The direction of the middle of the field of view; `nil` if no field of view is drawn.
    package var heading: Double?
    /// The angle of the field of view; `nil` if none is drawn.
    package var fieldOfView: Double?
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

  /// Each view, its direction half way between the two ends of its line as they are seen from the
  /// camera.
  package static func views() throws -> [View] {
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

  /// The views as a catalogue CSV, with `media` in a folder `images` beside it.
  package static func catalogue(_ views: [View]) -> String {
    let header = [
      "id", "title", "date", "latitude", "longitude", "heading", "field_of_view", "license",
      "source", "media",
    ]
    return CommaSeparated.line(header)
      + views.map { view in
        CommaSeparated.line([
          view.id, view.title, "1911", "\(view.latitude)", "\(view.longitude)",
          view.heading.map { "\($0)" } ?? "", view.fieldOfView.map { "\($0)" } ?? "", "CC0-1.0",
          view.source, "images/\(view.picture)",
        ])
      }.joined()
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
