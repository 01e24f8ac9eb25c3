import Foundation
import Testing
import TimeWalkTestSupport

@testable import TimeWalkHTTP

/// An organiser's restrictions, tested with the built program.
@Suite(
  "An organiser's restrictions apply over HTTP", .longCheckOnly, .waitsForProcesses, .serialized)
struct EventRestrictionTests {
  /// The permissions under a setting other than the default.
  ///
  /// PICTURE is the owner's, VERAS the visitor's. R is running, E ended. Forbidden requests get
  /// 403, and 404 for a zip of chosen pictures that aren't visible. Strangers always get 401.
  static let table = """
    setting           method  path                        organiser  owner  guest  visitor
    atEnd             GET     /pictures                   RE         E      E      E
    atEnd             GET     /pictures?own=true          RE         RE     RE     RE
    atEnd             GET     /zip                        RE         E      E      E
    atEnd             GET     /zip?pictures=PICTURE       RE         E      E      E
    atEnd             GET     /pictures/PICTURE/small     RE         RE     E      E
    atEnd             GET     /pictures/PICTURE/original  RE         RE     E      E
    atEnd             GET     /pictures/VERAS/small       RE         E      E      RE
    atEnd             GET     /pictures/VERAS/original    RE         E      E      RE
    atEnd             GET     /me/zip                     RE         RE     RE     RE
    atEnd             PAGE    /pictures/PICTURE           RE         RE     E      E
    atEnd             PAGE    /pictures/VERAS             RE         E      E      RE
    atEnd             PAGE    /stops                      RE         E      E      E
    atEnd             PHOTO   /pictures                   R          R      R      R
    downloadsGuests   GET     /pictures                   RE         RE     RE     RE
    downloadsGuests   GET     /zip                        RE         RE     RE     -
    downloadsGuests   GET     /zip?pictures=PICTURE       RE         RE     RE     -
    downloadsGuests   GET     /pictures/PICTURE/large     RE         RE     RE     RE
    downloadsGuests   GET     /pictures/PICTURE/original  RE         RE     RE     -
    downloadsGuests   GET     /pictures/VERAS/original    RE         RE     RE     -
    downloadsGuests   GET     /me/zip                     RE         RE     RE     RE
    downloadsGuests   HEAD    /stream                     RE         RE     RE     RE
    downloadsOrganiser GET    /pictures                   RE         RE     RE     RE
    downloadsOrganiser GET    /zip                        RE         -      -      -
    downloadsOrganiser GET    /zip?pictures=PICTURE       RE         -      -      -
    downloadsOrganiser GET    /pictures/PICTURE/large     RE         RE     RE     RE
    downloadsOrganiser GET    /pictures/PICTURE/original  RE         RE     -      -
    downloadsOrganiser GET    /pictures/VERAS/original    RE         -      -      -
    downloadsOrganiser GET    /me/zip                     RE         RE     RE     RE
    downloadsOrganiser HEAD   /stream                     RE         RE     RE     RE
    uploadsGuests     PHOTO   /pictures                   R          R      R      -
    uploadsGuests     LATE    /pictures                   RE         RE     RE     -
    uploadsGuests     PHOTOFORM /pictures                 R          R      R      -
    uploadsGuests     PAGE    /camera                     RE         RE     RE     -
    uploadsGuests     HEAD    /stream                     RE         RE     RE     RE
    uploadsOrganiser  PHOTO   /pictures                   R          -      -      -
    uploadsOrganiser  LATE    /pictures                   RE         -      -      -
    uploadsOrganiser  PHOTOFORM /pictures                 R          -      -      -
    uploadsOrganiser  PAGE    /camera                     RE         -      -      -
    uploadsOrganiser  GET     /pictures                   RE         RE     RE     RE
    uploadsOrganiser  HEAD    /stream                     RE         RE     RE     RE
    review            GET     /pictures/PICTURE/small     RE         RE     -      -
    review            GET     /pictures/PICTURE/original  RE         RE     -      -
    review            GET     /zip?pictures=PICTURE       RE         RE     -      -
    review            GET     /pictures/VERAS/small       RE         -      -      RE
    review            GET     /pictures/VERAS/original    RE         -      -      RE
    review            GET     /me/zip                     RE         RE     RE     RE
    review            PAGE    /pictures/PICTURE           RE         RE     -      -
    review            HEAD    /stream                     RE         RE     RE     RE
    """

  private static let settings = [
    "atEnd": #""gallery":"atEnd""#, "downloadsGuests": #""downloads":"guests""#,
    "downloadsOrganiser": #""downloads":"organiser""#, "uploadsGuests": #""uploads":"guests""#,
    "uploadsOrganiser": #""uploads":"organiser""#, "review": #""review":true"#,
  ]

  /// An event with a setting, and its callers.
  private struct Restricted {
    let event: String
    let people: [(role: String, headers: [String])]
    var pictures: [String: String] = [:]

    init(_ town: EventTown, _ setting: String) throws {
      let begins = Date(timeIntervalSinceNow: -600).formatted(.iso8601)
      let words = try #require(settings[setting])
      event = try town.make(#"{"name":"Old town","begins":"\#(begins)",\#(words)}"#)
      let joining = #"{"name":"Olga","consent":"\#(try town.policy(event))"}"#
      let joined = try town.served.post(
        "/v1/events/\(event)/people", json: joining, town.asOrganiser)
      #expect(joined.status == 201)
      people = [
        ("organiser", town.asOrganiser), ("owner", try town.join(event, "Ann")),
        ("guest", try town.join(event, "Gus")),
        ("visitor", try town.join(event, "Vera", byCode: true)), ("stranger", []),
      ]
      guard !setting.hasPrefix("uploads") else { return }
      pictures["PICTURE"] = try town.sent(event, people[1].headers)
      pictures["VERAS"] = try town.sent(event, people[3].headers)
    }
  }

  @Test("Each request is answered by the table, while the event runs and when it has ended")
  func table() throws {
    let town = try EventTown(flags: ["--requests-per-minute", "1000000"])
    let rows = try EventTable(Self.table).rows
    #expect(Set(rows.map { $0.words[0] }) == Set(Self.settings.keys))
    let events = try Dictionary(
      uniqueKeysWithValues: Self.settings.keys.map { ($0, try Restricted(town, $0)) })
    for state in ["R", "E"] {
      if state == "E" {
        for restricted in events.values {
          let address = "/v1/events/\(restricted.event)/close"
          #expect(try town.served.ask("POST", address, town.asOrganiser).status == 200)
        }
        // Times are whole seconds, rounded up.
        Thread.sleep(forTimeInterval: 1.1)
      }
      for row in rows {
        let restricted = try #require(events[row.words[0]])
        let path = restricted.pictures.reduce(row.path) { $0.replacing($1.key, with: $1.value) }
        for (role, headers) in restricted.people {
          let reply = try town.ask(row.method, path, of: restricted.event, headers)
          let refused =
            role == "stranger" ? [401] : path.contains("?pictures=") ? [403, 404] : [403]
          let good =
            row.isAllowed(role, state) ? [row.method == "PHOTOFORM" ? 303 : 200, 201] : refused
          #expect(
            good.contains(reply.status),
            "\(state) \(role) \(row.words.joined(separator: " ")): \(reply.status) \(reply.text)")
        }
      }
    }
  }
}
