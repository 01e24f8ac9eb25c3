import Foundation
import Testing
import TimeWalkHTTP
import TimeWalkTestSupport

/// The pages, the map and curating in real browsers.
@Suite("Pages in a browser", .waitsForProcesses, .serialized, Browsers.areThere)
struct BrowserTests {
  @Test(
    "A phone goes from the first page to then and now, to the map and to an item; axe, keys and no scripts"
  )
  func walk() async throws {
    try await Browsers.drive("walk.py")
  }

  @Test(
    "By keys alone: the library, a photo's views, the map, the review and placing; the focus is seen",
    .longCheckOnly
  )
  func keys() async throws {
    try await Browsers.drive("keys.py")
  }

  @Test(
    "The map by fingers, mouse and keys: items here and views of a spot, years, words, cones",
    .longCheckOnly
  )
  func map() async throws {
    try await Browsers.drive("map.py")
  }

  @Test("Maps use the operator's tiles, credit them, and contact no other server", .longCheckOnly)
  func tiles() async throws {
    let tiles = "https://tiles.example.org/{z}/{x}/{y}.png"
    try await Browsers.drive("tiles.py", ["--map-tiles", tiles, "--map-credit", "© The mappers"])
  }

  @Test(
    "Pages fit into a window of 320 pixels, in four languages and with wider letter spacing",
    .longCheckOnly
  )
  func reflow() async throws {
    try await Browsers.drive("reflow.py")
  }

  @Test(
    "Several photos at once, the library's filter, zip and removal, and pages in states seldom seen",
    .longCheckOnly
  )
  func library() async throws {
    try await Browsers.drive("library.py")
  }

  @Test(
    "A user signs in with a token by keys; axe finds no faults on the pages",
    .longCheckOnly)
  func signIn() async throws {
    let place = try Served.place()
    let file = place.folder.path("tokens.json")
    let token = try AccessTests.add("phone", .submit, file)
    let served = try Served(place, ["--tokens", file])
    try await Browsers.run("signin.py", [served.base, token])
  }

  @Test(
    "The camera and its uploads over HTTPS behind Caddy: a given certificate, then one of its own authority",
    .longCheckOnly,
    .enabled(
      if: ["openssl", "certutil", "caddy"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0)
      }, "openssl, certutil (Debian: libnss3-tools) or caddy is missing"))
  func https() async throws {
    let place = try Served.place()
    let file = place.folder.path("tokens.json")
    try await Browsers.run(
      "https.py",
      [
        Served.program.path, place.library, place.archive, file,
        try AccessTests.add("phone", .submit, file),
      ])
  }
}
