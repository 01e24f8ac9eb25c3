import Foundation
import Testing
import TimeWalk
import TimeWalkAccess
import TimeWalkTestSupport
import TimeWalkWalks

@testable import TimeWalkHTTP

/// The pages in real browsers: Chromium by Playwright, which is installed from PyPI into a folder
/// of its own when it is missing, and Firefox by its own protocol.
@Suite("Pages in a browser", .serialized)
struct BrowserTests {
  /// A Python that has Playwright and axe.
  private enum Browser {
    static let shared = PythonPackages(
      "browser-2",
      ["playwright==1.65.2", "axe-playwright-python==0.1.8", "websockets==15.0.1"],
      program: ("/usr/bin/chromium", "chromium"))

    /// Whether there is one; says why there is none.
    static var isThere: Bool { shared.isThere }
  }

  @Test(
    "A phone goes from the first page to then beside now, to the map and to an item; axe, keys and no scripts",
    .enabled(
      if: Browser.isThere, "Chromium or Playwright can't be had; the reason is printed above"))
  func walk() async throws {
    try await drive("walk.py")
  }

  @Test(
    "By keys alone: the library, a photo's views, the map, the review and placing; the focus is seen",
    .enabled(
      if: Browser.isThere, "Chromium or Playwright can't be had; the reason is printed above"))
  func keys() async throws {
    try await drive("keys.py")
  }

  @Test(
    "The map by fingers, mouse and keys: what is taken here and what shows a spot, years, words, cones",
    .enabled(
      if: Browser.isThere, "Chromium or Playwright can't be had; the reason is printed above"))
  func map() async throws {
    try await drive("map.py")
  }

  @Test(
    "No page is wider than a window of 320 pixels, in four languages and with more room for letters",
    .enabled(
      if: Browser.isThere, "Chromium or Playwright can't be had; the reason is printed above"))
  func reflow() async throws {
    try await drive("reflow.py")
  }

  @Test(
    "Several photos at once, the library's filter, zip and removal, and pages in states seldom seen",
    .enabled(
      if: Browser.isThere, "Chromium or Playwright can't be had; the reason is printed above"))
  func library() async throws {
    try await drive("library.py")
  }

  @Test(
    "A phone's camera page: poses, photos offline and online, denied permissions, cuts, full storage, Pro",
    .enabled(
      if: Browser.isThere, "Chromium or Playwright can't be had; the reason is printed above"))
  func camera() async throws {
    try await drive("camera.py")
  }

  @Test(
    "Firefox goes through all pages and takes a photo, by WebDriver BiDi",
    .enabled(if: Browser.isThere, "Playwright can't be had; the reason is printed above"),
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/firefox-esr"),
      "firefox-esr is not installed (Debian: firefox-esr)"))
  func firefox() async throws {
    try await drive("firefox.py")
  }

  @Test(
    "Maps have the tiles that the operator named, say so, and ask nobody else",
    .enabled(
      if: Browser.isThere, "Chromium or Playwright can't be had; the reason is printed above"))
  func tiles() async throws {
    let tiles = "https://tiles.example.org/{z}/{x}/{y}.png"
    try await drive("tiles.py", ["--map-tiles", tiles, "--map-credit", "© The mappers"])
  }

  @Test(
    "Three browsers play a walk from its making to its erasure, with a lost network and a kill",
    .enabled(
      if: Browser.isThere, "Chromium or Playwright can't be had; the reason is printed above"),
    .enabled(
      if: WalkTown.clock != nil && FileManager.default.isExecutableFile(atPath: "/usr/bin/zbarimg"),
      "zbarimg (Debian: zbar-tools) or a C compiler is missing"))
  func walks() async throws {
    let town = try WalkTown()
    town.served.send(SIGTERM)
    #expect(town.served.end() == 0)
    try WalkStore(directory: town.place.library)
      .setAccount("anna", passphrase: "correct horse battery")
    let arguments = [
      Project.root.appendingPathComponent("Tests/Browser/walks.py").path, Served.program.path,
      town.place.library, town.place.archive, town.place.folder.path("tokens.json"),
      Project.root.appendingPathComponent("Archive/sample/fifth-avenue.jpg").path,
      try #require(WalkTown.clock),
    ]
    try await run(arguments)
  }

  @Test(
    "A guest takes pictures for a walk with the camera page: offline, beyond the film, an answer lost",
    .enabled(
      if: Browser.isThere, "Chromium or Playwright can't be had; the reason is printed above"))
  func walkCamera() async throws {
    let town = try WalkTown()
    let arguments = [
      Project.root.appendingPathComponent("Tests/Browser/walkcamera.py").path, town.served.base,
      try town.make(#"{"name":"Old town","photos":3,"stops":"nypl:kept"}"#),
      try town.make(#"{"name":"With places","positions":true,"stops":"nypl:kept"}"#),
      "nypl:kept", town.organiser,
    ]
    try await run(arguments)
  }

  @Test(
    "5,000 pictures scroll with few elements, many pages have one connection, and nobody leaves pictures behind",
    .enabled(
      if: Browser.isThere, "Chromium or Playwright can't be had; the reason is printed above"))
  func walkGallery() async throws {
    let town = try WalkTown(flags: ["--requests-per-minute", "1000000"])
    let large = try town.make(#"{"name":"A large walk","photos":1000}"#)
    let count = 5000
    try town.copy(try town.sent(large, try town.join(large, "Ann")), until: count, in: large)
    try await run([
      Project.root.appendingPathComponent("Tests/Browser/walkgallery.py").path, town.served.base,
      large, "\(count)", try town.make(#"{"name":"A small walk"}"#),
      Project.root.appendingPathComponent("Archive/sample/fifth-avenue.jpg").path,
    ])
  }

  @Test(
    "Who has a token signs in by keys; the pages on the way have nothing that axe finds",
    .enabled(
      if: Browser.isThere, "Chromium or Playwright can't be had; the reason is printed above"))
  func signIn() async throws {
    let place = try Served.place()
    let file = place.folder.path("tokens.json")
    let token = try AccessTests.add("phone", .submit, file)
    let served = try Served(place, ["--tokens", file])
    let script = Project.root.appendingPathComponent("Tests/Browser/signin.py").path
    try await run([script, served.base, token])
  }

  /// Runs a script in a browser against a server with the archive of the project.
  private func drive(_ name: String, _ flags: [String] = []) async throws {
    let place = try Workplace()
    let places = Places(archive: place.archive, library: place.library, environment: [:])
    let archive = Project.root.appendingPathComponent("Archive")
    for folder in ["new-york", "sample"] {
      _ = try Curator(writing: places)
        .importCatalogue(ImportRequest(source: archive.appendingPathComponent(folder).path))
    }
    let served = try Served(place, flags)
    let script = Project.root.appendingPathComponent("Tests/Browser/\(name)").path
    let arguments = [
      script, served.base, archive.appendingPathComponent("sample/fifth-avenue.jpg").path,
    ]
    try await run(arguments)
  }

  /// Runs a script by the Python that has the browsers.
  private func run(_ arguments: [String]) async throws {
    let python = try #require(Browser.shared.python)
    // Pictures of all pages, for people to look at.
    let folder = ProcessInfo.processInfo.environment["TIMEWALK_SCREENSHOTS"].map { [$0] } ?? []
    // -B leaves no compiled modules beside the sources.
    let result = try await PythonPackages.run(python, ["-B"] + arguments + folder)
    #expect(result.status == 0, "\(result.output)\n\(result.errors)")
  }
}
