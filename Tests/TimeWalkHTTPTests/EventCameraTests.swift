import Foundation
import Testing
import TimeWalk
import TimeWalkTestSupport

@testable import TimeWalkHTTP

/// The camera page of events, asked of the built program.
@Suite("The camera of an event", .waitsForProcesses, .serialized)
struct EventCameraTests {
  private static let page = ["Accept: text/html"]

  /// The page's data about its event.
  private static func film(_ reply: Reply) throws -> [String: Any] {
    let found = try #require(reply.text.firstMatch(of: #/data-event="([^"]*)"/#))
    var json = String(found.1)
    for (mark, sign) in [
      ("&quot;", "\""), ("&#34;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"),
    ] { json = json.replacing(mark, with: sign) }
    return try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  }

  @Test("It opens for organisers and guests, but not by the code alone")
  func permission() throws {
    let town = try EventTown()
    let event = try town.make(#"{"name":"Old \"<b>town","photos":3}"#)
    let address = "/events/\(event)/camera"
    func open(_ who: [String]) throws -> Reply {
      try town.served.ask("GET", address, who + Self.page)
    }
    let guest = try town.join(event, "Gus")
    let visitor = try town.join(event, "Vera", byCode: true)
    let silent = try town.join(event, "Sam", agrees: false)
    #expect(try open(guest).status == 200)
    #expect(try open(visitor).status == 403)
    // Strangers are led in; a guest without consent reads the notice first, and so does an
    // organiser.
    for (who, place) in [([], ""), (silent, ""), (town.asOrganiser, "/join")] {
      let reply = try open(who)
      #expect(reply.status == 303)
      #expect(reply.headers["location"] == "/events/\(event)\(place)")
    }
    let consent = try town.policy(event)
    let joined = try town.served.post(
      "/v1/events/\(event)/people", json: #"{"name":"Olga","consent":"\#(consent)"}"#,
      town.asOrganiser)
    #expect(joined.status == 201)
    #expect(try open(town.asOrganiser).status == 200)

    _ = try town.sent(event, guest)
    let film = try Self.film(try open(guest))
    #expect(film["name"] as? String == "Old \"<b>town")
    #expect(film["left"] as? Int == 2)
    #expect(film["photos"] as? Int == 3)
    #expect(film["positions"] as? Bool == false)
    #expect(film["open"] as? Bool == true)
    #expect(try open(guest).text.contains("2 of 3 left"))
    // The page of the event links to it only for permitted users.
    for (who, may) in [(guest, true), (visitor, false)] {
      let reply = try town.served.ask("GET", "/events/\(event)", who + Self.page)
      #expect(reply.text.contains("href=\"\(address)\"") == may)
    }

    // After the end it opens for photos waiting on phones, without a shutter.
    #expect(
      try town.served.ask("POST", "/v1/events/\(event)/close", town.asOrganiser).status == 200)
    // Times are whole seconds, rounded up.
    Thread.sleep(forTimeInterval: 1.1)
    #expect(try Self.film(try open(guest))["open"] as? Bool == false)
    #expect(try open(visitor).status == 403)
  }

  @Test("There is no camera before the beginning, or if only the organiser may send")
  func closed() throws {
    let town = try EventTown()
    let later = Date(timeIntervalSinceNow: 3600).formatted(.iso8601)
    for settings in [
      #"{"name":"Later","begins":"\#(later)"}"#, #"{"name":"Mine","uploads":"organiser"}"#,
    ] {
      let event = try town.make(settings)
      let guest = try town.join(event, "Gus")
      let reply = try town.served.ask("GET", "/events/\(event)/camera", guest + Self.page)
      #expect(reply.status == 403, "\(settings)")
    }
  }

  @Test("Stops include their poses and pictures, for all members")
  func stops() throws {
    let town = try EventTown()
    let id = "nypl:kept"
    let item = try town.served.ask("GET", "/v1/items/\(id)", town.asOrganiser).object()
    let event = try town.make(#"{"name":"Old town","stops":"\#(id)"}"#)
    let guest = try town.join(event, "Gus")
    let film = try Self.film(
      try town.served.ask("GET", "/events/\(event)/camera", guest + Self.page))
    let stop = try #require((film["stops"] as? [[String: Any]])?.first)
    #expect(stop["id"] as? String == id)
    #expect(stop["latitude"] as? Double == item["latitude"] as? Double)
    let picture = try #require(stop["picture"] as? String)
    let reply = try town.served.ask("GET", picture, guest)
    #expect(reply.status == 200)
    #expect(reply.headers["content-type"] == "image/jpeg")
    #expect(try town.served.ask("GET", picture).status == 401)
    let visitor = try town.join(event, "Vera", byCode: true)
    #expect(try town.served.ask("GET", picture, visitor).status == 200)
    for number in ["0", "2", "x"] {
      let missing = try town.served.ask("GET", "/events/\(event)/stops/\(number)/picture", guest)
      #expect(missing.status == 404, "\(number)")
    }
  }

  @Test("A given position is stored only if the event shows positions")
  func said() throws {
    let town = try EventTown()
    let plain = JPEGBuilder(width: 320, height: 240).bytes
    for shows in [false, true] {
      let event = try town.make(#"{"name":"Old town","positions":\#(shows)}"#)
      let guest = try town.join(event, "Gus")
      let sent = try town.send(event, guest, "?latitude=40.5&longitude=-73.5", photo: plain)
      #expect(sent.status == 201, "\(sent.text)")
      let list = try town.served.ask("GET", "/v1/events/\(event)/pictures", guest).object()
      let told = try #require((list["pictures"] as? [[String: Any]])?.first)
      #expect(told["latitude"] as? Double == (shows ? 40.5 : nil))
      #expect(told["longitude"] as? Double == (shows ? -73.5 : nil))
      for query in ["?latitude=40.5", "?longitude=1", "?latitude=91&longitude=0"] {
        #expect(try town.send(event, guest, query, photo: plain).status == 400, "\(query)")
      }
    }
  }
}
