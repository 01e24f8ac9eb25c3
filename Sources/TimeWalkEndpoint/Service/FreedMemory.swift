internal import Foundation

/// Has memory that was freed stay with the process, up to a bound, for the requests to come.
///
/// By default glibc returns free memory at the end of a thread's heap to the system from 128 kB on.
/// One `match` in three does this, and then needs it again page by page. Larger blocks, for photos,
/// are still returned at once.
enum FreedMemory {
  /// The memory that each thread may keep, in bytes.
  private static let kept: Int32 = 16 << 20
  /// The size in bytes from which a piece of memory is the system's own and goes back to it.
  private static let large: Int32 = 2 << 20

  /// Sets it for the process; does nothing with a C library that has no such setting.
  static func use() {
    // Swift doesn't import <malloc.h>, which defines these numbers.
    let (trimThreshold, mmapThreshold): (Int32, Int32) = (-1, -3)
    guard let symbol = dlsym(nil, "mallopt") else { return }
    typealias Mallopt = @convention(c) (Int32, Int32) -> Int32
    let mallopt = unsafeBitCast(symbol, to: Mallopt.self)
    _ = mallopt(trimThreshold, kept)
    _ = mallopt(mmapThreshold, large)
  }
}
