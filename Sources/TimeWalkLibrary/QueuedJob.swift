/// A photo that waits to be taken in, or failed.
package struct QueuedJob: Hashable, Sendable {
  /// How it stands.
  package enum State: String, Sendable {
    /// A program that runs will take it in, or is at it.
    case underWay
    /// It waits for somebody to go on; the program that queued it ended early.
    case waiting
    /// It failed; trying again is up to somebody.
    case failed
  }

  /// Its number in the queue; never given twice.
  package var id: Int64
  /// The photo's file, as an absolute path.
  package var path: String
  /// How it is asked for, in the words of whoever queued it.
  package var request: String
  /// The archive to search, as whoever queued it named it.
  package var archive: String?
  /// When it was queued, ISO 8601 in UTC.
  package var queued: String
  /// How it stands.
  package var state: State
  /// The stable word of its fault, where it failed.
  package var code: String?
  /// The sentence of its fault.
  package var message: String?
}
