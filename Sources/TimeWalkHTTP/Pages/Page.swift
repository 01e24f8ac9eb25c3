internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import TimeWalk
internal import TimeWalkPages
internal import TimeWalkSite
internal import TimeWalkText
internal import TimeWalkWalks

/// A page for people: what stands in it, and what it needs of styles and modules.
struct Page {
  let template: PageTemplate
  /// Its title, which browsers show.
  let title: String
  /// What stands in its places.
  var values: [String: Any]
  /// Its modules.
  var scripts: [String] = []
  /// Its styles besides those of all pages.
  var styles: [String] = []
  /// What is installed from it; the camera page of the library when `nil`.
  var manifest: String?
  /// Whether it has a photo's view.
  var hasView = false
  /// Whether it has a map of the world.
  var hasMap = false
  var status = HTTPResponse.Status.ok

  /// Writes it.
  ///
  /// - Parameters:
  ///   - language: its reader's.
  ///   - cookie: what the reader's browser keeps.
  ///   - tiles: the ground of its map, where the operator named one.
  /// - Returns: the page.
  func response(
    in language: PageLanguage, cookie: String? = nil, tiles: MapTiles? = nil
  ) -> Response {
    let tiles = hasMap ? tiles : nil
    var values = values
    values["assets"] = PageAssets.folder
    if let tiles { values["tiles"] = ["template": tiles.template, "credit": tiles.credit] }
    let styles = (hasView ? ["view.css"] : []) + ["site.css"] + self.styles
    // First, so that faults of all others are heard.
    var modules = ["faults.js"] + (language == .english ? [] : ["words-\(language.rawValue).js"])
    if hasView { modules.append("view.js") }
    modules += scripts
    var frame: [String: Any] = [
      "language": language.rawValue, "assets": PageAssets.folder, "title": title,
      "manifest": manifest ?? PageAssets.folder + "camera.webmanifest",
      "styles": styles, "scripts": modules, "version": Version.current,
      "bodyHTML": template.html(language, values), "page": template.rawValue,
    ]
    if let tiles { frame["foreign"] = ["origin": tiles.origin] }
    for name in ["camera", "home", "map", "items", "library"] where name == template.rawValue {
      frame["is_" + name] = true
    }
    var headers: HTTPFields = [
      .contentType: "text/html; charset=utf-8", .cacheControl: "private, no-cache",
      .contentLanguage: language.rawValue,
    ]
    headers[.vary] = "Accept, Accept-Language, Cookie"
    if let tiles {
      headers[.contentSecurityPolicy] = SecurityHeaders.policy(picturesFrom: tiles.origin)
    }
    if let cookie { headers[.setCookie] = cookie }
    return Response(
      status: status, headers: headers,
      body: ResponseBody(
        byteBuffer: ByteBuffer(string: PageTemplate.frame.html(language, frame))))
  }
}

extension Request {
  /// The language that its reader chose in a walk, else the one that the browser likes best.
  var language: PageLanguage {
    WalkCookie.guest(of: self)?.language ?? PageLanguage(accepting: headers[.acceptLanguage])
  }

  /// Whether a person waits for a page, and not a program for data.
  var wantsPage: Bool {
    (headers[.accept] ?? "").split(separator: ",").contains { part in
      part.split(separator: ";").first?.filter { $0 != " " } == "text/html"
    }
  }
}

extension Call {
  var language: PageLanguage { request.language }

  /// A page as the answer.
  func page(_ page: Page) -> Response { page.response(in: language, tiles: front.options.mapTiles) }

  /// Sends a browser on with GET.
  func see(_ address: String) -> Response {
    Response(status: .seeOther, headers: [.location: address])
  }
}

/// What went wrong, as a page.
enum FaultPage {
  /// - Parameters:
  ///   - problem: what went wrong.
  ///   - request: who asked.
  ///   - hasTokens: whether signing in helps where nobody is known.
  /// - Returns: the page with the problem's status and headers.
  static func response(_ problem: Problem, to request: Request, hasTokens: Bool) -> Response {
    let language = request.language
    let text = language.text
    let (title, help) = words(problem, text)
    var values: [String: Any] = [
      "title": title, "help": help, "detail": problem.detail, "code": problem.code,
      "status": String(problem.status.code),
      // Details are English, as for programs.
      "detailHTML": text.english(problem.detail.capitalizedFirst + "."),
    ]
    if problem.status == .unauthorized, hasTokens { values["signIn"] = ["next": request.uri.path] }
    var response = Page(
      template: .fault, title: title, values: values, status: problem.status
    ).response(in: language)
    for field in problem.headers { response.headers[field.name] = field.value }
    response.headers[.cacheControl] = "no-store"
    return response
  }

  private static func words(_ problem: Problem, _ text: PageText) -> (title: String, help: String) {
    switch problem.status {
    case .notFound where problem.code == WalkFault.Code.noSuchWalk.rawValue:
      (
        text("This walk isn't here"),
        text(
          "Thirty days after its end everything of a walk is erased. If it isn't over, look whether the code is typed as it stands on the card."
        )
      )
    case .notFound:
      (
        text("There is nothing here"),
        text("It may have been removed, or the address is not quite right.")
      )
    case .unauthorized:
      (text("Sign in"), text("Whoever runs this server gives out the tokens."))
    case .forbidden: (text("This isn't allowed"), text("Your token has not the right to it."))
    case .contentTooLarge: (text("That is too large"), text("Send a smaller file."))
    case .tooManyRequests, .serviceUnavailable:
      (text("Too much at once"), text("Wait a moment and try again."))
    default:
      switch problem.code {
      case WalkError.Code.positionMissing.rawValue:
        (
          text("The photo doesn't say where it was taken"),
          text("Go back and give the place, or send the photo with its position.")
        )
      case WalkError.Code.unsupportedFormat.rawValue, WalkError.Code.imageDamaged.rawValue:
        (text("This is no photo that can be read"), text("Choose another file."))
      default:
        (text("That didn't work"), text("What was wrong stands below."))
      }
    }
  }
}
