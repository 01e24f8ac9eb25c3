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

  @Test("The threads that the system gives do the work, or else the caller", arguments: [0, 1])
  func refused(threads: Int) {
    var left = threads
    let pool = ThreadPool(workers: 3, places: 1) { work in
      left -= 1
      return left >= 0 && DetachedThread.start(work)
    }
    #expect(pool.threads == threads)
    let count = Atomic(0)
    for _ in 0..<6 {
      #expect(pool.add { count.add(1, ordering: .relaxed) })
    }
    pool.close()
    #expect(count.load(ordering: .relaxed) == 6)
    #expect(!pool.add {})
  }

  @Test("All callers that wait for a place get one", .timeLimit(.minutes(1)))
  func places() {
    let pool = ThreadPool(workers: 2)
    let count = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<200 {
        _ = pool.add { count.add(1, ordering: .relaxed) }
      }
    }
    pool.close()
    #expect(count.load(ordering: .relaxed) == 1600)
  }
}
