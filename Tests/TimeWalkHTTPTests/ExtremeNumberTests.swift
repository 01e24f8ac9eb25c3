import Foundation
import HTTPTypes
import Testing
import TimeWalk
import TimeWalkTestSupport

@testable import TimeWalkHTTP

/// Numbers at the ends of their types, wherever a request may have a number: a sum or an absolute
/// value that doesn't fit would end the server.
@Suite("Extreme numbers in requests", .waitsForProcesses, .serialized)
struct ExtremeNumberTests {
  private static let numbers = ["\(Int.min)", "\(Int.max)", "-1e308"]

  /// A request of curl's configuration.
  private struct Sent {
    let method: String
    let path: String
    var headers: [String] = []
    var body: String?

    func lines(_ base: String, _ token: String) -> String {
      var lines = [
        "url = \"\(base)\(path)\"", "request = \"\(method)\"", "silent", "output = /dev/null",
        // Streams don't end; a passphrase waits for its turn.
        "max-time = \(method == "GET" ? 3 : 60)",
        "write-out = \"%{http_code} %{method} %{url}\\n\"",
      ]
      for header in headers + ["Authorization: Bearer \(token)"] {
        lines.append("header = \"\(header)\"")
      }
      let data = (body ?? "").replacing("\"", with: "\\\"")
      if method != "GET" { lines.append("data = \"\(data)\"") }
      return lines.joined(separator: "\n")
    }
  }

  @Test("Every parameter and every field of a form takes or refuses them, and the server goes on")
  func routes() throws {
    let town = try EventTown()
    let curator = try AccessTests.add("curator", .curate, town.place.folder.path("tokens.json"))
    let event = try town.make(#"{"name":"Old town","stops":"nypl:kept"}"#)
    Thread.sleep(forTimeInterval: 1.2)
    var sent: [Sent] = []
    // Events and photos last that a request could delete.
    let routes = RouteTable.all.sorted { !Self.isLast($0) && Self.isLast($1) }
    for route in routes {
      for number in Self.numbers { sent += Self.requests(route, number, event) }
    }
    #expect(sent.count > 1000)
    for (token, all) in [(town.organiser, sent), (curator, sent)] {
      let file = town.place.folder.path("requests")
      let text = all.map { $0.lines(town.served.base, token) }.joined(separator: "\nnext\n")
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
      let result = try TimeWalkCommand.run(
        URL(fileURLWithPath: "/usr/bin/curl"), ["--no-progress-meter", "--config", file])
      let lines = result.output.split(separator: "\n")
      #expect(lines.count == all.count)
      for line in lines {
        let status = try #require(Int(line.prefix(3)))
        #expect((200..<500).contains(status) || status == 503, "\(line)")
      }
    }
    #expect(try town.served.ask("/livez").status == 200)
  }

  @Test("A stranger's form that creates or changes an event is refused before it is read")
  func strangers() throws {
    let town = try EventTown()
    let event = try town.make()
    for path in ["/events", "/events/\(event)/change"] {
      let form = "name=x&begins=2030-12-01T10:00&minutes=\(Int.min)"
      let reply = try town.served.ask(
        "POST", path, ["Content-Type: application/x-www-form-urlencoded"], body: Array(form.utf8))
      #expect(reply.status == 401, "\(path): \(reply.text)")
    }
  }

  private static func isLast(_ route: Route) -> Bool {
    route.method == .delete || route.path.hasSuffix("/remove") || route.path.hasSuffix("/delete")
      || route.path.hasSuffix("/close")
  }

  /// The requests of a route with a number in one of its places.
  private static func requests(_ route: Route, _ number: String, _ event: String) -> [Sent] {
    let method = route.method.rawValue
    let isOfEvent = route.path.contains("/events/{id}")
    func path(_ chosen: Int?) -> String {
      route.segments.enumerated().reduce(into: "") { path, segment in
        let isParameter = segment.element.hasPrefix("{")
        path +=
          "/"
          + (!isParameter
            ? String(segment.element)
            : segment.offset == chosen
              ? number : segment.element == "{id}" ? isOfEvent ? event : "nypl:kept" : "1")
      }
    }
    let parameters = route.segments.indices.filter { route.segments[$0].hasPrefix("{") }
    var all = parameters.map { Sent(method: method, path: path($0)) }
    let plain = path(nil)
    for field in route.fields where !route.path.contains("{\(field.name)}") {
      all.append(Sent(method: method, path: "\(plain)?\(field.name)=\(number)"))
    }
    let json = ["Content-Type: application/json"]
    if case .fields(let fields) = route.body {
      for field in fields {
        all.append(
          Sent(
            method: method, path: plain, headers: json, body: "{\"\(field.name)\":\(number)}"))
      }
    } else if route.method == .post, !route.path.hasPrefix("/v1/") {
      let isOfSettings = route.path == "/events" || route.path.hasSuffix("/change")
      for name in formNames {
        let rest = isOfSettings && name != "begins" ? "&begins=2030-12-01T10:00" : ""
        all.append(Sent(method: method, path: plain, body: "\(name)=\(number)\(rest)"))
      }
    }
    return all
  }

  /// The names of the fields of the pages' forms, and of those that scripts add.
  private static let formNames: Set<String> = {
    var names: Set<String> = ["minutes", "version", "number", "before", "hours"]
    let folder = Project.root.appendingPathComponent("Sources/WebFiles/Templates")
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    for file in files ?? [] {
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      names.formUnion(text.matches(of: #/name="([a-zA-Z]+)"/#).map { String($0.1) })
    }
    return names
  }()
}
