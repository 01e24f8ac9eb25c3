internal import CPlatform

/// Bytes of the kernel's random numbers, for salts and tokens.
package enum RandomBytes {
  /// This many random bytes.
  package static func make(_ count: Int) -> [UInt8] {
    guard count > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
      // Every kernel that Swift runs on has them.
      guard let start = bytes.baseAddress, twc_random(start, count) else {
        preconditionFailure("the kernel gives no random bytes")
      }
      filled = count
    }
  }
}
