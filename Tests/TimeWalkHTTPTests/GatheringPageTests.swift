import Foundation
import Testing
@testable import TimeWalkHTTP
import TimeWalkTestSupport

/// The first page's offer to curators for a place without items.
@Suite("The offer to gather", .waitsForProcesses, .serialized)
struct GatheringPageTests {
  private static let title = "Import pictures of a place"
  private static let command =
    "timewalk archive gather commons --around 38.7139,-9.1394 --within 2km --pictures --contact YOUR-ADDRESS"

  private static func home(
    _ served: Served, _ around: String? = nil, _ headers: [String] = []
  ) throws -> Reply {
    let query = around.map { "?around=" + PercentCoding.encoded($0) } ?? ""
    return try served.ask("GET", "/" + query, [PageTests.browser] + headers)
  }

  @Test("Curators see the command for an empty place; others don't")
  func offer() throws {
    let place = try Served.place()
    let file = place.folder.path("tokens.json")
    // A server reads the file again once a second: all are there before it starts.
    let bearer = "Authorization: Bearer \(try AccessTests.add("anna", .curate, file))"
    let others = try [Right.read, .submit].map {
      "Authorization: Bearer \(try AccessTests.add("\($0)", $0, file))"
    }
    let served = try Served(place, ["--tokens", file])
    let closed = try Self.home(served, nil, [bearer]).text
    #expect(closed.contains(Self.title) && closed.contains("<details class=\"bring\">"))
    #expect(!closed.contains("archive gather commons"))
    for around in ["38.7139, -9.1394", "38.7139,-9.1394", "38.7139 -9.1394", "38,7139; -9,1394"] {
      let page = try Self.home(served, around, [bearer])
      #expect(page.status == 200 && page.text.contains("<details class=\"bring\" open>"))
      #expect(page.text.contains("<code>\(Self.command)</code>"), "\(around)")
      #expect(page.text.contains("nothing within 5\u{A0}km of 38.7139, -9.1394"))
      #expect(!page.text.contains("start the server again"))
    }
    // 3 km from the nearest item.
    let near = try Self.home(served, "40.7581,-73.95", [bearer]).text
    #expect(
      near.contains("the nearest is 3\u{A0}km away") && !near.contains("archive gather commons"))
    #expect(near.contains("href=\"/items/nypl:"))
    for around in ["91,0", "1", "1,2,3", "nan,0", "x\"><script>", "1e999,0", " "] {
      let page = try Self.home(served, around, [bearer])
      #expect(page.status == 200 && page.text.contains("a valid position"), "\(around)")
      #expect(!page.text.contains("archive gather commons") && !page.text.contains("<script>"))
    }
    for token in others {
      let page = try Self.home(served, "38.7139,-9.1394", [token])
      #expect(page.status == 200 && !page.text.contains(Self.title))
    }
    #expect(!(try Self.home(served).text.contains(Self.title)))
    #expect(try served.ask("GET", "/?within=2km", [PageTests.browser, bearer]).status == 400)
    let german = try Self.home(served, "38.7139,-9.1394", [bearer, "Accept-Language: de"]).text
    #expect(german.contains("im Umkreis von 5\u{A0}km um 38.7139, -9.1394"))
  }

  @Test("Without an archive the offer is shown, and its command is valid")
  func empty() throws {
    let served = try Served(try Workplace(), hasArchive: false)
    let bare = try Self.home(served).text
    #expect(bare.contains("<details class=\"bring\" open>") && bare.contains("no pictures yet"))
    let offered = try Self.home(served, "38.7139,-9.1394").text
    #expect(offered.contains(Self.command) && offered.contains("start the server again"))
    // Unchanged, it sends nothing: a contact is required.
    let words = Self.command.split(separator: " ").map(String.init).dropFirst()
    let result = try TimeWalkCommand.run(
      Array(words), environment: ["TIMEWALK_ARCHIVE": served.place.archive])
    #expect(result.status == 64 && result.errors.contains("--contact"), "\(result.errors)")
  }
}
