internal import ArgumentParser
internal import Foundation
internal import Synchronization
internal import TimeWalk
internal import TimeWalkBase

/// Ctrl-C and similar signals during a command: the first requests an early end, the second ends
/// at once.
///
/// The first cancels the statements of an archive and a library. A command that hasn't ended after
/// `patience`, such as one that downloads, ends as by a kill. Photos are finished instead.
final class Interruption: Sendable {
  private let received = Atomic<Int32>(0)
  private let batch = Mutex<Batch?>(nil)

  /// Cancels the work that isn't a photo.
  let token = CancellationToken()

  /// The time for the early end of a command, microseconds.
  private static let patience: UInt32 = 1_000_000

  /// Listens from now on; to be made before the archive and the library are opened, which start
  /// threads.
  ///
  /// With `finishesPhotos`, the running photos of a batch are finished.
  init(finishesPhotos: Bool) {
    let all = [SIGINT, SIGTERM, SIGHUP]
    let signals = finishesPhotos ? all : all.filter { !Interruption.isIgnored($0) }
    SignalThread.receive(signals, stackSize: finishesPhotos ? nil : 256 << 10) { [self] signal in
      guard received.load(ordering: .relaxed) == 0 else {
        // As a kill, which the library is made for: the next program removes incomplete work.
        _exit(128 + signal)
      }
      received.store(signal, ordering: .relaxed)
      guard finishesPhotos else {
        token.cancel()
        _ = DetachedThread.start {
          usleep(Interruption.patience)
          _exit(128 + signal)
        }
        return
      }
      Console.talk("timewalk: finishing the running photos; press Ctrl-C again to stop immediately")
      batch.withLock { $0 }?.stop()
    }
  }

  /// True if the caller had this process ignore a signal, as `nohup` does.
  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    let handler = action.__sigaction_handler.sa_handler
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
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
