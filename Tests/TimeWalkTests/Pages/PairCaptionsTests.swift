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
}
