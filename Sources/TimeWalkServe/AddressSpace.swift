internal import Foundation
internal import TimeWalk

/// The address space of the server, which `ulimit -v` may limit.
enum AddressSpace {
  /// The memory of requests: two heaps, and the pictures of a photo, in bytes.
  private static let work = 576 << 20
  /// The stack of a thread, in bytes.
  private static let stack = 8 << 20

  /// Refuses a limit that leaves the server without threads.
  ///
  /// The libraries below try to make a thread again each second, without an end. A sufficient limit
  /// would be used up by heaps that the C library reserves for each thread; there are two then.
  /// - Parameter jobs: the number of requests that run at the same time.
  /// - Throws: `busy` if the limit is too low.
  static func check(jobs: Int) throws(TimeWalkError) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur < 1 << 60
    else { return }
    let threads = 4 * ProcessInfo.processInfo.activeProcessorCount + jobs + 14
    let needed = used + work + threads * stack
    guard limit.rlim_cur >= needed else {
      throw TimeWalkError(
        .busy,
        "the limit of address space (ulimit -v) is \(limit.rlim_cur >> 10) kB, and the server needs \(needed >> 10) kB; raise the limit, or remove it with \"ulimit -v unlimited\""
      )
    }
    keepHeapsFew()
  }

  /// The address space that the program has already, in bytes; 0 if it is unknown.
  private static var used: Int {
    let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let pages = text?.split(separator: " ").first.flatMap { Int($0) } ?? 0
    return pages * Int(getpagesize())
  }

  private static func keepHeapsFew() {
    // M_ARENA_MAX of <malloc.h>, which Swift doesn't import.
    let most: Int32 = -8
    guard let symbol = dlsym(nil, "mallopt") else { return }
    typealias Mallopt = @convention(c) (Int32, Int32) -> Int32
    _ = unsafeBitCast(symbol, to: Mallopt.self)(most, 2)
  }
}
