import Foundation
import Testing
import TimeWalkTestSupport

@Suite("Files of metadata beside a photo are read after the photo's own", .waitsForProcesses)
struct SidecarTests {
  /// A photo that says nothing of itself.
  static let bare = JPEGBuilder(width: 640, height: 480).bytes

  /// Google Takeout's JSON.
  static func takeout(_ latitude: Double, _ longitude: Double) -> [UInt8] {
    Array(
      """
      {"title": "a.jpg", "photoTakenTime": {"timestamp": "1696573800", "formatted": "6 Oct 2023"},
       "geoData": {"latitude": \(latitude), "longitude": \(longitude), "altitude": 0.0},
       "geoDataExif": {"latitude": 0.0, "longitude": 0.0, "altitude": 0.0}}
      """.utf8)
  }

  static let xmp = Array(
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="40,45.0N"
    exif:GPSLongitude="73,59.4W" exif:GPSImgDirection="29.5" exif:GPSImgDirectionRef="T"/></rdf:RDF></x:xmpmeta>
    """.utf8)

  static func viewpoint(_ object: [String: Any]) -> [String: Any]? {
    object["viewpoint"] as? [String: Any]
  }

  @Test("An album of Google Takeout is submitted and imported with the places of its JSON")
  func album() throws {
    let place = try Workplace()
    for (name, json) in [
      ("a.jpg", "a.jpg.json"), ("b.jpg", "b.jpg.supplemental-metadata.json"),
      ("c(1).jpg", "c.jpg(1).json"),
    ] {
      // Different bytes make them three photos.
      _ = try place.write(Self.bare + Array(name.utf8), to: "album/" + name)
      _ = try place.write(Self.takeout(48.8583736, 2.291901), to: "album/" + json)
    }
    _ = try place.write(
      Array(#"{"title": "Album", "access": "protected"}"#.utf8), to: "album/metadata.json")
    let album = place.folder.path("album")
    let result = try place.submit([album], ["--json"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("The file c.jpg(1).json beside the photo gives the position"))
    #expect(result.errors.contains("skipped 1 file that isn't a photo: 1 other"))
    let answers = try result.json()
    #expect(answers.count == 3)
    for answer in answers {
      #expect(Self.viewpoint(answer)?["latitude"] as? Double == 48.8583736)
      #expect(Self.viewpoint(answer)?["timestamp"] as? String == "2023-10-06T06:30:00Z")
      let warnings = answer["warnings"] as? [String] ?? []
      #expect(warnings.contains { $0.contains(".json beside the photo gives the position") })
    }
    let imported = try place.run([
      "archive", "import", album, "--no-fingerprints", "--archive", place.archive,
    ])
    #expect(imported.output.contains("album: 3 added"), "\(imported.output) \(imported.errors)")
    let shown = try place.run(["archive", "show", "album:a.jpg", "--archive", place.archive])
    #expect(shown.output.contains("48.858"), "\(shown.output)")
  }

  @Test("Takeout's 0, 0 is no place, and JSON of another kind is ignored")
  func noPlace() throws {
    let place = try Workplace()
    let photo = try place.write(Self.bare, to: "a.jpg")
    for json in [Self.takeout(0, 0), Array(#"{"latitude": 40.7, "longitude": -74}"#.utf8)] {
      _ = try place.write(json, to: "a.jpg.json")
      let result = try place.submit([photo])
      #expect(result.status == 65, "\(result.errors)")
    }
  }

  @Test("XMP beside a photo gives what the photo lacks, and the photo's own values count first")
  func xmp() throws {
    let place = try Workplace()
    let bare = try place.write(Self.bare, to: "a.jpg")
    let own = try place.write(SmallPhoto.bytes(77), to: "b.jpg")
    for name in ["a.xmp", "b.jpg.xmp"] { _ = try place.write(Self.xmp, to: name) }
    let result = try place.submit([bare, own], ["--json"])
    let views = try result.json().map(Self.viewpoint)
    #expect(
      views.first??["latitude"] as? Double == 40.75 && views.first??["heading"] as? Double == 29.5)
    let heading = views.last??["heading"] as? Double
    #expect(heading.map { abs($0 - 77) < 20 } == true, "\(views)")
    #expect(
      result.errors.contains("The file a.xmp beside the photo gives the position and the heading."))
    #expect(!result.errors.contains("b.jpg.xmp"), "\(result.errors)")
  }
}
