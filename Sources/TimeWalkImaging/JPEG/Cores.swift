internal import Foundation
internal import Synchronization

/// Cores of the machine that nobody of this process uses yet, shared among all who work on
/// pictures.
///
/// Who works on a picture holds one, whether there is one or not, and gets more only while some are
/// idle: one photo is then quicker, and many at once aren't slower.
package struct Cores: ~Copyable, Sendable {
  private static let all = ProcessInfo.processInfo.activeProcessorCount
  private static let used = Atomic<Int>(0)

  /// Whether there is one that nobody holds besides that of who asks.
  package static var isOneIdle: Bool { used.load(ordering: .relaxed) + 1 < all }

  /// How many are held.
  package let count: Int

  /// Takes one, and as many more of those that are idle.
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
