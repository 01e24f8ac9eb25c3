import Foundation
import Testing
import TimeWalk
import TimeWalkTestSupport

@testable import TimeWalkHTTP

/// HTTPS, and the program itself.
@Suite("HTTPS and the program", .serialized)
struct SecureTests {
  static let openssl = URL(fileURLWithPath: "/usr/bin/openssl")

  /// Writes a certificate for localhost and its key.
  static func certificate(_ name: String, in folder: TemporaryFolder) throws -> (String, String) {
    let (chain, key) = (folder.path(name + ".pem"), folder.path(name + ".key"))
    let made = try TimeWalkCommand.run(
      openssl,
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-days", "2", "-subj", "/CN=\(name)", "-addext", "subjectAltName=IP:127.0.0.1",
        "-keyout", key, "-out", chain,
      ])
    try #require(made.status == 0, "\(made.errors)")
    return (chain, key)
  }

  @Test(
    "HTTPS with HTTP/2; a new certificate is taken without a restart, a broken one is not",
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: openssl.path), "openssl is not installed"))
  func certificates() throws {
    let folder = try TemporaryFolder()
    let (chain, key) = try Self.certificate("one", in: folder)
    let (nextChain, nextKey) = try Self.certificate("two", in: folder)
    let served = try Served(
      nil, ["--certificate", chain, "--key", key, "--certificate-check", "1"])
    #expect(served.base.hasPrefix("https://127.0.0.1:"))
    for flags in [["--http2"], ["--http1.1"]] {
      let reply = try served.ask("GET", "/v1/stats", [], body: nil, flags + ["--cacert", chain])
      #expect(reply.status == 200)
    }
    let version = try TimeWalkCommand.run(
      URL(fileURLWithPath: "/usr/bin/curl"),
      ["-s", "--cacert", chain, "-o", "/dev/null", "-w", "%{http_version}", served.base + "/livez"])
    #expect(version.output == "2")
    let photo = try served.ask(
      "POST", "/v1/photos", body: SamplePhone.photo(), ["--http2", "--cacert", chain])
    #expect(photo.status == 201)
    // An early refusal ends the stream, and the connection is as before.
    let long = try served.ask(
      "POST", "/v1/photos?latitude=91", body: SamplePhone.photo(), ["--http2", "--cacert", chain])
    #expect(long.status == 400)
    // Another authority isn't trusted before it is used.
    let early = try served.ask("GET", "/livez", [], body: nil, ["--cacert", nextChain])
    #expect(early.exit == 60)
    try Data("broken".utf8).write(to: URL(fileURLWithPath: chain + ".new"))
    let good = try Data(contentsOf: URL(fileURLWithPath: chain))
    try Data("broken".utf8).write(to: URL(fileURLWithPath: chain))
    Thread.sleep(forTimeInterval: 2.5)
    try good.write(to: URL(fileURLWithPath: folder.path("good.pem")))
    let kept = ["--cacert", folder.path("good.pem")]
    #expect(try served.ask("GET", "/livez", [], body: nil, kept).status == 200)
    #expect(try served.log().contains(#""message":"certificate""#))
    try Data(contentsOf: URL(fileURLWithPath: nextKey)).write(to: URL(fileURLWithPath: key))
    try Data(contentsOf: URL(fileURLWithPath: nextChain)).write(to: URL(fileURLWithPath: chain))
    Thread.sleep(forTimeInterval: 2.5)
    #expect(
      try served.ask("GET", "/livez", [], body: nil, ["--cacert", nextChain]).status == 200)
    served.send(SIGTERM)
    #expect(served.end() == 0)
  }

  @Test("A certificate that is none, and a port that is taken, are said, with their exit codes")
  func startFaults() throws {
    let place = try Served.place()
    let file = try place.write(Array("none".utf8), to: "c.pem")
    let wrong = try TimeWalkCommand.run(
      Served.program,
      ["serve", "--port", "0", "--library", place.library, "--certificate", file, "--key", file])
    #expect(wrong.status == 65)
    #expect(wrong.errors.contains("c.pem"))
    let served = try Served(place)
    let port = String(served.base.split(separator: ":").last ?? "")
    let taken = try TimeWalkCommand.run(
      Served.program, ["serve", "--port", port, "--library", place.library])
    #expect(taken.status == 73)
    #expect(taken.errors.contains(port))
    for flags in [["--port", "70000"], ["--certificate", file], ["--public-url", "example"]] {
      let result = try TimeWalkCommand.run(Served.program, ["serve"] + flags)
      #expect(result.status == 64, "\(flags)")
    }
  }

  @Test("timewalk serve becomes timewalk-serve, with its arguments; without it, exit 69 says why")
  func handover() throws {
    let help = try TimeWalkCommand.run(["serve", "--help"])
    #expect(help.status == 0)
    #expect(help.output.contains("--public-url"))
    let folder = try TemporaryFolder()
    let file = folder.path("tokens.json")
    #expect(try TimeWalkCommand.run(["token", "add", "a", "--tokens", file]).status == 0)
    #expect(
      try TimeWalkCommand.run(["token", "list", "--tokens", file]).output.hasPrefix("a  read"))
    let alone = folder.url.appendingPathComponent("timewalk")
    try FileManager.default.copyItem(at: TimeWalkCommand.binary, to: alone)
    let missing = try TimeWalkCommand.run(alone, ["serve"])
    #expect(missing.status == 69)
    #expect(missing.errors.contains("swift build --product timewalk-serve"))
  }
}
