import Foundation
import Testing
import TimeWalkTestSupport

@testable import TimeWalkHTTP

@Suite(
  "A service with its pictures in an object store", .waitsForProcesses, ThrowawayServer.isInstalled,
  ThrowawayObjectStore.isInstalled)
struct ObjectPictureServerTests {
  @Test("Pictures of items come from the store; without it, that is to be tried again")
  func pictures() throws {
    let store = try ThrowawayObjectStore()
    var place = try Workplace(engine: .server)
    place.environment = store.environment(cache: place.folder.path("cache"))
    place.environment["TIMEWALK_PICTURES"] = "s3://pictures/views"
    for name in ["a", "b"] {
      _ = try place.write(
        JPEGBuilder(width: 320, height: name == "a" ? 240 : 200).bytes, to: "\(name).jpg")
    }
    let imported = try place.importCatalogue(
      "id,latitude,longitude,media\na,40.7,-74,a.jpg\nb,40.8,-74,b.jpg\n", ["--media", "copy"])
    try #require(imported.status == 0, "\(imported.errors)")
    for name in ["a", "b"] {
      try FileManager.default.removeItem(atPath: place.folder.path("\(name).jpg"))
    }
    let served = try Served(place, environment: place.environment)
    let shown = try served.ask("/v1/items/views:a/picture")
    #expect(shown.status == 200 && shown.body.starts(with: [0xFF, 0xD8]), "\(shown.text)")
    try store.stop()
    #expect(try served.ask("/v1/items/views:a/picture").status == 200)
    let lost = try served.ask("/v1/items/views:b/picture")
    #expect(lost.status == 503, "\(lost.text)")
    for secret in [ThrowawayObjectStore.secret, ThrowawayObjectStore.key] {
      #expect(try !lost.text.contains(secret) && !served.log().contains(secret))
    }
    try store.restart()
    usleep(2_100_000)
    #expect(try served.ask("/v1/items/views:b/picture").status == 200)
  }
}
