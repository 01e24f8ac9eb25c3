import Foundation
import Testing
import TimeWalkCore
import TimeWalkMetadata
import TimeWalk
import TimeWalkAPI

@Suite("The captions of then and now")
struct PairCaptionsTests {
  @Test("A line doesn't end between a share and its sign")
  func share() throws {
    let answer = """
      {"photo":{"sequence":1},"viewpoint":{"latitude":40.75358,"longitude":-73.98084},\
      "renditions":[],"timeline":[],"noMatch":0.03,"warnings":[],\
      "matches":[{"id":"a:1","title":"A","distance":0,\
      "bearing":0,"confidence":0.97,"sharedView":0.83,"parts":{"position":1},"locationOf":"camera",\
      "rights":{},"reason":"taken where you stand, in 1905; shows 83 % of your view"}]}
      """
    let place = try #require(Coordinate(latitude: 40.75358, longitude: -73.98084))
    let captions = PairCaptions(
      answer: try JSONDecoder().decode(SubmitResponse.self, from: Data(answer.utf8)),
      photo: PictureWords(),
      old: Item(
        id: ItemID(collection: "a", identifier: "1"), title: "A",
        pose: RecordedPose(coordinate: place)))
    #expect(
      captions.thenLines.last
        == "Almost certainly this view: taken where you stand, in 1905; "
        + "shows 83\u{A0}% of your view.")
  }

  @Test(
    "A title beside its year has the year once",
    arguments: [
      ("Fifth Avenue, 1911", "1911", "Fifth Avenue"), ("A street (1911)", "1911", "A street"),
      ("An avenue, in 1911", "1911", "An avenue"),
      ("The flood of 1911", "1911", "The flood of 1911"),
      ("Fifth Avenue, 1911", "about 1911", "Fifth Avenue, 1911"), ("", "1911", "a:1"),
      ("Fifth Avenue, 1911", "1912", "Fifth Avenue, 1911"),
    ])
  func year(title: String, year: String, shown: String) {
    #expect(ItemWords.title(title, or: "a:1", beside: year) == shown)
  }

  @Test("Poses say where a picture lies only if both directions of view are known")
  func way() throws {
    let place = try #require(Coordinate(latitude: 40.75358, longitude: -73.98084))
    func item(_ heading: Heading?) -> Item {
      var pose = RecordedPose(coordinate: place)
      pose.heading = heading
      return Item(id: ItemID(collection: "a", identifier: "1"), title: "A", pose: pose)
    }
    func viewpoint(_ heading: String) throws -> ViewpointReport {
      try JSONDecoder().decode(
        ViewpointReport.self, from: Data(#"{"latitude":40.75,"longitude":-73.98\#(heading)}"#.utf8))
    }
    let report = AlignReport(
      accepted: false, method: "poses", uncertainty: 0.1, warnings: [])
    let north = Heading(degrees: 0)
    for (grade, known, unknown) in [
      (AlignmentGrade.none, "as the poses say", "isn't known"),
      (.mayFit, "as the poses say", "isn't known"), (.fits, "Fits what", "Fits what"),
    ] {
      let alignment = AlignmentReport(
        item: "a:1", AlignAnswer(way: report, grade: grade, offered: nil))
      func words(_ heading: Heading?, _ photo: String) throws -> String {
        PairCaptions.way(alignment, of: item(heading), in: try viewpoint(photo))
      }
      #expect(try words(north, #","heading":10"#).contains(known))
      #expect(try words(north, "").contains(unknown))
      #expect(try words(nil, #","heading":10"#).contains(unknown))
    }
  }
}
