import Foundation
import Testing
import TimeWalkTestSupport

@testable import TimeWalkImaging

/// The imagined pictures in the repository are those that the project draws.
///
/// `TIMEWALK_RECORD_PICTURES=1 swift test --filter ImaginedPictureTests` writes them anew; look at
/// them before they are committed.
@Suite("The imagined pictures of the sample's corner", .serialized)
struct ImaginedPictureTests {
  static let folder = Project.root.appendingPathComponent("Archive/sample")

  /// Upright, small, and marked as imagined.
  static func draw(_ year: ImaginedYear) throws -> [UInt8] {
    let stored = try PlanarImage(
      size: PixelSize(width: SampleStreet.size.height, height: SampleStreet.size.width),
      planes: SampleStreet.draw(year))
    let upright = try stored.fitted(within: 1400, orientation: .turnClockwise)
    let marked = try upright.overlaid(fields: year.mark, font: FontSet().regular)
    return try marked.image.encode(quality: 82, restartsEachRow: false)
  }

  static func check(_ drawn: [UInt8], isKeptAs name: String) throws {
    let file = folder.appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["TIMEWALK_RECORD_PICTURES"] == "1" {
      try Data(drawn).write(to: file)
    }
    let kept = try [UInt8](Data(contentsOf: file))
    #expect(kept.count < 400_000)
    let (mean, strays) = try SamplePhotoTests.difference(
      JPEGPicture.decode(kept).image, JPEGPicture.decode(drawn).image)
    let tolerance = SamplePhotoTests.tolerance
    #expect(mean <= tolerance.mean && strays <= tolerance.strays)
  }

  @Test("Drawn again, each is the file in the repository", arguments: ImaginedYear.allCases)
  func isDrawn(year: ImaginedYear) throws {
    try Self.check(Self.draw(year), isKeptAs: "imagined-\(year.rawValue).jpg")
  }

  static func draw(_ map: ImaginedMap) throws -> [UInt8] {
    let drawn = map.draw()
    let picture = try PlanarImage(
      size: PixelSize(width: drawn.width, height: drawn.height), planes: drawn.samples)
    let marked = try picture.overlaid(fields: map.mark, font: FontSet().regular)
    return try marked.image.encode(quality: 82, restartsEachRow: false)
  }

  @Test("Drawn again, each map is the file in the repository", arguments: ImaginedMap.allCases)
  func isDrawn(map: ImaginedMap) throws {
    try Self.check(Self.draw(map), isKeptAs: "\(map.rawValue).jpg")
  }

  @Test("The catalogue has the maps' control points as they are drawn")
  func controlPoints() throws {
    let place = try Workplace()
    #expect(try place.run(["archive", "import", Self.folder.path]).status == 0)
    for map in ImaginedMap.allCases {
      let shown = try place.run(["archive", "show", "sample:\(map.rawValue)", "--json"])
      let item = try #require(try shown.json().first)
      #expect(item["title"] as? String == map.title)
      let text = try #require(item["georeference"] as? String)
      let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      let body = try #require(json?["body"] as? [String: Any])
      let features = try #require(body["features"] as? [[String: Any]])
      let points = map.draw().controlPoints(map.places)
      try #require(features.count == points.count)
      for (feature, point) in zip(features, points) {
        let pixel = (feature["properties"] as? [String: Any])?["resourceCoords"] as? [Double]
        let ground = (feature["geometry"] as? [String: Any])?["coordinates"] as? [Double]
        #expect(pixel == [point.x, point.y])
        #expect(ground == [point.place.longitude, point.place.latitude])
      }
    }
  }

  @Test("The catalogue marks each as imagined, in its title and in the column kind")
  func marked() throws {
    let place = try Workplace()
    let imported = try place.run(["archive", "import", Self.folder.path])
    #expect(imported.status == 0, "\(imported.errors)")
    for year in ImaginedYear.allCases {
      let shown = try place.run(["archive", "show", "sample:imagined-\(year.rawValue)", "--json"])
      let item = try #require(try shown.json().first)
      #expect(item["title"] as? String == year.title)
      #expect(item["kind"] as? String == "imagined")
    }
  }

  @Test("An imagined view gives way to a real one that is as likely, and no number changes")
  func realFirst() throws {
    func matches(kind: String, era: [String] = []) throws -> [[String: Any]] {
      let place = try Workplace()
      let csv = """
        id,date,latitude,longitude,accuracy,location_of,heading,field_of_view,kind
        drawn,1905,40.758,-73.9855,5,camera,205,60,\(kind)
        photo,1896,40.758,-73.9855,5,camera,205,60,photograph
        aside,1897,40.758,-73.9855,5,camera,265,60,photograph

        """
      try #require(place.importCatalogue(csv).status == 0)
      let found = try place.run(
        ["match", "--latitude", "40.758", "--longitude", "-73.9855", "--horizontal-accuracy", "5"]
          + ["--heading", "205", "--heading-reference", "true", "--field-of-view", "60", "--json"]
          + era)
      return try #require(try found.json().first?["matches"] as? [[String: Any]])
    }
    func ids(_ matches: [[String: Any]]) -> [String] {
      matches.map { ($0["id"] as? String ?? "").replacing("views:", with: "") }
    }
    func confidences(_ matches: [[String: Any]]) -> [Double] {
      matches.compactMap { $0["confidence"] as? Double }
    }
    let plain = try matches(kind: "photograph")
    let imagined = try matches(kind: "Imagined")
    #expect(ids(plain) == ["drawn", "photo", "aside"])
    #expect(ids(imagined) == ["photo", "drawn", "aside"])
    #expect(confidences(plain) == confidences(imagined))
    // Of the time that is asked for there is no real one.
    #expect(try ids(matches(kind: "imagined", era: ["--era", "1905"])).first == "drawn")
  }

  @Test("The sample photo shows all four periods beside now, on one page")
  func page() throws {
    let place = try Workplace()
    #expect(try place.run(["archive", "import", Self.folder.path]).status == 0)
    let submitted = try place.submit(
      [ComposeTests.sample], ["--json", "--compose", "then,page"])
    let answer = try #require(try submitted.json().first)
    let roles = try ThenTests.roles(answer)
    #expect(roles["then"] != nil)
    let page = try ComposeTests.text(roles["page"])
    for year in ImaginedYear.allCases { #expect(page.contains(year.title)) }
    // The archive's drawings are of the photo's own pose.
    #expect(page.matches(of: #/data-frame="shared"/#).count == 4)
  }
}
