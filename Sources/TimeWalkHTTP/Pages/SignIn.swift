internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkBase

/// A token in a cookie: for pages, browsers send no header `Authorization`.
///
/// Scripts can't read the cookie, and only requests of this site have it. In addition, `Gate`
/// refuses requests from pages of other sites.
enum SignIn {
  static let name = "timewalk_token"
  /// The cookie's lifetime, seconds.
  static let lasting = 30 * 24 * 3600

  static func cookie(_ token: String, lasting: Int, isSecure: Bool) -> String {
    "\(name)=\(token); Path=/; Max-Age=\(lasting); HttpOnly; SameSite=Strict"
      + (isSecure ? "; Secure" : "")
  }

  /// Returns true if an address is this server's; another server's begins with two slashes or a
  /// name.
  static func isOwnAddress(_ text: String) -> Bool {
    text.hasPrefix("/") && !text.hasPrefix("//")
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
  }

  /// The token that a browser sent; `nil` without one.
  static func token(in request: Request) -> String? { EventCookie.value(name, in: request) }
}

extension Call {
  /// The fields of a small form without files.
  func formFields() async throws -> [String: String] {
    let type = request.headers[.contentType] ?? ""
    guard type.prefix(while: { $0 != ";" }).lowercased() == "application/x-www-form-urlencoded"
    else { throw Problem(.unsupportedFormat, "the body must be a form") }
    let bytes = try await body(most: 16 << 10)
    return try Query.values(String(decoding: bytes, as: UTF8.self), fields: [])
      .compactMapValues(\.string)
  }

  /// Stores a token in the browser.
  func signIn() async throws -> Response {
    let fields = try await formFields()
    let token = (fields["token"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    let asked = fields["next"] ?? "/"
    let next = SignIn.isOwnAddress(asked) ? asked : "/"
    guard front.isToken(token) else {
      let problem = Problem(.unauthorized, "unknown token")
      guard request.wantsPage else { throw problem }
      // The next try leads to the target of this one.
      var head = request.head
      head.path = next
      return FaultPage(
        problem: problem, request: Request(head: head, body: request.body), hasTokens: true,
        mayRead: client.right != nil
      ).response()
    }
    var response = see(next)
    response.headers[.setCookie] = SignIn.cookie(
      token, lasting: SignIn.lasting, isSecure: isSecure)
    return response
  }
}
