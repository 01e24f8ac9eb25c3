internal import CPlatform

/// Keys of passphrases by scrypt (RFC 7914).
package struct Scrypt: Hashable, Sendable {
  /// The cost, N, a power of two: with a block size of 8, each round takes 1 kB of memory.
  package var rounds: Int
  /// The block size, r.
  package var blockSize: Int
  /// The parallelism, p.
  package var parallelism: Int

  /// The reason why no key could be derived.
  package enum Fault: Error, Hashable, CustomStringConvertible {
    /// libcrypto is not installed.
    case libraryMissing
    /// The parameters are invalid for scrypt, or memory is insufficient.
    case refused

    /// The message for users, without a full stop.
    package var description: String {
      switch self {
      case .libraryMissing: "libcrypto is not installed (Debian: libssl3)"
      case .refused: "scrypt takes no such numbers, or memory ran out"
      }
    }
  }

  /// Makes parameters from their numbers.
  package init(rounds: Int, blockSize: Int, parallelism: Int) {
    self.rounds = rounds
    self.blockSize = blockSize
    self.parallelism = parallelism
  }

  /// Derives a key.
  ///
  /// - Parameters:
  ///   - passphrase: its bytes.
  ///   - salt: random bytes that are kept with the key.
  ///   - count: the length of the key in bytes.
  /// - Returns: the key, the same for the same passphrase, salt and numbers.
  /// - Throws: `libraryMissing` and `refused`.
  package func key(
    of passphrase: [UInt8], salt: [UInt8], count: Int
  ) throws(Fault) -> [UInt8] {
    guard let rounds = UInt64(exactly: rounds), let size = UInt64(exactly: blockSize),
      let times = UInt64(exactly: parallelism), count > 0
    else { throw .refused }
    let cost = twc_cost(rounds: rounds, block_size: size, parallelism: times)
    var status = TWC_REFUSED
    let key = passphrase.withUnsafeBufferPointer { passphrase in
      salt.withUnsafeBufferPointer { salt in
        [UInt8](unsafeUninitializedCapacity: count) { key, filled in
          status = twc_scrypt(
            twc_bytes(bytes: passphrase.baseAddress, count: passphrase.count),
            twc_bytes(bytes: salt.baseAddress, count: salt.count), cost, key.baseAddress, count)
          filled = status == TWC_OK ? count : 0
        }
      }
    }
    switch status {
    case TWC_OK: return key
    case TWC_MISSING: throw .libraryMissing
    default: throw .refused
    }
  }
}
