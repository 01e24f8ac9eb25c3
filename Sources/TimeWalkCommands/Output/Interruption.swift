internal import ArgumentParser
internal import Foundation
internal import Synchronization
internal import TimeWalk
internal import TimeWalkBase

/// Ctrl-C and similar signals during processing: the first requests an early end, the second ends
/// at once.
final class Interruption: Sendable {
  private let received = Atomic<Int32>(0)
  private let batch = Mutex<Batch?>(nil)

  /// Listens from now on; to be made before the archive and the library are opened, which start
  /// threads.
  init() {
    SignalThread.receive([SIGINT, SIGTERM, SIGHUP]) { [self] signal in
      guard received.load(ordering: .relaxed) == 0 else {
        // As a kill, which the library is made for: the next program removes incomplete work.
        _exit(128 + signal)
      }
      received.store(signal, ordering: .relaxed)
      Console.talk("timewalk: finishing the running photos; press Ctrl-C again to stop immediately")
      batch.withLock { $0 }?.stop()
    }
  }

  /// Sets the action for an early end.
  func watch(_ batch: Batch) {
    self.batch.withLock { $0 = batch }
    if exitCode != nil { batch.stop() }
  }

  /// The exit code of a program that a signal ended; `nil` for none.
  var exitCode: ExitCode? {
    let signal = received.load(ordering: .relaxed)
    return signal == 0 ? nil : ExitCode(128 + signal)
  }
}
