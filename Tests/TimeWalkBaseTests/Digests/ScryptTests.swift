import Testing

@testable import TimeWalkBase

@Suite("Keys of passphrases, and random bytes")
struct ScryptTests {
  /// RFC 7914, section 12, but for the last, which takes a gigabyte.
  static let published: [(passphrase: String, salt: String, cost: Scrypt, key: String)] = [
    (
      "", "", Scrypt(rounds: 16, blockSize: 1, parallelism: 1),
      """
      77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442\
      fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906
      """
    ),
    (
      "password", "NaCl", Scrypt(rounds: 1024, blockSize: 8, parallelism: 16),
      """
      fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162\
      2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640
      """
    ),
    (
      "pleaseletmein", "SodiumChloride", Scrypt(rounds: 16_384, blockSize: 8, parallelism: 1),
      """
      7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2\
      d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887
      """
    ),
  ]

  @Test("scrypt gives the keys of RFC 7914", arguments: published.indices)
  func keys(index: Int) throws {
    let (passphrase, salt, cost, key) = Self.published[index]
    let found = try cost.key(of: Array(passphrase.utf8), salt: Array(salt.utf8), count: 64)
    #expect(found.hexadecimal == key)
  }

  @Test(
    "Invalid parameters of scrypt are refused",
    arguments: [
      Scrypt(rounds: 1000, blockSize: 8, parallelism: 1),
      Scrypt(rounds: 0, blockSize: 8, parallelism: 1),
      Scrypt(rounds: -16, blockSize: 8, parallelism: 1),
      Scrypt(rounds: 16, blockSize: 0, parallelism: 1),
      Scrypt(rounds: 1 << 40, blockSize: 1 << 20, parallelism: 1),
    ])
  func refused(cost: Scrypt) {
    #expect(throws: Scrypt.Fault.refused) { try cost.key(of: [1], salt: [2], count: 32) }
  }

  @Test("Random bytes have the requested number, and never repeat")
  func random() {
    #expect(RandomBytes.make(0).isEmpty)
    let all = (0..<100).map { _ in RandomBytes.make(16) }
    #expect(all.allSatisfy { $0.count == 16 } && Set(all).count == 100)
    // Of a megabyte, each value is about one in 256.
    var counts = [Int](repeating: 0, count: 256)
    for byte in RandomBytes.make(1 << 20) { counts[Int(byte)] += 1 }
    #expect(counts.allSatisfy { (3500...4700).contains($0) })
  }
}
