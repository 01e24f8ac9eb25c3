internal import Foundation
internal import Synchronization

/// The machine's cores that this process doesn't use yet, shared among all picture work.
///
/// Each piece of picture work holds one, whether a core is idle or not, and gets more only from
/// idle ones. One photo is then faster, and many at once aren't slower.
package struct Cores: ~Copyable, Sendable {
  private static let all = ProcessInfo.processInfo.activeProcessorCount
  private static let used = Atomic<Int>(0)

  /// True if a core is idle apart from the caller's own.
  package static var isOneIdle: Bool { used.load(ordering: .relaxed) + 1 < all }

  /// The number of held cores.
  package let count: Int

  /// Takes one core, and up to this many more idle ones.
  package static func take(upTo most: Int) -> Cores {
    while true {
      let before = used.load(ordering: .relaxed)
      let count = max(1, min(most, all - before))
      if used.compareExchange(
        expected: before, desired: before + count, ordering: .relaxed
      ).exchanged {
        return Cores(count: count)
      }
    }
  }

  deinit { Cores.used.subtract(count, ordering: .relaxed) }
}
