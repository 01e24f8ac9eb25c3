import Foundation
import TimeWalkArchive

/// The rows of one collection on their way to one shard; who reads them waits for them, and who
/// brings them waits while there are many.
///
/// Unchecked, since all that changes is touched under the condition's lock alone, and a row is
/// handed on whole.
final class RowQueue: @unchecked Sendable {
  /// How many rows wait at most.
  private static let room = 512

  private let condition = NSCondition()
  private var rows: [SourceRow] = []
  private var end: Result<Void, ArchiveError>?
  private var isLeft = false

  /// Adds a row; false when nobody reads any more.
  func push(_ row: SourceRow) -> Bool {
    condition.withLock {
      while rows.count >= RowQueue.room, !isLeft { condition.wait() }
      rows.append(row)
      condition.signal()
      return !isLeft
    }
  }

  /// There are no more rows, or none that count.
  func close(_ end: Result<Void, ArchiveError>) {
    condition.withLock {
      self.end = self.end ?? end
      condition.broadcast()
    }
  }

  /// Nobody reads any more.
  func leave() {
    condition.withLock {
      isLeft = true
      condition.broadcast()
    }
  }

  /// The next row; `nil` when there is none any more, and all of the import was read.
  func next() throws(ArchiveError) -> SourceRow? {
    let next = condition.withLock { () -> Result<SourceRow?, ArchiveError> in
      while rows.isEmpty, end == nil { condition.wait() }
      // What can't be read to its end isn't kept by any shard.
      if case .failure(let error) = end { return .failure(error) }
      guard !rows.isEmpty else { return .success(nil) }
      condition.signal()
      return .success(rows.removeFirst())
    }
    return try next.get()
  }
}

/// A collection as one shard sees it: the rows that lie there.
struct ShardSource: ItemSource {
  let statement: CollectionStatement
  let isNamed: Bool
  let eras: [NamedEra]
  let findings: [ImportFinding] = []
  private let queue: RowQueue
  private let part: WholeSource.Part?

  /// Takes the rows of a source that come by a queue.
  init(_ source: any ItemSource, queue: RowQueue, of part: WholeSource.Part?) {
    (statement, isNamed, eras) = (source.statement, source.isNamed, source.eras)
    (self.queue, self.part) = (queue, part)
  }

  var whole: (any DividedSource)? { part }

  mutating func next() throws(ArchiveError) -> SourceRow? { try queue.next() }

  /// Whoever read it reads no more, because of an error where there was one.
  func leave(_ error: ArchiveError?) {
    queue.leave()
    part?.leave(error)
  }
}
