import Foundation
import Testing
import TimeWalk
@testable import TimeWalkHTTP
import TimeWalkTestSupport

@Suite("The first page", .waitsForProcesses, .serialized)
struct HomePageTests {
  private static func imported(_ rows: String) throws -> Workplace {
    let place = try Served.place()
    let csv = try place.write(
      Array("id,title,date,latitude,longitude,media\n\(rows)".utf8), to: "near.csv")
    let paths = StorePaths(archive: place.archive, library: place.library, environment: [:])
    _ = try Curator(writing: paths)
      .importCatalogue(ImportRequest(source: csv, collection: "near"))
    return place
  }

  @Test("It opens with the sample's pair, in the size that the screen needs")
  func pair() throws {
    let served = try Served()
    let page = try served.ask("GET", "/", [PageTests.browser])
    for name in ["now", "then"] {
      for width in [640, 1280] {
        let address = PageAssets.folder + "home-\(name)-\(width).jpg"
        #expect(page.text.contains("\(address) \(width)w"))
        let picture = try served.ask(address)
        #expect(picture.status == 200 && picture.headers["content-type"] == "image/jpeg")
        #expect(Array(picture.body) == PageFiles.all["Assets/home-\(name)-\(width).jpg"])
      }
    }
    #expect(page.text.contains("type=\"range\"") && page.text.contains("form=\"send\""))
    #expect(!page.text.contains("Near this view"))
    // The service worker stores the parts of the camera, which needs no pictures.
    let worker = try served.ask("/camera-worker.js").text
    #expect(worker.contains("home.css") && !worker.contains(".jpg"))
  }

  @Test("Pictures near the pair stand below it by their years; those without a file don't")
  func near() throws {
    let served = try Served(
      Self.imported(
        """
        late,Motor cars,1939,40.7536,-73.9809,kept.jpg
        early,<b>Woods,1609,40.7537,-73.9808,kept.jpg
        away,Elsewhere,1905,40.7536,-73.9808,https://example.org/1.jpg
        far,A mile off,1905,40.7681,-73.9808,kept.jpg

        """))
    let text = try served.ask("GET", "/", [PageTests.browser]).text
    let early = try #require(text.firstRange(of: "&lt;b&gt;Woods"))
    let late = try #require(text.firstRange(of: "Motor cars"))
    #expect(early.lowerBound < late.lowerBound)
    #expect(!text.contains("Elsewhere") && !text.contains("A mile off"))
    #expect(text.contains("href=\"/map#16/40.7536/-73.9808\""))
    let german = try served.ask("GET", "/", [PageTests.browser, "Accept-Language: de"]).text
    #expect(german.contains("In der Nähe dieser Ansicht"))
  }

  @Test("Clients without a token see the pair, not the archive; without an archive it works, too")
  func strangers() throws {
    let place = try Self.imported(
      "a,Woods,1609,40.7536,-73.9809,kept.jpg\nb,Cars,1939,40.7536,-73.9809,kept.jpg\n")
    let file = place.folder.path("tokens.json")
    _ = try AccessTests.add("anna", .read, file)
    let closed = try Served(place, ["--tokens", file])
    let page = try closed.ask("GET", "/", [PageTests.browser])
    #expect(page.status == 200 && page.text.contains("home-then-640.jpg"))
    #expect(!page.text.contains("Near this view") && !page.text.contains("Woods"))
    let empty = try Served(try Workplace(), [], hasArchive: false)
    let bare = try empty.ask("GET", "/", [PageTests.browser])
    #expect(bare.status == 200 && bare.text.contains("home-then-640.jpg"))
    #expect(!bare.text.contains("Near this view"))
  }
}
