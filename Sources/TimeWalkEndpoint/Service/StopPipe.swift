internal import Foundation

/// Ends the reading of requests, from a signal or from another thread.
///
/// SIGTERM and a first SIGINT end the reading, and the requests read so far are finished. A further
/// SIGINT ends the process at once, with the usual exit code of shells.
package final class StopPipe: Sendable {
  /// Readable as soon as a stop has been requested.
  let descriptor: Int32
  private let end: Int32

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
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGINT)
    // Threads inherit this: only the one below sees them, between its own steps, and may do
    // anything there.
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let watch = Thread { [self] in
      var hasStopped = false
      while true {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        var signal: Int32 = 0
        guard sigwait(&set, &signal) == 0 else { continue }
        if signal == SIGINT, hasStopped { _exit(128 + SIGINT) }
        hasStopped = true
        stop()
      }
    }
    watch.name = "timewalk-stop"
    watch.start()
  }
}
