import Foundation
import Testing
import TimeWalkTestSupport

@testable import TimeWalkHTTP

@Suite("Tiles that the operator names", .waitsForProcesses) struct MapTilesTests {
  @Test(
    "An address needs http, a host, and a place for zoom, column and row",
    arguments: [
      "tiles.example.org/{z}/{x}/{y}.png", "https://tiles.example.org/{z}/{x}.png",
      "file:///tiles/{z}/{x}/{y}.png", "https:///{z}/{x}/{y}.png", "javascript:{z}{x}{y}",
      "https://a;script-src/{z}/{x}/{y}.png", "",
    ])
  func refuses(template: String) {
    #expect(MapTiles(template: template, credit: "") == nil)
  }

  @Test(
    "The policy of pages names the server alone, without its path",
    arguments: [
      ("https://tiles.example.org/{z}/{x}/{y}.png", "https://tiles.example.org"),
      ("http://127.0.0.1:8081/{z}/{y}/{x}?key=1;2", "http://127.0.0.1:8081"),
    ])
  func origin(template: String, origin: String) throws {
    let tiles = try #require(MapTiles(template: template, credit: "© M"))
    #expect(tiles.origin == origin)
    let policy = SecurityHeaders.policy(picturesFrom: tiles.origin)
    #expect(policy.contains("img-src 'self' data: blob: \(origin);"))
  }

  @Test("Only pages with a map may ask the server of tiles, and without the option none may")
  func policies() throws {
    let flags = ["--map-tiles", "https://t.example.org/{z}/{x}/{y}", "--map-credit", "© M"]
    let served = try Served(nil, flags)
    let name = "content-security-policy"
    // The first page asks on a map for the place of a photo without one.
    for path in ["/", "/map"] {
      let map = try served.ask("GET", path, ["Accept: text/html"])
      #expect(map.headers[name]?.contains("https://t.example.org;") == true, "\(path)")
    }
    for path in ["/items", "/library", "/v1/items"] {
      let policy = try served.ask("GET", path, ["Accept: text/html"]).headers[name]
      #expect(policy?.contains("example.org") == false, "\(path)")
    }
    let plain = try Served()
    let answer = try plain.ask("GET", "/map", ["Accept: text/html"])
    #expect(answer.headers[name]?.contains("example.org") == false)
    #expect(!answer.text.contains("data-tiles"))
  }

  @Test(
    "The options belong together, and are refused with a word",
    arguments: [
      ["--map-tiles", "https://t.example.org/{z}/{x}/{y}"], ["--map-credit", "© M"],
      ["--map-tiles", "nonsense", "--map-credit", "© M"],
    ])
  func options(flags: [String]) throws {
    let result = try TimeWalkCommand.run(Served.program, ["serve", "--port", "0"] + flags)
    #expect(result.status == 64)
    #expect(result.errors.contains("--map-tiles"))
  }
}
