import Foundation
import Synchronization
import Testing

@testable import TimeWalkBase

@Suite("Futures")
struct FutureTests {
  private struct Fault: Error, Equatable {}

  @Test("The work is done once, on its thread or by the waiting one", arguments: [true, false])
  func once(hasThread: Bool) {
    let count = Atomic(0)
    let future = Future<Int, Never>({
      count.add(1, ordering: .relaxed)
      return 7
    }) { thread in
      if hasThread { thread.start() }
    }
    #expect(future.value() == 7 && future.value() == 7)
    #expect(count.load(ordering: .relaxed) == 1)
  }

  @Test("The work's error is thrown to the waiting thread")
  func fault() {
    let future = Future<Int, Fault> { () throws(Fault) in throw Fault() }
    #expect(throws: Fault()) { try future.value() }
  }
}
