internal import HTTPTypes
internal import Hummingbird

/// The headers that restrict browsers, for every answer.
enum SecurityHeaders {
  private static let all: [(HTTPField.Name?, String)] = [
    // Only resources of this server, no inline code or style, and no frames.
    (.contentSecurityPolicy, policy(picturesFrom: nil)),
    (.xContentTypeOptions, "nosniff"),
    // Addresses of photos are secrets: other sites don't get them.
    (HTTPField.Name("Referrer-Policy"), "no-referrer"),
    (
      HTTPField.Name("Permissions-Policy"),
      "camera=(self), geolocation=(self), gyroscope=(self), magnetometer=(self), accelerometer=(self), microphone=(), payment=(), usb=()"
    ),
    (HTTPField.Name("Cross-Origin-Resource-Policy"), "same-origin"),
    (HTTPField.Name("Cross-Origin-Opener-Policy"), "same-origin"),
  ]

  /// The content security policy of a page.
  ///
  /// - Parameter origin: a further origin of pictures, such as the map's tiles.
  /// - Returns: the header's value.
  static func policy(picturesFrom origin: String?) -> String {
    "default-src 'self'; img-src 'self' data: blob:\(origin.map { " " + $0 } ?? ""); base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
  }

  static func add(to headers: inout HTTPFields) {
    for case (let name?, let value) in all where headers[name] == nil { headers[name] = value }
  }
}

extension Response {
  /// The response to a deletion: browsers also drop the site's cached answers (W3C, Clear Site
  /// Data, section 3.1), which they keep for minutes.
  var clearingCache: Response {
    var response = self
    if let name = HTTPField.Name("Clear-Site-Data") { response.headers[name] = "\"cache\"" }
    return response
  }
}
