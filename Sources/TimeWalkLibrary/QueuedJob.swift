/// A photo that waits for processing, or failed.
package struct QueuedJob: Hashable, Sendable {
  /// The state of a job.
  package enum State: String, Sendable {
    /// A program that runs will take it in, or is at it.
    case underWay
    /// It waits for a manual resume; the program that queued it ended early.
    case waiting
    /// It failed; a retry is manual.
    case failed
  }

  /// Its number in the queue; never given twice.
  package var id: Int64
  /// The photo's file, as an absolute path.
  package var path: String
  /// Its request, in the form of the program that queued it.
  package var request: String
  /// The archive to search, as named when it was queued.
  package var archive: String?
  /// The time when it was queued, ISO 8601 in UTC.
  package var queued: String
  /// The state of the job.
  package var state: State
  /// The stable word of its fault, where it failed.
  package var code: String?
  /// The sentence of its fault.
  package var message: String?
}
