import Foundation
import Synchronization
import Testing

@testable import TimeWalk

@Suite("A room for work")
struct ThreadPoolTests {
  @Test("All that is handed in is done before it closes", arguments: [1, 3])
  func done(workers: Int) {
    let room = ThreadPool(workers: workers, places: 2)
    let count = Atomic(0)
    for _ in 0..<50 {
      #expect(room.add { count.add(1, ordering: .relaxed) })
    }
    room.close()
    #expect(count.load(ordering: .relaxed) == 50)
    #expect(!room.add {})
  }

  @Test("Where the system gives no thread, whoever hands in does the work")
  func unmanned() {
    let room = ThreadPool(workers: 2, places: 1, patience: 0.01) { _ in }
    let count = Atomic(0)
    for _ in 0..<6 {
      #expect(room.add { count.add(1, ordering: .relaxed) })
    }
    room.close()
    #expect(count.load(ordering: .relaxed) == 6)
  }
}
