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
}
