internal import Synchronization
internal import TimeWalkArchive
internal import TimeWalkPostGIS
internal import TimeWalkTables

/// The messages between programs: rows, which NOTIFY sends to listeners, and which others read.
enum ServerNews {
  /// The age up to which messages are read again, seconds: longer than the polling interval and the
  /// sender's transaction.
  private static let window = 60

  /// The channel of the library's schema, as an SQL expression.
  private static let channel =
    "(SELECT 'timewalk_' || oid FROM pg_namespace WHERE nspname = current_schema())"

  static func text(of news: LibraryNews) -> String {
    switch news {
    case .added(let id): "added \(id)"
    case .removed(let id): "removed \(id)"
    case .told(let text): "told 0 \(text)"
    }
  }

  /// Sends a message when the transaction commits.
  static func tell(_ text: String, _ db: any SQLStatements) throws {
    // PostgreSQL's limit is 8000 bytes, which no message reaches.
    guard text.utf8.count < 7_900 else { return }
    try db.run(
      """
      WITH told AS (INSERT INTO news (body) VALUES (?1) RETURNING id, body)
      SELECT pg_notify(\(channel), id || ' ' || body) FROM told
      """, [text])
  }

  /// Listens to all messages except this program's own.
  ///
  /// - Throws: `busy` if the system gives no thread.
  static func listener(
    _ database: ServerDatabase, own: Int?, _ hear: @escaping @Sendable (LibraryNews) -> Void
  ) throws(ArchiveError) -> ServerListener {
    let heard = SeenNumbers(own: own, hear)
    return try database.listener(
      channel,
      catchUp: { db in
        heard.takeAll(
          try db.rows(
            """
            SELECT id, body FROM news
            WHERE at > clock_timestamp() - make_interval(secs => \(window)) ORDER BY id
            """
          ).map { (id: $0[0], text: $0[1]) })
      },
      hear: { text in
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let id = Int64(parts[0]) else { return }
        heard.take(id, String(parts[1]))
      })
  }

  /// Remembers the received numbers, because they become visible in another order than assigned.
  private final class SeenNumbers: Sendable {
    /// `nil` before the first read, when older messages are irrelevant.
    private let known = Mutex<Set<Int64>?>(nil)
    private let own: String?
    private let hear: @Sendable (LibraryNews) -> Void

    init(own: Int?, _ hear: @escaping @Sendable (LibraryNews) -> Void) {
      self.own = own.map { String($0) }
      self.hear = hear
    }

    /// Reads all recent messages, and forgets the numbers of older ones.
    func takeAll(_ rows: [(id: Int64, text: String)]) {
      let new = known.withLock { known in
        let new = known.map { known in rows.filter { !known.contains($0.id) } } ?? []
        known = Set(rows.map(\.id))
        return new
      }
      for row in new { pass(on: row.text) }
    }

    func take(_ id: Int64, _ text: String) {
      let isNew = known.withLock { $0?.insert(id).inserted ?? true }
      if isNew { pass(on: text) }
    }

    private func pass(on text: String) {
      let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { return }
      switch parts[0] {
      case "added": hear(.added(parts[1]))
      case "removed": hear(.removed(parts[1]))
      case "told":
        let told = parts[1].split(separator: " ", maxSplits: 1).map(String.init)
        guard told.count == 2, told[0] != own else { return }
        hear(.told(told[1]))
      default: return
      }
    }
  }
}
