import Foundation
import Testing
import TimeWalkTestSupport

@testable import TimeWalkHTTP

/// The switch of languages at the foot of pages, in the built program.
@Suite("The choice of a language", .waitsForProcesses)
struct LanguageChoiceTests {
  private static let form = "Content-Type: application/x-www-form-urlencoded"

  private func choose(
    _ served: Served, _ language: String, _ next: String, _ headers: [String] = []
  ) throws -> Reply {
    try served.ask(
      "POST", "/language", [PageTests.browser, Self.form] + headers,
      body: Array("to=\(language)&next=\(PercentCoding.encoded(next))".utf8))
  }

  @Test("Each page leads back to itself in the chosen language, which the browser keeps")
  func pages() throws {
    let served = try Served()
    for path in ["/", "/map", "/items?text=a%26b", "/library", "/events", "/nothing"] {
      let page = try served.ask("GET", path, [PageTests.browser])
      let next = path.replacing("&", with: "&amp;")
      #expect(page.text.contains("name=\"next\" value=\"\(next)\""), "\(path)")
      for name in ["English", "Deutsch", "Français", "Español"] {
        #expect(page.text.contains(">\(name)</button>"), "\(path)")
      }
      #expect(page.text.contains("value=\"en\" lang=\"en\" aria-current=\"true\""), "\(path)")
      let chosen = try choose(served, "de", path)
      #expect(chosen.status == 303 && chosen.headers["location"] == path)
      let cookie = try #require(chosen.headers["set-cookie"])
      #expect(cookie.hasPrefix("timewalk_language=de;") && cookie.contains("HttpOnly"))
      let german = try served.ask(
        "GET", path,
        [PageTests.browser, "Accept-Language: fr", "Cookie: timewalk_language=de"])
      #expect(german.text.contains("<html lang=\"de\">"), "\(path)")
    }
    let other = try served.ask(
      "GET", "/", [PageTests.browser, "Accept-Language: fr", "Cookie: timewalk_language=xx"])
    #expect(other.text.contains("<html lang=\"fr\">"))
    #expect(try choose(served, "xx", "/").status == 400)
    #expect(try choose(served, "de", "//evil.example").headers["location"] == "/")
    #expect(try choose(served, "de", "/", ["Origin: https://evil.example"]).status == 403)
  }

  @Test("Within an event a guest's choice goes with the event's cookie, and a visitor's doesn't")
  func events() throws {
    let town = try EventTown()
    let event = try town.make()
    let path = "/events/\(event)?own=true"
    let ann = try town.join(event, "Ann")
    let chosen = try choose(town.served, "es", path, ann)
    #expect(chosen.status == 303 && chosen.headers["location"] == path)
    let cookie = try #require(chosen.headers["set-cookie"]).prefix { $0 != ";" }
    #expect("Cookie: \(cookie)" == ann[0] + ".es")
    let shown = try town.served.ask("GET", path, [PageTests.browser, "Cookie: \(cookie)"])
    #expect(shown.status == 200 && shown.text.contains("<html lang=\"es\">"))
    // Chosen again, there is still one language.
    let again = try choose(town.served, "fr", path, ["Cookie: \(cookie)"])
    #expect(try #require(again.headers["set-cookie"]).hasPrefix(ann[0].dropFirst(8) + ".fr;"))
    for who in [try town.join(event, "Vera", byCode: true), town.asOrganiser, []] {
      let reply = try choose(town.served, "es", path, who)
      #expect(reply.headers["set-cookie"]?.hasPrefix("timewalk_language=es;") == true)
    }
  }
}
