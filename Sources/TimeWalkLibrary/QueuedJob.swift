/// A photo that waits to be taken in, or failed.
public struct QueuedJob: Hashable, Sendable {
  /// How it stands.
  public enum State: String, Sendable {
    /// A program that runs will take it in, or is at it.
    case underWay
    /// It waits for somebody to go on; the program that queued it ended early.
    case waiting
    /// It failed; trying again is up to somebody.
    case failed
  }

  /// Its number in the queue; never given twice.
  public var id: Int64
  /// The photo's file, as an absolute path.
  public var path: String
  /// How it is asked for, in the words of whoever queued it.
  public var request: String
  /// The archive to search, as whoever queued it named it.
  public var archive: String?
  /// When it was queued, ISO 8601 in UTC.
  public var queued: String
  /// How it stands.
  public var state: State
  /// The stable word of its fault, where it failed.
  public var code: String?
  /// The sentence of its fault.
  public var message: String?
}
