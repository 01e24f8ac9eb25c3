internal import Synchronization
internal import TimeWalkPostGIS
internal import TimeWalkTables

/// What programs tell each other: rows, which NOTIFY carries to those who listen, and which others
/// read.
enum ServerNews {
  /// How long ago what is read anew may have been told, seconds: longer than the time between two
  /// looks and the transaction that told it.
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

  /// Tells something when the transaction ends well.
  static func tell(_ text: String, _ db: any SQLStatements) throws {
    // PostgreSQL carries at most 8000 bytes; nobody says as much.
    guard text.utf8.count < 7_900 else { return }
    try db.run(
      """
      WITH told AS (INSERT INTO news (body) VALUES (?1) RETURNING id, body)
      SELECT pg_notify(\(channel), id || ' ' || body) FROM told
      """, [text])
  }

  /// Listens to all but what this program told itself.
  static func listener(
    _ database: ServerDatabase, own: Int?, _ hear: @escaping @Sendable (LibraryNews) -> Void
  ) -> ServerListener {
    let heard = SeenNumbers(own: own, hear)
    return database.listener(
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

  /// Knows what was heard already, since numbers become visible in another order than they are
  /// given in.
  private final class SeenNumbers: Sendable {
    /// `nil` before the first look, when what was told is of no interest any more.
    private let known = Mutex<Set<Int64>?>(nil)
    private let own: String?
    private let hear: @Sendable (LibraryNews) -> Void

    init(own: Int?, _ hear: @escaping @Sendable (LibraryNews) -> Void) {
      self.own = own.map { String($0) }
      self.hear = hear
    }

    /// Takes all that was told lately, and forgets the numbers of what was told before.
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
