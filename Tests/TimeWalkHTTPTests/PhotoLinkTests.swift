import Foundation
import GRDB
import Testing
import TimeWalkTestSupport

@testable import TimeWalkHTTP

/// Links to single photos: who makes and ends them, and what they show.
@Suite("Links to photos", .waitsForProcesses, .serialized)
struct PhotoLinkTests {
  /// A server with tokens, one photo of anna, and its id.
  private struct Town {
    let served: Served
    let tokens: [String: String]
    let id: String

    init(_ flags: [String] = []) throws {
      let place = try Served.place()
      let file = place.folder.path("tokens.json")
      let rights: [(String, Right)] = [
        ("anna", .submit), ("otto", .submit), ("eva", .curate), ("rita", .read),
      ]
      tokens = try Dictionary(
        uniqueKeysWithValues: rights.map { ($0, try AccessTests.add($0, $1, file)) })
      served = try Served(place, ["--tokens", file] + flags)
      let token = try #require(tokens["anna"])
      let sent = try served.submit("", ["Authorization: Bearer \(token)"])
      id = try #require((try sent.object()["photo"] as? [String: Any])?["id"] as? String)
    }

    func ask(_ method: String, _ path: String, as name: String?) throws -> Reply {
      let header = name.flatMap { tokens[$0] }.map { ["Authorization: Bearer \($0)"] }
      return try served.ask(method, path, header ?? [], body: method == "GET" ? nil : [])
    }

    /// A page as a browser gets it that has no token.
    func open(_ path: String) throws -> Reply { try served.ask("GET", path, [PageTests.browser]) }

    /// Makes a link as the photo's sender.
    func link() throws -> String {
      let made = try ask("POST", "/v1/photos/\(id)/link", as: "anna")
      try #require(made.status == 200, "\(made.text)")
      #expect(try made.object()["linked"] as? Bool == true)
      let url = try #require(try made.object()["url"] as? String)
      try #require(url.hasPrefix(served.base + "/shared/"), "\(url)")
      return String(url.dropFirst(served.base.count))
    }

    func isLinked() throws -> Bool? {
      try ask("GET", "/v1/photos/\(id)/link", as: "anna").object()["linked"] as? Bool
    }
  }

  /// The addresses of the pictures on a page.
  private func pictures(of page: Reply) -> [String] {
    page.text.matches(of: #/src="([^"]+/pictures/[^"]+)"/#).map { String($0.1) }
  }

  @Test("The photo's sender and curators make and end a link, others don't")
  func owners() throws {
    let town = try Town()
    let path = "/v1/photos/\(town.id)/link"
    let table: [(name: String?, isAllowed: Bool, refusal: Int)] = [
      ("anna", true, 0), ("eva", true, 0), ("otto", false, 403), ("rita", false, 403),
      (nil, false, 401),
    ]
    for (name, isAllowed, refusal) in table {
      for (method, status) in [("GET", 200), ("POST", 200), ("DELETE", 204)] {
        let reply = try town.ask(method, path, as: name)
        #expect(reply.status == (isAllowed ? status : refusal), "\(method) as \(name ?? "none")")
      }
      for form in ["link", "unlink"] {
        let cookie = name.flatMap { town.tokens[$0] }.map { "Cookie: \(SignIn.name)=\($0)" }
        let reply = try town.served.ask(
          "POST", "/photos/\(town.id)/\(form)", [PageTests.browser] + (cookie.map { [$0] } ?? []),
          body: [])
        let status = form == "link" ? 200 : 303
        #expect(reply.status == (isAllowed ? status : refusal), "\(form) as \(name ?? "none")")
      }
    }
    #expect(try town.ask("POST", "/v1/photos/none/link", as: "eva").status == 404)
  }

  @Test("A link shows its photo then and now without its place, and opens nothing else")
  func holders() throws {
    let town = try Town()
    let cookie = "Cookie: \(SignIn.name)=\(try #require(town.tokens["anna"]))"
    let own = try town.served.ask("GET", "/photos/\(town.id)", [PageTests.browser, cookie])
    #expect(own.text.contains("° N") && own.text.contains("class=\"plan\""))
    let path = try town.link()
    let page = try town.open(path)
    #expect(page.status == 200 && page.text.contains("Broadway"))
    #expect(page.headers["cache-control"] == "no-store")
    #expect(page.headers["x-robots-tag"] == "noindex")
    // Percentages of several pictures would determine the place.
    #expect(own.text.contains("&nbsp;%)") && own.text.contains("% of your view"))
    for hidden in [
      town.id, "class=\"plan\"", "/items/", "° N", "° W", "40.7", "&nbsp;%)", "% of your view",
      "°)",
    ] {
      #expect(!page.text.contains(hidden), "\(hidden)")
    }
    let shown = pictures(of: page)
    #expect(shown.count >= 2 && shown.allSatisfy { $0.hasPrefix(path + "/pictures/") })
    for address in shown {
      let picture = try town.served.ask(address)
      #expect(picture.status == 200 && picture.headers["content-type"] == "image/jpeg")
      #expect(picture.headers["cache-control"] == "no-store")
      #expect(picture.headers["x-robots-tag"] == "noindex")
      #expect(picture.body.range(of: Data("Exif".utf8)) == nil, "\(address)")
    }
    #expect(try town.open(path + "?era=1890/1930").status == 400)
    #expect(try town.open(path + "/pictures/map-0").status == 404)
    let id = town.id
    for other in [
      "/photos/\(id)", "/photos/\(id)/pictures/now", "/photos/\(id)/thumbnail", "/v1/photos/\(id)",
      "/v1/photos/\(id)/clean", "/v1/photos/\(id)/link", "/items/nypl:kept", "/library",
    ] {
      #expect(try town.served.ask(other).status == 401, "\(other)")
    }
  }

  @Test("A link ends at once when its photo's sender ends it, makes another, or removes the photo")
  func ends() throws {
    let town = try Town()
    let endings: [() throws -> Void] = [
      {
        let ended = try town.ask("DELETE", "/v1/photos/\(town.id)/link", as: "anna")
        #expect(ended.status == 204)
      },
      {
        let new = try town.link()
        #expect(try town.open(new).status == 200)
      },
      {
        let removed = try town.ask("DELETE", "/v1/photos/\(town.id)", as: "anna")
        #expect(removed.status == 204)
      },
    ]
    for (number, end) in endings.enumerated() {
      let path = try town.link()
      let page = try town.open(path)
      #expect(try page.status == 200 && town.isLinked() == true)
      let picture = try #require(pictures(of: page).first)
      let tag = try #require(try town.served.ask(picture).headers["etag"])
      try end()
      if number == 0 { #expect(try town.isLinked() == false) }
      for address in [path, picture] {
        let gone = try town.served.ask("GET", address, ["If-None-Match: \(tag)"])
        #expect(try gone.status == 404 && gone.problem() == "notFound", "\(number): \(address)")
        #expect(!gone.text.contains(town.id))
      }
      #expect(try town.open(path).status == 404)
    }
  }

  @Test("A link ends with the token that made it; the photo stays, and curators may share it")
  func revoked() throws {
    let town = try Town()
    let path = try town.link()
    let picture = try #require(pictures(of: town.open(path)).first)
    let file = town.served.place.folder.path("tokens.json")
    func revoke(_ name: String) throws {
      #expect(try AccessTests.token(["revoke", name, "--tokens", file]).status == 0)
      Thread.sleep(forTimeInterval: 1.2)
    }
    try revoke("otto")
    #expect(try town.open(path).status == 200)
    try revoke("anna")
    for address in [path, picture] {
      let gone = try town.served.ask(address)
      #expect(try gone.status == 404 && gone.problem() == "notFound", "\(address)")
    }
    let link = "/v1/photos/\(town.id)/link"
    // Another token of the name is another client.
    let anna = "Authorization: Bearer \(try AccessTests.add("anna", .submit, file))"
    Thread.sleep(forTimeInterval: 1.2)
    #expect(try town.served.ask("GET", link, [anna]).object()["linked"] as? Bool == false)
    #expect(try town.open(path).status == 404)
    #expect(try town.ask("GET", link, as: "eva").object()["linked"] as? Bool == false)
    let made = try #require(try town.ask("POST", link, as: "eva").object()["url"] as? String)
    #expect(try town.open(String(made.dropFirst(town.served.base.count))).status == 200)
    #expect(try town.ask("GET", link, as: "eva").object()["linked"] as? Bool == true)
  }

  @Test("A link of an earlier version has its token's name, and ends with it")
  func earlierVersion() throws {
    let town = try Town()
    let path = try town.link()
    let file = town.served.place.folder.path("tokens.json")
    let library = try DatabaseQueue(path: town.served.place.library + "/library.sqlite")
    try library.write { db in
      try db.execute(sql: "UPDATE photos SET link = substr(link, 1, 64) || ' token:anna'")
    }
    #expect(try town.open(path).status == 200 && town.isLinked() == true)
    #expect(try AccessTests.token(["revoke", "anna", "--tokens", file]).status == 0)
    Thread.sleep(forTimeInterval: 1.2)
    #expect(try town.open(path).status == 404)
  }

  @Test("A link has 256 random bits, of which the library and the log have none")
  func secrets() throws {
    let town = try Town()
    let paths = try [town.link(), town.link()]
    #expect(paths[0] != paths[1])
    for path in paths {
      #expect(path.wholeMatch(of: #/\/shared\/[0-9a-f]{64}/#) != nil)
      let secret = path.dropFirst("/shared/".count)
      _ = try town.open(path)
      #expect(try town.open("/shared/" + secret.uppercased()).status == 404)
      #expect(try town.open("/shared/" + secret.dropLast()).status == 404)
      for name in Workplace.names(in: town.served.place.library)
      where name.hasPrefix("library.sqlite") {
        let file = town.served.place.library + "/" + name
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(name)")
      }
      #expect(try !town.served.log().contains(secret))
    }
  }

  @Test("Links are opened as often in a minute as other pages of strangers")
  func rates() throws {
    let town = try Town(["--requests-per-minute", "5"])
    let path = "/shared/" + String(repeating: "0", count: 64)
    var codes: [Int] = []
    while codes.last != 429, codes.count < 40 { codes.append(try town.open(path).status) }
    #expect(codes.first == 404 && codes.last == 429)
  }

  @Test("The form shows a new link once, for the button that shares")
  func form() throws {
    let town = try Town()
    let head = [
      PageTests.browser, "Cookie: \(SignIn.name)=\(try #require(town.tokens["anna"]))",
    ]
    let made = try town.served.ask("POST", "/photos/\(town.id)/link", head, body: [])
    #expect(made.status == 200 && made.headers["cache-control"] == "no-store")
    let url = try #require(made.text.firstMatch(of: #/id="link" value="([^"]+)" readonly/#)?.1)
    #expect(made.text.contains("data-address=\"\(url)\""))
    #expect(try town.open(String(url.dropFirst(town.served.base.count))).status == 200)
    // Another client of the right sees neither the link nor the form.
    let page = try town.served.ask("GET", "/photos/\(town.id)", head)
    #expect(!page.text.contains(url) && page.text.contains("/unlink"))
    let rita = "Cookie: \(SignIn.name)=\(try #require(town.tokens["rita"]))"
    let other = try town.served.ask("GET", "/photos/\(town.id)", [PageTests.browser, rita])
    #expect(other.status == 200 && !other.text.contains("link\""))
    let ended = try town.served.ask("POST", "/photos/\(town.id)/unlink", head, body: [])
    #expect(ended.status == 303 && ended.headers["location"] == "/photos/\(town.id)#keep")
    #expect(try town.isLinked() == false)
  }
}
