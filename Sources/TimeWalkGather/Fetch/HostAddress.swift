/// An internet address of a connection.
///
/// The IANA special-purpose address registries (RFC 6890 and its updates) define the public ones.
package struct HostAddress: Hashable, Sendable {
  /// 4 bytes, or 16 for IPv6, in network order.
  package let bytes: [UInt8]

  /// Makes one; `nil` unless there are 4 or 16 bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// True if it is this machine's own: 127.0.0.0/8, `::1`, also as an IPv4 address in IPv6.
  package var isLoopback: Bool {
    if let inner { return inner.isLoopback }
    return bytes.count == 4
      ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
  }

  /// True if it is public: not private, loopback, link-local, shared by a provider, multicast,
  /// reserved or for documentation.
  package var isPublic: Bool {
    if let inner { return inner.isPublic }
    return bytes.count == 4 ? isPublic4 : isPublic6
  }

  private var isPublic4: Bool {
    switch (bytes[0], bytes[1], bytes[2]) {
    case (0, _, _), (10, _, _), (127, _, _): false
    case (100, 64...127, _): false  // shared by a provider's customers
    case (169, 254, _): false  // link-local, with the metadata services of clouds
    case (172, 16...31, _), (192, 168, _): false
    case (192, 0, 0), (192, 0, 2), (198, 51, 100), (203, 0, 113): false
    case (192, 88, 99), (192, 31, 196), (192, 52, 193), (192, 175, 48): false
    case (198, 18...19, _): false
    case (224..., _, _): false
    default: true
    }
  }

  private var isPublic6: Bool {
    // All that has been given out is in 2000::/3.
    guard bytes[0] & 0xE0 == 0x20 else { return false }
    switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
    case (0x20, 0x01, 0x00...0x01, _): return false  // protocols, Teredo, ORCHID
    case (0x20, 0x01, 0x0D, 0xB8): return false  // documentation
    case (0x3F, 0xFF, 0x00...0x0F, _): return false  // documentation
    default: return true
    }
  }

  /// The IPv4 address that an IPv6 one stands for: mapped, translated by NAT64, or of a 6to4
  /// network.
  private var inner: HostAddress? {
    guard bytes.count == 16 else { return nil }
    let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    let isTranslated = Array(bytes[..<12]) == [0, 0x64, 0xFF, 0x9B] + Array(repeating: 0, count: 8)
    if isMapped || isTranslated { return HostAddress(bytes: Array(bytes[12...])) }
    if bytes[0] == 0x20, bytes[1] == 0x02 { return HostAddress(bytes: Array(bytes[2..<6])) }
    return nil
  }
}
