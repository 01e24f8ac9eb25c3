import Foundation
import Testing
@testable import TimeWalk
import TimeWalkAPI
import TimeWalkImaging
import TimeWalkMetadata

@Suite("A photo's view on a page")
struct PageViewTests {
  private static let answer = """
    {"photo":{"sequence":1},"viewpoint":{"latitude":40.75358,"longitude":-73.98084},\
    "renditions":[],"timeline":[],"noMatch":0.03,"warnings":[],\
    "matches":[{"id":"a:1","title":"A","distance":0,\
    "bearing":0,"confidence":0.97,"sharedView":0.83,"parts":{"position":1},"locationOf":"camera",\
    "rights":{"source":"https://museum.example/a"},"reason":"taken where you stand, in 1905; shows 83 % of your view"}]}
    """

  private static func image(_ byte: UInt8) -> PageView.Image {
    PageView.Image(bytes: [byte], size: PixelSize(width: 4, height: 3))
  }

  /// A view with an old picture that may fit.
  private static func view() throws -> PageView {
    let answer = try JSONDecoder().decode(SubmitResponse.self, from: Data(answer.utf8))
    var period = PageView.Period(match: try #require(answer.matches.first), item: nil)
    period.image = image(2)
    period.offered = (image(3), "polygon(0 0, 1px 0, 1px 1px)")
    return PageView(
      id: "view", answer: answer, words: PictureWords(), now: image(1), periods: [period], shown: 0)
  }

  @Test("A picture that may fit is in the page with its shape")
  func offered() throws {
    let view = try Self.view()
    let page = view.html(headings: 2)
    #expect(view.bytes == 3)
    #expect(
      page.contains("<figure class=\"offered\" data-shape=\"polygon(0 0, 1px 0, 1px 1px)\"><img"))
    #expect(page.contains("May fit here; placed as the pictures suggest."))
    #expect(page.components(separatedBy: "data:image/jpeg;base64,").count == 4)
  }

  @Test("A picture that is elsewhere has a link there in its place")
  func elsewhere() throws {
    var view = try Self.view()
    let link = "<p><a href=\"https://museum.example/a\" rel=\"noopener noreferrer\">See the picture"
    #expect(!view.html(headings: 2).contains(link))
    view.periods[0].image = nil
    #expect(view.html(headings: 2).contains(link))
  }

  @Test("With addresses, no picture is within the page")
  func addresses() throws {
    var view = try Self.view()
    let pictures = view.setAddresses { "/pictures/\($0)" }
    #expect(pictures == ["now": [1], "then-0": [2], "offered-0": [3]])
    let page = view.html(headings: 2)
    #expect(!page.contains("data:image"))
    // Those that aren't shown at first wait, and the ruler has small pictures.
    let waiting = page.matches(of: #/src="([^"]+)" loading="lazy"/#).map { String($0.1) }
    #expect(waiting == ["/pictures/offered-0"])
    view.thumbnails = { "/small/\($0)" }
    #expect(view.html(headings: 2).contains("<figure data-small=\"/small/a:1\"><img"))
    for name in pictures.keys { #expect(page.contains("src=\"/pictures/\(name)\""), "\(name)") }
  }
}
