package import TimeWalkArchive
package import TimeWalkTables

/// Tables on a server that aren't an archive's, in the schema that is first in `search_path`.
///
/// Safe to use from any thread.
package final class ServerDatabase: Sendable {
  /// The address without its password.
  package let location: String
  private let pool: ServerPool

  /// Names a database, without connecting yet.
  ///
  /// - Throws: `.component` without libpq, and `.invalidName` for an invalid address.
  package init(address: String) throws(ArchiveError) {
    let parsed = try ServerAddress(address)
    location = parsed.shown
    pool = ServerPool(parsed, toChange: true)
  }

  /// Works in a transaction, which is taken back when the work fails.
  ///
  /// If an idle connection turns out to be lost, it begins again with another; started work is
  /// never repeated.
  /// - Parameters:
  ///   - begin: the statement that begins it.
  ///   - work: the work.
  /// - Returns: the work's result.
  /// - Throws: the work's error, and `ServerError`. If the server was lost at the end, it is
  ///   unknown whether it committed the transaction.
  package func within<T>(
    _ begin: String = "BEGIN", _ work: (any SQLStatements) throws -> T
  ) throws -> T {
    let outcome: Result<T, any Error> = try pool.with(mayRepeat: true) { connection in
      try connection.execute(begin)
      do {
        let result = try work(ServerTables(connection))
        try connection.end("COMMIT")
        return .success(result)
      } catch {
        try? connection.end("ROLLBACK")
        return .failure(error)
      }
    }
    return try outcome.get()
  }

  /// Makes a listener to a channel; see `ServerListener`.
  ///
  /// - Throws: `busy` if the system gives no thread.
  package func listener(
    _ channel: String, catchUp: @escaping @Sendable (any SQLStatements) throws -> Void,
    hear: @escaping @Sendable (String) -> Void
  ) throws(ArchiveError) -> ServerListener {
    try ServerListener(pool, channel: channel, catchUp: catchUp, hear: hear)
  }
}
