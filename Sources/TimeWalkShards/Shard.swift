import Foundation
import Synchronization
package import TimeWalkArchive

/// One shard while it is used: its archive, which is opened when it is first asked.
final class Shard: Sendable {
  let name: String
  let address: String
  private let opening: ShardOpening
  private let opened = Mutex<(any CuratedArchive)?>(nil)
  /// Until when nobody asks again, and why; a shard that hung would else hold up each question.
  private let rest = Mutex<(until: ContinuousClock.Instant, why: ArchiveError)?>(nil)
  private let line = WorkLine()

  /// For how long a shard that didn't answer is left alone, seconds.
  static let pause = 2.0

  init(_ part: ShardPlan.Part, opening: @escaping ShardOpening) {
    (name, address, self.opening) = (part.name, part.address, opening)
  }

  deinit { line.close() }

  /// The archive; throws why it can't be opened.
  func archive() throws(ArchiveError) -> any CuratedArchive {
    try opened.withLock { (opened) throws(ArchiveError) in
      if let opened { return opened }
      let archive = try opening(address)
      opened = archive
      return archive
    }
  }

  /// The archive if it is open.
  var archiveIfOpen: (any CuratedArchive)? { opened.withLock { $0 } }

  /// Begins to ask.
  func begin<T: Sendable>(
    _ work: @escaping @Sendable (any CuratedArchive) throws(ArchiveError) -> T
  ) -> Answer<T> {
    let answer = Answer<T>()
    let why = rest.withLock { rest in
      rest.flatMap { ContinuousClock.now < $0.until ? $0.why : nil }
    }
    if let why {
      answer.give(.failure(why))
    } else {
      line.add { [self] in
        answer.give(
          Result { () throws(ArchiveError) in try work(archive()) })
      }
    }
    return answer
  }

  /// Leaves the shard alone for a while.
  func leave(_ why: ArchiveError) {
    rest.withLock { $0 = (ContinuousClock.now + .seconds(Shard.pause), why) }
  }

  /// What a shard says, for whoever waits.
  final class Answer<T: Sendable>: Sendable {
    private let result = Mutex<Result<T, ArchiveError>?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func give(_ result: Result<T, ArchiveError>) {
      self.result.withLock { $0 = result }
      isThere.signal()
    }

    /// Waits until then; `nil` when there is none by then.
    func value(by limit: DispatchTime) -> Result<T, ArchiveError>? {
      if isThere.wait(timeout: limit) == .success { isThere.signal() }
      return result.withLock { $0 }
    }
  }
}

/// Tells who comes first, from any thread.
final class FirstCome: Sendable {
  private let isTaken = Atomic(false)

  /// Whether nobody came before.
  func first() -> Bool { !isTaken.exchange(true, ordering: .relaxed) }
}

/// Opens a shard's archive by its address in the file of shards.
package typealias ShardOpening =
  @Sendable (_ address: String) throws(ArchiveError) -> any CuratedArchive
