import Synchronization
import TimeWalkArchive
import TimeWalkCore

/// The lists of the last queries, whose memory the next ones reuse once it is unread: fresh memory
/// costs a third of a query, because the system provides it page by page.
final class CandidatePool: Sendable {
  /// The longest list that is kept: 13 MB.
  private static let longest = 200_000
  /// The maximum number of lists, for the same number of concurrent queries.
  private static let most = 8

  private let lists = Mutex<[Candidates]>([])

  /// An empty list.
  func take() -> Candidates {
    var list = lists.withLock { lists in
      for index in lists.indices.reversed() where lists[index].isOnlyCopy() {
        return lists.remove(at: index)
      }
      return Candidates()
    }
    list.removeAll()
    return list
  }

  /// Remembers a list that is given out now.
  func remember(_ list: Candidates) {
    guard list.count <= CandidatePool.longest else { return }
    lists.withLock { lists in
      if lists.count == CandidatePool.most { lists.removeFirst() }
      lists.append(list)
    }
  }
}
