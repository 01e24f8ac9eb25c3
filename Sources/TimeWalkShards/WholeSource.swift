import Foundation
import TimeWalkArchive
import TimeWalkCore

/// A source whose rows are divided among shards, where an import replaces what was there.
///
/// Unchecked, since all that changes is touched under the condition's lock alone.
final class WholeSource: @unchecked Sendable {
  private let policy: ImportPolicy
  private let condition = NSCondition()
  private var names: Set<String> = []
  private var hasRows = false
  /// The parts that haven't said yet what they would remove.
  private var awaited: Set<Int>
  private var removed: [String] = []
  private var refused = 0
  private var failure: ArchiveError?

  init(_ policy: ImportPolicy, parts: Int) {
    (self.policy, awaited) = (policy, Set(0..<parts))
  }

  /// Notes what a row names; a refused one may be a slip of the pen, and no reason to lose an item.
  func note(_ row: SourceRow) {
    condition.withLock {
      if let id = row.id {
        hasRows = true
        names.insert(id.identifier)
      } else {
        for finding in row.findings { finding.identifier.map { _ = names.insert($0) } }
      }
    }
  }

  /// The same as one shard knows it.
  func part(_ number: Int) -> Part { Part(whole: self, number: number) }

  /// What one shard has to do with it.
  struct Part: DividedSource {
    fileprivate let whole: WholeSource
    fileprivate let number: Int

    var hasRows: Bool { whole.condition.withLock { whole.hasRows } }

    func names(_ identifier: String) -> Bool {
      whole.condition.withLock { whole.names.contains(identifier) }
    }

    func checkRemoval(of identifiers: [String], refused: Int) throws(ArchiveError) {
      try whole.check(number, identifiers, refused)
    }

    /// The shard says nothing more; without its consent nobody removes anything.
    func leave(_ error: ArchiveError?) { whole.leave(number, error) }
  }

  private func check(
    _ part: Int, _ identifiers: [String], _ refused: Int
  ) throws(ArchiveError) {
    let verdict = condition.withLock { () -> Result<Void, ArchiveError> in
      removed += identifiers
      self.refused += refused
      awaited.remove(part)
      condition.broadcast()
      while !awaited.isEmpty, failure == nil { condition.wait() }
      if let failure { return .failure(failure) }
      guard !removed.isEmpty else { return .success(()) }
      return Result { () throws(ArchiveError) in
        try policy.checkRemoval(of: removed.sorted(), refused: self.refused)
      }
    }
    try verdict.get()
  }

  private func leave(_ part: Int, _ error: ArchiveError?) {
    condition.withLock {
      if awaited.remove(part) != nil, let error { failure = failure ?? error }
      condition.broadcast()
    }
  }
}
