internal import Synchronization

/// The limits of a piece of work: a time, and a token that cancels it.
///
/// The connections of archives, libraries and events look at the limits of the current task or
/// thread while a statement runs, and end it. Work on another thread has no limits of its own.
package struct WorkLimits: Sendable {
  /// The limits of the current task or thread.
  @TaskLocal package static var current = WorkLimits()

  /// The reason why work must end.
  package enum Ending: Error, Hashable, CustomStringConvertible {
    /// The caller cancelled it or has gone.
    case cancelled
    /// It took longer than this time.
    case overTime(Duration)

    /// A sentence for users.
    package var description: String {
      switch self {
      case .cancelled: "the request was cancelled"
      case .overTime(let time):
        "the request took longer than \(Ending.seconds(time)), the limit; ask for less, or try again later"
      }
    }

    /// A time in seconds, in words.
    package static func seconds(_ time: Duration) -> String {
      let seconds = time / .seconds(1)
      return (seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)") + " s"
    }
  }

  private var time: Duration?
  private var end: ContinuousClock.Instant?
  private let token: CancellationToken?

  /// Makes limits that begin now.
  ///
  /// - Parameters:
  ///   - time: the longest time; `nil` for no limit.
  ///   - token: the token that cancels the work.
  package init(time: Duration? = nil, token: CancellationToken? = nil) {
    self.time = time
    end = time.map { .now + $0 }
    self.token = token
  }

  /// The same with a time from now, unless the own time ends earlier.
  package func within(_ time: Duration) -> WorkLimits {
    let other = ContinuousClock.now + time
    guard end.map({ other < $0 }) ?? true else { return self }
    var limits = self
    (limits.time, limits.end) = (time, other)
    return limits
  }

  /// True if anything can end the work.
  package var areAny: Bool { end != nil || token != nil }

  /// The reason why the work must end; `nil` if it may go on.
  package var ending: Ending? {
    if let token, token.isCancelled { return .cancelled }
    if let time, let end, .now >= end { return .overTime(time) }
    return nil
  }

  /// Throws the reason why the current work must end.
  package static func check() throws(Ending) {
    if let ending = current.ending { throw ending }
  }
}

/// A request to end a piece of work early.
package final class CancellationToken: Sendable {
  private let cancelled = Atomic(false)

  /// Makes one that isn't cancelled.
  package init() {}

  /// True after `cancel`.
  package var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  /// Requests the end; may be called from any thread, and repeatedly.
  package func cancel() { cancelled.store(true, ordering: .relaxed) }
}
