internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk

/// A link to a photo, or the fact that there is one.
struct PhotoLinkAnswer: Codable, Sendable {
  /// True if there is a link.
  var linked: Bool
  /// The address of a new link; it can't be read later.
  var url: String?
}

struct SharedContext: PageContext {
  static let template = PageTemplate.shared
  let title: String
  let lead: String?
  let viewHTML, address, codeHTML: String
}

extension Call {
  /// Makes a link to a photo, in place of an earlier one.
  ///
  /// - Returns: the link's address.
  /// - Throws: a problem with 403 for another client's photo.
  func linkPhoto(_ id: String) async throws -> String {
    try await checkOwner(id, "share")
    let (album, linker) = (front.album, client.linker)
    let secret = try await front.pool.run { () throws(TimeWalkError) in
      try album.link(id, by: linker)
    }
    return base + "/shared/" + secret
  }

  /// Ends the link to a photo.
  ///
  /// - Throws: a problem with 403 for another client's photo.
  func unlinkPhoto(_ id: String) async throws {
    try await checkOwner(id, "share")
    let album = front.album
    try await front.pool.run { () throws(TimeWalkError) in try album.unlink(id) }
  }

  /// Answers whether there is a link to a photo.
  ///
  /// - Throws: a problem with 403 for another client's photo.
  func photoLink(_ id: String) async throws -> Response {
    try await checkOwner(id, "share")
    let front = front
    let isLinked = try await front.pool.run { () throws(TimeWalkError) in try front.isLinked(id) }
    return try answer(PhotoLinkAnswer(linked: isLinked))
  }

  /// The view of the link in the address.
  ///
  /// The link is looked up each time, in no cache. It ends with the token that made it.
  private func sharedView() async throws -> PhotoView {
    try refuseParameters()
    let (front, secret) = (front, parameter("secret"))
    return try await front.pool.run(.photo) { () throws(TimeWalkError) in
      let (id, linker) = try front.album.photo(linked: secret)
      guard front.isCurrent(linker) else { throw Album.noLink }
      do throws(TimeWalkError) {
        return try front.photoView(id, era: nil).view.shared { name in
          "/shared/\(PercentCoding.encoded(secret))/pictures/\(name)"
        }
      } catch {
        // The photo may be removed meanwhile, and the message has its id.
        throw error.code == .notFound ? Album.noLink : error
      }
    }
  }

  /// `/shared/{secret}`: the photo of a link.
  func sharedPage() async throws -> Response {
    let view = try await sharedView()
    let text = language.text
    let title = view.title ?? text("No view from here is known yet")
    let lead =
      view.title == nil
      ? text("The archive has no picture of this view.")
      : text("One view: %1.", view.span(in: text))
    let address = base + "/shared/" + parameter("secret")
    var shown = Page(
      context: SharedContext(
        title: title, lead: view.title == nil ? lead : nil,
        viewHTML: view.html(headings: 2, in: text), address: address,
        codeHTML: EventCode(address)?.svg ?? ""),
      title: title, scripts: ["photo.js"], hasView: true)
    let picture = view.hasCard ? PhotoView.card : "now"
    shown.card = Page.Card(
      url: address, picture: "\(address)/pictures/\(picture)", description: lead)
    return try await page(shown).unlisted
  }

  /// `/shared/{secret}/pictures/{name}`: a picture of a link's page.
  func sharedPicture() async throws -> Response {
    guard let bytes = try await sharedView().picture(parameter("name")) else {
      throw Problem(.notFound, "the page doesn't have this picture")
    }
    return kept(bytes, type: "image/jpeg", cacheControl: "no-store").unlisted
  }
}

extension Front {
  /// True if there is a link to a photo; call it on a thread that may wait.
  func isLinked(_ id: String) throws(TimeWalkError) -> Bool {
    try album.linker(of: id).map(isCurrent) ?? false
  }
}

extension Response {
  /// The answer to a link's address: no cache keeps it, since the link may end, and no search
  /// engine lists it.
  fileprivate var unlisted: Response {
    var response = self
    response.headers[.cacheControl] = "no-store"
    if let name = HTTPField.Name("X-Robots-Tag") { response.headers[name] = "noindex" }
    return response
  }
}
