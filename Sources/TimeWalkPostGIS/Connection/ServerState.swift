package import TimeWalkArchive
import TimeWalkTables

/// The role of one of an archive's servers, and its replication delay.
package struct ServerState: Hashable, Sendable {
  /// The role of a server.
  package enum Role: String, Sendable {
    /// It takes changes.
    case primary
    /// It repeats the changes of another one, and is read from.
    case replica
    /// It doesn't answer.
    case lost
  }

  /// The server's name and port.
  package var host: String
  /// Its role.
  package var role: Role
  /// The age in seconds of the last change that a replica has applied, and 0 if it has all that
  /// reached it; `nil` if unknown.
  package var secondsBehind: Double?
  /// The part of the primary's log that a replica hasn't repeated, in bytes; `nil` if the primary
  /// doesn't answer.
  package var bytesBehind: Int64?
  /// The reason why it doesn't answer.
  package var problem: String?
}

extension PostGISArchive {
  /// Queries the state of each server of an address; one that doesn't answer in time is `.lost`.
  ///
  /// - Throws: `.component` without libpq, and `.invalidName`.
  package static func servers(at address: String) throws(ArchiveError) -> [ServerState] {
    let parsed = try ServerAddress(address)
    var states: [ServerState] = []
    var (written, repeated): (Int64?, [Int: Int64]) = (nil, [:])
    for (index, host) in parsed.hosts.enumerated() {
      do {
        let connection = try ServerConnection(
          parsed, host: host, session: "any", within: parsed.patience)
        let row = try connection.query(position, []).row(0)
        let isReplica = row[0] as Bool
        if isReplica { repeated[index] = row[2] } else { written = row[2] }
        states.append(
          ServerState(
            host: host.shown, role: isReplica ? .replica : .primary,
            secondsBehind: isReplica ? row[1] as Double? : nil))
      } catch let error as ServerError {
        states.append(ServerState(host: host.shown, role: .lost, problem: error.message))
      } catch { throw ArchiveError(error, at: parsed.shown) }
    }
    for (index, position) in repeated {
      // The primary was queried at another moment, perhaps earlier.
      states[index].bytesBehind = written.map { max(0, $0 - position) }
    }
    return states
  }

  /// The role of a server, the age of its last applied change, and its position in the log.
  ///
  /// A replica that is cut off from its primary has applied all that reached it. Only one with a
  /// running receiver counts as up to date.
  private static let position = """
    SELECT pg_is_in_recovery(),
      CASE WHEN pg_is_in_recovery() THEN
        CASE WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn()
            AND EXISTS (SELECT 1 FROM pg_stat_wal_receiver) THEN 0::float8
          ELSE extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8 END
        END,
      pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
        ELSE pg_current_wal_lsn() END, '0/0')::bigint
    """
}
