import Foundation
import Testing

@testable import TimeWalkBase

@Suite("Threads that the system may refuse")
struct DetachedThreadTests {
  /// More than the address space has.
  private static let tooLarge = 1 << 60

  @Test("The work is done on another thread")
  func started() {
    let done = DispatchSemaphore(value: 0)
    #expect(DetachedThread.start { done.signal() })
    #expect(done.wait(timeout: .now() + 60) == .success)
  }

  @Test("A thread without memory for its stack is refused, and its work released")
  func refused() {
    final class Held: Sendable {}
    weak var held: Held?
    do {
      let object = Held()
      held = object
      #expect(
        !DetachedThread.start(stackSize: Self.tooLarge) {
          Issue.record("\(object) was reached")
        })
    }
    #expect(held == nil)
  }

  @Test("Without a thread that receives them, signals keep their effect")
  func signals() {
    func isBlocked(_ signal: Int32) -> Bool {
      var set = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &set)
      return sigismember(&set, signal) == 1
    }
    // Dispatch starts its threads with signals blocked.
    var (set, before) = (sigset_t(), sigset_t())
    sigaddset(&set, SIGUSR2)
    pthread_sigmask(SIG_UNBLOCK, &set, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    SignalThread.receive([SIGUSR2], stackSize: Self.tooLarge) { Issue.record("received \($0)") }
    #expect(!isBlocked(SIGUSR2))
  }
}
