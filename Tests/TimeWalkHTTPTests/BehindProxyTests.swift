import Foundation
import HTTPTypes
import Testing
@testable import TimeWalkHTTP
import TimeWalkTestSupport

/// Requests that come through Caddy or nginx, or have the headers of a proxy.
@Suite("Behind a proxy", .waitsForProcesses, .serialized)
struct BehindProxyTests {
  static let openssl = URL(fileURLWithPath: "/usr/bin/openssl")

  /// A server behind a proxy, and the header of a client that may submit.
  private static func told(
    _ url: String, _ flags: [String] = []
  ) throws -> (served: Served, asAnna: [String]) {
    let place = try Served.place()
    let file = place.folder.path("tokens.json")
    let token = try AccessTests.add("anna", .submit, file)
    let served = try Served(place, ["--behind", url, "--tokens", file] + flags)
    return (served, ["Authorization: Bearer \(token)"])
  }

  /// Writes a certificate for localhost and its key.
  private static func certificate(in folder: TemporaryFolder) throws -> (chain: String, key: String)
  {
    let (chain, key) = (folder.path("chain.pem"), folder.path("key.pem"))
    let made = try TimeWalkCommand.run(
      openssl,
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
        "-keyout", key, "-out", chain,
      ])
    try #require(made.status == 0, "\(made.errors)")
    return (chain, key)
  }

  /// Holds that an answer refuses a proxy's request.
  private static func expectRefusal(_ reply: Reply, _ about: String) throws {
    #expect(reply.status == 403, "\(about): \(reply.text)")
    #expect(try reply.problem() == "behindProxy", "\(about)")
    let detail = try reply.object()["detail"] as? String
    #expect(detail?.contains("--behind") == true, "\(about)")
  }

  @Test(
    "Through Caddy with a given certificate, and with one of its own authority", .longCheckOnly,
    ThrowawayProxy.isCaddyInstalled,
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: openssl.path), "openssl is not installed"),
    arguments: [true, false])
  func caddy(isGiven: Bool) throws {
    let folder = try TemporaryFolder()
    let port = try ThrowawayProxy.freePort()
    let url = "https://localhost:\(port)"
    // One is in front of a socket, the other of an address.
    let socket = folder.path("http.sock")
    let (served, asAnna) = try Self.told(url, isGiven ? ["--address", "unix:" + socket] : [])
    let given = isGiven ? try Self.certificate(in: folder) : nil
    let proxy = try ThrowawayProxy(
      caddyBefore: isGiven ? "unix/" + socket : served.base.replacing("http://", with: ""),
      port: port,
      given.map { ThrowawayProxy.Certificate.files(chain: $0.chain, key: $0.key) } ?? .ownAuthority)
    defer { withExtendedLifetime(proxy) {} }
    let trust = ["--cacert", given?.chain ?? proxy.root]
    func ask(_ path: String, _ headers: [String] = []) throws -> Reply {
      try served.ask("GET", url + path, headers, trust)
    }
    #expect(try served.ask("GET", url + "/livez").exit == 60, "it isn't trusted yet")
    #expect(try ask("/livez").status == 200)
    #expect(try ask("/v1/stats").status == 401)
    #expect(try ask("/v1/stats", asAnna).status == 200)
    let version = try TimeWalkCommand.run(
      URL(fileURLWithPath: "/usr/bin/curl"),
      ["-s", "-o", "/dev/null", "-w", "%{http_version}"] + trust + [url + "/livez"])
    #expect(version.output == "2")
    let photo = try served.ask(
      "POST", url + "/v1/photos", asAnna, body: SamplePhone.photo(), trust)
    #expect(photo.status == 201, "\(photo.text)")
    #expect(photo.headers["location"]?.hasPrefix(url + "/v1/photos/") == true)
    // An early refusal ends one request, and the next continues.
    let refused = try served.ask(
      "POST", url + "/v1/photos?latitude=91", asAnna, body: SamplePhone.photo(), trust)
    #expect(refused.status == 400)
    let token = asAnna[0].split(separator: " ").last ?? ""
    for (origin, status) in [
      (url, 303), ("http://localhost:\(port)", 403), ("https://localhost", 403),
      ("https://evil.example", 403),
    ] {
      let signedIn = try served.ask(
        "POST", url + "/sign-in",
        ["Content-Type: application/x-www-form-urlencoded", "Origin: \(origin)"],
        body: Array("token=\(token)&next=/".utf8), trust)
      #expect(signedIn.status == status, "\(origin)")
      guard status == 303 else { continue }
      #expect(signedIn.headers["set-cookie"]?.hasSuffix("; Secure") == true)
    }
  }

  @Test(
    "nginx with its defaults is refused for all requests, and the answer names --behind",
    ThrowawayProxy.isInstalled)
  func nginxDefaults() throws {
    let served = try Served()
    let proxy = try ThrowawayProxy(before: [served.base], as: nil)
    for path in ["/livez", "/v1/stats", "/v1/photos", "/", "/library", "/map", "/none"] {
      try Self.expectRefusal(served.ask("GET", proxy.base + path, [PageTests.browser]), path)
    }
    let sent = try served.ask("POST", proxy.base + "/v1/photos", body: SamplePhone.photo())
    try Self.expectRefusal(sent, "a photo")
    #expect(try served.ask("/v1/photos").status == 200)
  }

  @Test(
    "nginx as in the article: clients are distinguished, and none can forge another address",
    ThrowawayProxy.isInstalled)
  func nginxDocumented() throws {
    let url = "https://archive.example.org"
    let (served, asAnna) = try Self.told(url, ["--requests-per-minute", "6"])
    let proxy = try ThrowawayProxy(before: [served.base], as: "RunningTimeWalk")
    #expect(try served.ask("GET", proxy.base + "/v1/stats").status == 401)
    let photo = try served.ask(
      "POST", proxy.base + "/v1/photos", asAnna, body: SamplePhone.photo())
    #expect(photo.status == 201, "\(photo.text)")
    #expect(photo.headers["location"]?.hasPrefix(url + "/v1/photos/") == true)
    var codes: [Int] = []
    for number in 0..<60 where codes.last != 429 {
      let header = "X-Forwarded-For: 192.0.2.\(number)"
      codes.append(try served.ask("GET", proxy.base + "/livez", [header]).status)
    }
    #expect(codes.first == 200 && codes.last == 429)
    // Another client's request through the proxy, from the server's view.
    let other = try served.ask("GET", "/livez", ["X-Forwarded-For: 192.0.2.1"])
    #expect(other.status == 200)
  }

  @Test(
    "nginx sends pictures of the library for the server, which still decides",
    ThrowawayProxy.isInstalled)
  func nginxFiles() throws {
    let (served, asAnna) = try Self.told(
      "https://archive.example.org", ["--nginx-files", "/library-files/"])
    let proxy = try ThrowawayProxy(
      before: [served.base], as: "RunningTimeWalk", library: served.place.library)
    let photo = try served.ask(
      "POST", proxy.base + "/v1/photos", asAnna, body: SamplePhone.photo())
    let id = try #require((try photo.object()["photo"] as? [String: Any])?["id"] as? String)
    let path = "/v1/photos/\(id)/clean"
    // This machine's own requests get the file from the server.
    let own = try served.ask("GET", path, asAnna + ["Host: 127.0.0.1"])
    #expect(own.status == 200 && own.headers["x-accel-redirect"] == nil)
    let redirect = try served.ask("GET", path, asAnna)
    #expect(redirect.headers["x-accel-redirect"]?.hasPrefix("/library-files/pictures/") == true)
    #expect(redirect.body.isEmpty)
    let sent = try served.ask("GET", proxy.base + path, asAnna)
    #expect(sent.status == 200 && sent.body == own.body)
    #expect(sent.headers["content-type"] == "image/jpeg")
    #expect(sent.headers["cache-control"] == "private, max-age=300")
    #expect(sent.headers["x-content-type-options"] == "nosniff")
    #expect(sent.headers["x-accel-redirect"] == nil)
    let part = try served.ask("GET", proxy.base + path, asAnna + ["Range: bytes=1-2"])
    #expect(part.status == 206 && part.body == own.body[1...2])
    let tag = try #require(sent.headers["etag"])
    let known = try served.ask("GET", proxy.base + path, asAnna + ["If-None-Match: \(tag)"])
    #expect(known.status == 304)
    // Without the right there is no way to the file, and none after its removal.
    let name = try #require(redirect.headers["x-accel-redirect"])
    #expect(try served.ask("GET", proxy.base + name, asAnna).status == 404)
    #expect(try served.ask("GET", proxy.base + path).status == 401)
    #expect(try served.ask("DELETE", proxy.base + "/v1/photos/\(id)", asAnna).status == 204)
    #expect(try served.ask("GET", proxy.base + path, asAnna).status == 404)
  }

  @Test("Behind a proxy its host passes alone, and this machine's names without the proxy")
  func hosts() throws {
    let (served, asAnna) = try Self.told("https://archive.example.org")
    let forwarded = "X-Forwarded-For: 192.0.2.1"
    for (headers, status) in [
      (["Host: archive.example.org", forwarded], 200), (["Host: archive.example.org:443"], 200),
      (["Host: ARCHIVE.example.org"], 200), (["Host: 127.0.0.1"], 200), (["Host: [::1]:80"], 200),
      (["Host: 127.0.0.1", forwarded], 421), (["Host: localhost", forwarded], 421),
      (["Host: evil", "Origin: https://evil"], 421), (["Host: archive.example.org.evil"], 421),
    ] {
      #expect(try served.ask("GET", "/v1/stats", asAnna + headers).status == status, "\(headers)")
    }
    // This machine's names pass; rights come from a token alone.
    #expect(try served.ask("GET", "/v1/stats", ["Host: 127.0.0.1"]).status == 401)
  }

  @Test("Clients are distinguished by the last address of X-Forwarded-For")
  func clients() throws {
    let (served, _) = try Self.told(
      "https://archive.example.org", ["--requests-per-minute", "2", "--log-addresses"])
    let cases: [(headers: [String], status: Int)] = [
      (["X-Forwarded-For: 203.0.113.9, 192.0.2.1"], 200),
      (["X-Forwarded-For: 198.51.100.7,192.0.2.1"], 200),
      (["X-Forwarded-For: 198.51.100.7", "X-Forwarded-For: 192.0.2.1"], 429),
      (["X-Forwarded-For: 192.0.2.1, 2001:db8::2"], 200),
      // A proxy that names no address makes one client of all: limits by address are then off. curl
      // sends the second header without a value.
      ([], 200), (["X-Forwarded-For;"], 200), ([], 200),
    ]
    for (headers, status) in cases {
      #expect(try served.ask("GET", "/livez", headers).status == status, "\(headers)")
    }
    served.send(SIGTERM)
    #expect(served.end() == 0)
    let log = try served.log()
    for address in ["192.0.2.1", "2001:db8::2", "127.0.0.1"] {
      #expect(log.contains("\"client\":\"\(address)\""), "\(address)")
    }
    #expect(!log.contains("198.51.100.7") && !log.contains("203.0.113.9"))
  }

  @Test("With --behind no client has the rights of this machine's users, also on localhost")
  func noLocalRights() throws {
    let served = try Served(nil, ["--behind", "http://localhost:8090", "--open"])
    #expect(try served.ask("/v1/stats").status == 200)
    #expect(try served.ask("GET", "/livez", [], body: nil, ["--http1.0"]).status == 200)
    #expect(try served.ask("/metrics").status == 200)
    #expect(try served.submit().status == 401)
    #expect(try served.ask("/v1/photos").status == 401)
    #expect(try served.ask("DELETE", "/v1/photos/0").status == 401)
    #expect(try served.ask("/v1/review").status == 401)
    #expect(try served.post("/v1/events", json: #"{"name":"Old town"}"#).status == 401)
  }

  /// The headers that proxies add.
  private static let headers = [
    "Forwarded: for=192.0.2.1", "Via: 1.1 cache", "X-Forwarded-For: 192.0.2.1",
    "x-forwarded-for: 127.0.0.1", "X-Forwarded-For;", "X-Forwarded-Proto: https",
    "X-Forwarded-Host: archive.example.org", "X-Forwarded-Anything: 1", "X-Real-IP: 192.0.2.1",
  ]

  @Test(
    "Without --behind a proxy's requests are refused at every address, with a token and without",
    arguments: [true, false])
  func everyRoute(hasTokens: Bool) throws {
    let place = try Served.place()
    let file = place.folder.path("tokens.json")
    let token = try AccessTests.add("anna", .curate, file)
    let served = try Served(place, hasTokens ? ["--tokens", file] : [])
    let own = hasTokens ? ["Authorization: Bearer \(token)"] : []
    for (number, route) in RouteTable.all.enumerated() {
      let method = route.method.rawValue
      // Each route with one of the headers, or in HTTP/1.0.
      let kind = number % (Self.headers.count + 1)
      let isOld = kind == Self.headers.count
      let reply = try served.ask(
        method, RightsTests.address(route), own + (isOld ? [] : [Self.headers[kind]]),
        body: route.method == .get ? nil : [], isOld ? ["--http1.0"] : [])
      try Self.expectRefusal(reply, "\(method) \(route.path)")
    }
    for (method, path) in [("GET", "/none"), ("PUT", "/livez"), ("GET", "/events/0123456789/me")] {
      for header in Self.headers {
        let reply = try served.ask(method, path, own + [header, PageTests.browser])
        try Self.expectRefusal(reply, "\(method) \(path) with \(header)")
      }
    }
    let head = try served.ask("HEAD", "/livez", own + [Self.headers[0]])
    #expect(head.status == 403)
    #expect(try served.ask("GET", "/v1/stats", own).status == 200)
  }
}
