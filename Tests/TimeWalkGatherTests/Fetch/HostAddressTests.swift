import Testing
import TimeWalkGather

@Suite struct HostAddressTests {
  /// The bytes of an address in numbers; IPv6 as eight groups.
  private func address(_ text: String) throws -> HostAddress {
    let bytes: [UInt8]
    if text.contains(":") {
      bytes = try text.split(separator: ":").flatMap { group in
        let number = try #require(UInt16(group, radix: 16))
        return [UInt8(number >> 8), UInt8(number & 255)]
      }
    } else {
      bytes = try text.split(separator: ".").map { try #require(UInt8($0)) }
    }
    return try #require(HostAddress(bytes: bytes))
  }

  @Test(arguments: [
    "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
    "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0", "169.253.0.1",
    "223.255.255.255",
    "2606:4700:0:0:0:0:0:1111", "2a00:1450:4001:82a:0:0:0:200e", "0:0:0:0:0:ffff:0808:0808",
    "64:ff9b:0:0:0:0:0808:0808", "2002:0808:0808:0:0:0:0:1",
  ])
  func `hosts of the public internet may be asked`(_ text: String) throws {
    #expect(try address(text).isPublic)
  }

  @Test(arguments: [
    "0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1",
    "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1",
    "239.255.255.255", "240.0.0.1", "255.255.255.255",
    "0:0:0:0:0:0:0:0", "0:0:0:0:0:0:0:1", "fe80:0:0:0:0:0:0:1", "fc00:0:0:0:0:0:0:1",
    "fdff:0:0:0:0:0:0:1", "ff02:0:0:0:0:0:0:1", "fec0:0:0:0:0:0:0:1", "100:0:0:0:0:0:0:1",
    "0:0:0:0:0:ffff:7f00:0001", "0:0:0:0:0:ffff:c0a8:0101", "0:0:0:0:0:ffff:a9fe:a9fe",
    "0:0:0:0:0:0:7f00:0001", "64:ff9b:0:0:0:0:0a00:0001", "2002:7f00:0001:0:0:0:0:1",
    "2001:0:0:0:0:0:0:1", "2001:db8:0:0:0:0:0:1", "3fff:0:0:0:0:0:0:1", "64:ff9b:1:0:0:0:0808:0808",
  ])
  func `hosts of any other network may not`(_ text: String) throws {
    #expect(try !address(text).isPublic)
  }

  @Test(arguments: [0, 3, 5, 15, 17])
  func `other lengths are no address`(length: Int) {
    #expect(HostAddress(bytes: Array(repeating: 1, count: length)) == nil)
  }
}
