import Foundation
import Testing
import TimeWalkTestSupport

/// A server that listens on a socket of the file system.
@Suite("A socket of the file system", .waitsForProcesses, .serialized)
struct SocketTests {
  /// Starts a second server, which is to end at once.
  private static func refusal(_ path: String, _ place: Workplace) throws -> TimeWalkCommand.Result {
    try TimeWalkCommand.run(
      Served.program,
      ["serve", "--address", "unix:" + path, "--library", place.folder.path("other")])
  }

  @Test("Its owner and its group have a local client's rights, and it goes with the server")
  func serves() throws {
    let place = try Served.place()
    let path = place.folder.path("http.sock")
    let served = try Served(place, ["--address", "unix:" + path])
    #expect(served.socket == path)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o660)
    #expect(try served.submit().status == 201)
    #expect(try served.ask("/v1/photos").status == 200)
    #expect(try served.ask("GET", "/v1/stats", ["Host: evil.example"]).status == 421)
    let second = try Self.refusal(path, place)
    #expect(second.status == 73 && second.output.isEmpty)
    #expect(second.errors.contains("listens on \(path);"), "\(second.errors)")
    #expect(try served.ask("/livez").status == 200)
    served.send(SIGTERM)
    #expect(served.end() == 0)
    let left = try FileManager.default.contentsOfDirectory(atPath: place.folder.url.path)
    #expect(!left.contains { $0.hasPrefix("http.sock") }, "\(left)")
  }

  @Test("The socket of a killed server is replaced; anything else stays, and is reported")
  func remains() throws {
    let place = try Served.place()
    let path = place.folder.path("http.sock")
    let flags = ["--address", "unix:" + path]
    let first = try Served(place, flags)
    first.send(SIGKILL)
    #expect(first.end() == -SIGKILL)
    #expect(FileManager.default.fileExists(atPath: path))
    let again = try Served(place, flags)
    #expect(try again.ask("/v1/stats").status == 200)
    let file = try place.write(Array("kept".utf8), to: "notes.txt")
    let link = place.folder.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    for other in [file, link, place.library] {
      let result = try Self.refusal(other, place)
      #expect(result.status == 73, "\(result.errors)")
      #expect(result.errors.contains("\(other) exists and isn't a socket"), "\(result.errors)")
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "kept")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
    let nowhere = try Self.refusal(place.folder.path("none/http.sock"), place)
    #expect(nowhere.status == 73, "\(nowhere.errors)")
  }

  @Test("A server removes only its own socket")
  func replaced() throws {
    let place = try Served.place()
    let path = place.folder.path("http.sock")
    let first = try Served(place, ["--address", "unix:" + path])
    try FileManager.default.removeItem(atPath: path)
    let second = try Served(nil, ["--address", "unix:" + path])
    first.send(SIGTERM)
    #expect(first.end() == 0)
    #expect(try second.ask("/livez").status == 200)
  }
}
