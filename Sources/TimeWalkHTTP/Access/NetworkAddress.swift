internal import Glibc
internal import TimeWalkBase

/// Groups the addresses of clients for limits.
enum NetworkAddress {
  /// The group of an address: an IPv4 address itself, the first 64 bits of an IPv6 address.
  ///
  /// One subscriber has 2^64 IPv6 addresses (RFC 4291, 2.5.4). An IPv4 address within IPv6
  /// (`::ffff:192.0.2.1`) counts as IPv4.
  ///
  /// - Parameter text: an address in text, which may have a zone (`fe80::1%eth0`) or, from some
  ///   proxies, a port (`192.0.2.1:80`, `[2001:db8::1]:80`).
  /// - Returns: a name for the group; other text as it is, at most 64 characters.
  static func group(of text: String) -> String {
    var short = text.prefix(64)
    if short.first == "[" {
      short = short.dropFirst().prefix { $0 != "]" }
    } else if short.contains(".") && short.firstIndex(of: ":") == short.lastIndex(of: ":") {
      short = short.prefix { $0 != ":" }
    }
    let address = String(short.prefix { $0 != "%" })
    guard address.contains(":") else { return address }
    var bytes = [UInt8](repeating: 0, count: 16)
    guard inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
    if bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]) {
      return bytes.suffix(4).map(String.init).joined(separator: ".")
    }
    return bytes.prefix(8).hexadecimal + "::/64"
  }
}
