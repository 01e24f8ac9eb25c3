import Foundation
import Testing
import TimeWalkTestSupport

/// The calls of the built program that reach the network, by `Tests/Faults/network.c`.
@Suite(
  "The network", .waitsForProcesses, .isOfFiles,
  .enabled(if: Preload.network != nil, "there is no C compiler"))
struct NetworkTests {
  /// A place with two items whose pictures and sources are on the web.
  private static func place() throws -> Workplace {
    var place = try Workplace()
    place.environment["LD_PRELOAD"] = Sanitizer.preload(Preload.network ?? "")
    place.environment["TIMEWALK_NETWORK_LOG"] = place.folder.path("network.log")
    let imported = try place.importCatalogue(
      """
      id,title,date,latitude,longitude,heading,license,source,media
      a,Gate,1905,40.7581,-73.9855,10,CC0-1.0,http://127.0.0.1:9/a,http://127.0.0.1:9/a.jpg
      b,Tower,1911,40.7582,-73.9855,20,CC0-1.0,http://localhost:9/b,http://localhost:9/b.jpg

      """)
    try #require(imported.status == 0, "\(imported.errors)")
    return place
  }

  private static func log(of place: Workplace) -> String {
    let bytes = FileManager.default.contents(atPath: place.folder.path("network.log")) ?? Data()
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("Only archive fetch-media and archive gather use the network")
  func silence() throws {
    let place = try Self.place()
    let photo = try SmallPhoto.write(0..<1, in: place)[0]
    let pose = ["--latitude", "40.7581", "--longitude", "-73.9855", "--heading", "10"]
    for arguments in [
      ["submit", photo, "--output", place.output] + pose, ["match"] + pose, ["inspect", photo],
      ["library", "list"], ["library", "show", "1"],
      ["library", "export", place.folder.path("library.zip")], ["archive", "show", "views:a"],
      ["archive", "list"], ["archive", "search", "gate"], ["archive", "verify"],
      ["archive", "history"], ["archive", "review"],
      ["archive", "set", "views:a", "title=New"],
      ["archive", "undo", "2"], ["archive", "gather", "--list"],
      ["archive", "export", place.folder.path("a.csv")], ["archive", "duplicates"],
      ["event", "list"], ["doctor"], ["date", "1905"],
      ["north", "--latitude", "40.7", "--longitude", "-73.9"],
    ] {
      let result = try place.run(arguments)
      #expect(result.status == 0, "\(arguments): \(result.status) \(result.errors)")
    }
    let endpoint = try place.run(
      ["endpoint", "--once"],
      input:
        #"{"jsonrpc":"2.0","id":1,"method":"match","params":{"latitude":40.7581,"longitude":-73.9855}}"#
        + "\n")
    #expect(endpoint.output.contains("\"result\""), "\(endpoint.errors)")
    #expect(Self.log(of: place).isEmpty, "\(Self.log(of: place))")
    // The log sees a connection.
    let fetched = try place.run(["archive", "fetch-media", "--allow-private"])
    #expect(fetched.status == 65, "\(fetched.errors)")
    #expect(Self.log(of: place).contains("connection IPv4\n"), "\(Self.log(of: place))")
  }
}
