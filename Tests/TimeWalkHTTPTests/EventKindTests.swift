import Foundation
import Testing
import TimeWalkEvents
import TimeWalkHTTP
import TimeWalkTestSupport

@Suite("The word for an event, and its cover", .waitsForProcesses, .serialized)
struct EventKindTests {
  private func page(_ town: EventTown, _ path: String, _ who: [String], _ language: String = "en")
    throws -> String
  {
    let headers = who + ["Accept: text/html", "Accept-Language: \(language)"]
    let reply = try town.served.ask("GET", path, headers)
    #expect(reply.status == 200, "\(path): \(reply.text)")
    return reply.text
  }

  private func post(_ town: EventTown, _ path: String, _ who: [String], _ form: String) throws
    -> Reply
  {
    try town.served.ask(
      "POST", path,
      who + ["Accept: text/html", "Content-Type: application/x-www-form-urlencoded"],
      body: Array(form.utf8))
  }

  @Test("Every sentence about an event on its pages can be about each kind, in each language")
  func sentences() {
    let general: Set<PageTemplate> = [.events, .eventForm]
    let templates = PageTemplate.allCases.filter {
      ($0.rawValue.hasPrefix("event") || $0 == .camera) && !general.contains($0)
    }
    let marked = #/\[\[([^\]]*\bevent\b[^\]]*)\]\]/#.wordBoundaryKind(.simple)
    var sentences = templates.flatMap { $0.source.matches(of: marked).map { String($0.1) } }
    #expect(sentences.count > 15)
    // Scripts say the word of their page.
    let said = #/text\("([^"]*\bevent\b[^"]*)"/#.wordBoundaryKind(.simple)
    let scripts = PageAssets.addresses.filter { $0.hasSuffix(".js") && !$0.contains("/words-") }
    for address in scripts {
      let name = String(address.split(separator: "/").last ?? "")
      let source = String(decoding: PageAssets.named(name)?.bytes ?? [], as: UTF8.self)
      sentences += source.matches(of: said).map { String($0.1) }
    }
    #expect(sentences.contains("The event has ended") && sentences.count > 25)
    #expect(sentences.contains { $0.contains("event's") })
    for english in sentences {
      for kind in EventKind.allCases where kind != .event {
        let own = kind.words(english)
        #expect(own != english && !own.contains(#/\ba event|\ban (celebration|walk|school)/#))
        for language in PageLanguage.allCases where language != .english {
          #expect(language.translations[own] != nil, "\(language): \(own)")
        }
      }
    }
  }

  @Test("The organiser chooses the word in the form; pages of guests and organisers follow")
  func words() throws {
    let town = try EventTown()
    let made = try post(
      town, "/events", town.asOrganiser, "name=Harbour&kind=walk&begins=2090-05-03T10%3A00&hours=2")
    #expect(made.status == 303, "\(made.text)")
    let event = try #require(made.headers["location"]?.split(separator: "/").dropLast().last)
    let kept = try town.served.ask("/v1/events/\(event)").object()["event"] as? [String: Any]
    #expect(kept?["kind"] as? String == "walk")
    let change = try page(town, "/events/\(event)/change", town.asOrganiser)
    #expect(change.contains("<option value=\"walk\" selected>walk</option>"))
    #expect(change.contains("Back to the walk"))
    for (language, words) in [
      ("en", ["Remove the walk", "All data of this walk is erased on"]),
      ("de", ["Den Spaziergang entfernen", "Alles von diesem Spaziergang wird am"]),
      ("es", ["Quitar el paseo", "Todo lo de este paseo se borra el"]),
      ("fr", ["Retirer la promenade", "Tout ce qui est de cette promenade est effacé le"]),
    ] {
      let organise = try page(town, "/events/\(event)/organise", town.asOrganiser, language)
      for word in words { #expect(organise.contains(word), "\(language): \(word)") }
    }
    let guest = try town.join(String(event), "Ann")
    #expect(
      try page(town, "/events/\(event)", guest).contains("All data of this walk is erased on"))
    #expect(try page(town, "/events/\(event)/me", guest).contains("Leave the walk"))
    // Also of films, the album, the views and the camera, whose scripts read it from the page.
    for (path, words) in [
      ("/films", "Gérer la promenade"), ("/album", "Retour à la promenade"),
      ("/stops", "Retour à la promenade"),
    ] {
      let shown = try page(town, "/events/\(event)\(path)", town.asOrganiser, "fr")
      #expect(shown.contains(words), "\(path)")
      #expect(shown.contains("data-kind=\"walk\""), "\(path)")
    }
    // Until the organiser chooses, it is an event.
    let plain = try town.make()
    #expect(
      try page(town, "/events/\(plain)/me", try town.join(plain, "Bob")).contains("Leave the event")
    )
    let unknown = try town.served.post(
      "/v1/events", json: #"{"name":"Harbour","kind":"war"}"#, town.asOrganiser)
    #expect(unknown.status == 400)
  }

  @Test("The organiser chooses a cover; guests don't; a deleted picture is none")
  func cover() throws {
    let town = try EventTown()
    let event = try town.make()
    let ann = try town.join(event, "Ann")
    let picture = try town.sent(event, ann)
    let (path, shown) = ("/events/\(event)/pictures/\(picture)", "class=\"cover\"")
    #expect(!(try page(town, "/events/\(event)", ann)).contains(shown))
    #expect(!(try page(town, path, ann)).contains("Make it the cover"))
    #expect(try post(town, path + "/cover", ann, "").status == 403)
    #expect(try page(town, path, town.asOrganiser).contains("Make it the cover"))
    let chosen = try post(town, path + "/cover", town.asOrganiser, "")
    #expect(chosen.status == 303 && chosen.headers["location"] == "/events/\(event)")
    let head = try page(town, "/events/\(event)", ann)
    #expect(head.contains(shown) && head.contains("/v1\(path)/large"))
    #expect(!(try page(town, path, town.asOrganiser)).contains("Make it the cover"))
    #expect(try post(town, path + "/delete", ann, "").status == 303)
    #expect(!(try page(town, "/events/\(event)", ann)).contains(shown))
  }
}
