internal import CTurboJPEG

/// Tells a decoder on another thread that nobody waits for its picture any more.
///
/// Unchecked, since the flag only ever goes up, and C reads and writes it as one.
public final class StopSign: @unchecked Sendable {
  private let flag = UnsafeMutablePointer<Bool>.allocate(capacity: 1)

  /// Not raised yet.
  public init() { flag.initialize(to: false) }

  deinit { flag.deallocate() }

  /// Raises it; what is being decoded ends with an error.
  public func raise() { twj_raise(flag) }

  /// Lends the flag for the time of a call.
  static func with<Result>(_ sign: StopSign?, _ body: (UnsafePointer<Bool>?) -> Result) -> Result {
    withExtendedLifetime(sign) { body(sign.map { UnsafePointer($0.flag) }) }
  }
}
