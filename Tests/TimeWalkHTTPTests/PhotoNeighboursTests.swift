import Foundation
import Testing
import TimeWalkTestSupport

@testable import TimeWalkHTTP

/// The links from a photo to the next and the previous one.
@Suite("Next and previous photos", .waitsForProcesses, .serialized)
struct PhotoNeighboursTests {
  @Test("A sender goes through the own photos, a curator through all, others through none")
  func neighbours() throws {
    let place = try Served.place()
    let file = place.folder.path("tokens.json")
    let rights: [(String, Right)] = [
      ("anna", .submit), ("otto", .submit), ("eva", .curate), ("rita", .read),
    ]
    let tokens = try Dictionary(
      uniqueKeysWithValues: rights.map { ($0, try AccessTests.add($0, $1, file)) })
    let served = try Served(place, ["--tokens", file])
    var ids: [String] = []
    // Bytes behind a JPEG's end make another photo.
    for (number, name) in ["anna", "otto", "anna"].enumerated() {
      let sent = try served.ask(
        "POST", "/v1/photos", ["Authorization: Bearer \(try #require(tokens[name]))"],
        body: SamplePhone.photo() + [UInt8(number)])
      let photo = try sent.object()["photo"] as? [String: Any]
      ids.append(try #require(photo?["id"] as? String))
    }
    let table: [(name: String, shown: Int, newer: Int?, older: Int?)] = [
      ("anna", 0, 2, nil), ("anna", 2, nil, 0), ("anna", 1, nil, nil), ("otto", 1, nil, nil),
      ("eva", 0, 1, nil), ("eva", 1, 2, 0), ("eva", 2, nil, 1), ("rita", 1, nil, nil),
    ]
    for (name, shown, newer, older) in table {
      let cookie = "Cookie: \(SignIn.name)=\(try #require(tokens[name]))"
      let page = try served.ask("GET", "/photos/\(ids[shown])", [PageTests.browser, cookie])
      #expect(page.status == 200)
      for (rel, wanted) in [("prev", newer), ("next", older)] {
        let found = page.text.matches(of: #/rel="(prev|next)" href="\/photos\/([0-9a-f]+)"/#)
          .filter { $0.1 == rel }.map { String($0.2) }
        #expect(found == (wanted.map { [ids[$0]] } ?? []), "\(name), \(shown), \(rel)")
      }
    }
    // A photo that is removed is passed over.
    let eva = try #require(tokens["eva"])
    let removed = try served.ask("DELETE", "/v1/photos/\(ids[1])", ["Authorization: Bearer \(eva)"])
    #expect(removed.status == 204)
    let page = try served.ask(
      "GET", "/photos/\(ids[0])", [PageTests.browser, "Cookie: \(SignIn.name)=\(eva)"])
    #expect(page.text.contains("rel=\"prev\" href=\"/photos/\(ids[2])\""))
  }
}
