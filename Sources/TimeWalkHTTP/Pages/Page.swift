internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import TimeWalk
internal import TimeWalkBase
internal import TimeWalkEvents

/// A web page: its values, styles and modules.
struct Page {
  let template: PageTemplate
  /// Its title.
  let title: String
  /// The values of its template.
  var values: [String: Any]
  /// Its modules.
  var scripts: [String] = []
  /// Its styles, besides those of all pages.
  var styles: [String] = []
  /// Its event: the page has the event's manifest, and links to the terms and the help.
  var event: String?
  /// The name of its event, by which the head links back to the event.
  var back: String?
  /// What the event is called.
  var kind = EventKind.event
  /// True if it shows a photo's view.
  var hasView = false
  /// True if it shows a map of the world.
  var hasMap = false
  /// Its preview elsewhere; only for pages that all can open.
  var card: Card?
  var status = HTTPResponse.Status.ok

  /// A preview of a page in messengers.
  struct Card {
    /// The absolute address of the page.
    let url: String
    /// The absolute address of the picture.
    let picture: String
    let description: String
  }

  /// Writes it.
  ///
  /// - Parameters:
  ///   - language: the reader's language.
  ///   - mayRead: true if the reader may see the archive and the library; the head links to them.
  ///   - tiles: the background of its map, if the operator set one.
  ///   - address: its address, to which a choice of another language leads back; `nil` for the
  ///     answer to a form.
  /// - Returns: the page.
  func response(
    in language: PageLanguage, mayRead: Bool, tiles: MapTiles? = nil, at address: String?
  ) -> Response {
    let tiles = hasMap ? tiles : nil
    var values = values
    values["assets"] = PageAssets.folder
    if let tiles {
      var own: [String: Any] = [
        "template": tiles.template,
        "zooms": "\(tiles.zooms.lowerBound) \(tiles.zooms.upperBound)",
      ]
      if !tiles.credit.isEmpty { own["attribution"] = ["credit": tiles.credit] }
      values["tiles"] = own
    }
    let styles = (hasView ? ["view.css"] : []) + ["site.css"] + self.styles
    // First, to report faults of all others.
    var modules = ["faults.js"] + (language == .english ? [] : ["words-\(language.rawValue).js"])
    if hasView { modules.append("view.js") }
    modules += scripts
    var frame: [String: Any] = [
      "language": language.rawValue, "assets": PageAssets.folder, "title": title,
      "manifest": event.map(EventManifest.path) ?? PageAssets.folder + "camera.webmanifest",
      "styles": styles, "scripts": modules, "version": Version.current,
      "bodyHTML": template.html(language, values, of: kind), "page": template.rawValue,
      "mayRead": mayRead,
    ]
    if let address { frame["languages"] = LanguageChoice.values(language, at: address) }
    if let card {
      frame["card"] = [
        "url": card.url, "picture": card.picture, "description": card.description,
      ]
    }
    if let event {
      frame["event"] = ["id": event]
      if let back { frame["back"] = ["event": event, "name": back] }
    }
    // Scripts say the same word as the page.
    if kind != .event { frame["kind"] = ["name": kind.name] }
    if let origin = tiles?.origin { frame["foreign"] = ["origin": origin] }
    // A view's script lays out the page: nothing is painted before, and nothing moves.
    if hasView { frame["hasView"] = true }
    // The head marks the link to this page.
    frame["is_" + template.rawValue] = true
    var headers: HTTPFields = [
      .contentType: "text/html; charset=utf-8", .cacheControl: "private, no-cache",
      .contentLanguage: language.rawValue,
    ]
    headers[.vary] = "Accept, Accept-Language, Cookie"
    if let origin = tiles?.origin {
      headers[.contentSecurityPolicy] = SecurityHeaders.policy(picturesFrom: origin)
    }
    return Response(
      status: status, headers: headers,
      body: ResponseBody(
        byteBuffer: ByteBuffer(string: PageTemplate.frame.html(language, frame))))
  }
}

extension Request {
  /// The language that the reader chose in an event or on a page, else the browser's preferred one.
  var language: PageLanguage {
    EventCookie.guest(of: self)?.language ?? LanguageChoice.language(of: self)
      ?? PageLanguage(accepting: headers[.acceptLanguage])
  }

  /// The address of a page; `nil` for the answer to a form.
  var pageAddress: String? { method == .get ? uri.string : nil }

  /// True if the client wants a page, not data.
  var wantsPage: Bool {
    (headers[.accept] ?? "").split(separator: ",").contains { part in
      part.split(separator: ";").first?.filter { $0 != " " } == "text/html"
    }
  }
}

extension Call {
  var language: PageLanguage { request.language }

  /// Answers with a page.
  ///
  /// It is written in the client's turn: with hundreds of cards it takes milliseconds.
  func page(_ page: Page) async throws -> Response {
    let (language, mayRead, address) = (language, client.right != nil, request.pageAddress)
    let tiles = front.options.mapTiles
    // Nothing else has its values.
    nonisolated(unsafe) let page = page
    return try await front.pool.run {
      page.response(in: language, mayRead: mayRead, tiles: tiles, at: address)
    }
  }

  /// Redirects a browser with GET.
  func see(_ address: String) -> Response {
    Response(status: .seeOther, headers: [.location: address])
  }
}
