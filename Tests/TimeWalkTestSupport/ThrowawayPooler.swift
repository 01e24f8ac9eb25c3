import Foundation
package import Testing

/// pgbouncer in front of the tests' server, in transaction mode with fewer connections than a
/// program may have; each transaction may get another one.
///
/// It ends with this value.
package final class ThrowawayPooler: Sendable {
  /// Makes a test skip, with a notice, where it is not installed.
  package static var isInstalled: ConditionTrait {
    .enabled(
      if: ThrowawayServer.programs != nil && program != nil,
      "pgbouncer is not installed (Debian: pgbouncer)")
  }

  package static let program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// The address of an empty schema behind the pooler, which the role's `search_path` names.
  package let address: String
  /// The address of the same schema without it.
  package let direct: String
  private let process: ThrowawayProcess

  /// Starts it with a role and a schema of its own.
  package init() throws {
    let folder = "/tmp/timewalk-\(getpid())-\(UInt32.random(in: 0...0xFFFF))"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
    direct = try ThrowawayServer.newArchive()
    let schema = try String(#require(direct.firstMatch(of: /search_path%3D(\w+)/)).1)
    let role = "\(schema)_pooled"
    try ThrowawayServer.psql(
      [
        "-c", "CREATE ROLE \(role) LOGIN SUPERUSER",
        "-c", "ALTER ROLE \(role) SET search_path = \(schema), public",
      ], at: direct)
    let settings = """
      [databases]
      postgres = host=\(try ThrowawayServer.folder) port=\(ThrowawayServer.port) dbname=postgres user=\(role)
      [pgbouncer]
      listen_port = 55096
      unix_socket_dir = \(folder)
      auth_type = any
      pool_mode = transaction
      default_pool_size = 3
      """
    try Data(settings.utf8).write(to: URL(fileURLWithPath: "\(folder)/pgbouncer.ini"))
    process = try ThrowawayProcess(
      ThrowawayPooler.script,
      [folder, try #require(ThrowawayPooler.program), try #require(ThrowawayServer.programs)],
      name: "pgbouncer in \(folder)")
    address = "postgresql://\(role)@/postgres?host=\(folder)&port=55096"
  }

  /// Ends it at once, with all connections.
  package func kill() throws { try process.order("kill") }

  /// Starts it after it was killed, and waits until it answers.
  package func start() throws { try process.order("start") }

  private static let script = #"""
    set -eu
    folder=$1 program=$2 programs=$3
    as=
    if [ "$(id -u)" = 0 ]; then
      as="setpriv --reuid=postgres --regid=postgres --init-groups"
      chown -R postgres "$folder"
    fi
    trap 'kill -KILL $pooler 2>/dev/null || true; wait $pooler || true; rm -rf "$folder"' EXIT
    start() {
      $as "$program" "$folder/pgbouncer.ini" </dev/null >>"$folder/log" 2>&1 &
      pooler=$!
      tries=0
      until "$programs/pg_isready" -q -h "$folder" -p 55096; do
        tries=$((tries + 1))
        [ $tries -lt 300 ] && kill -0 $pooler || { cat "$folder/log" >&2; exit 1; }
        sleep 0.1
      done
    }
    start
    echo ready
    while read -r what; do
      case $what in
      kill) kill -KILL $pooler; wait $pooler 2>/dev/null || true ;;
      start) start ;;
      esac
      echo ready
    done
    """#
}
