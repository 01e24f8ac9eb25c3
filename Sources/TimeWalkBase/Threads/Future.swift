internal import Foundation
internal import Synchronization

/// A piece of work on its own thread, with a result that callers wait for.
///
/// Swift tasks aren't for this: the work uses the processor, and waiting blocks. If the thread
/// hasn't started when the result is needed, the waiting thread does the work itself. This also
/// covers a system that refuses new threads.
package final class Future<Value: Sendable, Failure: Error>: Sendable {
  private let work: @Sendable () throws(Failure) -> Value
  private let result = Mutex<Result<Value, Failure>?>(nil)
  private let isBegun = Atomic(false)
  private let isDone = DispatchSemaphore(value: 0)

  /// The size of the main thread's stack: third-party decoders recurse deeply.
  private static var stackSize: Int { 8 << 20 }

  /// Begins the work.
  package convenience init(_ work: @escaping @Sendable () throws(Failure) -> Value) {
    self.init(work) { $0.start() }
  }

  /// The same with another way to start a thread.
  init(
    _ work: @escaping @Sendable () throws(Failure) -> Value, start: (Thread) -> Void
  ) {
    self.work = work
    let thread = Thread { [self] in run() }
    thread.stackSize = Self.stackSize
    start(thread)
  }

  /// Waits for the end of the work.
  ///
  /// - Returns: The work's result.
  /// - Throws: The work's error.
  package func value() throws(Failure) -> Value {
    run()
    while true {
      if let made = result.withLock({ $0 }) { return try made.get() }
      isDone.wait()
      isDone.signal()
    }
  }

  /// Does the work unless another thread has begun it.
  private func run() {
    guard !isBegun.exchange(true, ordering: .relaxed) else { return }
    let made = Result { () throws(Failure) in try work() }
    result.withLock { $0 = made }
    isDone.signal()
  }
}
