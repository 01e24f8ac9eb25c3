import Foundation
import HTTPTypes
import Testing
import TimeWalkTestSupport
import TimeWalk
import TimeWalkBase
import TimeWalkEvents

@testable import TimeWalkHTTP

/// The server's parts, each by itself.
@Suite("The server's parts", .waitsForProcesses)
struct PartTests {
  @Test(
    "Ranges after RFC 9110",
    arguments: [
      (nil, ByteRange.whole), ("bytes=0-0", .part(0...0)), ("bytes=0-", .part(0...99)),
      ("bytes=90-200", .part(90...99)), ("bytes=-10", .part(90...99)),
      ("bytes=-200", .part(0...99)),
      ("bytes=99-", .part(99...99)), ("bytes=100-", .none), ("bytes=-0", .none),
      ("bytes=100-200", .none), ("bytes=5-4", .whole), ("bytes=a-b", .whole), ("bytes=-", .whole),
      ("items=0-1", .whole), ("bytes=0-1,3-4", .whole),
      ("bytes=99999999999999999999-", .none), ("bytes=0-99999999999999999999", .part(0...99)),
    ] as [(String?, ByteRange)])
  func ranges(header: String?, range: ByteRange) {
    #expect(ByteRange(header, length: 100) == range)
  }

  @Test("An empty file has no part")
  func emptyFile() {
    #expect(ByteRange("bytes=0-", length: 0) == .none)
    #expect(ByteRange("bytes=-1", length: 0) == .none)
  }

  @Test("Paths of the machine lose their folders at any position; addresses stay")
  func machineNames() {
    let names = MachineNames(places: ["/srv/my archive/archive.sqlite", "/srv/my archive"])
    #expect(
      names.cleaned("There is no archive at /srv/my archive/archive.sqlite yet")
        == "There is no archive at archive.sqlite yet")
    let cases = [
      ("/etc/passwd", "passwd"), ("cannot read /usr/share/x.jpg: gone", "cannot read x.jpg: gone"),
      ("\"/tmp/a/b\"", "\"b\""), ("file:///tmp/a/b.jpg", "b.jpg"), ("/tmp/a/", "a"),
      ("see https://example.org/tmp/a", "see https://example.org/tmp/a"),
      ("http://localhost/usr/x", "http://localhost/usr/x"), ("1890/1930", "1890/1930"),
      ("/v1/photos/0", "/v1/photos/0"), ("and/or/tmp/x", "and/or/tmp/x"), ("/", "/"), ("", ""),
    ]
    for (text, cleaned) in cases { #expect(names.cleaned(text) == cleaned, "\(text)") }
  }

  @Test("Answers have addresses in place of paths, and texts lose the folders of paths")
  func publicAnswer() throws {
    let answers = PublicAnswer(names: MachineNames(places: ["/srv/lib"]), base: "https://a.example")
    let match = #"""
      "confidence":1,"locationOf":"camera","parts":{},"reason":"","rights":{},"sharedView":1,"title":""
      """#
    let place = #""how":"near","reason":"","rights":{},"title":"""#
    let answer = """
      {"photo":{"sequence":7,"original":"/media/card/x.jpg","sha256":"00"},"viewpoint":{},"noMatch":0,\
      "renditions":[{"role":"clean","path":"/srv/lib/pictures/TW-000007.jpg","width":2,"height":1,"bytes":1}],\
      "matches":[{"id":"a:b c","media":{"path":"/media/card/old.tif"},"copies":["a:c"],\(match)}],"timeline":[],\
      "places":[{"id":"a:d","media":{"url":"https://x.example/1"},\(place)}],"warnings":["no room in /srv/lib/pictures"]}
      """
    let wanted = """
      {"photo":{"id":"f00","sha256":"00"},"viewpoint":{},"noMatch":0,\
      "renditions":[{"role":"clean","url":"https://a.example/v1/photos/f00/clean","width":2,"height":1,"bytes":1}],\
      "matches":[{"id":"a:b c","media":{"url":"https://a.example/v1/items/a:b%20c/picture"},"copies":["a:c"],\(match)}],\
      "timeline":[],"places":[{"id":"a:d","media":{"url":"https://x.example/1"},\(place)}],"warnings":["no room in pictures"]}
      """
    var response = try JSONDecoder().decode(SubmitResponse.self, from: Data(answer.utf8))
    response.id = "f00"
    let made = try JSONValue(document: answers.bytes(response))
    #expect(made == (try JSONValue(document: Array(wanted.utf8))))
    // The command line writes it as it is.
    let written = try JSONValue(document: WireFormat.bytes(response))
    #expect(written == (try JSONValue(document: Array(answer.utf8))))
    // Nothing to hide: the same bytes, spaces and all.
    let plain = Array(#"{"b": 1,"a":"https://x.example/1"}"#.utf8)
    #expect(answers.names.cleaned(json: plain) == plain)
  }

  @Test("Parameters are read by their fields' kinds")
  func query() throws {
    let fields = [
      WireField("n", .number(0...1), "A number."), WireField("i", .integer(0...1), "A number."),
      WireField("f", .flag, "A switch."), WireField("t", .text(most: 10), "A text."),
    ]
    let values = try Query.values("n=-1.5e3&i=7&f=true&t=a+b%2Bc%C3%A9&x-y=", fields: fields)
    #expect(
      values == ["n": .number("-1.5e3"), "i": .number("7"), "f": true, "t": "a b+cé", "x-y": ""])
    for wrong in [
      "n=0x1", "n=nan", "n=+1", "n=01", "n=", "n", "n=1%20", "n=1.", "n=[]", "n=1,2", "f=1",
      "f=", "t=%C3", "t=%", "t=a&t=b",
    ] {
      #expect(throws: Problem.self, "\(wrong)") { try Query.values(wrong, fields: fields) }
    }
    #expect(throws: Problem.self) {
      try Query.values((0...100).map { "x-\($0)=1" }.joined(separator: "&"), fields: [])
    }
  }

  @Test("Percent-encoding is returned unchanged")
  func percentCoding() {
    for text in ["nypl:510d47dc", "a:b/c?d#e%f g+é\u{1F5FA}", ""] {
      let encoded = PercentCoding.encoded(text)
      #expect(encoded.utf8.allSatisfy { $0 < 0x80 && $0 != 0x2F && $0 != 0x20 })
      #expect(PercentCoding.decoded(encoded[...]) == text)
    }
  }

  @Test("Routes: parameters of the path, 404 and 405")
  func routes() throws {
    let (route, parameters) = try RouteTable.find(.get, "/v1/items/a:b%2Fc")
    #expect(route.path == "/v1/items/{id}")
    #expect(parameters == ["id": "a:b/c"])
    #expect(try RouteTable.find(.head, "/livez").route.path == "/livez")
    #expect(try RouteTable.find(.get, "/").route.path == "/")
    for path in [
      "", "//", "/v1", "/v1/items/", "/v1/items/a/b/c", "//v1/items", "/v1/items/%zz",
      "/v1/items/a:b%00c",
    ] {
      #expect(throws: Problem.self, "\(path)") { try RouteTable.find(.get, path) }
    }
    let refused = #expect(throws: Problem.self) { try RouteTable.find(.put, "/v1/uploads/a") }
    #expect(refused?.headers[.allow] == "DELETE, GET, HEAD, PATCH, POST")
  }

  @Test("The longest heads cost little time, whatever is in them")
  func longestHeads() {
    let fields = [WireField("n", .number(0...1), "A number.")]
    /// The shortest time of many, in seconds, for a head of some bytes: other tests run beside.
    func least(_ name: String, _ size: Int) -> Double {
      let cookies = HTTPFields(
        [HTTPField(name: .cookie, value: String(repeating: "a=1;", count: size / 4))])
      let path = String(repeating: "/", count: size)
      let number = "n=" + String(repeating: "1", count: size) + "x"
      let times = (0..<20).map { _ in
        ContinuousClock().measure {
          switch name {
          case "path": _ = try? RouteTable.find(.get, path)
          case "number": _ = try? Query.values(number, fields: fields)
          default: #expect(EventCookie.tokens(in: cookies).isEmpty)
          }
        }
      }
      return (times.min() ?? .zero) / .seconds(1)
    }
    for name in ["path", "number", "cookies"] {
      let (short, long) = (
        least(name, HTTPLimits.longestHead / 8), least(name, HTTPLimits.longestHead)
      )
      // In proportion it is eight; the square would be 64.
      #expect(long < 24 * max(short, 5e-6), "\(name): \(short) and \(long) s")
    }
  }

  @Test("Of a browser's cookies only this server's are read")
  func cookies() {
    let id = EventID.random()
    let headers = HTTPFields([
      HTTPField(
        name: .cookie,
        value: "a=timewalk_event_x=1; timewalk_event_=; \(EventCookie.guest(id))=abc.de;b"),
      HTTPField(name: .cookie, value: "b;  timewalk_event_y=d=e ;timewalk_event_z"),
    ])
    #expect(EventCookie.tokens(in: headers) == ["abc", "d=e "])
  }
}
