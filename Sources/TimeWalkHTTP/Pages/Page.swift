internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import TimeWalk
internal import TimeWalkBase
internal import TimeWalkEvents

/// The values of a template: a property for each of its tags, which `PageContextTests` checks.
///
/// As in a dictionary, a section looks up the values that it lacks, or that are `nil`, outside.
protocol PageContext: Decodable, Sendable {
  static var template: PageTemplate { get }
}

/// The values of a page with a map.
protocol TiledContext: PageContext {
  var tiles: TilesContext? { get set }
}

/// The background of a map, if the operator set one.
struct TilesContext: Decodable {
  struct Attribution: Decodable {
    let credit: String
  }

  let template, zooms: String
  let attribution: Attribution?

  init(_ tiles: MapTiles) {
    template = tiles.template
    zooms = "\(tiles.zooms.lowerBound) \(tiles.zooms.upperBound)"
    attribution = tiles.credit.isEmpty ? nil : Attribution(credit: tiles.credit)
  }
}

/// A section with an address.
struct PageLink: Decodable {
  let url: String
}

/// A section with a picture.
struct PagePicture: Decodable {
  let url, alt: String
}

/// A section with a sentence.
struct PageWords: Decodable {
  let words: String
}

/// A section with a name.
struct PageName: Decodable {
  let name: String
}

/// A section with a list.
struct PageList<Element: Decodable & Sendable>: Decodable {
  let list: [Element]

  /// Makes a section; `nil` without elements.
  init?(_ list: [Element]) {
    guard !list.isEmpty else { return nil }
    self.list = list
  }
}

/// The values around every page.
struct FrameContext: PageContext {
  struct Back: Decodable {
    let event, name: String
  }

  static let template = PageTemplate.frame
  let language, assets, title, manifest: String
  let styles, scripts: [String]
  let version, bodyHTML, page: String
  let mayRead: Bool
  let languages: LanguageChoice.Context?
  let card: Page.Card?
  let event: String?
  let back: Back?
  /// Scripts say the same word as the page.
  let kind: PageName?
  /// The other server whose tiles its map has.
  let origin: String?
  /// A view's script lays out the page: nothing is painted before, and nothing moves.
  let hasView: Bool
  /// The head marks the link to this page.
  let isHome, isCamera, isMap, isItems, isLibrary: Bool
}

/// A web page: its values, styles and modules.
struct Page: Sendable {
  /// The values of its template.
  var context: any PageContext
  /// Its title.
  let title: String
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
  struct Card: Decodable {
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
    var context = context
    if let tiles, var map = context as? any TiledContext {
      map.tiles = TilesContext(tiles)
      context = map
    }
    let styles = (hasView ? ["view.css"] : []) + ["site.css"] + self.styles
    // First, to report faults of all others.
    var modules = ["faults.js"] + (language == .english ? [] : ["words-\(language.rawValue).js"])
    if hasView { modules.append("view.js") }
    modules += scripts
    let template = type(of: context).template
    let frame = FrameContext(
      language: language.rawValue, assets: PageAssets.folder, title: title,
      manifest: event.map(EventManifest.path) ?? PageAssets.folder + "camera.webmanifest",
      styles: styles, scripts: modules, version: Version.current,
      bodyHTML: context.html(language, of: kind), page: template.rawValue, mayRead: mayRead,
      languages: address.map { LanguageChoice.Context(language, at: $0) }, card: card,
      event: event,
      back: event.flatMap { id in back.map { FrameContext.Back(event: id, name: $0) } },
      kind: kind == .event ? nil : PageName(name: kind.name),
      origin: tiles?.origin, hasView: hasView,
      isHome: template == .home, isCamera: template == .camera, isMap: template == .map,
      isItems: template == .items, isLibrary: template == .library)
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
        byteBuffer: ByteBuffer(string: frame.html(language))))
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
    return try await front.pool.run {
      page.response(in: language, mayRead: mayRead, tiles: tiles, at: address)
    }
  }

  /// Redirects a browser with GET.
  func see(_ address: String) -> Response {
    Response(status: .seeOther, headers: [.location: address])
  }
}
