import Foundation
import Testing
import TimeWalk
@testable import TimeWalkHTTP
import TimeWalkTestSupport

/// The built server's pages for a browser.
@Suite("Pages", .waitsForProcesses, .serialized)
struct PageTests {
  static let browser = "Accept: text/html,application/xhtml+xml,*/*;q=0.8"

  @Test("Every page works without inline code, and its parts are cached permanently")
  func frame() throws {
    let served = try Served()
    for path in ["/", "/camera", "/map", "/items", "/library", "/items/nypl:kept"] {
      let page = try served.ask("GET", path, [Self.browser])
      #expect(page.status == 200, "\(path)")
      #expect(page.headers["content-type"] == "text/html; charset=utf-8")
      #expect(page.headers["content-security-policy"]?.contains("default-src 'self'") == true)
      #expect(page.headers["content-security-policy"]?.contains("unsafe") == false)
      #expect(page.text.contains("<html lang=\"en\">"))
      let marked = page.text.matches(of: #/href="([^"]+)" aria-current="page"/#).map(\.output.1)
      #expect(marked == (path.contains(":") ? [] : [path[...]]), "\(path)")
      #expect(!page.text.contains(" style="), "\(path)")
      #expect(!page.text.contains(" onclick="), "\(path)")
      for script in page.text.matches(of: #/<script([^>]*)>([^<]*)</#) {
        #expect(script.output.1.contains("src=\"/assets/") && script.output.2.isEmpty, "\(path)")
      }
      let parts = page.text.matches(of: #/(?:src|href)="(/assets/[^"]+)"/#).map { String($0.1) }
      #expect(parts.count > 1)
      for part in parts {
        let asset = try served.ask(part)
        #expect(asset.status == 200 && !asset.body.isEmpty, "\(part)")
        #expect(asset.headers["cache-control"] == "public, max-age=31536000, immutable")
        let tag = try #require(asset.headers["etag"])
        #expect(try served.ask("GET", part, ["If-None-Match: \(tag)"]).status == 304)
      }
    }
    let old = try served.ask("/assets/0000/site.css")
    #expect(old.status == 200 && old.headers["cache-control"] == "no-cache")
    #expect(try served.ask("/assets/0000/none.css").status == 404)
  }

  @Test("Pages are in the reader's language, and their catalogues are complete")
  func languages() throws {
    let served = try Served()
    let german = try served.ask(
      "GET", "/", [Self.browser, "Accept-Language: nl;q=0.9, de-AT;q=0.8, en;q=0.3"])
    #expect(german.text.contains("<html lang=\"de\">"))
    #expect(german.text.contains("Wie sah das früher aus?"))
    #expect(german.headers["vary"]?.contains("Accept-Language") == true)
    let kept = try served.ask("GET", "/items/nypl:kept", [Self.browser, "Accept-Language: fr"])
    #expect(kept.text.contains("Où elle a été prise"))
    let english = Set(try Self.words())
    #expect(english.count > 100)
    for language in PageLanguage.allCases where language != .english {
      let words = language.translations
      #expect(Set(PageText.reasonPhrases).subtracting(words.keys).isEmpty, "\(language)")
      #expect(english.subtracting(words.keys).isEmpty, "\(language)")
      for (key, translation) in words {
        func places(_ text: String) -> [String] {
          text.matches(of: #/%\d/#).map { String($0.output) }.sorted()
        }
        #expect(places(key) == places(translation), "\(language): \(key)")
      }
    }
    #expect(PageLanguage.date("1911-05-03", PageLanguage.german.locale) == "3. Mai 1911")
    // As pictures say it.
    #expect(PageLanguage.date("1911-05-03", PageLanguage.english.locale) == "3 May 1911")
    #expect(PageLanguage.date("1911-05", PageLanguage.spanish.locale)?.contains("mayo") == true)
    #expect(PageLanguage.date("1911-02-30", PageLanguage.german.locale) == nil)
    #expect(PageLanguage.date("1911~", PageLanguage.german.locale) == nil)
    let written = PageLanguage.german.text
    for (edtf, words) in [
      ("1897~", "um 1897"), ("1867/..", "1867 oder später"), ("../1911-05", "Mai 1911 oder früher"),
      ("1900~/1910~", "um 1900–1910"), ("1900/1910", "1900–1910"),
      ("1911-05-03~", "um 3. Mai 1911"),
    ] { #expect(written.words(edtf) == words, "\(edtf)") }
    for edtf in ["1897?", "1900-01/1910", "19XX", "1900/"] { #expect(written.words(edtf) == nil) }
    let reason =
      "taken 1.2 km north of you, looking 8 degrees to your left, between 44 BCE and 12; shows 62 % of your view"
    #expect(
      written.reason(reason).contains(
        "aufgenommen 1,2\u{A0}km nördlich von Ihnen, Blick 8 Grad weiter links, zwischen 44 v. Chr. und 12; zeigt 62\u{A0}% Ihrer Ansicht"
      ))
    #expect(written.year("about 1867 or later") == "um 1867 oder später")
    #expect(PageLanguage(accepting: "es;q=0.4, fr;q=0.5") == .french)
    #expect(PageLanguage(accepting: "de;q=0") == .english)
    #expect(PageLanguage(accepting: nil) == .english)
  }

  @Test("The camera page lists its parts for the service worker, which is revalidated")
  func camera() throws {
    let served = try Served()
    let page = try served.ask("GET", "/camera", [Self.browser])
    let policy = try #require(page.headers["permissions-policy"])
    for sensor in ["camera", "geolocation", "gyroscope", "magnetometer", "accelerometer"] {
      #expect(policy.contains("\(sensor)=(self)"))
    }
    let worker = try served.ask("/camera-worker.js")
    #expect(worker.headers["cache-control"] == "no-cache")
    #expect(worker.headers["content-type"]?.hasPrefix("text/javascript") == true)
    let addresses = worker.text.prefix { $0 != ";" }.matches(of: #/"(\/assets\/[^"]+)"/#)
      .map { String($0.1) }
    #expect(addresses.contains { $0.hasSuffix("/camera.js") })
    for address in addresses { #expect(try served.ask(address).status == 200, "\(address)") }
    // The modules' imports are among them; without them the page wouldn't open offline.
    let names = Set(addresses.map { $0.split(separator: "/").last.map(String.init) ?? "" })
    for address in addresses where address.hasSuffix(".js") {
      for module in try served.ask(address).text.matches(of: #/from "\.\/([^"]+)"/#) {
        #expect(names.contains(String(module.1)), "\(address)")
      }
    }
    let link = try #require(page.text.firstMatch(of: #/rel="manifest" href="([^"]+)"/#))
    let manifest = try served.ask(String(link.1))
    #expect(manifest.headers["content-type"]?.hasPrefix("application/manifest+json") == true)
    #expect(try manifest.object()["start_url"] as? String == "/camera")
    #expect(manifest.text.contains(#""accept": ["image/*", ".jpg", ".jpeg""#))
    #expect(manifest.text.contains(#"".dng", ".webp"]"#))
    #expect(page.text.contains("JPEG, PNG, HEIC, AVIF, TIFF, DNG, WebP."))
    let formats = try #require(addresses.first { $0.hasSuffix("/formats.js") })
    #expect(
      try served.ask(formats).text.contains(
        #"{"brands":[],"endings":["jpg","jpeg","jpe"],"name":"JPEG","signatures":[[255,216,255]]}"#)
    )
  }

  @Test("All files of the pages are in the program, unchanged")
  func files() throws {
    let files = try Project.files(
      in: "Sources/WebFiles", endings: ["css", "js", "json", "mustache", "svg", "webmanifest"])
    let pictures = PageFiles.all.filter { $0.key.hasSuffix(".jpg") }
    #expect(!files.isEmpty && files.count + pictures.count == PageFiles.all.count)
    for (name, bytes) in pictures {
      let file = Project.root.appendingPathComponent("Sources/WebFiles/" + name)
      #expect(Array(try Data(contentsOf: file)) == bytes, "\(name)")
    }
    for (path, text) in files {
      let name = path.split(separator: "/").suffix(2).joined(separator: "/")
      #expect(PageFiles.all[name] == Array(text.utf8), "\(path)")
    }
  }

  /// The English words of templates and modules.
  private static func words() throws -> [String] {
    var words: [String] = []
    let folders = [
      "WebFiles", "TimeWalkHTTP/Site", "TimeWalkHTTP/Pages", "TimeWalkHTTP/Events",
      "TimeWalk/Pages",
      "TimeWalk/Events",
    ]
    let files = try folders.flatMap { folder in
      try Project.files(in: "Sources/" + folder, endings: [".mustache", ".js", ".swift"])
    }
    for (path, text) in files {
      if path.hasSuffix(".mustache") {
        words += text.matches(of: #/\[\[([^\]]+)\]\]/#).map { String($0.1) }
      } else {
        words += text.matches(of: #/\btext(?:\.html)?\(\s*"((?:[^"\\]|\\.)+)"/#).map {
          String($0.1).replacing("\\\"", with: "\"")
        }
      }
    }
    return words
  }

  @Test("Pages have plain words for going back, switching cameras and data")
  func plainWords() throws {
    let words = try Self.words()
    #expect(words.contains("Switch camera") && words.contains("Show all stored data as JSON"))
    for old in ["to the beginning", "turn round", "as a computer reads it", "unauthorized"] {
      #expect(!words.contains { $0.lowercased().contains(old) }, "\(old)")
    }
  }

  @Test("Foreign text is never markup, not even next to a combining mark")
  func escaped() throws {
    let place = try Workplace()
    // The quotes are doubled, as CSV wants them.
    let title = "<script>alert(1)</script> \"\"\u{308} onmouseover=\"\"x"
    let csv = """
      id,title,date,latitude,longitude,creator,license,source
      evil,"\(title)",1911,40.7581,-73.9855,<b>B</b>,CC0-1.0,https://example.org/1

      """
    let file = try place.write(Array(csv.utf8), to: "evil.csv")
    let places = StorePaths(archive: place.archive, library: place.library, environment: [:])
    _ = try Curator(writing: places)
      .importCatalogue(ImportRequest(source: file, collection: "nypl"))
    let served = try Served(place)
    _ = try served.submit()
    for path in ["/items/nypl:evil", "/items", "/items?text=%3Cscript%3E%22%CC%88"] {
      let page = try served.ask("GET", path, [Self.browser])
      #expect(page.status == 200)
      #expect(!page.text.contains("<script>"), "\(path)")
      #expect(!page.text.contains("<b>B"), "\(path)")
      #expect(
        !page.text.unicodeScalars.contains("\u{308}") || !Self.hasBareMark(page.text), "\(path)")
    }
    #expect(
      try served.ask("GET", "/items/nypl:evil", [Self.browser]).text.contains("&lt;script&gt;"))
    let fault = try served.ask("GET", "/items/%3Cscript%3E:x", [Self.browser])
    #expect(fault.status >= 400 && !fault.text.contains("<script>"))
  }

  /// Returns true if a mark is combined with a character that ends an attribute.
  private static func hasBareMark(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    return scalars.indices.dropFirst().contains { index in
      scalars[index] == "\u{308}" && ["\"", "<", ">", "'"].contains(scalars[index - 1])
    }
  }

  @Test("An item without a picture is not shown with another's")
  func neighbours() throws {
    let served = try Served()
    let page = try served.ask("GET", "/items/nypl:kept", [Self.browser])
    #expect(page.text.contains("data-source=\"/v1/items/nypl:kept/picture\""))
    let near = try #require(page.text.components(separatedBy: "Near by, before and after").last)
    #expect(near.contains("href=\"/items/nypl:510d47dc\"") && near.contains("no picture"))
    #expect(page.text.contains("rel=\"next\" href=\"/items/nypl:510d47dc\""))
    #expect(!page.text.contains("rel=\"prev\""))
    #expect(!near.contains("<img"))
    let other = try served.ask("GET", "/items/nypl:510d47dc", [Self.browser])
    #expect(!other.text.contains("class=\"zoom\""))
    // Its link is the main action: to its picture, or to its record.
    #expect(other.text.contains("<a class=\"button main\" href=\"https://"))
    #expect(other.text.contains("rel=\"prev\" href=\"/items/nypl:kept\""))
    #expect(!other.text.contains("rel=\"next\""))
    #expect(other.text.contains("/v1/items/nypl:kept/picture?side=320"))
  }

  @Test("Templates escape all but markup that is named so")
  func templates() throws {
    let files = try ["WebFiles/Templates", "TimeWalk/Pages"].flatMap {
      try Project.files(in: "Sources/" + $0, endings: [".mustache"])
    }
    #expect(files.count > PageTemplate.allCases.count)
    for (path, text) in files {
      for match in text.matches(of: #/\{\{\{\s*(\w+)\s*\}\}\}|\{\{&\s*(\w+)/#) {
        let name = match.output.1 ?? match.output.2 ?? ""
        #expect(name.hasSuffix("HTML"), "\(path): \(name)")
      }
    }
    for template in PageTemplate.allCases {
      for language in PageLanguage.allCases { _ = template.html(language, [:]) }
    }
  }

  @Test("An error is a page for people and data for programs")
  func faults() throws {
    let served = try Served()
    for path in ["/nothing", "/photos/unknown", "/items/nypl:none", "/v1/items/nypl:none"] {
      let page = try served.ask("GET", path, [Self.browser])
      #expect(page.status == 404, "\(path)")
      #expect(page.headers["content-type"] == "text/html; charset=utf-8")
      #expect(page.text.contains("There is nothing here"))
      // Codes are for programs; a page leads on.
      #expect(!page.text.contains("notFound") && page.text.contains(">Home page</a>"))
      let data = try served.ask(path)
      #expect(data.status == 404)
      #expect(try data.problem() == "notFound")
    }
  }

  @Test("If nothing is known, the page has advice")
  func noView() throws {
    let served = try Served()
    let sent = try served.submit("?latitude=10&longitude=10")
    let id = try #require((try sent.object()["photo"] as? [String: Any])?["id"] as? String)
    let page = try served.ask("GET", "/photos/\(id)", [Self.browser])
    #expect(page.status == 200)
    #expect(page.text.contains("No view from here is known"))
    #expect(page.text.contains("<h2>What would help</h2>"))
    let gone = try served.ask("POST", "/photos/\(id)/delete", [Self.browser], body: [])
    #expect(gone.status == 303)
    #expect(try served.ask("/v1/photos/\(id)").status == 404)
    #expect(try served.ask("GET", "/photos/\(id)", [Self.browser]).status == 404)
  }

  @Test("A browser signs in with a token, which no script and no other site gets")
  func signIn() throws {
    let place = try Served.place()
    let path = place.folder.path("tokens.json")
    let reader = try AccessTests.add("reader", .read, path)
    let curator = try AccessTests.add("curator", .curate, path)
    let served = try Served(place, ["--tokens", path])
    let asked = try served.ask("GET", "/map", [Self.browser])
    #expect(asked.status == 401)
    #expect(asked.text.contains("action=\"/sign-in\"") && asked.text.contains("value=\"/map\""))
    #expect(try served.ask("GET", "/", [Self.browser]).text.contains("action=\"/sign-in\""))
    let type = "Content-Type: application/x-www-form-urlencoded"
    func sign(_ token: String, _ next: String) throws -> Reply {
      try served.ask(
        "POST", "/sign-in", [Self.browser, type], body: Array("token=\(token)&next=\(next)".utf8))
    }
    let wrong = try sign("wrong", "/map")
    #expect(wrong.status == 401 && wrong.text.contains("name=\"next\" value=\"/map\""))
    #expect(wrong.text.contains("role=\"alert\">✗ ") && !asked.text.contains("role=\"alert\""))
    let signed = try sign(curator, "%2Fmap")
    #expect(signed.status == 303 && signed.headers["location"] == "/map")
    let cookie = try #require(signed.headers["set-cookie"])
    #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
    for other in ["%2F%2Fevil.example", "https%3A%2F%2Fevil.example", "%2F%5Cevil.example", "x"] {
      #expect(try sign(curator, other).headers["location"] == "/", "\(other)")
    }
    let pair = "Cookie: " + cookie.prefix { $0 != ";" }
    #expect(try served.ask("GET", "/library", [Self.browser, pair]).text.contains("Taken since"))
    let mine = "Cookie: \(SignIn.name)=\(reader)"
    #expect(try served.ask("GET", "/map", [Self.browser, mine]).status == 200)
    #expect(try served.ask("GET", "/library", [Self.browser, mine]).status == 403)
    #expect(try served.ask("GET", "/v1/photos", [mine]).status == 403)
    let out = try served.ask("POST", "/sign-out", [pair], body: [])
    #expect(out.headers["set-cookie"]?.contains("Max-Age=0") == true)
    let foreign = try served.ask(
      "POST", "/library/delete", [type, pair, "Origin: https://evil.example"],
      body: Array("x=on".utf8))
    #expect(foreign.status == 403)
  }
}
