import Foundation
import Testing
import TimeWalkGather
import TimeWalkTestSupport

@Suite struct WebFileTests {
  private func web(_ hosts: WebFile.Hosts = .any, mostBytes: Int = 1000, seconds: Int = 20)
    -> WebFile
  {
    WebFile(userAgent: "timewalk-test", hosts: hosts, mostBytes: mostBytes, seconds: seconds)
  }

  /// The result of an address: the body, or the code of the error.
  private func outcome(_ web: WebFile, _ address: String) -> String {
    var body = Data()
    do throws(FetchError) {
      _ = try web.fetch(address) { body += $0 }
      return String(decoding: body, as: UTF8.self)
    } catch { return "\(error.code.rawValue) \(body.count)" }
  }

  @Test func `a file comes with its type and the address in the end`() throws {
    let server = try LocalServer { path in
      path == "/a"
        ? .init("302 Found", headers: ["Location: /b?c=d"], body: Array("moved".utf8))
        : .init(type: "Image/JPEG; q=1", body: Array("hello".utf8))
    }
    var body = Data()
    let answer = try web().fetch(server.address("/a")) { body += $0 }
    #expect(answer.address == server.address("/b?c=d") && answer.type == "image/jpeg")
    #expect(String(decoding: body, as: UTF8.self) == "hello")
    #expect(server.asked == ["/a", "/b?c=d"])
  }

  @Test func `hosts that are not of the public internet are never connected to`() throws {
    let server = try LocalServer { _ in .init(body: Array("secret".utf8)) }
    // By number in all spellings, by a name that resolves to it, and mapped into IPv6.
    for host in [
      "127.0.0.1", "localhost", "2130706433", "0x7f.1", "127.1", "[::ffff:127.0.0.1]", "0.0.0.0",
    ] {
      #expect(outcome(web(.open), server.address("/", host: host)) == "privateAddress 0", "\(host)")
    }
    #expect(server.asked == [])
  }

  @Test(arguments: [
    "ftp://127.0.0.1/", "file:///etc/passwd", "gopher://127.0.0.1/", "http:///x", "http://", "",
    "x",
    "http://user:password@127.0.0.1/", "http://user@127.0.0.1/", "http://127.0.0.1/a b",
    "javascript:1",
    "http://127.0.0.1/\r\nX: y", "data:text/plain,x", "dict://127.0.0.1:11211/stat",
  ])
  func `what is no plain address of the web is not asked for`(_ address: String) {
    #expect(outcome(web(), address) == "badAddress 0")
  }

  @Test(arguments: [
    "file:///etc/hostname", "ftp://127.0.0.1/x", "gopher://127.0.0.1/x", "http://a:b@127.0.0.1/",
  ])
  func `a redirect leads nowhere else than an address may`(target: String) throws {
    let server = try LocalServer { _ in .init("301 Moved", headers: ["Location: \(target)"]) }
    #expect(outcome(web(), server.address("/")) == "badAddress 0")
  }

  @Test func `a redirect to a longer address than any may have is refused, not cut`() throws {
    let path = "/" + String(repeating: "a", count: 5000)
    let server = try LocalServer { _ in .init("302 Found", headers: ["Location: \(path)"]) }
    #expect(outcome(web(), server.address("/")) == "badAddress 0")
    #expect(server.asked == ["/"])
  }

  @Test func `a type that is longer than any is cut`() throws {
    let type = "image/" + String(repeating: "x", count: 5000)
    let server = try LocalServer { _ in .init(type: type, body: Array("hello".utf8)) }
    let answer = try web().fetch(server.address("/")) { _ in }
    #expect(answer.type == String(type.prefix(255)))
  }

  @Test func `an endless row of redirects ends`() throws {
    let server = try LocalServer { path in .init("307 On", headers: ["Location: \(path)x"]) }
    #expect(outcome(web(), server.address("/")) == "redirects 0")
    #expect(server.asked.count == WebFile.mostRedirects + 1)
  }

  @Test func `a file that takes longer than the time is given up though it never rests`() throws {
    let server = try LocalServer { _ in
      var reply = LocalServer.Reply(body: [UInt8](repeating: 65, count: 400))
      reply.piece = 20
      return reply
    }
    #expect(outcome(web(seconds: 1), server.address("/")).hasPrefix("timeout "))
    #expect(outcome(web(seconds: 60), server.address("/")).count == 400)
  }

  @Test func `the limit holds whatever the header says`() throws {
    let large = [UInt8](repeating: 65, count: 1001)
    let server = try LocalServer { path in
      switch path {
      case "/fits": .init(body: Array(large.dropLast()))
      case "/honest": .init(body: large)
      case "/silent": .init(raw: Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8) + large)
      default:
        .init(
          raw: Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n".utf8) + large
            + Array("\r\n0\r\n\r\n".utf8))
      }
    }
    #expect(outcome(web(), server.address("/fits")).count == 1000)
    for path in ["/honest", "/silent", "/chunked"] {
      #expect(outcome(web(), server.address(path)).hasPrefix("tooLarge "), "\(path)")
    }
  }

  @Test(arguments: [
    ("HTTP/1.1 404 Gone\r\nContent-Length: 3\r\n\r\nabc", "status 0"),
    ("HTTP/1.1 206 Part\r\nContent-Length: 3\r\n\r\nabc", "status 0"),
    ("HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n", "status 0"),
    ("HTTP/1.1 503 Busy\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n", "busy 0"),
    ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc", "broken 3"),
    ("", "broken 0"),
    ("SSH-2.0-OpenSSH_9.2\r\n", "broken 0"),
  ])
  func `an answer that is no whole file is an error`(raw: String, expected: String) throws {
    let server = try LocalServer { _ in .init(raw: Array(raw.utf8)) }
    #expect(outcome(web(), server.address("/")) == expected)
  }

  @Test func `headers without end are not read to their end`() throws {
    let header = Array("X-Y: \(String(repeating: "z", count: 1000))\r\n".utf8)
    let server = try LocalServer { _ in
      .init(raw: Array("HTTP/1.1 200 OK\r\n".utf8) + (0..<500).flatMap { _ in header })
    }
    let found = outcome(web(), server.address("/"))
    #expect(found == "broken 0" || found == "unreached 0")
  }

  @Test func `the receiver of the bytes may end the request`() throws {
    struct LimitReached: Error {}
    let server = try LocalServer { _ in .init(body: [1, 2, 3]) }
    #expect(throws: FetchError.self) {
      _ = try web().fetch(server.address("/")) { _ in throw LimitReached() }
    }
  }

  @Test func `the time for the next try is reported`() throws {
    let server = try LocalServer { _ in .init("429 Slow", headers: ["Retry-After: 7"]) }
    do throws(FetchError) {
      _ = try web().fetch(server.address("/")) { _ in }
      Issue.record("It was fetched.")
    } catch { #expect(error.retryAfter == 7) }
  }

  @Test func `a line reuses its connection, and opens a new one if the server has gone`() throws {
    let kept = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)
    let server = try LocalServer(keepsConnections: true) { _ in .init(raw: kept) }
    do {
      let line = WebLine()
      let web = WebFile(
        userAgent: "timewalk-test", hosts: .any, mostBytes: 100, seconds: 20, line: line)
      for path in ["/a", "/b", "/c"] {
        #expect(outcome(web, server.address(path)) == "ok")
      }
    }
    #expect(server.asked == ["/a", "/b", "/c"] && server.connections == 1)
    // Without a line each request makes one.
    #expect(outcome(web(), server.address("/d")) == "ok" && server.connections == 2)
    let closing = try LocalServer { _ in .init(raw: kept) }
    let again = WebFile(
      userAgent: "timewalk-test", hosts: .any, mostBytes: 100, seconds: 20, line: WebLine())
    for _ in 0..<3 { #expect(outcome(again, closing.address("/")) == "ok") }
    #expect(closing.asked.count == 3)
    // A failure leaves nothing behind that harms the next.
    #expect(outcome(again, "http://127.0.0.1:1/") == "unreached 0")
    #expect(outcome(again, closing.address("/")) == "ok")
    let open = WebFile(userAgent: "t", hosts: .open, mostBytes: 100, seconds: 20, line: WebLine())
    for _ in 0..<2 { #expect(outcome(open, closing.address("/")) == "privateAddress 0") }
  }

  @Test(arguments: [
    ("https://Example.org/a", "example.org"), ("http://a.b:80/", "a.b"), ("ftp://a/", nil),
    ("", nil),
  ])
  func `a host is known by its address`(address: String, host: String?) {
    #expect(WebFile.host(of: address) == host)
  }
}
