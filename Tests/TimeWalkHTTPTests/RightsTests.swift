import Foundation
import HTTPTypes
import Testing
@testable import TimeWalkHTTP
import TimeWalkTestSupport

/// Every address of the built server, requested without the right.
@Suite("Rights of addresses", .waitsForProcesses, .serialized)
struct RightsTests {
  /// A route's address, with something in the place of its parameters.
  static func address(_ route: Route) -> String {
    route.segments.reduce(into: "") { path, segment in
      path += "/" + (segment.hasPrefix("{") ? "1" : segment)
    }
  }

  @Test("Protected requests are refused without a token, and with one of a lesser right")
  func lesserRights() throws {
    let place = try Served.place()
    let file = place.folder.path("tokens.json")
    let rights: [Right] = [.read, .submit, .curate]
    let tokens = try rights.dropLast().map { right in
      (right, try AccessTests.add("\(right)", right, file))
    }
    let served = try Served(place, ["--tokens", file])
    var count = 0
    for route in RouteTable.all {
      guard let needed = route.right else { continue }
      let (path, method) = (Self.address(route), route.method.rawValue)
      let body: [UInt8]? = route.method == .get ? nil : []
      let stranger = try served.ask(method, path, body: body)
      #expect(stranger.status == 401, "\(method) \(route.path)")
      for (right, token) in tokens where right < needed {
        let reply = try served.ask(method, path, ["Authorization: Bearer \(token)"], body: body)
        #expect(reply.status == 403, "\(method) \(route.path) with \(right)")
        // A browser keeps its token in a cookie, and gets a page.
        let page = try served.ask(
          method, path, [PageTests.browser, "Cookie: \(SignIn.name)=\(token)"], body: body)
        #expect(page.status == 403, "\(method) \(route.path) with \(right) in a browser")
        count += 1
      }
    }
    #expect(count > 30)
    // A user without the right to correct a place gets no link to it.
    let cookie = "Cookie: \(SignIn.name)=\(tokens[1].1)"
    let item = try served.ask("GET", "/items/nypl:kept", [PageTests.browser, cookie])
    #expect(item.status == 200 && !item.text.contains("/items/nypl:kept/place"))
  }

  @Test("Photos and uploads belong to the token that sent them, and to curators")
  func senders() throws {
    let place = try Served.place()
    let file = place.folder.path("tokens.json")
    let asked = try [("anna", Right.submit), ("otto", .submit), ("eva", .curate)].map {
      name, right in
      try AccessTests.add(name, right, file)
    }
    let (anna, otto, eva) = (asked[0], asked[1], asked[2])
    let served = try Served(place, ["--tokens", file])
    func header(_ token: String) -> [String] { ["Authorization: Bearer \(token)"] }
    func submit(_ token: String) throws -> (status: Int, id: String) {
      let reply = try served.submit("", header(token))
      let photo = try reply.object()["photo"] as? [String: Any]
      return (reply.status, try #require(photo?["id"] as? String))
    }
    let first = try submit(anna)
    // The same bytes of another client are another photo: its id would tell of the first.
    let second = try submit(otto)
    #expect(first.status == 201 && second.status == 201 && first.id != second.id)
    #expect(try submit(anna) == (200, first.id))
    let refused = try served.ask("DELETE", "/v1/photos/\(first.id)", header(otto))
    #expect(try refused.status == 403 && refused.problem() == "notAllowed")
    for (token, isOwn) in [(anna, true), (otto, false), (eva, true)] {
      let page = try served.ask(
        "GET", "/photos/\(first.id)", [PageTests.browser, "Cookie: \(SignIn.name)=\(token)"])
      #expect(page.status == 200 && page.text.contains("/delete") == isOwn)
    }
    let form = [
      "Cookie: \(SignIn.name)=\(otto)", "Content-Type: application/x-www-form-urlencoded",
    ]
    #expect(try served.ask("POST", "/photos/\(first.id)/delete", form, body: []).status == 403)
    #expect(try served.ask("DELETE", "/v1/photos/\(second.id)", header(otto)).status == 204)
    #expect(try served.ask("DELETE", "/v1/photos/\(second.id)", header(otto)).status == 404)
    #expect(try served.ask("GET", "/v1/photos/\(first.id)", header(otto)).status == 200)
    #expect(try served.ask("DELETE", "/v1/photos/\(first.id)", header(eva)).status == 204)
    let upload = try served.post("/v1/uploads", json: #"{"size":3}"#, header(anna))
    let path = try #require(upload.headers["location"])
    let part = ["Upload-Offset: 0"]
    #expect(try served.ask("GET", path, header(otto)).status == 404)
    #expect(try served.ask("PATCH", path, header(otto) + part, body: [1]).status == 404)
    #expect(try served.ask("POST", path, header(otto), body: []).status == 404)
    #expect(try served.ask("DELETE", path, header(otto)).status == 404)
    #expect(try served.ask("PATCH", path, header(anna) + part, body: [1]).status == 204)
    #expect(try served.ask("DELETE", path, header(eva)).status == 204)
  }
}
