import Foundation
import Testing
import TimeWalk
import TimeWalkTestSupport

/// Styles, modules and words of pages from the built server.
@Suite("Parts of pages", .waitsForProcesses, .serialized)
struct PagePartTests {
  private static let packed = "Accept-Encoding: gzip, deflate, br"

  @Test("A part is compressed for clients that accept it, with its own ETag")
  func packed() throws {
    let served = try Served()
    let page = try served.ask("GET", "/map", [PageTests.browser])
    let part = String(try #require(page.text.firstMatch(of: #/src="(/assets/[^"]+map.js)"/#)).1)
    let plain = try served.ask(part)
    #expect(plain.headers["content-encoding"] == nil)
    let packed = try served.ask("GET", part, [Self.packed])
    #expect(packed.headers["content-encoding"] == "gzip")
    #expect(packed.body.count < plain.body.count / 2)
    #expect(packed.body.count == packed.headers["content-length"].flatMap { Int($0) })
    #expect(try served.ask("GET", part, [], ["--compressed"]).body == plain.body)
    for reply in [plain, packed] {
      #expect(reply.headers["vary"] == "Accept-Encoding")
      #expect(reply.headers["content-type"] == "text/javascript; charset=utf-8")
    }
    let (tag, other) = (
      try #require(packed.headers["etag"]), try #require(plain.headers["etag"])
    )
    #expect(tag != other)
    #expect(try served.ask("GET", part, [Self.packed, "If-None-Match: \(tag)"]).status == 304)
    #expect(try served.ask("GET", part, [Self.packed, "If-None-Match: \(other)"]).status == 200)
    for refused in ["gzip;q=0", "identity", "br", "gzip;q=0, *", "*;q=0"] {
      let reply = try served.ask("GET", part, ["Accept-Encoding: \(refused)"])
      #expect(reply.headers["content-encoding"] == nil && reply.body == plain.body, "\(refused)")
    }
    #expect(
      try served.ask("GET", part, ["Accept-Encoding: *;q=0.5"]).headers["content-encoding"]
        == "gzip")
  }

  @Test("Every page weighs less than 150 kB, with all that its modules import")
  func weight() throws {
    let served = try Served()
    let photo = try #require(try served.submit().headers["location"]).replacing("/v1", with: "")
    for path in [
      "/", "/map", "/items", "/library", "/camera", photo, "/items/nypl:kept",
      "/items/nypl:kept/place", "/review",
    ] {
      let page = try served.ask("GET", path, [PageTests.browser])
      #expect(page.status == 200, "\(path)")
      var wanted = page.text.matches(of: #/"(/assets/[^"]+)"/#).map { String($0.1) }
      var (seen, weight): (Set<String>, Int) = ([], page.body.count)
      while let part = wanted.popLast() {
        guard seen.insert(part).inserted else { continue }
        weight += try served.ask("GET", part, [Self.packed]).body.count
        let folder = String(part.prefix(through: part.lastIndex(of: "/") ?? part.startIndex))
        wanted += try served.ask(part).text
          .matches(of: #/(?:from |import\()["']\.\/([^"']+)["']/#).map { folder + $0.1 }
      }
      #expect(seen.count > 2 && weight < 150_000, "\(path): \(weight) bytes of \(seen.count) parts")
    }
  }
}
