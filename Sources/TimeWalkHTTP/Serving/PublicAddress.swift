internal import Foundation

/// The address that people use to reach the server through a proxy: a scheme, a host and a port.
package struct PublicAddress: Hashable, Sendable {
  /// The address without a slash at its end, such as `https://archive.example.org`.
  let text: String
  /// Whether it begins with `https://`.
  let isSecure: Bool
  private let host: String
  private let origin: String

  /// Reads an address; `nil` where it is no `http` or `https` address of a host in ASCII, or has a
  /// path, a query or a user.
  package init?(_ text: String) {
    var text = text
    if text.hasSuffix("/") { text.removeLast() }
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), let url = URL(string: text),
      url.path.isEmpty, url.query == nil, url.fragment == nil, url.user == nil,
      let host = url.host, let origin = PublicAddress.origin(text)
    else { return nil }
    self.text = text
    self.host = host
    self.origin = origin
    isSecure = origin.hasPrefix("https:")
  }

  /// Whether tokens reach it unread: by HTTPS, or on this machine alone.
  package var isSafe: Bool { isSecure || ServeOptions.isLoopback(host) }

  /// Whether the header `Origin` of a request names this address.
  func isOrigin(_ header: String) -> Bool { PublicAddress.origin(header) == origin }

  /// The scheme, host and port of an address, in small letters and with the usual port.
  private static func origin(_ text: String) -> String? {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      let usual = ["http": 80, "https": 443][scheme], let host = url.host?.lowercased(),
      !host.isEmpty
    else { return nil }
    return "\(scheme)://\(host):\(url.port ?? usual)"
  }
}
