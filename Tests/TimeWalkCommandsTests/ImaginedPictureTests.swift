import Foundation
import Testing
import TimeWalkTestSupport

/// The imagined pictures in the repository; their folder's README describes their making.
@Suite("The imagined pictures of the sample's corner", .waitsForProcesses, .serialized)
struct ImaginedPictureTests {
  static let folder = Project.root.appendingPathComponent("Archive/sample")

  /// The views of other years, by their titles.
  static let views = [
    1609: "An imagined view: woods and a path, in 1609",
    1776: "An imagined view: a post road between farms, in 1776",
    1905: "An imagined view: the avenue with carriages, in 1905",
    1939: "An imagined view: the avenue with motor cars, in 1939",
  ]

  @Test("Each drawn picture has in its own file that a program drew it")
  func origin() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    let pictures = names.filter { $0.hasSuffix(".jpg") }
    #expect(pictures.count == 7)
    for name in pictures {
      let bytes = try Data(contentsOf: Self.folder.appendingPathComponent(name))
      // The comment is before the pixels.
      let start = String(decoding: bytes.prefix(20_000), as: UTF8.self)
      #expect(start.contains("A program of the TimeWalk project drew it: "), "\(name)")
      #expect(bytes.count < (name == SamplePhotoTests.file.lastPathComponent ? 1_200_000 : 400_000))
    }
  }

  @Test("The catalogue marks each as imagined, in its title and in the column kind")
  func marked() throws {
    let place = try Workplace()
    let imported = try place.run(["archive", "import", Self.folder.path])
    #expect(imported.status == 0, "\(imported.errors)")
    for (year, title) in Self.views {
      let shown = try place.run(["archive", "show", "sample:imagined-\(year)", "--json"])
      let item = try #require(try shown.json().first)
      #expect(item["title"] as? String == title)
      #expect(item["kind"] as? String == "imagined")
    }
  }

  @Test("An imagined view comes after a real one of the same probability, and no number changes")
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

  @Test("The sample photo shows all four periods and now, on one page")
  func page() throws {
    let place = try Workplace()
    #expect(try place.run(["archive", "import", Self.folder.path]).status == 0)
    let submitted = try place.submit(
      [ComposeTests.sample], ["--json", "--compose", "then,page"])
    let answer = try #require(try submitted.json().first)
    let roles = try ThenTests.roles(answer)
    #expect(roles["then"] != nil)
    let page = try ComposeTests.text(roles["page"])
    // The year stands beside a title that ends with it.
    for title in Self.views.values {
      #expect(page.contains(title.replacing(#/, in \d{4}$/#, with: "")))
    }
    // The archive's drawings are of the photo's own pose.
    #expect(page.matches(of: #/data-frame="shared"/#).count == 4)
  }
}
