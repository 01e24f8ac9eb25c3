internal import TimeWalkBase
internal import TimeWalkLibrary

/// An entry of the library's queue.
public struct QueueEntry: Codable, Hashable, Sendable {
  /// Its number in the queue; never given twice.
  public var entry: Int64
  /// The photo's file.
  public var path: String
  /// `underWay` in a program that runs, `waiting` for `resume`, or `failed`.
  public var state: String
  /// The time when it was queued, ISO 8601 in UTC.
  public var queued: String
  /// The reason of the failure; absent without one.
  public var error: ErrorReport?
  /// The archive for the comparison; not written.
  public var archive: String?
  private let request: String

  private enum CodingKeys: String, CodingKey { case entry, path, state, queued, error }

  init(_ job: QueuedJob) {
    entry = job.id
    path = job.path
    state = job.state.rawValue
    queued = job.queued
    archive = job.archive
    request = job.request
    error = job.code.map { ErrorReport(code: $0, message: job.message ?? "") }
  }

  /// Decodes the stored text; the photo's request stays in the library.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    entry = try values.decode(Int64.self, forKey: .entry)
    path = try values.decode(String.self, forKey: .path)
    state = try values.decode(String.self, forKey: .state)
    queued = try values.decode(String.self, forKey: .queued)
    error = try values.decodeIfPresent(ErrorReport.self, forKey: .error)
    request = ""
  }

  /// The photo's request.
  var asked: Result<SubmitRequest, TimeWalkError> {
    do {
      let values = try JSONValue(document: Array(request.utf8)).members ?? [:]
      return .success(try SubmitRequest(values))
    } catch {
      return .failure(
        TimeWalkError(
          .dataRefused,
          "\(path) was queued by another version of TimeWalk; discard its entry and submit it again",
          cause: error))
    }
  }
}

/// The entries of the queue.
public struct QueueReport: Codable, Hashable, Sendable {
  /// In its order.
  public var entries: [QueueEntry]
}

extension Album {
  /// The entries of the queue, in order.
  public func queue() throws(TimeWalkError) -> QueueReport {
    try entries { () throws(LibraryError) in try library.queue() }
  }

  /// Takes the waiting entries of ended processes out of the queue, for a batch of this process.
  public func takeWaiting() throws(TimeWalkError) -> [QueueEntry] {
    try entries { () throws(LibraryError) in try library.takeWaiting() }.entries
  }

  /// Takes failed entries out of the queue, for a batch of this process.
  ///
  /// - Parameter entries: their numbers; all when empty.
  /// - Returns: the entries for a batch.
  /// - Throws: `notFound` for an entry that hasn't failed.
  public func takeFailed(_ entries: [Int64]) throws(TimeWalkError) -> [QueueEntry] {
    try self.entries { () throws(LibraryError) in try library.takeFailed(entries) }.entries
  }

  /// Removes waiting or failed entries; the photos stay in place.
  ///
  /// - Parameter entries: their numbers; all that failed when empty.
  /// - Returns: the removed entries.
  /// - Throws: `notFound` for an entry that is in progress or missing.
  public func discard(_ entries: [Int64]) throws(TimeWalkError) -> QueueReport {
    try self.entries { () throws(LibraryError) in try library.discard(entries) }
  }

  private func entries(_ body: () throws(LibraryError) -> [QueuedJob]) throws(TimeWalkError)
    -> QueueReport
  {
    try LibraryError.rethrowing(QueueReport(entries: try body().map { QueueEntry($0) }))
  }
}
