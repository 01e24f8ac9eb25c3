internal import Foundation
internal import Synchronization
internal import TimeWalkBase

/// Ends the reading of requests, from a signal or from another thread.
///
/// SIGTERM and a first SIGINT end the reading, and the requests read so far are finished. A further
/// SIGINT ends the process at once, with the usual exit code of shells.
package final class StopPipe: Sendable {
  /// Readable as soon as a stop has been requested.
  let descriptor: Int32
  private let end: Int32
  /// True if a signal has requested a stop.
  private let hasStopped = Atomic(false)

  /// Makes one; without a descriptor left for it, nothing can be stopped before the input ends.
  package init() {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    descriptor = ends[0]
    end = ends[1]
  }

  deinit {
    close(descriptor)
    close(end)
  }

  /// Requests a stop.
  package func stop() {
    var byte: UInt8 = 1
    // The reader needs one byte; a full pipe has enough of them.
    _ = write(end, &byte, 1)
  }

  /// Handles SIGTERM and SIGINT for this process; call it before other threads exist.
  package func takeSignals() {
    SignalThread.receive([SIGTERM, SIGINT]) { [self] signal in
      if hasStopped.exchange(true, ordering: .relaxed), signal == SIGINT { _exit(128 + SIGINT) }
      stop()
    }
  }
}
