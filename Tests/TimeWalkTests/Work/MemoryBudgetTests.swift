import Foundation
import Synchronization
import Testing
import TimeWalkBase

@testable import TimeWalk

@Suite("Work on several threads")
struct WorkTests {
  @Test("shares its memory: never more is held than there is, and all is done")
  func shared() {
    let budget = MemoryBudget(bytes: 100)
    let pool = ThreadPool(workers: 8)
    let most = Atomic(0)
    let done = Atomic(0)
    for number in 0..<200 {
      _ = pool.add {
        let hold = MemoryBudget.Hold(of: budget)
        hold.resize(to: 1 + number % 60)
        most.max(budget.held, ordering: .relaxed)
        Thread.sleep(forTimeInterval: 0.0002)
        hold.resize(to: 1)
        done.add(1, ordering: .relaxed)
      }
    }
    pool.close()
    #expect(done.load(ordering: .relaxed) == 200)
    #expect(most.load(ordering: .relaxed) <= 100)
    #expect(most.load(ordering: .relaxed) > 60, "some ran side by side")
    #expect(budget.held == 0)
  }

  @Test("continues if all threads hold memory and need more than is free")
  func knot() {
    let budget = MemoryBudget(bytes: 10)
    let pool = ThreadPool(workers: 5)
    let done = Atomic(0)
    for _ in 0..<50 {
      _ = pool.add {
        let hold = MemoryBudget.Hold(of: budget)
        hold.resize(to: 2)
        Thread.sleep(forTimeInterval: 0.0005)
        // More than the whole budget.
        hold.resize(to: 12)
        done.add(1, ordering: .relaxed)
      }
    }
    pool.close()
    #expect(done.load(ordering: .relaxed) == 50)
    #expect(budget.held == 0)
  }

  @Test("uses the requested number of threads; a closed pool accepts nothing")
  func threads() {
    let pool = ThreadPool(workers: 3)
    let now = Atomic(0)
    let most = Atomic(0)
    for _ in 0..<30 {
      _ = pool.add {
        most.max(now.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
        Thread.sleep(forTimeInterval: 0.002)
        now.subtract(1, ordering: .relaxed)
      }
    }
    pool.close()
    #expect(most.load(ordering: .relaxed) == 3)
    #expect(!pool.add {})
  }
}
