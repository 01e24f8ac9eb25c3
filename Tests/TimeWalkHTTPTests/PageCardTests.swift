import Foundation
import Testing
import TimeWalkTestSupport

@testable import TimeWalkHTTP

/// The previews of pages in messengers.
@Suite("Previews of pages", .waitsForProcesses, .serialized)
struct PageCardTests {
  /// The value of a tag in a page's head; `nil` without it.
  private func tag(_ name: String, of page: Reply) -> String? {
    page.text.matches(of: #/<meta (?:property|name)="([^"]+)" content="([^"]*)">/#)
      .first { $0.1 == name }.map { String($0.2) }
  }

  @Test("The first page and a link have a picture of then and now, and a photo's own page none")
  func open() throws {
    let place = try Served.place()
    let file = place.folder.path("tokens.json")
    let token = try AccessTests.add("anna", .submit, file)
    let served = try Served(place, ["--tokens", file])
    let head = ["Authorization: Bearer \(token)"]
    let sent = try served.submit("", head)
    let id = try #require((try sent.object()["photo"] as? [String: Any])?["id"] as? String)
    let link = try #require(
      try served.ask("POST", "/v1/photos/\(id)/link", head, body: []).object()["url"] as? String)
    for address in [served.base + "/", link] {
      let page = try served.ask("GET", address, [PageTests.browser])
      #expect(tag("og:url", of: page) == address)
      #expect(tag("twitter:card", of: page) == "summary_large_image")
      #expect(tag("og:title", of: page)?.isEmpty == false)
      let picture = try #require(tag("og:image", of: page))
      let shown = try served.ask("GET", picture)
      #expect(shown.status == 200 && shown.headers["content-type"] == "image/jpeg")
      #expect(shown.body.range(of: Data("Exif".utf8)) == nil)
      if address == link { #expect(picture == link + "/pictures/card") }
    }
    // Only people with the right can open these.
    let cookie = "Cookie: \(SignIn.name)=\(token)"
    for path in ["/photos/\(id)", "/items/nypl:kept", "/library"] {
      let page = try served.ask("GET", path, [PageTests.browser, cookie])
      #expect(page.status == 200 && !page.text.contains("og:"), "\(path)")
    }
    #expect(try served.ask("DELETE", "/v1/photos/\(id)/link", head).status == 204)
    #expect(try served.ask("GET", link + "/pictures/card").status == 404)
  }

  @Test("With --open an item has a preview if the archive has its picture")
  func items() throws {
    let base = "https://archive.example.org"
    let served = try Served(nil, ["--behind", base, "--open"])
    let page = try served.ask("GET", "/items/nypl:kept", [PageTests.browser])
    #expect(tag("og:url", of: page) == base + "/items/nypl:kept")
    let picture = try #require(tag("og:image", of: page))
    #expect(picture.hasPrefix(base + "/v1/items/"))
    let shown = try served.ask(String(picture.dropFirst(base.count)))
    #expect(shown.status == 200 && shown.headers["content-type"] == "image/jpeg")
    let other = try served.ask("GET", "/items/nypl:510d47dc", [PageTests.browser])
    #expect(other.status == 200 && !other.text.contains("og:"))
  }
}
