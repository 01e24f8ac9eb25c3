internal import CSpatiaLite
import GRDB
import Synchronization

/// Remembers the state of the tiles for as long as nothing is committed to the archive, by whatever program.
///
/// To look whether anything was takes some nanoseconds, where a statement takes 10 µs, most of them for the connection and the locks of a
/// transaction. Without a write-ahead log it remembers nothing.
final class StateWatch: Sendable {
  /// What tells one commit from the next.
  private typealias Mark = SIMD8<UInt64>

  // Shared memory that is only read, and stays until the pool closes its connection.
  private nonisolated(unsafe) let memory: UnsafeRawPointer?
  private let pool: DatabasePool?
  private let known = Mutex<(mark: Mark, stamp: Int64)?>(nil)

  /// Watches the archive that a pool has open; its writer must not be at work.
  init(_ reader: any DatabaseReader) {
    pool = reader as? DatabasePool
    memory = pool?.writeWithoutTransaction { db in
      db.sqliteConnection.flatMap { tws_commit_memory($0) }
    }
  }

  /// The stamp of the tiles, if it was read since the last commit and there was no news then.
  var stamp: Int64? {
    guard let mark else { return nil }
    return known.withLock { known in known.flatMap { $0.mark == mark ? $0.stamp : nil } }
  }

  /// Reads the state, and remembers it.
  ///
  /// The connection must not be in a transaction, which might see an earlier state.
  func state(_ db: Database) throws -> TileState? {
    let before = mark
    let state = try TileState(db)
    // Alike before and after the statement, it is that of the state which the statement saw.
    if let state, !state.hasNews, let before, !db.isInsideTransaction, mark == before {
      known.withLock { $0 = (before, state.stamp) }
    }
    return state
  }

  private var mark: Mark? {
    guard let memory else { return nil }
    var mark = Mark.zero
    let isWhole = withUnsafeMutableBytes(of: &mark) { bytes in
      bytes.withMemoryRebound(to: UInt64.self) { words in
        words.baseAddress.map { tws_commit_mark(memory, $0) } ?? false
      }
    }
    return isWhole ? mark : nil
  }
}
