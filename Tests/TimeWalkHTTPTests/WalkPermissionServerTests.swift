import Foundation
import Testing
import TimeWalkTestSupport

@testable import TimeWalkHTTP

/// Role, action, state and whose picture, asked of the built program.
@Suite("Who may do what in a walk, over HTTP", .serialized)
struct WalkPermissionServerTests {
  /// Written by hand from the table of the issue.
  ///
  /// P is planned, R running, E ended; `-` is never. PICTURE is one of a guest who doesn't ask.
  /// What is allowed is answered with 2xx, what isn't
  /// with 401 for strangers and 403 for others.
  static let table = """
    method  path                        organiser  guest  visitor  stranger
    GET     /code.svg                   PRE        -      -        -
    GET     /code.png                   PRE        -      -        -
    GET     /counts                     PRE        -      -        -
    GET     /people                     PRE        -      -        -
    GET     /reports                    PRE        -      -        -
    GET     /zip?whole=true             PRE        -      -        -
    GET     /then-and-now               PRE        -      -        -
    GET     /zip                        PRE        PRE    PRE      -
    GET     /pictures                   PRE        PRE    PRE      -
    GET     /pictures?own=true          PRE        PRE    -        -
    HEAD    /events                     PRE        PRE    PRE      -
    GET     /me                         PRE        PRE    PRE      -
    GET     /me/zip                     PRE        PRE    PRE      -
    GET     /pictures/PICTURE/small     RE         RE     RE       -
    GET     /pictures/PICTURE/original  RE         RE     RE       -
    NAME    /pictures/PICTURE           -          -      -        -
    SHOW    /pictures/PICTURE           RE         -      -        -
    PHOTO   /pictures                   R          R      R        -
    NAME    /me                         PRE        PRE    PRE      -
    PHOTOS  ?                           P          -      -        -
    REPORT  /reports                    PRE        PRE    PRE      -
    REMOVE  /pictures/PICTURE           RE         -      -        -
    """

  @Test("Each request is answered as the table says", arguments: ["P", "R", "E"])
  func table(state: String) throws {
    let town = try WalkTown()
    let begins = Date(timeIntervalSinceNow: state == "P" ? 3600 : -60).formatted(.iso8601)
    let walk = try town.make(#"{"name":"Old town","begins":"\#(begins)"}"#)
    let address = "/v1/walks/\(walk)"
    let consent = try town.policy(walk)
    let joined = try town.served.post(
      "\(address)/people", json: #"{"name":"Olga","consent":"\#(consent)"}"#, town.asOrganiser)
    #expect(joined.status == 201)
    #expect(joined.headers["set-cookie"] == nil)
    let roles = [
      ("organiser", town.asOrganiser), ("guest", try town.join(walk, "Gus")),
      ("visitor", try town.join(walk, "Vera", byCode: true)), ("stranger", []),
    ]
    var picture = "0123456789abcdef0123456789abcdef"
    if state != "P" { picture = try town.sent(walk, try town.join(walk, "Ann")) }
    if state == "E" {
      #expect(try town.served.ask("POST", "\(address)/close", roles[1].1).status == 403)
      #expect(try town.served.ask("POST", "\(address)/close", town.asOrganiser).status == 200)
      // Times are whole seconds, rounded up.
      Thread.sleep(forTimeInterval: 1.1)
    }
    let rows = Self.table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    var count = 0
    // Whoever may do least asks first, so that what is there stays there.
    for (column, (role, who)) in roles.enumerated().reversed() {
      for row in rows.dropFirst() where state != "P" || !row[1].contains("PICTURE") {
        let path = address + row[1].replacing("PICTURE", with: picture).replacing("?", with: "?")
        let reply = try ask(town, row[0], path == address + "?" ? address : path, who)
        let isAllowed = row[column + 2].contains(state)
        let good = isAllowed ? 200..<300 : role == "stranger" ? 401..<402 : 403..<404
        #expect(good.contains(reply.status), "\(state) \(role) \(row[0]) \(row[1]): \(reply.text)")
        count += 1
      }
    }
    #expect(count == (rows.count - 1 - (state == "P" ? 5 : 0)) * 4)
  }

  private func ask(
    _ town: WalkTown, _ what: String, _ path: String, _ who: [String]
  ) throws -> Reply {
    func send(_ method: String, _ json: String) throws -> Reply {
      try town.served.ask(
        method, path, who + ["Content-Type: application/json"], body: Array(json.utf8))
    }
    return switch what {
    case "NAME": try send("PATCH", #"{"name":"Another"}"#)
    case "SHOW": try send("PATCH", #"{"shown":true}"#)
    case "PHOTOS": try send("PATCH", #"{"photos":30}"#)
    case "REPORT" where who != town.asOrganiser: try send("POST", #"{"text":"It is dark"}"#)
    case "REPORT": try town.served.ask("GET", path, who)
    case "PHOTO": try town.served.ask("POST", path, who, body: WalkTown.photo)
    case "REMOVE": try town.served.ask("DELETE", path, who)
    default: try town.served.ask(what, path, who)
    }
  }
}
