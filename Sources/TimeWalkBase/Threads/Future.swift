internal import Foundation
internal import Synchronization

/// A piece of work on a thread of its own, whose result is waited for.
///
/// Tasks' threads aren't for this: the work is the processor's, and who waits for it blocks. Where
/// its thread hasn't come when the result is wanted, and the system may have none to give, who
/// wants it does the work.
package final class Future<Value: Sendable, Failure: Error>: Sendable {
  private let work: @Sendable () throws(Failure) -> Value
  private let result = Mutex<Result<Value, Failure>?>(nil)
  private let isBegun = Atomic(false)
  private let isDone = DispatchSemaphore(value: 0)

  /// As the main thread has it: decoders of others go deep.
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
  /// - Returns: What it gave.
  /// - Throws: What it threw.
  package func value() throws(Failure) -> Value {
    run()
    while true {
      if let made = result.withLock({ $0 }) { return try made.get() }
      isDone.wait()
      isDone.signal()
    }
  }

  /// Does the work unless somebody else has begun it.
  private func run() {
    guard !isBegun.exchange(true, ordering: .relaxed) else { return }
    let made = Result { () throws(Failure) in try work() }
    result.withLock { $0 = made }
    isDone.signal()
  }
}
