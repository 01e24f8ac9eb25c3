import Foundation
import Testing
import TimeWalk
import TimeWalkTestSupport

@testable import TimeWalkHTTP

/// The start of the program, by itself and by `timewalk`.
@Suite("The program of the server", .waitsForProcesses, .serialized)
struct ProgramTests {
  @Test("A used port, and invalid values, are reported, with their exit codes")
  func startFaults() throws {
    let served = try Served()
    let port = String(served.base.split(separator: ":").last ?? "")
    let taken = try TimeWalkCommand.run(
      Served.program, ["serve", "--port", port, "--library", served.place.library])
    #expect(taken.status == 73)
    #expect(taken.errors.contains(port))
    let long = "unix:/" + String(repeating: "x", count: 107)
    for flags in [
      ["--port", "70000"], ["--address", "unix:"], ["--address", long], ["--certificate", "c.pem"],
    ] {
      let result = try TimeWalkCommand.run(Served.program, ["serve"] + flags)
      #expect(result.status == 64, "\(flags)")
    }
  }

  @Test(
    "--behind takes an address of HTTPS without a path, and of HTTP for this machine alone",
    arguments: [
      "example", "ftp://archive.example.org", "https://", "https://archive.example.org/views",
      "https://archive.example.org?a", "https://anna@archive.example.org", "https://a b.example",
      "http://archive.example.org", "http://192.0.2.1:8090",
    ])
  func behind(address: String) throws {
    let result = try TimeWalkCommand.run(
      Served.program, ["serve", "--open", "--behind", address])
    #expect(result.status == 64, "\(result.errors)")
    #expect(result.errors.contains("--behind must "), "\(result.errors)")
  }

  @Test(
    "--nginx-files takes a location, and needs --behind",
    arguments: [
      ["--nginx-files", "/library-files/"], ["--nginx-files", "files", "--behind", "https://a.b"],
      ["--nginx-files", "/a b/", "--behind", "https://a.b"],
    ])
  func nginxFiles(flags: [String]) throws {
    let result = try TimeWalkCommand.run(Served.program, ["serve", "--open"] + flags)
    #expect(result.status == 64, "\(result.errors)")
    #expect(result.errors.contains("--nginx-files "), "\(result.errors)")
  }

  @Test("The files that nginx sends are in the library, with names that need no encoding")
  func addresses() throws {
    let nginx = try #require(NginxFiles("/a/b/"))
    #expect(nginx.address(of: "/lib/pictures/TW-1.jpg", in: "/lib") == "/a/b/pictures/TW-1.jpg")
    for path in ["/library/a.jpg", "/lib", "/lib/a b.jpg", "/lib/a%2e.jpg", "/lib/ä.jpg"] {
      #expect(nginx.address(of: path, in: "/lib") == nil, "\(path)")
    }
    for location in ["", "/", "a/", "/a", "//", "/a//b/", "/../", "/a?b/", "/a\n/"] {
      #expect(NginxFiles(location) == nil, "\(location)")
    }
  }

  @Test("The public address is given by its scheme, host and port")
  func origins() throws {
    let address = try #require(PublicAddress("https://Archive.example.org:443/"))
    #expect(address.text == "https://Archive.example.org:443" && address.isSafe)
    #expect(address.isOrigin("https://archive.example.org"))
    for other in [
      "http://archive.example.org", "https://archive.example.org:8443", "https://example.org",
      "null", "",
    ] {
      #expect(!address.isOrigin(other), "\(other)")
    }
    for local in ["http://localhost:8090", "http://127.0.0.1", "http://[::1]:8090"] {
      #expect(PublicAddress(local)?.isSafe == true, "\(local)")
    }
  }

  @Test(
    "timewalk serve becomes timewalk-serve, with its arguments; without it, exit 69 has the reason")
  func handover() throws {
    let help = try TimeWalkCommand.run(["serve", "--help"])
    #expect(help.status == 0)
    #expect(help.output.contains("--behind"))
    let folder = try TemporaryFolder()
    let file = folder.path("tokens.json")
    #expect(try TimeWalkCommand.run(["token", "add", "a", "--tokens", file]).status == 0)
    #expect(
      try TimeWalkCommand.run(["token", "list", "--tokens", file]).output.hasPrefix("a  read"))
    let alone = folder.url.appendingPathComponent("timewalk")
    // A program that another test starts meanwhile must not have the copy open for writing.
    let copy = [TimeWalkCommand.binary.path, alone.path]
    #expect(try TimeWalkCommand.run(URL(fileURLWithPath: "/bin/cp"), copy).status == 0)
    let missing = try TimeWalkCommand.run(alone, ["serve"])
    #expect(missing.status == 69)
    #expect(missing.errors.contains("Scripts/serve"))
  }
}
