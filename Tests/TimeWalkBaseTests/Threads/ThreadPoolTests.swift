import Foundation
import Synchronization
import Testing

@testable import TimeWalkBase

@Suite("A pool of threads")
struct ThreadPoolTests {
  @Test("All that is handed in is done before it closes", arguments: [1, 3])
  func done(workers: Int) {
    let pool = ThreadPool(workers: workers, places: 2)
    let count = Atomic(0)
    for _ in 0..<50 {
      #expect(pool.add { count.add(1, ordering: .relaxed) })
    }
    pool.close()
    #expect(count.load(ordering: .relaxed) == 50)
    #expect(!pool.add {})
  }

  @Test("If the system gives no thread, the caller does the work")
  func unmanned() {
    let pool = ThreadPool(workers: 2, places: 1, patience: 0.01) { _ in }
    let count = Atomic(0)
    for _ in 0..<6 {
      #expect(pool.add { count.add(1, ordering: .relaxed) })
    }
    pool.close()
    #expect(count.load(ordering: .relaxed) == 6)
  }
}
