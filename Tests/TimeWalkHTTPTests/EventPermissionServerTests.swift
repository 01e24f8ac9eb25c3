import Foundation
import Testing
import TimeWalkTestSupport

@testable import TimeWalkHTTP

/// Role, action, state and whose picture, asked of the built program.
@Suite("The permissions in an event, over HTTP", .waitsForProcesses, .serialized)
struct EventPermissionServerTests {
  /// Written by hand from the table of the issue.
  ///
  /// PICTURE is another guest's, OWN the caller's (strangers have none, and use another's). LEAVE
  /// and FORGET are sent by a guest who joined for that alone. Permitted requests get 2xx, others
  /// 401 for strangers and 403 for the rest.
  static let table = """
    method  path                        organiser  guest  visitor  stranger
    GET     /code.svg                   PRE        -      -        -
    GET     /code.png                   PRE        -      -        -
    GET     /counts                     PRE        -      -        -
    GET     /people                     PRE        -      -        -
    GET     /reports                    PRE        -      -        -
    GET     /zip?whole=true             PRE        -      -        -
    GET     /then-and-now               PRE        -      -        -
    GET     .                           PRE        PRE    PRE      PRE
    GET     /zip                        PRE        PRE    PRE      -
    GET     /zip?pictures=PICTURE       RE         RE     RE       -
    GET     /pictures                   PRE        PRE    PRE      -
    GET     /pictures?own=true          PRE        PRE    PRE      -
    HEAD    /stream                     PRE        PRE    PRE      -
    GET     /me                         PRE        PRE    PRE      -
    GET     /me/zip                     PRE        PRE    PRE      -
    GET     /pictures/PICTURE/small     RE         RE     RE       -
    GET     /pictures/PICTURE/original  RE         RE     RE       -
    NAME    /pictures/PICTURE           -          -      -        -
    STOP    /pictures/PICTURE           -          -      -        -
    SHOW    /pictures/PICTURE           RE         -      -        -
    GET     /pictures/OWN/large         RE         RE     RE       -
    GET     /pictures/OWN/original      RE         RE     RE       -
    NAME    /pictures/OWN               RE         RE     -        -
    STOP    /pictures/OWN               RE         RE     -        -
    SHOW    /pictures/OWN               RE         -      -        -
    PHOTO   /pictures                   R          R      R        -
    LATE    /pictures                   RE         RE     RE       -
    NAME    /me                         PRE        PRE    PRE      -
    PHOTOS  .                           P          -      -        -
    REPORT  /reports                    PRE        PRE    PRE      -
    JOIN    /people                     PRE        PRE    PRE      PRE
    DELETE  /pictures/PICTURE           RE         -      -        -
    DELETE  /pictures/OWN               RE         RE     -        -
    LEAVE   /leave                      PRE        PRE    PRE      -
    FORGET  /me                         PRE        PRE    PRE      -
    EXTEND  /extend                     R          -      -        -
    POST    /close                      R          -      -        -
    DELETE  .                           PRE        -      -        -
    """

  @Test(
    "Each request is answered by the table",
    arguments: Project.isLongCheck ? ["P", "R", "E"] : ["R"])
  func table(state: String) throws {
    let group = try EventGroup(state)
    let rows = try EventTable(Self.table).rows.filter { state != "P" || !$0.needsPicture }
    #expect(rows.count == (state == "P" ? 25 : 38))
    // Callers with the fewest permissions come first, which keeps the data.
    for person in group.people.reversed() {
      for row in rows {
        let (who, method) =
          switch row.method {
          case "LEAVE": (try group.another(person), "POST")
          case "FORGET": (try group.another(person), "DELETE")
          default: (person.headers, row.method)
          }
        let path = group.path(row.path, of: person)
        let reply = try group.town.ask(method, path, of: group.event, who)
        let isAllowed = row.isAllowed(person.role, state)
        let good = isAllowed ? 200..<300 : person.role == "stranger" ? 401..<402 : 403..<404
        #expect(
          good.contains(reply.status),
          "\(state) \(person.name) \(row.method) \(row.path): \(reply.status) \(reply.text)")
      }
    }
  }

  /// The same for pages and their forms; a successful form redirects with 303.
  ///
  /// The client is a program, so strangers are refused; a browser would be led to the event's
  /// entrance.
  static let pages = """
    method     path                     organiser  guest  visitor  stranger
    PAGE       .                        PRE        PRE    PRE      PRE
    PAGE       /join                    PRE        PRE    PRE      PRE
    PAGE       /help                    PRE        PRE    PRE      PRE
    PAGE       /privacy                 PRE        PRE    PRE      PRE
    PAGE       /me                      PRE        PRE    PRE      -
    PAGE       /stops                   PRE        PRE    PRE      -
    PAGE       /camera                  RE         RE     -        -
    PAGE       /organise                PRE        -      -        -
    PAGE       /cards                   PRE        -      -        -
    PAGE       /album                   PRE        -      -        -
    PAGE       /films                   PRE        -      -        -
    PAGE       /wall                    PRE        -      -        -
    PAGE       /change                  P          -      -        -
    PAGE       /pictures/PICTURE        RE         RE     RE       -
    PAGE       /pictures/OWN            RE         RE     RE       -
    FORM       /pictures/PICTURE/show   RE         -      -        -
    FORM       /pictures/PICTURE/cover  RE         -      -        -
    FORM       /pictures/PICTURE/name   -          -      -        -
    FORM       /pictures/PICTURE/stop   -          -      -        -
    FORM       /pictures/OWN/show       RE         -      -        -
    FORM       /pictures/OWN/cover      RE         -      -        -
    FORM       /pictures/OWN/name       RE         RE     -        -
    FORM       /pictures/OWN/stop       RE         RE     -        -
    PHOTOFORM  /pictures                R          R      R        -
    FORM       /consent                 PRE        PRE    PRE      -
    FORM       /settings                PRE        PRE    PRE      -
    FORM       /report                  PRE        PRE    PRE      -
    FORM       /join                    PRE        PRE    PRE      PRE
    FORM       /pictures/PICTURE/delete RE         -      -        -
    FORM       /pictures/OWN/delete     RE         RE     -        -
    LEAVE      /leave                   PRE        PRE    PRE      -
    FORGET     /erase                   PRE        PRE    PRE      -
    FORM       /change                  P          -      -        -
    FORM       /extend                  R          -      -        -
    FORM       /close                   R          -      -        -
    FORM       /remove                  PRE        -      -        -
    """

  @Test(
    "Each page and form is answered by the table",
    arguments: Project.isLongCheck ? ["P", "R", "E"] : ["R"])
  func pages(state: String) throws {
    let group = try EventGroup(state)
    let rows = try EventTable(Self.pages).rows.filter { state != "P" || !$0.needsPicture }
    #expect(rows.count == (state == "P" ? 24 : 36))
    func settings() throws -> [String: String] {
      let event = try group.town.served.ask("/v1/events/\(group.event)").object()["event"]
      let known = try #require(event as? [String: Any])
      return known.mapValues { "\($0)" }
    }
    let before = try settings()
    for person in group.people.reversed() {
      // Only the organiser has changed anything of the event.
      if person.role == "organiser" { #expect(try settings() == before) }
      for row in rows {
        let isFresh = row.method == "LEAVE" || row.method == "FORGET"
        let who = isFresh ? try group.another(person) : person.headers
        let path = group.path(row.path, of: person)
        let reply = try group.town.ask(isFresh ? "FORM" : row.method, path, of: group.event, who)
        let status =
          !row.isAllowed(person.role, state)
          ? (person.role == "stranger" ? 401 : 403) : row.method == "PAGE" ? 200 : 303
        #expect(
          reply.status == status,
          "\(state) \(person.name) \(row.method) \(row.path): \(reply.status) \(reply.text)")
      }
    }
    #expect(try group.town.served.ask("/v1/events/\(group.event)").status == 404)
  }
}

/// An event in one of its states with a member of each role; strangers are unknown clients, and an
/// organiser of other events.
struct EventGroup {
  /// A caller.
  struct Person {
    let name: String
    let role: String
    let headers: [String]
    var picture: String?
  }

  let town: EventTown
  let event: String
  private(set) var people: [Person]
  /// A picture of a guest without requests.
  private(set) var picture = "0123456789abcdef0123456789abcdef"

  /// Makes one that is planned (P), runs (R) or has ended (E); where planned, without pictures.
  init(_ state: String, _ settings: String = "") throws {
    town = try EventTown(flags: ["--requests-per-minute", "1000000"])
    let begins = Date(timeIntervalSinceNow: state == "P" ? 3600 : -600).formatted(.iso8601)
    event = try town.make(#"{"name":"Old town","begins":"\#(begins)"\#(settings)}"#)
    let address = "/v1/events/\(event)"
    let consent = try town.policy(event)
    let joined = try town.served.post(
      "\(address)/people", json: #"{"name":"Olga","consent":"\#(consent)"}"#, town.asOrganiser)
    #expect(joined.status == 201)
    #expect(joined.headers["set-cookie"] == nil)
    people = [
      Person(name: "Olga", role: "organiser", headers: town.asOrganiser),
      Person(name: "Gus", role: "guest", headers: try town.join(event, "Gus")),
      Person(name: "Vera", role: "visitor", headers: try town.join(event, "Vera", byCode: true)),
      Person(name: "another organiser", role: "stranger", headers: town.asOther),
      Person(name: "nobody", role: "stranger", headers: []),
    ]
    guard state != "P" else { return }
    picture = try town.sent(event, try town.join(event, "Ann"))
    for index in people.indices where people[index].role != "stranger" {
      people[index].picture = try town.sent(event, people[index].headers)
    }
    guard state == "E" else { return }
    #expect(try town.served.ask("POST", "\(address)/close", town.asOrganiser).status == 200)
    // Times are whole seconds, rounded up.
    Thread.sleep(forTimeInterval: 1.1)
  }

  /// A path with the pictures that it means.
  func path(_ path: String, of person: Person) -> String {
    path.replacing("PICTURE", with: picture).replacing("OWN", with: person.picture ?? picture)
  }

  /// Another member of the same role, for leaving; organisers and strangers are used themselves.
  func another(_ person: Person) throws -> [String] {
    switch person.role {
    case "guest": try town.join(event, "Another")
    case "visitor": try town.join(event, "Another", byCode: true)
    default: person.headers
    }
  }
}
