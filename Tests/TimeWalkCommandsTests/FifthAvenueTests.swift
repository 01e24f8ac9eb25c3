import Foundation
import Testing
import TimeWalkImaging
import TimeWalkTestSupport

/// The 47 photographs of Fifth Avenue in 1911, found from the photographer's positions.
@Suite("Fifth Avenue in 1911", .waitsForProcesses, .onEachEngine, TestData.isPresent)
struct FifthAvenueTests {
  static let collection = "fifth-avenue"

  /// A place with the whole album imported, its pictures beside the catalogue.
  static func album() throws -> (place: Workplace, views: [FifthAvenue.View]) {
    let place = try Workplace()
    let views = try FifthAvenue.views()
    for view in views {
      let bytes = try TestData.bytes("archives/fifth-avenue-1911/images/\(view.picture)")
      _ = try place.write(bytes, to: "images/\(view.picture)")
    }
    let result = try place.importCatalogue(
      FifthAvenue.catalogue(views), collection: collection, ["--json"])
    let summary = try #require(result.json().first)
    try #require(result.status == 0, "\(result.errors)")
    try #require(summary["added"] as? Int == 47)
    return (place, views)
  }

  @Test("From every viewpoint, facing as it does, its own image comes first")
  func everyViewpoint() throws {
    let (place, views) = try Self.album()
    let session = try EndpointSession(place)
    for view in views {
      let heading = try #require(view.heading)
      let fieldOfView = try #require(view.fieldOfView)
      let answer = try session.ask(
        """
        {"jsonrpc":"2.0","id":1,"method":"match","params":{"latitude":\(view.latitude),\
        "longitude":\(view.longitude),"horizontalAccuracy":5,"heading":\(heading),\
        "headingAccuracy":5,"headingReference":"true","fieldOfView":\(fieldOfView)}}
        """)
      let result = Answer(try #require(answer["result"] as? [String: Any]))
      #expect(result.matches.first == "\(Self.collection):\(view.id)", "\(view.title)")
    }
    #expect(try session.close() == 0)
  }

  @Test("A photo from there finds the picture")
  func photo() throws {
    let (place, views) = try Self.album()
    let view = try #require(views.first)
    let heading = try #require(view.heading)
    let photo = try place.write(
      SamplePhone.photo(
        SamplePhone.exif(latitude: view.latitude, longitude: view.longitude, heading: heading)),
      to: "photo.jpg")
    let result = try place.submit([photo], ["--era", "1911", "--json"])
    #expect(result.status == 0, "\(result.errors)")
    let answer = try #require(Answer.all(of: result).first)
    #expect(answer.matches.first == "\(Self.collection):\(view.id)")
    let historical = try #require(answer.rendition("historical"))
    #expect(historical["kind"] as? String == "picture")
    #expect(historical["item"] as? String == "\(Self.collection):\(view.id)")
    let original = try JPEGInfo.read(
      TestData.bytes("archives/fifth-avenue-1911/images/\(view.picture)"))
    #expect(
      try DrawnPhoto.decode(answer.path("historical")).size == original.size.fitted(within: 2048))
    let match = try #require((answer.object["matches"] as? [[String: Any]])?.first)
    #expect(match["era"] as? String == "within")
    #expect((match["distance"] as? Double ?? 99) < 1)
  }
}
