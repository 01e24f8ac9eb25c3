internal import Foundation
internal import Synchronization

/// A piece of work on a thread of its own, whose result is waited for.
///
/// Tasks' threads aren't for this: the work is the processor's, and who waits for it blocks.
public final class Side<Value: Sendable, Failure: Error>: Sendable {
  private let result = Mutex<Result<Value, Failure>?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  /// As the main thread has it: decoders of others go deep.
  private static var stackSize: Int { 8 << 20 }

  /// Begins the work.
  public init(_ work: @escaping @Sendable () throws(Failure) -> Value) {
    let thread = Thread { [self] in
      let made = Result { () throws(Failure) in try work() }
      result.withLock { $0 = made }
      isDone.signal()
    }
    thread.stackSize = Self.stackSize
    thread.start()
  }

  /// Waits for the end of the work.
  ///
  /// - Returns: What it gave.
  /// - Throws: What it threw.
  public func value() throws(Failure) -> Value {
    while true {
      if let made = result.withLock({ $0 }) { return try made.get() }
      isDone.wait()
      isDone.signal()
    }
  }
}
