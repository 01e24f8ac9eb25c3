internal import Foundation
import TimeWalkReading

/// A number of bytes that pieces of work on several threads share.
///
/// Each thread reserves memory before it uses it, and waits until that is free. A thread that
/// already holds some goes before those that hold none, which finishes work rather than starts it.
/// If all threads wait, the first continues in any case. A photo larger than the whole budget then
/// can't stop the work, and there is no deadlock.
///
/// Unchecked, since all that changes is touched under the condition's lock alone.
package final class MemoryBudget: @unchecked Sendable {
  /// The number of bytes.
  package let bytes: Int
  private let condition = NSCondition()
  private var used = 0
  /// Holders that hold something and don't wait.
  private var working = 0
  private var growing: [ObjectIdentifier] = []
  private var beginning: [ObjectIdentifier] = []

  /// Makes a budget; the machine's default if omitted.
  package init(bytes: Int? = nil) { self.bytes = bytes ?? MemoryBudget.usual }

  /// Makes the budget of photos that are read at the same time, within the memory that a program
  /// may take with its readers.
  ///
  /// - Parameters:
  ///   - bytes: the total; the machine's default share when `nil`.
  ///   - workers: photos that are read at the same time.
  package convenience init(ofProgram bytes: Int?, workers: Int) {
    let own = Self.program + workers * Self.reader
    self.init(bytes: max(PhotoBudget.leastMemory, (bytes ?? MemoryBudget.usual) - own))
  }

  /// The program's own memory, bytes: its archive's pages and index, its libraries, and fonts.
  private static let program = 96 << 20
  /// The memory of an idle process, bytes: its libraries, and memory that it keeps for the next
  /// photo.
  private static let reader = 40 << 20

  /// Half of the machine's memory, or of a container's limit, at least 512 MiB.
  package static var usual: Int {
    var memory = Int(clamping: ProcessInfo.processInfo.physicalMemory)
    let limit = "/sys/fs/cgroup/memory.max"
    if let text = try? String(contentsOfFile: limit, encoding: .utf8),
      let allowed = Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
    {
      memory = min(memory, allowed)
    }
    return max(512 << 20, memory / 2)
  }

  /// The reserved memory, bytes.
  package var held: Int { condition.withLock { used } }

  /// A share of the budget, given back when it is released.
  package final class Hold {
    private let budget: MemoryBudget
    private var bytes = 0

    /// Holds nothing yet.
    init(of budget: MemoryBudget) { self.budget = budget }

    deinit { budget.change(self, from: bytes, to: 0) }

    /// The greatest number of bytes that it can become.
    var most: Int { budget.bytes }

    /// Makes the share larger, or smaller; waits until that is free.
    func resize(to bytes: Int) {
      budget.change(self, from: self.bytes, to: bytes)
      self.bytes = bytes
    }
  }

  private func change(_ hold: Hold, from old: Int, to new: Int) {
    condition.lock()
    defer { condition.unlock() }
    if new > old {
      let id = ObjectIdentifier(hold)
      if old > 0 {
        working -= 1
        growing.append(id)
      } else {
        beginning.append(id)
      }
      condition.broadcast()
      while !((growing.first ?? beginning.first) == id
        && (used + new - old <= bytes || working == 0))
      {
        condition.wait()
      }
      growing.removeAll { $0 == id }
      beginning.removeAll { $0 == id }
      working += 1
    } else if new == 0, old > 0 {
      working -= 1
    }
    used += new - old
    condition.broadcast()
  }
}
