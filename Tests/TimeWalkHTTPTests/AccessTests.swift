import Foundation
import Testing
import TimeWalk
import TimeWalkTestSupport

@testable import TimeWalkHTTP

/// Permissions.
@Suite("Access control", .waitsForProcesses, .serialized)
struct AccessTests {
  /// Runs `timewalk token`.
  static func token(_ arguments: [String]) throws -> TimeWalkCommand.Result {
    try TimeWalkCommand.run(Served.program, ["token"] + arguments)
  }

  static func add(_ name: String, _ right: Right, _ file: String) throws -> String {
    let result = try token(["add", name, "--right", right.rawValue, "--tokens", file])
    try #require(result.status == 0, "\(result.errors)")
    return result.output.trimmingCharacters(in: .newlines)
  }

  @Test("Others are let in through a proxy that is named, and by tokens or --open: else exit 78")
  func refusesToStart() throws {
    let place = try Served.place()
    let file = place.folder.path("tokens.json")
    _ = try Self.add("one", .read, file)
    let behind = ["--behind", "https://archive.example.org"]
    let cases: [[String]] = [
      // Tokens would go over the network for all to read.
      ["--address", "0.0.0.0"], ["--address", "::"], ["--address", "0.0.0.0", "--tokens", file],
      ["--address", "0.0.0.0", "--open"], ["--address", "0.0.0.0", "--tokens", file, "--open"],
      // Behind a proxy all clients come from this machine.
      behind, ["--behind", "http://localhost:8090"], ["--address", "0.0.0.0"] + behind,
      ["--address", "unix:" + place.folder.path("http.sock")] + behind,
    ]
    for flags in cases {
      let result = try TimeWalkCommand.run(
        Served.program, ["serve", "--port", "0", "--archive", place.archive] + flags)
      #expect(result.status == 78, "\(flags): \(result.errors)")
      #expect(result.output.isEmpty)
      #expect(result.errors.contains("give"))
    }
  }

  @Test("--open: all can read, and only that")
  func open() throws {
    let served = try Served(
      nil, ["--address", "0.0.0.0", "--behind", "https://archive.example.org", "--open"])
    #expect(try served.ask("/v1/stats").status == 200)
    #expect(try served.post("/v1/match", json: ServerTests.pose).status == 200)
    let submitted = try served.submit()
    #expect(submitted.status == 401)
    #expect(submitted.headers["www-authenticate"]?.hasPrefix("Bearer") == true)
    #expect(try served.ask("DELETE", "/v1/photos/0").status == 401)
    #expect(try served.ask("/v1/stream?progressToken=a").status == 401)
  }

  @Test("Tokens: each right includes those before it; a revoked one is refused within two seconds")
  func tokens() throws {
    let place = try Served.place()
    let file = place.folder.path("tokens.json")
    let tokens = try Right.allCases.map { try Self.add($0.rawValue, $0, file) }
    let served = try Served(place, ["--tokens", file])
    func status(_ path: String, _ token: String?) throws -> Int {
      try served.ask("GET", path, token.map { ["Authorization: Bearer \($0)"] } ?? []).status
    }
    #expect(try status("/v1/stats", nil) == 401)
    #expect(try status("/v1/stats", "tw_wrong") == 401)
    #expect(try served.ask("GET", "/v1/stats", ["Authorization: Basic YTpi"]).status == 401)
    #expect(try status("/livez", nil) == 200)
    for token in tokens { #expect(try status("/v1/stats", token) == 200) }
    // An invented upload: a permitted client gets the answer that it doesn't exist.
    #expect(try tokens.map { try status("/v1/uploads/0", $0) } == [403, 404, 404])
    let forbidden = try served.ask("GET", "/v1/uploads/0", ["Authorization: Bearer \(tokens[0])"])
    #expect(try forbidden.problem() == "notAllowed")
    #expect(try Self.token(["revoke", "read", "--tokens", file]).status == 0)
    let later = try Self.add("later", .submit, file)
    Thread.sleep(forTimeInterval: 1.2)
    #expect(try status("/v1/stats", tokens[0]) == 401)
    #expect(try status("/v1/uploads/0", later) == 404)
  }

  @Test(
    "The file of tokens is its owner's alone, keeps no secret, and is refused if others read it")
  func file() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("tokens.json")
    let token = try Self.add("phone", .submit, path)
    #expect(token.wholeMatch(of: #/tw_[A-Za-z0-9_-]{43}/#) != nil, "256 bits")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(!text.contains(token.dropFirst(3)))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let listed = try Self.token(["list", "--tokens", path, "--json"])
    let tokens = try #require(try listed.json().first?["tokens"] as? [[String: String]])
    #expect(tokens.map { $0["name"] } == ["phone"])
    #expect(tokens.map { $0["right"] } == ["submit"])
    #expect(try Self.token(["add", "phone", "--tokens", path]).status == 64)
    #expect(try Self.token(["add", "a b", "--tokens", path]).status == 64)
    #expect(try Self.token(["revoke", "none", "--tokens", path]).status == 66)
    chmod(path, 0o644)
    #expect(try Self.token(["list", "--tokens", path]).status == 65)
    let refused = try TimeWalkCommand.run(
      Served.program, ["serve", "--port", "0", "--tokens", path, "--library", folder.path("lib")])
    #expect(refused.status == 65)
    #expect(refused.errors.contains("chmod 600"))
  }

  @Test("Hashes are compared to their ends")
  func comparison() {
    let hash = TokenFile.hash(of: "tw_a")
    #expect(TokenGuard.isEqual(hash, TokenFile.hash(of: "tw_a")))
    for index in hash.indices {
      var other = hash
      other[index] ^= 1
      #expect(!TokenGuard.isEqual(hash, other))
    }
    #expect(!TokenGuard.isEqual(hash, Array(hash.dropLast())))
  }

  @Test("On the machine's own address no page of another site is taken for the user")
  func otherSites() throws {
    let served = try Served()
    let port = served.base.split(separator: ":").last ?? ""
    #expect(try served.ask("GET", "/v1/stats", ["Host: evil.example:\(port)"]).status == 421)
    #expect(try served.ask("GET", "/v1/stats", ["Host: localhost:\(port)"]).status == 200)
    #expect(try served.ask("GET", "/v1/stats", ["Host: [::1]:\(port)"]).status == 200)
    for host in ["localhost:80@evil.example", "[::1]evil.example", "[::1", "localhost:80x"] {
      #expect(try served.ask("GET", "/v1/stats", ["Host: \(host)"]).status == 421, "\(host)")
    }
    // RFC 9112, section 3.2: one Host header, neither none nor two.
    for hosts in ["", "Host: localhost\r\nHost: localhost\r\n"] {
      let client = try RawClient(port: try #require(UInt16(port)))
      try client.send("GET /v1/stats HTTP/1.1\r\n" + hosts + "\r\n")
      #expect(client.readToEnd(within: 20).hasPrefix("HTTP/1.1 400 "), "\(hosts)")
    }
    // Section 3.2.2: the host in a target counts, whatever the header says.
    for (target, host, status) in [
      ("http://evil.example/v1/stats", "localhost", 421),
      ("http://user@localhost/v1/stats", "localhost", 421),
      ("HTTP://localhost:80/v1/stats", "evil.example", 200),
      ("http://127.0.0.1/livez", "evil.example", 200), ("/v1/stats", "evil.example", 421),
    ] {
      let client = try RawClient(port: try #require(UInt16(port)))
      try client.send("GET \(target) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
      let answer = client.readToEnd(within: 20)
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(target): \(answer.prefix(40))")
    }
    for header in ["Origin: https://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site"] {
      let reply = try served.post("/v1/match", json: ServerTests.pose, [header])
      #expect(reply.status == 403, "\(header)")
      #expect(try reply.problem() == "notAllowed")
    }
    #expect(
      try served.post("/v1/match", json: ServerTests.pose, ["Origin: \(served.base)"]).status == 200
    )
  }

  @Test("The log is JSON lines, without places, tokens or addresses unless requested")
  func log() throws {
    let place = try Served.place()
    let file = place.folder.path("tokens.json")
    let token = try Self.add("phone", .submit, file)
    func lines(_ flags: [String]) throws -> String {
      let served = try Served(place, ["--tokens", file] + flags)
      let header = ["Authorization: Bearer \(token)"]
      _ = try served.post("/v1/match", json: ServerTests.pose, header)
      _ = try served.ask("GET", "/v1/items?latitude=40.758&longitude=-73.9855", header)
      _ = try served.ask("GET", "/v1/items/nypl:nothing-there", header)
      served.send(SIGTERM)
      #expect(served.end() == 0)
      return try served.log()
    }
    let plain = try lines([])
    for line in plain.split(separator: "\n") {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(object["time"] != nil && object["level"] != nil)
    }
    #expect(plain.contains(#""route":"/v1/match""#))
    #expect(plain.contains(#""token":"phone""#))
    for secret in ["40.758", "73.9855", token, "127.0.0.1", "nothing-there"] {
      #expect(!plain.contains(secret), "\(secret)")
    }
    let all = try lines(["--log-positions", "--log-addresses"])
    for told in ["40.758", "73.9855", "127.0.0.1"] { #expect(all.contains(told), "\(told)") }
    #expect(!all.contains(token))
  }
}
