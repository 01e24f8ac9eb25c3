internal import Glibc

/// Receives signals of this process on a separate thread, which may do anything.
package enum SignalThread {
  /// Blocks signals in this thread and all later ones, and receives them on a new thread.
  ///
  /// Call it before other threads exist. If the system gives no thread, the signals keep their
  /// effect.
  /// - Parameters:
  ///   - signals: the signals.
  ///   - stackSize: the size of the thread's stack in bytes; the system's usual size when `nil`.
  ///   - handle: called with each signal, one at a time.
  package static func receive(
    _ signals: [Int32], stackSize: Int? = nil, _ handle: @escaping @Sendable (Int32) -> Void
  ) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &set, &before)
    let received = set
    let isStarted = DetachedThread.start(stackSize: stackSize) {
      var set = received
      var signal: Int32 = 0
      while sigwait(&set, &signal) == 0 { handle(signal) }
    }
    if !isStarted { pthread_sigmask(SIG_SETMASK, &before, nil) }
  }
}
