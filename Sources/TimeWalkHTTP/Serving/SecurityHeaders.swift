internal import HTTPTypes

/// What browsers are told about every answer.
enum SecurityHeaders {
  private static let all: [(HTTPField.Name?, String)] = [
    // Nothing but what this server sends, and no code or style within a page; nobody puts its pages
    // in a frame.
    (.contentSecurityPolicy, policy(picturesFrom: nil)),
    (.xContentTypeOptions, "nosniff"),
    // Addresses of photos are secrets: they are told to no other site.
    (HTTPField.Name("Referrer-Policy"), "no-referrer"),
    (
      HTTPField.Name("Permissions-Policy"),
      "camera=(self), geolocation=(self), gyroscope=(self), magnetometer=(self), accelerometer=(self), microphone=(), payment=(), usb=()"
    ),
    (HTTPField.Name("Cross-Origin-Resource-Policy"), "same-origin"),
    (HTTPField.Name("Cross-Origin-Opener-Policy"), "same-origin"),
  ]

  /// The policy of a page.
  ///
  /// - Parameter origin: where its pictures may come from besides, as its map's tiles do.
  /// - Returns: the header's value.
  static func policy(picturesFrom origin: String?) -> String {
    "default-src 'self'; img-src 'self' data: blob:\(origin.map { " " + $0 } ?? ""); base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
  }

  static func add(to headers: inout HTTPFields) {
    for case (let name?, let value) in all where headers[name] == nil { headers[name] = value }
  }
}
