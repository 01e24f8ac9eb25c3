import Testing

@testable import TimeWalkBase

/// The published examples: FIPS 180-4 (NIST's examples), RFC 1321, section A.5, and FIPS 180's
/// million letters.
@Suite("Digests")
struct DigestTests {
  static let long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"

  static let examples: [(Digest.Function, text: String, times: Int, digest: String)] = [
    (.sha256, "", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (.sha256, "abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (.sha256, long, 1, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
    (
      .sha256, "a", 1_000_000,
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
    (
      .sha512, "abc", 1,
      """
      ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
      2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
      """
    ),
    (
      .sha512, "a", 1_000_000,
      """
      e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb\
      de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b
      """
    ),
    (.sha1, "abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (.sha1, long, 1, "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
    (.sha1, "a", 1_000_000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
    (.md5, "", 1, "d41d8cd98f00b204e9800998ecf8427e"),
    (.md5, "message digest", 1, "f96b697d7cb7938d525a2f31aaf161d0"),
    (.md5, "1234567890", 8, "57edf4a22be3c955ac49da2e2107b67a"),
  ]

  @Test("are the published ones", arguments: examples.indices)
  func published(index: Int) {
    let (function, text, times, digest) = Self.examples[index]
    let bytes = Array(String(repeating: text, count: times).utf8)
    #expect(Digest.of(bytes, by: function).hexadecimal == digest)
    // A sequence whose bytes don't lie side by side.
    #expect(Digest.of(bytes.lazy.map(\.self), by: function).hexadecimal == digest)
  }

  @Test(
    "in pieces of any length come to the same",
    arguments: [Digest.Function.sha256, .sha512, .sha1, .md5], [1, 63, 64, 65, 127, 128, 1000])
  func pieces(function: Digest.Function, length: Int) {
    let bytes = (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }
    var digest = Digest(function)
    for start in stride(from: 0, to: bytes.count, by: length) {
      digest.add(bytes[start..<min(start + length, bytes.count)])
    }
    digest.add([UInt8]())
    #expect(digest.bytes() == Digest.of(bytes, by: function))
  }

  @Test("are values: a copy continues independently, and reading the result doesn't end it")
  func copies() {
    var digest = Digest()
    digest.add("a".utf8)
    var copy = digest
    copy.add("x".utf8)
    #expect(digest.bytes() == Digest.of("a".utf8))
    digest.add("bc".utf8)
    #expect(digest.bytes() == Digest.of("abc".utf8))
    #expect(copy.bytes() == Digest.of("ax".utf8))
  }
}
