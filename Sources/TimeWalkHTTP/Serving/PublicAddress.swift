internal import Foundation

/// The public address of a server behind a proxy: a scheme, a host and a port.
package struct PublicAddress: Hashable, Sendable {
  /// The address without a slash at its end, such as `https://archive.example.org`.
  let text: String
  /// True if it begins with `https://`.
  let isSecure: Bool
  private let host: String
  private let origin: String

  /// Reads an address; `nil` unless it is an `http` or `https` address of a host in ASCII, without
  /// path, query and user.
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

  /// True if tokens reach it safely: over HTTPS, or on this machine.
  package var isSafe: Bool { isSecure || ServeOptions.isLoopback(host) }

  /// Returns true if a host in lower case, without a port, is that of this address.
  func isHost(_ name: String) -> Bool { name == host.lowercased() }

  /// Returns true if the header `Origin` of a request has this address.
  func isOrigin(_ header: String) -> Bool { PublicAddress.origin(header) == origin }

  /// The scheme, host and port of an address, in lower case and with the default port.
  private static func origin(_ text: String) -> String? {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      let usual = ["http": 80, "https": 443][scheme], let host = url.host?.lowercased(),
      !host.isEmpty
    else { return nil }
    return "\(scheme)://\(host):\(url.port ?? usual)"
  }
}
