internal import Synchronization

internal import CImages

/// A way from a profile's colours to sRGB: relative colorimetric with black point compensation.
///
/// This is the default of editors: colours within sRGB stay unchanged, others move to its edge, and
/// the darkest ink becomes black. Perceptual tables exist in few profiles of cameras and screens,
/// and differ by maker.
final class ColourTransform: @unchecked Sendable {
  // Little CMS doesn't change a transform without a cache; threads may share it.
  private let handle: OpaquePointer

  private init?(_ profile: ColourProfile, channels: Int, isWide: Bool) {
    let opened: OpaquePointer? =
      switch profile {
      case .icc(let bytes): twl_open_profile(bytes, bytes.count, CInt(channels), isWide)
      case .primaries(let primaries):
        primaries.chromaticities.count == 8
          ? twl_open_primaries(
            primaries.chromaticities, CInt(primaries.transfer), primaries.gamma, CInt(channels),
            isWide) : nil
      }
    guard let opened else { return nil }
    handle = opened
    changesColours = twl_greatest_change(opened) > ColourTransform.tolerance
  }

  deinit { twl_close(handle) }

  /// True if it makes a visible difference.
  let changesColours: Bool

  /// 255ths by which the profiles of sRGB that are in use differ among themselves.
  private static let tolerance: CInt = 2

  /// Transforms that are kept: a batch comes from few cameras.
  private static let capacity = 8
  private struct Key: Hashable { let profile: ColourProfile, channels: Int, isWide: Bool }
  /// The least recently made comes first; `nil` is kept, too.
  private static let kept = Mutex<[(key: Key, transform: ColourTransform?)]>([])

  /// The transform for samples of 1 (gray), 3 (RGB) or 4 (inks) channels; `nil` if the profile is
  /// not for these or can't be used.
  static func make(_ profile: ColourProfile, channels: Int, isWide: Bool) -> ColourTransform? {
    let key = Key(profile: profile, channels: channels, isWide: isWide)
    let known = kept.withLock { kept in kept.first { $0.key == key }.map { [$0.transform] } }
    if let known { return known[0] }
    let made = ColourTransform(profile, channels: channels, isWide: isWide)
    kept.withLock { kept in
      kept.append((key, made))
      if kept.count > capacity { kept.removeFirst() }
    }
    return made
  }

  /// Converts pixels; the result has a byte a channel, 3 for inks.
  func run(
    _ row: UnsafeRawBufferPointer, into result: UnsafeMutableBufferPointer<UInt8>, pixels: Int
  ) {
    twl_run(handle, row.baseAddress, result.baseAddress, pixels)
  }
}
