import Foundation
import Testing
import TimeWalkTestSupport
import TimeWalkEvents

@testable import TimeWalkHTTP

/// Events and the camera in real browsers, and all pages in Firefox.
@Suite(
  "Events, the camera and Firefox in a browser", .longCheckOnly, .waitsForProcesses, .serialized,
  Browsers.areThere)
struct EventBrowserTests {
  @Test(
    "Three browsers play an event from its making to its erasure, with a lost network and a kill",
    .enabled(
      if: EventTown.clock != nil
        && FileManager.default.isExecutableFile(atPath: "/usr/bin/zbarimg"),
      "zbarimg (Debian: zbar-tools) or a C compiler is missing"))
  func events() async throws {
    let town = try EventTown()
    town.served.send(SIGTERM)
    #expect(town.served.end() == 0)
    try EventStore(directory: town.place.library)
      .setAccount("anna", passphrase: "correct horse battery")
    try await Browsers.run(
      "events.py",
      [
        Served.program.path, town.place.library, town.place.archive,
        town.place.folder.path("tokens.json"), Browsers.photo, try #require(EventTown.clock),
      ])
  }

  @Test(
    "A guest takes pictures for an event with the camera page: offline, beyond the film, an answer lost"
  )
  func eventCamera() async throws {
    let town = try EventTown()
    try await Browsers.run(
      "eventcamera.py",
      [
        town.served.base,
        try town.make(#"{"name":"Old town","photos":3,"stops":"nypl:kept"}"#),
        try town.make(
          #"{"name":"With places","kind":"walk","positions":true,"stops":"nypl:kept"}"#),
        "nypl:kept", town.organiser,
      ])
  }

  @Test(
    "5,000 pictures scroll with few elements, many pages share one connection, and no picture is left behind"
  )
  func eventGallery() async throws {
    let town = try EventTown(flags: ["--requests-per-minute", "1000000"])
    let large = try town.make(#"{"name":"A large event","photos":1000}"#)
    let count = 5000
    try town.copy(try town.sent(large, try town.join(large, "Ann")), until: count, in: large)
    try await Browsers.run(
      "eventgallery.py",
      [
        town.served.base, large, "\(count)", try town.make(#"{"name":"A small event"}"#),
        Browsers.photo,
      ])
  }

  @Test("A phone's camera page: poses, photos offline and online, manual places, Pro")
  func camera() async throws {
    try await Browsers.drive("camera.py")
  }

  @Test("A phone's photos without a permission, the network or storage; and its files")
  func cameraQueue() async throws {
    try await Browsers.drive("cameraqueue.py")
  }

  @Test(
    "Firefox goes through all pages and takes a photo, by WebDriver BiDi",
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/firefox-esr"),
      "firefox-esr is not installed (Debian: firefox-esr)"))
  func firefox() async throws {
    try await Browsers.drive("firefox.py")
  }
}
