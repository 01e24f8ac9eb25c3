internal import CPlatform

/// A digest of bytes, which may arrive in any pieces.
///
/// A value: a copy continues independently.
package struct Digest: Sendable {
  /// A function that makes digests (FIPS 180-4, RFC 1321).
  package enum Function: Sendable {
    /// 32 bytes.
    case sha256
    /// 64 bytes.
    case sha512
    /// 20 bytes; detects accidents, but not forgeries.
    case sha1
    /// 16 bytes; detects accidents, but not forgeries.
    case md5
  }

  private var state = twc_digest()

  /// Starts the digest of nothing.
  package init(_ function: Function = .sha256) { twc_begin(&state, function.word) }

  /// Adds bytes.
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    let isAdded: Void? = bytes.withContiguousStorageIfAvailable { piece in
      twc_add(&state, piece.baseAddress, piece.count)
    }
    guard isAdded == nil else { return }
    let copy = Array(bytes)
    twc_add(&state, copy, copy.count)
  }

  /// The digest of the bytes so far; more may be added after it.
  package func bytes() -> [UInt8] {
    withUnsafePointer(to: state) { state in
      [UInt8](unsafeUninitializedCapacity: Digest.most) { result, count in
        count = result.baseAddress.map { twc_finish(state, $0) } ?? 0
      }
    }
  }

  /// The digest of bytes that are all there.
  package static func of(
    _ bytes: some Sequence<UInt8>, by function: Function = .sha256
  ) -> [UInt8] {
    var digest = Digest(function)
    digest.add(bytes)
    return digest.bytes()
  }

  /// The longest digest, bytes.
  private static let most = 64
}

extension Digest.Function {
  fileprivate var word: twc_function {
    switch self {
    case .sha256: TWC_SHA256
    case .sha512: TWC_SHA512
    case .sha1: TWC_SHA1
    case .md5: TWC_MD5
    }
  }
}
