internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkBase

/// A token that a browser keeps, since it sends no header `Authorization` for a page.
///
/// The cookie is out of the reach of scripts and goes to this site's own requests alone; `Gate`
/// refuses besides what pages of other sites send.
enum SignIn {
  static let name = "timewalk_token"
  /// How long it is kept, seconds.
  static let lasting = 30 * 24 * 3600

  static func cookie(_ token: String, lasting: Int, isSecure: Bool) -> String {
    "\(name)=\(token); Path=/; Max-Age=\(lasting); HttpOnly; SameSite=Strict"
      + (isSecure ? "; Secure" : "")
  }

  /// Whether an address is one of this server alone: one of another would begin with two slashes or
  /// a name.
  static func isOwnAddress(_ text: String) -> Bool {
    text.hasPrefix("/") && !text.hasPrefix("//")
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
  }

  /// The token that a browser sent; `nil` without one.
  static func token(in request: Request) -> String? {
    for header in request.headers[values: .cookie] {
      for pair in header.split(separator: ";") {
        let parts = pair.split(separator: "=", maxSplits: 1)
        if parts.count == 2, parts[0].filter({ $0 != " " }) == name { return String(parts[1]) }
      }
    }
    return nil
  }
}

extension Call {
  /// The fields of a small form that has no files.
  func formFields() async throws -> [String: String] {
    let limit = 16 << 10
    let type = request.headers[.contentType] ?? ""
    guard type.prefix(while: { $0 != ";" }).lowercased() == "application/x-www-form-urlencoded"
    else { throw Problem(.unsupportedFormat, "the body must be a form") }
    try checkLength(limit)
    var bytes: [UInt8] = []
    for try await buffer in request.body {
      guard bytes.count + buffer.readableBytes <= limit else { throw Call.tooLong(limit) }
      bytes += buffer.readableBytesView
    }
    note.hasReadBody = true
    return try Query.values(String(decoding: bytes, as: UTF8.self), fields: [])
      .compactMapValues(\.string)
  }

  /// Keeps a token in the browser.
  func signIn() async throws -> Response {
    let fields = try await formFields()
    let token = (fields["token"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    let asked = fields["next"] ?? "/"
    let next = SignIn.isOwnAddress(asked) ? asked : "/"
    guard front.isToken(token) else {
      let problem = Problem(.unauthorized, "this token isn't known here")
      guard request.wantsPage else { throw problem }
      // The next try leads to where this one would have led, and not to this address.
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
